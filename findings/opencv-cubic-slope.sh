#!/usr/bin/env bash
# A shaded table, brighter from left to right, as `INTER_CUBIC` moves it by a part of a pixel or makes it larger: a camera
# that sways is laid back so, and small pictures are enlarged so.
# Expected: a straight slope stays one, as with linear interpolation and with Pillow's `BICUBIC`; cubic is the finer of both.
# Seen: with opencv-python-headless 4.12.0.88 and 5.0.0.93 a slope of one step a pixel that is moved by a quarter of a pixel
# moves by 0.297 steps, by an eighth 0.166, and enlarged four times it climbs by 0.33 and 0.19 steps in turn where Pillow
# 12.0.0 climbs by 0.25 throughout: the kernel has a = -0.75, and only a = -0.5 keeps slopes (Keys 1981).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/see.py" <<'PY'
import cv2
import numpy as np
from PIL import Image

slope = np.tile(np.arange(64, dtype=np.float32), (16, 1))


def moved(by, how):
    flags = how | cv2.WARP_INVERSE_MAP
    return float(cv2.warpAffine(slope, np.array([[1, 0, by], [0, 1, 0.0]]), (64, 16), flags=flags)[8, 30]) - 30


def steps(enlarged):
    return np.diff(np.asarray(enlarged)[8, 120:136])


linear = [round(moved(by, cv2.INTER_LINEAR), 3) for by in (0.125, 0.25)]
cubic = [round(moved(by, cv2.INTER_CUBIC), 3) for by in (0.125, 0.25)]
ours = steps(cv2.resize(slope, (256, 16), interpolation=cv2.INTER_CUBIC))
theirs = steps(Image.fromarray(slope).resize((256, 16), Image.Resampling.BICUBIC))
print(cv2.__version__, "moved by 0.125 and 0.25: linear", linear, "cubic", cubic)
print("enlarged four times: OpenCV climbs by", ours.min().round(3), "to", ours.max().round(3),
      "Pillow by", theirs.min().round(3), "to", theirs.max().round(3))
assert linear == [0.125, 0.25] and cubic == [0.166, 0.297]
assert ours.max() > 0.32 and ours.min() < 0.2 and np.allclose(theirs, 0.25, atol=1e-4)
PY
for version in 4.12.0.88 5.0.0.93; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" install --quiet --disable-pip-version-check "opencv-python-headless==$version" pillow==12.0.0
  timeout 120 "$work/$version/bin/python" "$work/see.py" || { echo "changed with $version" >&2; exit 1; }
done
