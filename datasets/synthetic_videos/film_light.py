"""Light and camera of a film, with everything constant over its frames precomputed.

Pictures are BGR uint8. The lamp is a gain and a glare for each pixel; the camera is that of `synthetic_tables`.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables import optics

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
Rng = np.random.Generator
Box = tuple[slice, slice]
"""Rows and columns of a part of a picture."""
_BLOCK_PX = 16
"""Parts begin and end where the blocks of a JPEG do."""
_MARGIN_PX = 32
"""As far as what a pixel shows may spread in the camera."""
_ANY_LEVEL = 100.0


class Exposure:
    """One lamp over one table, and the camera that films it."""

    def __init__(self, seeds: tuple[int, int], severity: float, size_px: tuple[int, int], tile_px: float) -> None:
        """``seeds`` are those of the lamp and of the camera."""
        lamp, self._camera = seeds
        self._severity, self._tile_px = severity, tile_px
        self._glare = self._lit(lamp, size_px, 0.0)
        self._gain: F32 = (self._lit(lamp, size_px, _ANY_LEVEL) - self._glare) / np.float32(_ANY_LEVEL)

    def _lit(self, lamp: int, size_px: tuple[int, int], level: float) -> F32:
        flat = np.full((size_px[1], size_px[0], 3), level, np.float32)
        return np.asarray(optics.light(flat, np.random.default_rng(lamp), self._severity)[0], np.float32)

    def __call__(self, table: U8) -> U8:
        """The picture of a painted table, without the noise of single frames."""
        return self._part(table, (slice(0, table.shape[0]), slice(0, table.shape[1])))

    def over(self, exposed: U8, table: U8, painted: U8) -> U8:
        """The picture of ``painted``, which is ``table`` with a hand over it; ``exposed`` is that of ``table``."""
        box = _where_they_differ(table, painted)
        if box is None:
            return exposed
        rows, columns = (slice(max(0, part.start - _MARGIN_PX), part.stop + _MARGIN_PX) for part in box)
        shot, picture = self._part(painted, (rows, columns)), exposed.copy()
        inner = shot[box[0].start - rows.start :, box[1].start - columns.start :]
        picture[box] = inner[: box[0].stop - box[0].start, : box[1].stop - box[1].start]
        return picture

    def _part(self, table: U8, box: Box) -> U8:
        lit = cv2.add(cv2.multiply(table[box], self._gain[box], dtype=cv2.CV_32F), self._glare[box])
        rng = np.random.default_rng(self._camera)
        return optics.camera(cv2.convertScaleAbs(lit), rng, self._severity, self._tile_px)[0]


def _where_they_differ(picture: U8, other: U8) -> Box | None:
    """The area, in whole blocks, in which two pictures differ."""
    left, top, width, height = cv2.boundingRect(cv2.cvtColor(cv2.absdiff(picture, other), cv2.COLOR_BGR2GRAY))
    if not width:
        return None
    rows, columns = (
        slice(first // _BLOCK_PX * _BLOCK_PX, min(most, -(-(first + length) // _BLOCK_PX) * _BLOCK_PX))
        for first, length, most in ((top, height, picture.shape[0]), (left, width, picture.shape[1]))
    )
    return rows, columns


class Grain:
    """Frame noise: random offsets into one large noise picture."""

    def __init__(self, sigma: float, size_px: tuple[int, int], rng: Rng) -> None:
        self._rng = rng
        self._stock = np.empty((size_px[1] + 2 * _MARGIN_PX, size_px[0] + 2 * _MARGIN_PX, 3), np.int8)
        cv2.setRNGSeed(int(rng.integers(1 << 30)))
        cv2.randn(self._stock.reshape(len(self._stock), -1), 0, sigma)

    def on(self, picture: U8) -> U8:
        """The picture with the noise of one frame."""
        row, column = self._rng.integers(2 * _MARGIN_PX, size=2).tolist()
        grain = self._stock[row : row + picture.shape[0], column : column + picture.shape[1]]
        return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)
