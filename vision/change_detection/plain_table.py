"""Detect places that show only the table, by the colours of the table right beside the tiles."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change_detection.bare_table import SmallPicture
from vision.change_detection.signatures import U8
from vision.geometry import F64, expanded

_BESIDE = (1.25, 1.7)
"""The range, in tile sizes, in which the table is usually visible beside a tile."""
_INNER = 0.8
_ALIKE, _SHARE = 13.0, 0.8
"""The largest distance of equal colours, in 8-bit Lab; the fraction of a place that must have the table's."""
_COMMON = 0.5
"""The fraction of the tiles beside which a colour must occur to be the table's: a cup stands beside few of them."""
_SAMPLES = 40


def shows_table(bgr: U8, quads_px: F64, tiles_px: F64) -> NDArray[np.bool_]:
    """(n,) bool: which of the places ``quads_px`` (n, 4, 2) show only the table.

    False for places that reach out of the picture, and for all where there are no ``tiles_px`` (m, 4, 2).
    """
    small = SmallPicture.of(bgr)
    covered = _filled(small, expanded(tiles_px, _BESIDE[0]))
    rings = (small.lab[_filled(small, quad[None]) & ~covered] for quad in expanded(tiles_px, _BESIDE[1]))
    beside = [ring[:: max(1, len(ring) // _SAMPLES)] for ring in rings if len(ring)]
    if not beside:
        return np.zeros(len(quads_px), np.bool_)
    return np.array([_is_table(small, quad, beside) for quad in quads_px], np.bool_)


def _is_table(small: SmallPicture, quad: F64, beside: Sequence[NDArray[np.float32]]) -> bool:
    """Whether nearly all of a place has colours found ``beside`` many tiles."""
    height, width = small.lab.shape[:2]
    if (quad * small.scale < 0).any() or (quad * small.scale > (width, height)).any():
        return False
    seen = small.lab[_filled(small, expanded(quad[None], _INNER))]
    if not len(seen):
        return False
    near = [np.linalg.norm(seen[:, None] - ring[None], axis=2).min(axis=1) < _ALIKE for ring in beside]
    return float((np.mean(near, axis=0) >= _COMMON).mean()) >= _SHARE


def _filled(small: SmallPicture, quads_px: F64) -> NDArray[np.bool_]:
    """(h, w): the mask of the quads in the small picture."""
    covered = np.zeros(small.lab.shape[:2], np.uint8)
    for quad in np.round(quads_px * small.scale).astype(np.int32):
        cv2.fillConvexPoly(covered, quad, (1,))
    return covered > 0
