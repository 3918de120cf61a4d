#!/usr/bin/env bash
# A picture that cannot be read, into room that was made for it.
# Expected: `cv2.imread(path, dst)` gives None, as `cv2.imread(path)` does, or at least something other than a picture.
# Seen: with opencv-python-headless 4.12.0.88 and 5.0.0.93 it gives `dst` itself, with the pixels of whatever lay there
# before, for a file that is missing and for one that is no picture, and no error. Who reuses a buffer for speed (12
# megapixels need 36 MB each time) reads the last photograph once more. Of a good file it gives the new pixels.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/see.py" <<'PY'
import sys
from pathlib import Path

import cv2
import numpy as np

folder = Path(sys.argv[1])
words, missing, good = folder / "words.jpg", folder / "missing.jpg", folder / "good.png"
words.write_text("no picture")
cv2.imwrite(str(good), np.full((4, 4, 3), 200, np.uint8))
before = np.full((4, 4, 3), 7, np.uint8)
for path in (words, missing):
    assert cv2.imread(str(path)) is None, "without room there is None"
    room = before.copy()
    seen = cv2.imread(str(path), room)
    assert seen is room and (seen == before).all(), f"{path.name}: something else came back: {seen!r}"
room = before.copy()
assert (cv2.imread(str(good), room) == 200).all(), "a good file is read"
print(f"cv2 {cv2.__version__}: what cannot be read gives back the picture before")
PY
for version in 4.12.0.88 5.0.0.93; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" install --quiet --disable-pip-version-check "opencv-python-headless==$version"
  "$work/$version/bin/python" "$work/see.py" "$work" 2>/dev/null || { echo "changed with $version" >&2; exit 1; }
done
