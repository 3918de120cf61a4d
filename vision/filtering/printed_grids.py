"""Recognise printed grids (a calendar, a keyboard, a checked cloth), whose cells are no tiles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import areas, axes, centers, quads_of, squareness

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
Flags = NDArray[np.bool_]
_NEXT, _STRAIGHT = (0.6, 1.5), 0.3
"""The next cell lies so many widths or heights away along one side of a place, and at most so many along the other."""
_ALIKE, _PARALLEL = 1.6, 0.94
"""It is at most so many times as large or small, and the cosine of the angle between a side of it and one of the place
is at least so much."""
_ENOUGH = 15
"""Cells that show nothing from which on they tell that a grid is printed: a month has 35, a keyboard 45; beside small
tiles of which hardly one is seen lie fewer."""


def are_printed(quads_px: F32, is_tile: Flags, is_nothing: Flags) -> Flags:
    """(n,) bool: which of the places ``quads_px`` (n, 4, 2) belong to a printed grid.

    That is a grid in which more cells certainly show nothing, ``is_nothing`` (n,), than show a tile, ``is_tile`` (n,).
    Tiles lie side by side too, now and then with a false positive beside them; but a number among fifty letters is a
    key, and what looks like a tile's back among fifty checks is one of them.
    """
    if np.count_nonzero(is_nothing) < _ENOUGH:
        return np.zeros(len(quads_px), np.bool_)
    grid = _groups(_next_to(quads_of(quads_px)))
    nothings, tiles = (np.bincount(grid[flags], minlength=len(grid))[grid] for flags in (is_nothing, is_tile))
    return np.asarray((nothings >= _ENOUGH) & (nothings > tiles))


def _next_to(quads: F64) -> Flags:
    """(n, n) bool: whether two places are adjacent cells, as seen from either; True on the diagonal."""
    middle, sizes, (across, down) = centers(quads), areas(quads), axes(quads)
    frames = np.stack([across, down], axis=-1) + 1e-9 * np.eye(2)
    steps = np.abs(np.einsum("iab,ijb->ija", np.linalg.inv(frames), middle[None] - middle[:, None]))
    right = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
    is_parallel = squareness(np.abs(right @ right.T)) > _PARALLEL
    is_alike = np.maximum(sizes[:, None], sizes) < _ALIKE * np.minimum(sizes[:, None], sizes)
    far, off = steps.max(axis=2), steps.min(axis=2)
    is_next = (far > _NEXT[0]) & (far < _NEXT[1]) & (off < _STRAIGHT) & is_parallel & is_alike
    return np.asarray(is_next | is_next.T | np.eye(len(quads), dtype=np.bool_))


def _groups(linked: Flags) -> NDArray[np.intp]:
    """(n,): connected components of ``linked`` (n, n): the lowest index that each place is connected to."""
    first = np.arange(len(linked))
    while True:
        nearer = np.where(linked, first, len(linked)).min(axis=1)
        if (nearer == first).all():
            return first
        first = nearer
