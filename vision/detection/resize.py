"""Reduce pictures; halving averages whole pixels and takes a tenth of the time of any other factor."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]
_LEAST_PX = 4


class PicturePyramid(np.ndarray):
    """A picture with cached halved copies, for detection at several scales; it must not be modified meanwhile."""

    copies: list[U8]

    @staticmethod
    def at(bgr: U8) -> U8:
        """The same picture for one detection, without a copy."""
        picture = bgr.view(PicturePyramid)
        picture.copies = [bgr]
        return picture


def halves(bgr: U8, times: int) -> list[U8]:
    """The picture and its successive halved copies."""
    copies = getattr(bgr, "copies", [bgr])
    while len(copies) <= times and min(copies[-1].shape[:2]) >= _LEAST_PX:
        last = copies[-1]
        half = (last.shape[1] // 2, last.shape[0] // 2)
        copies.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), np.uint8))
    return copies[: times + 1]


def shrunk(bgr: U8, width: int, height: int) -> U8:
    """Reduce a picture, (h, w) or (h, w, 3), by area averaging, halving first while more than twice as large."""
    times = int(np.log2(max(1.0, min(bgr.shape[1] / width, bgr.shape[0] / height))))
    copy = halves(bgr, times)[-1]
    if copy.shape[1::-1] == (width, height):
        return copy
    return np.asarray(cv2.resize(copy, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
