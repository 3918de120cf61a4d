"""Find places that overlap a more certain tile by so much that they are a part of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import centers, distances, have_room, lengths, quads_of

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
Flags = NDArray[np.bool_]
_MOST_SHARED = 0.5
"""The share of area in common with a more certain tile beyond which a place counts as a part of that tile."""


def within_another(quads_px: F32, clearness: F64, tiles: F32) -> Flags:
    """(n,) bool: which of ``quads_px`` (n, 4, 2) lie by more than half inside another tile.

    That is one of ``tiles`` (m, 4, 2), or a place with more ``clearness`` (n,): such as the foot of a tile with its
    maker's name.
    """
    if not len(quads_px):
        return np.zeros(0, np.bool_)
    all_of_them = quads_of(np.concatenate([quads_px, tiles]))
    middles, reach = centers(all_of_them), lengths(all_of_them[:, 2] - all_of_them[:, 0]) / 2
    apart = distances(middles[: len(quads_px)], middles)
    near = np.flatnonzero((apart < np.maximum(reach[: len(quads_px), None], reach)).sum(axis=1) > 1)
    within = np.zeros(len(quads_px), np.bool_)
    within[near] = ~have_room(quads_px[near], clearness[near], tiles, _MOST_SHARED)
    return within
