#!/usr/bin/env bash
# A film in AV1, the format in which many phones and recording programs film by now, opened by OpenCV's VideoCapture.
#
# Expected by most engineers: what the newest major version opens, it can decode; and what an older one of the same year
# decodes, it decodes too.
#
# Seen, on Linux x86_64 with Python 3.11 and the wheels of opencv-python-headless:
#   - 4.14.0.94: ten pictures;
#   - 5.0.0.93 and 4.12.0.88: isOpened() is True, the size, the rate and the count of ten pictures are told, and the first
#     grab() is False: the film looks as if it were over. Nothing but a count of what was read tells the two apart.
#
# Fails, with a line that says what, if any of this is otherwise.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
base64 -d >"$work/film.ivf" <<'FILM'
REtJRgAAIABBVjAxQABAAAoAAAABAAAACgAAAAAAAAAdAAAAAAAAAAAAAAASAAoKAAAAAq//m18gCDINEAC5gAACQAAAA84Toj0AAAABAAAAAAAAABIA
MhMoBOBAAAADZcAAAUAAEAAAZ5PAMhEoAuCAAACDbAAAAUAAOACcwDIRMAPCAACBBuQAAALAAHAAnMAFAAAAAgAAAAAAAAASABoBqBQAAAADAAAAAAAA
ABIAMhAwBkQJgAEG5AAAAsAAcACcFQAAAAQAAAAAAAAAEgAyETAIABEwAQbkAAACwAAgAKLwHQAAAAUAAAAAAAAAEgAKCgAAAAKv/5tfIAgyDRAAoAAA
AkAAAAO6CCA+AAAABgAAAAAAAAASADIUKATgQAAAA2XAAAFAABAAIAhLeUAyESgC4IAAAINsAAABQAA4AJzAMhEwA8IAAIEG5AAAAsAAcACcwAUAAAAH
AAAAAAAAABIAGgGoFAAAAAgAAAAAAAAAEgAyEDAGRAmAAQbkAAACwABwAJwVAAAACQAAAAAAAAASADIRMAgAETABBuQAAALAACAAovA=
FILM
cat >"$work/look.py" <<'PY'
import sys
import cv2
capture = cv2.VideoCapture(sys.argv[1], cv2.CAP_FFMPEG)
is_open, told, read = capture.isOpened(), int(capture.get(cv2.CAP_PROP_FRAME_COUNT)), 0
while capture.grab():
    read += capture.retrieve()[0]
print(is_open, told, read)
PY
failed=0
check() {  # version, what is expected: whether it is open, pictures told, pictures read
  python3 -m venv "$work/$1"
  "$work/$1/bin/pip" install --quiet --disable-pip-version-check "opencv-python-headless==$1"
  local seen; seen=$("$work/$1/bin/python" "$work/look.py" "$work/film.ivf" 2>/dev/null)
  printf '%-10s is open, pictures told, pictures read: %s\n' "$1" "$seen"
  if [ "$seen" != "$2" ]; then echo "changed: opencv $1: expected: $2"; failed=1; fi
}
check 4.12.0.88 "True 10 0"
check 4.14.0.94 "True 10 10"
check 5.0.0.93 "True 10 0"
exit $failed
