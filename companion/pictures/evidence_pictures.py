"""Pictures stored as evidence: reduced, combined, and the marked part that shows a meld."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadImage
from vision.io.images import decode_at

U8 = NDArray[np.uint8]
Fraction = tuple[float, float]
"""A place in a picture: parts of its width and height."""
Outline = tuple[Fraction, ...]
WIDTHS_PX = (160, 480, 960)
"""The widths at which parts of a picture are shown."""
KEPT_PX = 1600
"""Pixels of the longest side of a photograph that is kept: a tile of a whole table can still be read."""
_WHOLE_PX = 8192
"""Pixels of the longest side of a photograph of which a part is shown: a tenth of it fills a page."""
_QUALITY = 85
_AROUND, _LEAST = 0.5, 0.12
"""The margin around a meld, in parts of its shorter side, and at least, in parts of the picture's width."""
_CASING, _MARK = (20, 20, 20), (60, 225, 255)


class PartOf(Protocol):
    """The signature of `part_of`."""

    def __call__(self, picture: bytes, outlines: tuple[Outline, ...], width_px: int) -> bytes:
        """See `part_of`."""
        ...


class PutTogether(Protocol):
    """The signature of `put_together`."""

    def __call__(self, pictures: Sequence[bytes]) -> tuple[bytes, tuple[tuple[float, float], ...]]:
        """See `put_together`."""
        ...


def part_of(picture: bytes, outlines: tuple[Outline, ...], width_px: int) -> bytes:
    """A JPEG of the part of ``picture`` that shows ``outlines``, marked, or all of it without any.

    At most ``width_px`` wide. Raises BadImage.
    """
    bgr = decode_at(picture, _WHOLE_PX)
    if not outlines:
        return _jpeg(_narrower(bgr, width_px))
    size = np.array([bgr.shape[1], bgr.shape[0]])
    corners = [np.array(outline) * size for outline in outlines]
    left, top, right, bottom = _window(np.concatenate(corners), size)
    part = np.ascontiguousarray(bgr[top:bottom, left:right])
    scale = min(1.0, width_px / part.shape[1])
    part = _narrower(part, width_px)
    for points in corners:
        shape = np.round((points - (left, top)) * scale).astype(np.int32)
        thick = max(2, part.shape[1] // 160)
        cv2.polylines(part, [shape], True, _CASING, 2 * thick + 1, cv2.LINE_AA)
        cv2.polylines(part, [shape], True, _MARK, thick, cv2.LINE_AA)
    return _jpeg(part)


def put_together(pictures: Sequence[bytes]) -> tuple[bytes, tuple[tuple[float, float], ...]]:
    """Combine photographs one below the other as one JPEG; returns also the top and height of each, as fractions.

    Raises BadImage.
    """
    shown = [_smaller(decode_at(picture, KEPT_PX)) for picture in pictures]
    width = max(bgr.shape[1] for bgr in shown)
    shown = [_of_width(bgr, width) for bgr in shown]
    height = sum(bgr.shape[0] for bgr in shown)
    tops = np.cumsum([0, *(bgr.shape[0] for bgr in shown)])
    places = tuple((float(top / height), bgr.shape[0] / height) for top, bgr in zip(tops, shown, strict=False))
    return _jpeg(np.concatenate(shown)), places


def _window(points: NDArray[np.float64], size: NDArray[np.int_]) -> tuple[int, int, int, int]:
    """The left, top, right and bottom of the part shown around ``points``."""
    low, high = points.min(0), points.max(0)
    margin = max(_AROUND * float((high - low).min()), _LEAST / 2 * float(size[0]))
    left, top = np.clip(low - margin, 0, size - 1).astype(int)
    right, bottom = np.clip(high + margin, (left + 1, top + 1), size).astype(int)
    return int(left), int(top), int(right), int(bottom)


def _smaller(bgr: U8) -> U8:
    """A picture reduced to the stored maximum size."""
    return _narrower(bgr, max(1, int(KEPT_PX * bgr.shape[1] / max(bgr.shape[:2]))))


def _narrower(bgr: U8, width_px: int) -> U8:
    return _of_width(bgr, width_px) if bgr.shape[1] > width_px else bgr


def _of_width(bgr: U8, width_px: int) -> U8:
    if bgr.shape[1] == width_px:
        return bgr
    height_px = max(1, round(bgr.shape[0] * width_px / bgr.shape[1]))
    return np.asarray(cv2.resize(bgr, (width_px, height_px), interpolation=cv2.INTER_AREA), np.uint8)


def _jpeg(bgr: U8) -> bytes:
    return bytes(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1])


__all__ = [
    "KEPT_PX",
    "WIDTHS_PX",
    "BadImage",
    "Fraction",
    "Outline",
    "PartOf",
    "PutTogether",
    "part_of",
    "put_together",
]
