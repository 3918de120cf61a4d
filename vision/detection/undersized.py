"""Enlarge places that show the middle of a tile: a number in a bold print is framed as if it were a small tile."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import F64, axes, centers, distances, lengths, quads_of

F32 = NDArray[np.float32]
_SMALL, _TINY = 0.8, 0.5
"""Both sides of such a place are smaller than the first part of the sides of the tiles around it, and larger than the
second."""
_AROUND = 3
"""The number of nearest tiles that determine the usual size."""


def enlarged(quads_px: F32, scores: F32, sure: float) -> F32:
    """The places with corners (n, 4, 2), those that are too small in both directions as large as the tiles around.

    Those with a score of at least ``sure`` of (n,) tell their size.
    """
    if len(quads_px) <= _AROUND:
        return quads_px
    quads = quads_of(quads_px)
    sides = np.stack(axes(quads), axis=1)
    long_px = np.maximum(lengths(sides), 1e-6)
    usual = _usual(np.sort(long_px, axis=1), centers(quads), scores >= sure)
    times = np.sort(long_px, axis=1) / usual
    small = np.flatnonzero(((times < _SMALL) & (times > _TINY)).all(axis=1))
    if not len(small):
        return quads_px
    is_lying = long_px[small, 0] > long_px[small, 1]
    more = np.where(is_lying[:, None], 1 / times[small][:, ::-1], 1 / times[small]) - 1
    right, down = sides[small, 0] * more[:, :1] / 2, sides[small, 1] * more[:, 1:] / 2
    found = quads.copy()
    found[small] += np.stack([-right - down, right - down, right + down, down - right], axis=1)
    return np.asarray(found, np.float32)


def _usual(sides_px: F64, middles: F64, sure: NDArray[np.bool_]) -> F64:
    """(n, 2): the short and the long side of the ``sure`` (n,) tiles around each place; NaN where they are too few."""
    apart = distances(middles, middles)
    apart[:, ~sure] = np.inf
    np.fill_diagonal(apart, np.inf)
    nearest = np.argsort(apart, axis=1)[:, :_AROUND]
    tells = np.isfinite(np.take_along_axis(apart, nearest, axis=1)).all(axis=1)
    return np.where(tells[:, None], np.median(sides_px[nearest], axis=1), np.nan)
