"""Detect places of an implausible size: the tiles of one picture agree on their size up to perspective."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import F64, areas, centers
from vision.order_statistics import median

ENOUGH = 8
"""The number of tiles from which on the tile size of a picture is known."""
_ROUNDS = 8
_SPREAD = 0.08
"""Typical difference, as a logarithm, between tiles of one size."""
_LEVEL = 0.02
"""The prior weight against a size that changes across the picture."""
_ODD, _FAR = 0.5, 0.8
"""Logarithmic size deviations from the surrounding tiles: one that is unlikely for a tile, and a smaller size
accepted where all such places are certain, as for melds far behind a rack."""
_PLAIN = 0.97
"""The median certainty of such melds; printed numbers vary in it."""


def are_odd_in_size(quads: F64, weights: F64, clearness: F64) -> NDArray[np.bool_]:
    """(n,) bool: which of ``quads`` (n, 4, 2) are too large or too small for the tiles around them.

    ``weights`` (n,) are the probabilities of being a tile, ``clearness`` (n,) those of its face: 0 for none.
    """
    larger = size_oddities(quads, weights)
    faces_small = (larger < -_ODD) & (clearness > 0)
    if faces_small.any() and median(clearness[faces_small]) > _PLAIN:
        return np.asarray(np.where(faces_small, larger < -_FAR, np.abs(larger) > _ODD))
    return np.asarray(np.abs(larger) > _ODD)


def size_oddities(quads: F64, weights: F64) -> F64:
    """(n,): the logarithmic deviations of the sides of ``quads`` (n, 4, 2) from the sizes around them.

    ``weights`` (n,) are the probabilities of being a tile. Where fewer than ``ENOUGH`` are likely, all are 0. A plane
    is fitted to the logarithms of all sides and refitted without outliers (iteratively reweighted least squares with
    Cauchy weights), so that a keyboard on the table does not count. Larger places weigh more: there may be more keys
    than tiles, but they are smaller.
    """
    if np.count_nonzero(weights) < ENOUGH:
        return np.zeros(len(quads))
    size = np.log(areas(quads)) / 2
    weights = weights * np.exp((size - size.max()) / 2)
    middle = centers(quads)
    middle = (middle - middle.mean(axis=0)) / max(float(np.ptp(middle)), 1.0)
    across = np.column_stack([np.ones(len(quads)), middle])
    level = _LEVEL * weights.sum() * np.diag([0.0, 1.0, 1.0])
    odd, counted = np.zeros(len(quads)), weights
    for _ in range(_ROUNDS):
        weighed = across.T * counted
        odd = size - across @ np.linalg.solve(weighed @ across + level, weighed @ size)
        counted = weights / (1 + (odd / _SPREAD) ** 2)
    return odd
