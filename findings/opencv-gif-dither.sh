#!/usr/bin/env bash
# Flat drawings as an animated GIF by `cv2.imencodeanimation`.
# Expected: a picture of two colours is a few kilobytes in a GIF, as its compression is made for flat areas, and nothing is
# dithered where a palette has every colour; who wants dithering asks for it.
# Seen: with opencv-python-headless 4.13.0.92 and 5.0.0.93 ten frames of 320 x 240 with two colours take more than fifty
# times what Pillow makes of them, and come back in more colours than were drawn: the writer dithers unless it is told
# `IMWRITE_GIF_DITHER` 3, its *largest* value, which means none (0 is the default, -1 the most). Told so, the two colours
# stay two.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/see.py" <<'PY'
import io

import cv2
import numpy as np
from PIL import Image

frames = []
for step in range(10):
    frame = np.full((240, 320, 3), (60, 110, 40), np.uint8)
    frame[100:130, 20 + 20 * step : 50 + 20 * step] = (225, 235, 240)
    frames.append(frame)


def gif(options):
    shown = cv2.Animation()
    shown.frames = frames
    shown.durations = np.full(len(frames), 100, np.int32)
    written, content = cv2.imencodeanimation(".gif", shown, options)
    assert written
    return bytes(content)


def colors(content):
    with Image.open(io.BytesIO(content)) as first:
        return len(first.convert("RGB").getcolors(100_000))


usual, plain = gif([]), gif([cv2.IMWRITE_GIF_DITHER, 3])
pillow = io.BytesIO()
drawn = [Image.fromarray(frame[..., ::-1]) for frame in frames]
drawn[0].save(pillow, "GIF", save_all=True, append_images=drawn[1:], duration=100)
print(cv2.__version__, len(usual), len(plain), len(pillow.getvalue()), colors(usual), colors(plain), flush=True)
assert len(usual) > 50 * len(pillow.getvalue())
assert len(usual) > 10 * len(plain)
assert colors(usual) > 2 == colors(plain)
PY
for version in 4.13.0.92 5.0.0.93; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" install --quiet --disable-pip-version-check "opencv-python-headless==$version" "pillow==12.0.0"
  "$work/$version/bin/python" "$work/see.py" || { echo "changed with $version" >&2; exit 1; }
done
