#!/usr/bin/env bash
# A photograph held upright by a phone, as AVIF.
# Expected: `cv2.imread` turns it as it turns the same picture as JPEG by its EXIF, or `IMREAD_IGNORE_ORIENTATION` at least
# makes a difference; AVIF tells its turn in boxes of its own (`irot`, `imir`), which a decoder has to follow.
# Seen: with opencv-python-headless 4.13.0.92 and 5.0.0.93 the picture comes as it is stored, whatever flag is given: of a
# picture of 64 x 32 that is to be shown turned by a quarter the shape is (32, 64), where Pillow tells the turn and OpenCV
# itself gives (64, 32) for the JPEG. Who relies on OpenCV reads every tile of such a photograph lying on its side.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/see.py" <<'PY'
import sys
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageOps

folder = Path(sys.argv[1])
exif = Image.Exif()
exif[0x0112] = 6  # to be shown turned by a quarter
stored = Image.fromarray(np.full((32, 64, 3), 200, np.uint8))
shapes = {}
for kind in ("jpg", "avif"):
    path = folder / f"upright.{kind}"
    stored.save(path, exif=exif)
    for flag in (cv2.IMREAD_COLOR, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION):
        shapes[kind, flag != cv2.IMREAD_COLOR] = cv2.imread(str(path), flag).shape[:2]
assert b"irot" in (folder / "upright.avif").read_bytes(), "the file says how it is to be turned"
with Image.open(folder / "upright.avif") as shown:
    assert ImageOps.exif_transpose(shown).size == (32, 64), "whoever asks the file is told"
assert shapes == {("jpg", False): (64, 32), ("jpg", True): (32, 64),
                  ("avif", False): (32, 64), ("avif", True): (32, 64)}, shapes
print(f"cv2 {cv2.__version__}: AVIF comes as it is stored, JPEG as it is shown")
PY
for version in 4.13.0.92 5.0.0.93; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" install --quiet --disable-pip-version-check "opencv-python-headless==$version" "pillow==12.0.0"
  "$work/$version/bin/python" "$work/see.py" "$work" || { echo "changed with $version" >&2; exit 1; }
done
