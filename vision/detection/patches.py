"""Cut out upright patches of tiles, identically for training and for reading.

A patch is BGR uint8 of shape (64, 48, 3): the tile's face with a margin, normalised to a common white.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.resize import halves
from vision.geometry import F32, F64, cross, short_sides
from vision.order_statistics import ranked

PATCH_HEIGHT_PX, PATCH_WIDTH_PX = 64, 48
MARGIN = 0.10
"""Part of the tile's side that a patch shows beyond each edge of the tile."""
INNER_WIDTH, INNER_HEIGHT = PATCH_WIDTH_PX / (1 + 2 * MARGIN), PATCH_HEIGHT_PX / (1 + 2 * MARGIN)
WHITE = 235.0
"""The value to which ``balance`` scales a tile's plastic."""
WHITE_SHARE, SPARSE = 0.75, (slice(6, -6, 4), slice(6, -6, 3))
"""The part of what is seen of a patch that is darker than its plastic, and the rows and columns that are looked at."""
DARKEST_WHITE, MOST_GAIN = 16, 8.0
"""Plastic is taken to be no darker, and nothing is made brighter than so many times."""

U8 = NDArray[np.uint8]


def spots_of(rows: slice, columns: slice) -> NDArray[np.intp]:
    """(m,): the indices of the pixels in these rows and columns of a patch, for `pixels_of`."""
    return np.arange(PATCH_HEIGHT_PX * PATCH_WIDTH_PX).reshape(PATCH_HEIGHT_PX, PATCH_WIDTH_PX)[rows, columns].ravel()


_SPARSE_SPOTS = spots_of(*SPARSE)
ON_TILE = np.stack(
    [
        np.tile((np.arange(PATCH_WIDTH_PX) + (INNER_WIDTH - PATCH_WIDTH_PX) / 2) / INNER_WIDTH, PATCH_HEIGHT_PX),
        np.repeat((np.arange(PATCH_HEIGHT_PX) + (INNER_HEIGHT - PATCH_HEIGHT_PX) / 2) / INNER_HEIGHT, PATCH_WIDTH_PX),
        np.ones(PATCH_HEIGHT_PX * PATCH_WIDTH_PX),
    ]
).astype(np.float32)
"""(3, 64 × 48): where the pixels of a patch lie on its tile, across and down, with 0 and 1 for its edges; and ones."""
_LONGEST_PX = 2**15 - 2
"""OpenCV takes pixels from no picture that is longer."""


def rectify(bgr: U8, quads_px: F32) -> U8:
    """Patches (n, 64, 48, 3) of the quadrilaterals (n, 4, 2); the first corner becomes the top left.

    Large tiles are sampled from reduced copies of the picture, to avoid aliasing.
    """
    levels = np.maximum(_levels(quads_px), max(bgr.shape) > _LONGEST_PX)
    copies = halves(bgr, int(levels.max(initial=0)))
    levels = np.minimum(levels, len(copies) - 1)
    if len(quads_px) and (levels == levels[0]).all():
        return _cut_out(copies[levels[0]], bgr, quads_px)
    patches = np.empty((len(quads_px), PATCH_HEIGHT_PX, PATCH_WIDTH_PX, 3), np.uint8)
    for level in np.unique(levels):
        which = levels == level
        patches[which] = _cut_out(copies[level], bgr, quads_px[which])
    return patches


def _cut_out(copy: U8, bgr: U8, quads_px: F32) -> U8:
    """The patches of quadrilaterals (n, 4, 2), n > 0, in pixels of ``bgr``, from a reduced ``copy`` of it."""
    x, y = _seen_at(quads_px * (copy.shape[1] / bgr.shape[1]))
    patches = cv2.remap(copy, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patches, np.uint8).reshape(-1, PATCH_HEIGHT_PX, PATCH_WIDTH_PX, 3)


def _seen_at(quads_px: F32 | F64) -> tuple[F32, F32]:
    """The x and y coordinates, each (n, 64 × 48), at which the patches of the quadrilaterals (n, 4, 2) are sampled.

    The projective map of the unit square, solved as in P. Heckbert's "Fundamentals of Texture Mapping and Image
    Warping" (1989, 2.2.3).
    """
    first, second, third, fourth = quads_px.astype(np.float64).transpose(1, 0, 2)
    off, top, left = first - second + third - fourth, second - third, fourth - third
    area = cross(top, left)
    area[area == 0] = np.inf  # all on one line
    across, down = (cross(off, left) / area)[:, None], (cross(top, off) / area)[:, None]
    right, below = second - first + across * second, fourth - first + down * fourth
    measures = np.ones((3, len(quads_px), 3), np.float32)  # of x, y and depth
    measures[:2, :, 0], measures[:2, :, 1], measures[:2, :, 2] = right.T, below.T, first.T
    measures[2, :, 0], measures[2, :, 1] = across[:, 0], down[:, 0]
    x, y, depth = (measure @ ON_TILE for measure in measures)
    with np.errstate(divide="ignore", invalid="ignore"):  # a quadrilateral that crosses itself has a horizon
        return np.divide(x, depth, out=x), np.divide(y, depth, out=y)


def balance(patches: U8) -> U8:
    """White-balance each patch: its bright part is scaled to the same neutral white."""
    if not len(patches):
        return patches
    sparse = pixels_of(patches, _SPARSE_SPOTS).transpose(0, 2, 1)
    white = ranked(sparse, int(sparse.shape[2] * WHITE_SHARE)).astype(np.float32)
    gains = np.minimum(WHITE / np.maximum(white, DARKEST_WHITE), MOST_GAIN)
    rows = patches.reshape(len(patches) * PATCH_HEIGHT_PX, -1)
    each = np.repeat(np.tile(gains, PATCH_WIDTH_PX), PATCH_HEIGHT_PX, axis=0)
    return np.asarray(cv2.multiply(rows, each, dtype=cv2.CV_8U), np.uint8).reshape(patches.shape)


def pixels_of(patches: U8, spots: NDArray[np.intp]) -> U8:
    """(n, m, 3): some pixels of patches (n, 64, 48, 3), by one index (m,): several times as fast as by two slices."""
    return np.asarray(patches.reshape(len(patches), -1, 3).take(spots, axis=1))


def pixels_at(bgr: U8, spots: NDArray[np.intp]) -> U8:
    """(..., 3): the pixels of a picture at ``spots`` (..., 2), x and y; by one index, twice as fast as by two."""
    if not bgr.flags.c_contiguous:
        return np.asarray(bgr[spots[..., 1], spots[..., 0]])
    return np.asarray(np.asarray(bgr).reshape(-1, 3).take(spots[..., 1] * bgr.shape[1] + spots[..., 0], axis=0))


def least_channel(pixels: U8) -> U8:
    """(...): the minimum of the three channels of pixels (..., 3), pairwise, which is faster than along the axis."""
    return np.asarray(np.minimum(np.minimum(pixels[..., 0], pixels[..., 1]), pixels[..., 2]))


def greatest_channel(pixels: U8) -> U8:
    """(...): the maximum of the three channels of pixels (..., 3), likewise."""
    return np.asarray(np.maximum(np.maximum(pixels[..., 0], pixels[..., 1]), pixels[..., 2]))


def quarter_turned(quads_px: F32, quarters: NDArray[np.intp] | Sequence[int]) -> F32:
    """The quadrilaterals with corners renumbered so that what lay ``quarters`` × 90° clockwise is upright."""
    order = (np.arange(4)[None, :] + np.asarray(quarters)[:, None]) % 4
    return np.take_along_axis(quads_px, order[:, :, None], axis=1)


def _levels(quads_px: F32) -> NDArray[np.intp]:
    """(n,): how often the picture may be halved before each tile is no wider than its patch."""
    return np.log2(np.maximum(short_sides(quads_px) / INNER_WIDTH, 1.0)).astype(np.intp)
