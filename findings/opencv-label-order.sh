#!/usr/bin/env bash
# The connected parts of a mask, numbered by `cv2.connectedComponents`: small tiles on a table, seen from above.
# Expected: the numbers follow the order in which one meets the parts line by line, as with the same
# call and connectivity 4; a reader of rows might count on it.
# Seen: with opencv-python-headless 4.12.0.88 and 5.0.0.93 they do with connectivity 4, and with 8, which is what one gets
# without asking, they follow two lines at a time, in blocks of two by two: of two parts the one farther to the left comes
# first though the other begins a line above. Of forty masks with some thirty parts each twelve are in order; with
# `CCL_SAUF` asked for all are.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/see.py" <<'PY'
import cv2
import numpy as np


def in_order(labels):
    numbers, first = np.unique(labels.ravel(), return_index=True)
    first = first[numbers > 0]
    return bool((np.diff(first) > 0).all())


ordered = {"4": 0, "8": 0, "8, SAUF": 0}
for seed in range(40):
    rng = np.random.default_rng(seed)
    mask = np.zeros((240, 320), np.uint8)
    for x, y in zip(rng.integers(4, 300, 40), rng.integers(4, 220, 40), strict=True):
        mask[y : y + 13, x : x + 9] = 1
    ordered["4"] += in_order(cv2.connectedComponents(mask, connectivity=4)[1])
    ordered["8"] += in_order(cv2.connectedComponents(mask)[1])
    ordered["8, SAUF"] += in_order(cv2.connectedComponentsWithAlgorithm(mask, 8, cv2.CV_32S, cv2.CCL_SAUF)[1])
two = np.zeros((4, 8), np.uint8)
two[1, 0] = two[0, 5] = 1
labels = cv2.connectedComponents(two)[1]
print(cv2.__version__, "of 40 in order:", ordered, "the lower of two has number", labels[1, 0])
assert ordered["4"] == ordered["8, SAUF"] == 40 and ordered["8"] < 20 and labels[1, 0] == 1
PY
for version in 4.12.0.88 5.0.0.93; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" install --quiet --disable-pip-version-check "opencv-python-headless==$version"
  timeout 120 "$work/$version/bin/python" "$work/see.py" || { echo "changed with $version" >&2; exit 1; }
done
