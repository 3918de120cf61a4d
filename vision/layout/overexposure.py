"""Detect overexposed areas beside the tiles, where a reflection of a lamp or the sun may hide a white tile."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import F64, areas
from vision.order_statistics import median

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]
_LOOKED_AT_PX = 320
"""Long side of the picture in which overexposed areas are searched; they are large."""
_WHITE = 250
"""Blue, green and red from which on a pixel counts as saturated."""
_THICK, _RIM, _NEAR = 0.35, 0.15, 2.0
"""In tile sides: the smallest thickness of an overexposed area, the width of a tile's own white rim, and the
distance within which further tiles are likely."""
_LEAST = 1.0
"""The smallest overexposed area, in tiles."""
_GROUND = 0.4
"""The part of the picture from which on what is white is the table, or the paper below."""


def overexposed_areas(bgr: U8, quads: F64) -> tuple[F32, ...]:
    """Outlines (m, 2) in pixels of overexposed areas near ``quads`` (n, 4, 2) and at least as large as a tile.

    ``bgr`` is (height, width, 3). Empty where no tile is seen. A tile may lie there or not. A table that is white all
    over is not reported.
    """
    if not len(quads):
        return ()
    scale = min(1.0, _LOOKED_AT_PX / max(bgr.shape[:2]))
    small, tile = quads * scale, median(areas(quads)) * scale**2
    seen = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
    white = cv2.inRange(seen, (_WHITE,) * 3, (255,) * 3)
    if not _LEAST * tile <= cv2.countNonZero(white) <= _GROUND * white.size:
        return ()
    white = cv2.morphologyEx(white, cv2.MORPH_OPEN, _square(_THICK * tile**0.5))
    tiles = np.zeros_like(white)
    for quad in small:
        cv2.fillConvexPoly(tiles, quad.round().astype(np.int32), 255)
    near = cv2.dilate(tiles, _square(2 * _NEAR * tile**0.5))
    beside = cv2.bitwise_and(near, cv2.bitwise_not(cv2.dilate(tiles, _square(2 * _RIM * tile**0.5))))
    parts, _ = cv2.findContours(cv2.bitwise_and(white, beside), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return tuple(
        np.asarray(cv2.convexHull(part).reshape(-1, 2) / scale, np.float32)
        for part in parts
        if cv2.contourArea(part) >= _LEAST * tile
    )


def _square(side_px: float) -> U8:
    return np.ones((max(2, round(side_px)),) * 2, np.uint8)
