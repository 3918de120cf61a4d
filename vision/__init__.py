"""Pixels to readings: where the tiles of a picture lie, what each shows, and which lie in a row."""

import os

# OpenCV reads these once, when it is first imported: a second wall behind the limits of vision.images,
# and silence about files that vision.images refuses in words of its own.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(1 << 26))
os.environ.setdefault("OPENCV_LOG_LEVEL", "FATAL")
