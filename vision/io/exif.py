"""Read the orientation from EXIF, and apply it."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

_ORDERS: dict[bytes, Literal["little", "big"]] = {b"II*\0": "little", b"MM\0*": "big"}
_ORIENTATION_TAG = 0x0112
_SHORT = 3
_MOST_ENTRIES = 200

_TURNS: dict[int, tuple[bool, int | None]] = {
    2: (False, 1),
    3: (False, -1),
    4: (False, 0),
    5: (True, None),
    6: (True, 1),
    7: (True, -1),
    8: (True, 0),
}
"""By EXIF orientation: whether rows and columns change places, and OpenCV's code of the flip that follows."""


def orientation_of(tiff: bytes) -> int:
    """The orientation, 1 to 8, in an EXIF block (beginning at its TIFF header); 1 where missing."""
    order = _ORDERS.get(tiff[:4])
    if order is None:
        return 1
    first = int.from_bytes(tiff[4:8], order)
    entries = int.from_bytes(tiff[first : first + 2], order)
    for at in range(first + 2, first + 2 + 12 * min(entries, _MOST_ENTRIES), 12):
        tag, kind = int.from_bytes(tiff[at : at + 2], order), int.from_bytes(tiff[at + 2 : at + 4], order)
        if tag == _ORIENTATION_TAG and kind == _SHORT:
            value = int.from_bytes(tiff[at + 8 : at + 10], order)
            return value if 1 <= value <= 8 else 1
    return 1


def upright(pixels: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """``pixels`` (height, width, channels) with the EXIF ``orientation`` applied."""
    transposed, flip = _TURNS.get(orientation, (False, None))
    turned = cv2.transpose(pixels) if transposed else pixels
    return np.ascontiguousarray(turned if flip is None else cv2.flip(turned, flip), dtype=np.uint8)
