"""Upright little pictures of tiles, the same for training and for reading.

A patch is BGR uint8 of shape (64, 48, 3): the tile's face with a margin, its white brought to a common white.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import quads_of, side_lengths

PATCH_HEIGHT_PX, PATCH_WIDTH_PX = 64, 48
MARGIN = 0.10
"""Part of the tile's side that a patch shows beyond each edge of the tile."""
_WHITE = 235.0
_WHITE_SHARE = 0.75

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]


def rectify(bgr: U8, quads_px: F32) -> U8:
    """Patches (n, 64, 48, 3) of the quadrilaterals (n, 4, 2), whose first corner becomes the top left.

    Large tiles are taken from smaller copies of the picture, so that nothing aliases.
    """
    patches = np.empty((len(quads_px), PATCH_HEIGHT_PX, PATCH_WIDTH_PX, 3), np.uint8)
    copies: list[U8] = [bgr]
    inner_w, inner_h = PATCH_WIDTH_PX / (1 + 2 * MARGIN), PATCH_HEIGHT_PX / (1 + 2 * MARGIN)
    left, top = (PATCH_WIDTH_PX - inner_w) / 2, (PATCH_HEIGHT_PX - inner_h) / 2
    target = np.array([[left, top], [left + inner_w, top], [left + inner_w, top + inner_h], [left, top + inner_h]],
                      np.float32)  # fmt: skip
    for patch, quad in zip(patches, quads_px, strict=True):
        copy, scale = _fitting_copy(copies, quad, inner_w)
        matrix = cv2.getPerspectiveTransform((quad * scale).astype(np.float32), target)
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
    gains = np.column_stack([np.minimum(_WHITE / np.maximum(white, 16), 8.0), np.ones(len(patches))])
    balanced = np.empty_like(patches)
    for patch, gain, out in zip(patches, gains.astype(np.float64), balanced, strict=True):
        cv2.multiply(patch, gain, dst=out)
    return balanced


def quarter_turned(quads_px: F32, quarters: NDArray[np.intp] | Sequence[int]) -> F32:
    """The quadrilaterals with their corners renumbered so that what lay ``quarters`` × 90° clockwise stands upright."""
    order = (np.arange(4)[None, :] + np.asarray(quarters)[:, None]) % 4
    return np.take_along_axis(quads_px, order[:, :, None], axis=1)


def _fitting_copy(copies: list[U8], quad: F32, inner_width: float) -> tuple[U8, float]:
    """The smallest of the halved copies in which the tile is still wider than its patch, and its scale."""
    shortest = float(side_lengths(quads_of(quad)).min())
    level = int(np.log2(max(shortest / inner_width, 1.0)))
    while len(copies) <= level and min(copies[-1].shape[:2]) >= 4:
        last = copies[-1]
        half = (last.shape[1] // 2, last.shape[0] // 2)
        copies.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), dtype=np.uint8))
    level = min(level, len(copies) - 1)
    return copies[level], copies[level].shape[1] / copies[0].shape[1]
