"""Sample the places from which a reader learns: framed as by a detector, as by a person, and without a tile.

`models.batches.patch_sampling` does the same for whole batches, with the same numbers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
Rng = np.random.Generator
QUARTERS = (0.58, 0.08, 0.26, 0.08)
"""How often a place is turned by so many quarters."""
OFFS = (0.01, 0.03, 0.06)
"""Deviations, in widths, of which one is that of a tile's corners."""
SHIFT, ZOOM = 0.03, 0.04
"""Deviations of where a frame lies, in widths, and of the logarithm of how large it is."""
LOOSE, LOOSE_SHIFT, LOOSE_ZOOM = 0.15, 0.09, (-0.35, 0.3)
"""Share of the frames that fit loosely, and by how much more they are off."""
CUT_OUT = 0.3
"""Share of those that are cut out as a person cuts them."""
TURNED = 0.15
"""Deviation in radians of how level with its tile such a frame is."""
LEANING, MOST_SLANT = 0.6, 0.5
"""Share of the tiles in them that lean, as those of a rack seen along it do, and by how much of their height."""
REACHES, OUTWARD_INWARD = (0.12, 0.33), (-1.0, 0.7)
"""By how much of a side an edge is off at most, one as often as the other, and the part of it, outward and inward."""
FOOTLESS, MOST_FOOT = 0.3, 0.3
"""Share of them without their foot, and how much of the tile that is at most."""
SEAM = (0.45, 0.8)
"""In widths from the middle of a tile, where a place on the seam between it and another lies."""
SIZES_PX = (15, 150)
"""How high a place is where nothing lies."""
CELL = ((-0.36, -0.5), (0.36, -0.5), (0.36, 0.5), (-0.36, 0.5))
"""The corners of such a place, in its heights."""


def jittered(quads: F32, rng: Rng) -> F32:
    """The quadrilaterals with a detector's errors: each corner slightly off.

    Some are framed much more loosely, and some as when a person cuts the tile out.
    """
    if not len(quads):
        return quads
    loosely = rng.random(len(quads)) < CUT_OUT
    quads = np.where(loosely[:, None, None], cut_out(quads, rng), quads)
    center = quads.mean(axis=1, keepdims=True)
    width = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)[:, None, None]
    off = rng.normal(0, 1, quads.shape) * width * rng.choice(OFFS, len(quads))[:, None, None]
    shift = rng.normal(0, 1, (len(quads), 1, 2)) * width * SHIFT
    zoom = np.exp(rng.normal(0, ZOOM, (len(quads), 1, 1)))
    loose = rng.random(len(quads)) < LOOSE
    zoom[loose] = np.exp(rng.uniform(*LOOSE_ZOOM, (int(loose.sum()), 1, 1)))
    shift[loose] = rng.normal(0, 1, (int(loose.sum()), 1, 2)) * width[loose] * LOOSE_SHIFT
    return (center + (quads - center) * zoom + off + shift).astype(np.float32)


def cut_out(quads: F32, rng: Rng) -> F32:
    """Frames (n, 4, 2) as cropped by a person: nearly level with the tiles, each edge up to a third off.

    Slanted by as much as a rack's tiles seen along the rack are, so that the rectified tile is. Of many the foot is
    missing: the next tile on a rack hides it.
    """
    count = len(quads)
    heading = quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]
    angle = np.arctan2(heading[:, 1], heading[:, 0]) + rng.normal(0, TURNED, count)
    slant = np.where(rng.random(count) < LEANING, rng.uniform(-MOST_SLANT, MOST_SLANT, count), 0)
    across = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    down = np.stack([-across[:, 1], across[:, 0]], axis=1) + slant[:, None] * across
    axes = np.stack([across, down], axis=1)
    level = np.einsum("nac,nck->nak", quads - quads.mean(axis=1, keepdims=True), np.linalg.inv(axes))
    low, high = level.min(axis=1), level.max(axis=1)
    side = high - low
    reach = rng.choice(REACHES, (count, 1), p=[0.5, 0.5])
    low = low + side * reach * rng.uniform(*OUTWARD_INWARD, side.shape)
    high = high - side * reach * rng.uniform(*OUTWARD_INWARD, side.shape)
    footless = rng.random(count) < FOOTLESS
    high[footless, 1] -= side[footless, 1] * rng.uniform(0, MOST_FOOT, int(footless.sum()))
    corners = np.stack([low, np.stack([high[:, 0], low[:, 1]], 1), high, np.stack([low[:, 0], high[:, 1]], 1)], axis=1)
    return np.asarray(np.einsum("nka,nac->nkc", corners, axes) + quads.mean(axis=1, keepdims=True), np.float32)


def no_tiles(shape: tuple[int, ...], quads: F32, rng: Rng) -> F32:
    """Quadrilaterals over table and clutter, and over the seams between tiles."""
    height, width = shape[:2]
    places: list[F32] = []
    if len(quads):
        for i in rng.permutation(len(quads))[: rng.integers(0, 3)]:
            side = np.linalg.norm(quads[i, 1] - quads[i, 0])
            angle = rng.uniform(0, 2 * np.pi)
            moved = quads[i] + side * rng.uniform(*SEAM) * np.array([np.cos(angle), np.sin(angle)])
            places.append(moved.astype(np.float32))
    size = float(np.exp(rng.uniform(*np.log(SIZES_PX))))
    for center in rng.uniform(0, [width, height], (3, 2)):
        if not len(quads) or np.linalg.norm(quads.mean(axis=1) - center, axis=1).min() > size:
            angle = rng.uniform(0, 2 * np.pi)
            turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
            corners = np.array(CELL) * size
            places.append((corners @ turn + center).astype(np.float32))
    return np.array(places, np.float32).reshape(-1, 4, 2)
