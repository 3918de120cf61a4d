"""Reduce pictures for the pages."""

from __future__ import annotations

import cv2
import numpy as np

from vision.errors import BadImage
from vision.io.images import decode_at

QUALITY = 70
_FINER = 2
"""How many times as wide the picture is that it is made of, at least."""


def shrunk(picture: bytes, width_px: int) -> bytes:
    """A JPEG of ``picture``, upright, at most ``width_px`` wide. Raises ValueError for an unreadable one."""
    try:
        bgr = decode_at(picture, _FINER * width_px)
    except BadImage as error:
        raise ValueError("no picture") from error
    height, width = bgr.shape[:2]
    if width > width_px:
        size_px = width_px, max(round(height * width_px / width), 1)
        bgr = np.asarray(cv2.resize(bgr, size_px, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
