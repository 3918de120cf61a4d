#!/usr/bin/env bash
# Ten interlaced pictures, from dark grey to white, read by OpenCV's VideoCapture as any film is.
#
# Expected by most engineers: camcorders and capture cards have filmed so for forty years; the pictures come out with the
# teeth of a comb at worst, and where one cannot be converted `read()` gives False.
#
# Seen, on Linux x86_64 with Python 3.11:
#   - opencv-python-headless 4.12.0.88: ten pictures, each lighter than the one before;
#   - 4.13.0.92, 4.14.0.94 and 5.0.0.93: ten times True, and ten times one and the same picture that is not in the film;
#     only stderr says "Cannot convert interlaced to progressive frames or vice versa";
#   - no property of the capture tells that the film is interlaced, and the moments (CAP_PROP_POS_MSEC) go on as if all
#     were well. What is left to find it by: no two pictures of it differ.
#
# Fails, with a line that says what, if any of this is otherwise.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
base64 -d >"$work/film.m2v" <<'FILM'
AAABswIAIBP//+AYAAABtRSCAAEAJAAAAbgACABAAAABAAAP//gAAAG1j//zgAAAAAEBU3yelKRFpSlIiAAAAQJTfJ6UpEWlKUiIAAABswIAIBP//+AY
AAABtRSCAAEAJAAAAbgACACAAAABAAAP//gAAAG1j//zgAAAAAEBU3zulKRFpSlIiAAAAQJTfO6UpEWlKUiIAAABswIAIBP//+AYAAABtRSCAAEAJAAA
AbgACAEAAAABAAAP//gAAAG1j//zgAAAAAEBU3j6UpEWlKUiIAAAAQJTePpSkRaUpSIgAAABswIAIBP//+AYAAABtRSCAAEAJAAAAbgACAGAAAABAAAP
//gAAAG1j//zgAAAAAEBU3DpSkRaUpSIgAAAAQJTcOlKRFpSlIiAAAABswIAIBP//+AYAAABtRSCAAEAJAAAAbgACAIAAAABAAAP//gAAAG1j//zgAAA
AAEBU2elKRFpSlIiAAABAlNnpSkRaUpSIgAAAbMCACAT///gGAAAAbUUggABACQAAAG4AAgCgAAAAQAAD//4AAABtY//84AAAAABAVNspSkRaUpSIgAA
AQJTbKUpEWlKUiIAAAGzAgAgE///4BgAAAG1FIIAAQAkAAABuAAIAwAAAAEAAA//+AAAAbWP//OAAAAAAQFTegpSkRaUpSIgAAABAlN6ClKRFpSlIiAA
AAGzAgAgE///4BgAAAG1FIIAAQAkAAABuAAIA4AAAAEAAA//+AAAAbWP//OAAAAAAQFTe0pSkRaUpSIgAAABAlN7SlKRFpSlIiAAAAGzAgAgE///4BgA
AAG1FIIAAQAkAAABuAAIBAAAAAEAAA//+AAAAbWP//OAAAAAAQFTfSKUpEWlKUiIAAABAlN9IpSkRaUpSIgAAAGzAgAgE///4BgAAAG1FIIAAQAkAAAB
uAAIBIAAAAEAAA//+AAAAbWP//OAAAAAAQFTfXKUpEWlKUiIAAABAlN9cpSkRaUpSIg=
FILM
cat >"$work/look.py" <<'PY'
import sys
import cv2
capture = cv2.VideoCapture(sys.argv[1], cv2.CAP_FFMPEG)
told, means = [], []
while capture.grab():
    got, picture = capture.retrieve()
    told.append(got)
    means.append(float(picture.mean()))
print(len(means), all(told), len(set(means)) == len(means), len(set(means)) == 1)
PY
failed=0
check() {  # version, what is expected: how many pictures, all True, each another, all the same
  python3 -m venv "$work/$1"
  "$work/$1/bin/pip" install --quiet --disable-pip-version-check "opencv-python-headless==$1"
  local seen; seen=$("$work/$1/bin/python" "$work/look.py" "$work/film.m2v" 2>/dev/null)
  printf '%-10s pictures, all told True, each another, all the same: %s\n' "$1" "$seen"
  if [ "$seen" != "$2" ]; then echo "changed: opencv $1: expected: $2"; failed=1; fi
}
check 4.12.0.88 "10 True True False"
check 4.13.0.92 "10 True False True"
check 4.14.0.94 "10 True False True"
check 5.0.0.93 "10 True False True"
exit $failed
