"""Pictures in quarter turns, and where their points lay before."""

from __future__ import annotations

import cv2
import numpy as np

from vision.change_detection.signatures import U8

QUARTERS = range(4)
_TURNS = (None, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE)


def turned(bgr: U8, quarters: int) -> U8:
    """The picture after so many quarter turns clockwise."""
    turn = _TURNS[quarters]
    return bgr if turn is None else np.asarray(cv2.rotate(bgr, turn), np.uint8)


def turned_back(point_px: tuple[float, float], quarters: int, size: tuple[int, int]) -> tuple[float, float]:
    """Where a point of the turned picture lies in the upright one of ``size`` (width, height)."""
    (x, y), (width, height) = point_px, size
    return ((x, y), (y, height - x), (width - x, height - y), (width - y, x))[quarters]
