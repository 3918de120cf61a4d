"""Signatures of places: a few hundred numbers that tell cheaply whether a tile must be read again.

A signature is a coarse, white-balanced picture of a tile and the table right around it: other light hardly changes it,
another number, another ink or a missing tile does.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.resize import shrunk
from vision.geometry import F32, expanded, short_sides

U8 = NDArray[np.uint8]
COLUMNS, ROWS = 12, 16
_AROUND = 1.25
"""The area of a signature, as a factor of the tile's size."""
_SAMPLED_PX = 26.0
"""Short side of a tile, at least, in the reduced picture that is sampled."""
_WHITE_SHARE = 0.85
_DARKEST_WHITE = 24.0


def signatures(bgr: U8, quads_px: F32) -> F32:
    """(n, 16 * 12 * 3): the signatures of the places (n, 4, 2) of a picture."""
    if not len(quads_px):
        return np.zeros((0, ROWS * COLUMNS * 3), np.float32)
    small, scale = _reduced(bgr, float(np.median(short_sides(quads_px))))
    x, y = np.moveaxis((_grid(quads_px) * scale - 0.5).astype(np.float32), -1, 0)
    sampled = cv2.remap(small, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return _balanced(np.asarray(sampled, np.float32).reshape(len(quads_px), ROWS * COLUMNS, 3))


def distances(first: F32, other: F32) -> F32:
    """(n,): the distances of signatures (n, …), as a fraction of white; below 0.06 nothing has changed."""
    return np.asarray(np.sqrt(np.square(first - other).mean(axis=1)), np.float32)


def _reduced(bgr: U8, short_side_px: float) -> tuple[U8, float]:
    """A reduced copy in which tiles are still large enough for sampling, and its scale."""
    factor = max(1, int(short_side_px / _SAMPLED_PX))
    if factor == 1:
        return bgr, 1.0
    height, width = bgr.shape[:2]
    size = (max(1, width // factor), max(1, height // factor))
    return shrunk(bgr, *size), size[0] / width


def _grid(quads_px: F32) -> F32:
    """(n * 16, 12, 2): the sampling points of the places, row by row."""
    corners = expanded(quads_px.astype(np.float64), _AROUND)[:, :, None, None]
    x = ((np.arange(COLUMNS) + 0.5) / COLUMNS)[None, None, :, None]
    y = ((np.arange(ROWS) + 0.5) / ROWS)[None, :, None, None]
    top = corners[:, 0] * (1 - x) + corners[:, 1] * x
    bottom = corners[:, 3] * (1 - x) + corners[:, 2] * x
    return np.asarray(top * (1 - y) + bottom * y, np.float32).reshape(-1, COLUMNS, 2)


def _balanced(pixels: F32) -> F32:
    """(n, pixels * 3) from (n, pixels, 3), the bright part of each place scaled to 1."""
    rank = int(pixels.shape[1] * _WHITE_SHARE)
    white = np.maximum(np.partition(pixels, rank, axis=1)[:, rank], _DARKEST_WHITE)
    return np.asarray(np.minimum(pixels / white[:, None], 1.2), np.float32).reshape(len(pixels), -1)
