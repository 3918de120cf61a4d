"""Upright little pictures of tiles, the same for training and for reading.

A patch is BGR uint8 of shape (64, 48, 3): the tile's face with a margin, its white brought to a common white.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import short_sides

PATCH_HEIGHT_PX, PATCH_WIDTH_PX = 64, 48
MARGIN = 0.10
"""Part of the tile's side that a patch shows beyond each edge of the tile."""
_INNER_WIDTH, _INNER_HEIGHT = PATCH_WIDTH_PX / (1 + 2 * MARGIN), PATCH_HEIGHT_PX / (1 + 2 * MARGIN)
WHITE = 235.0
"""What ``balance`` makes of a tile's plastic."""
_WHITE_SHARE = 0.75

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]

_INNER = np.array([[0, 0], [_INNER_WIDTH, 0], [_INNER_WIDTH, _INNER_HEIGHT], [0, _INNER_HEIGHT]], np.float32) + (
    np.array([PATCH_WIDTH_PX - _INNER_WIDTH, PATCH_HEIGHT_PX - _INNER_HEIGHT], np.float32) / 2
)
"""Where the corners of the tile lie in its patch."""


def rectify(bgr: U8, quads_px: F32) -> U8:
    """Patches (n, 64, 48, 3) of the quadrilaterals (n, 4, 2), whose first corner becomes the top left.

    Large tiles are taken from smaller copies of the picture, so that nothing aliases.
    """
    patches = np.empty((len(quads_px), PATCH_HEIGHT_PX, PATCH_WIDTH_PX, 3), np.uint8)
    levels = _levels(quads_px)
    copies = _halved(bgr, max(levels, default=0))
    for patch, quad, level in zip(patches, quads_px.astype(np.float32), levels, strict=True):
        copy = copies[min(level, len(copies) - 1)]
        matrix = cv2.getPerspectiveTransform(quad * np.float32(copy.shape[1] / bgr.shape[1]), _INNER)
        cv2.warpPerspective(copy, matrix, (PATCH_WIDTH_PX, PATCH_HEIGHT_PX), dst=patch, flags=cv2.INTER_LINEAR,
                            borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    return patches


def balance(patches: U8) -> U8:
    """The patches with each one's bright part brought to the same neutral white, so that ink is measured against it."""
    if not len(patches):
        return patches
    sparse = patches[:, 6:-6:4, 6:-6:3].reshape(len(patches), -1, 3)
    rank = int(sparse.shape[1] * _WHITE_SHARE)
    white = np.partition(sparse, rank, axis=1)[:, rank].astype(np.float32)
    gains = np.column_stack([np.minimum(WHITE / np.maximum(white, 16), 8.0), np.ones(len(patches))])
    balanced = np.empty_like(patches)
    for patch, gain, out in zip(patches, gains.astype(np.float64), balanced, strict=True):
        cv2.multiply(patch, gain, dst=out)
    return balanced


def least_channel(pixels: U8) -> U8:
    """(...): the darkest of the three channels of pixels (..., 3). By pairs, for along the axis it takes much
    longer."""
    return np.asarray(np.minimum(np.minimum(pixels[..., 0], pixels[..., 1]), pixels[..., 2]))


def quarter_turned(quads_px: F32, quarters: NDArray[np.intp] | Sequence[int]) -> F32:
    """The quadrilaterals with their corners renumbered so that what lay ``quarters`` × 90° clockwise stands upright."""
    order = (np.arange(4)[None, :] + np.asarray(quarters)[:, None]) % 4
    return np.take_along_axis(quads_px, order[:, :, None], axis=1)


def _levels(quads_px: F32) -> list[int]:
    """How often the picture may be halved before each tile is no wider than its patch."""
    shortest = short_sides(quads_px)
    return [int(level) for level in np.log2(np.maximum(shortest / _INNER_WIDTH, 1.0))]


def _halved(bgr: U8, times: int) -> list[U8]:
    """The picture and its halves, each made from the one before, as far as there is something to halve."""
    copies = [bgr]
    while len(copies) <= times and min(copies[-1].shape[:2]) >= 4:
        last = copies[-1]
        half = (last.shape[1] // 2, last.shape[0] // 2)
        copies.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), dtype=np.uint8))
    return copies
