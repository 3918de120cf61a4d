"""Tiles of one picture agree on their size, which changes across it only as perspective lets it."""

from __future__ import annotations

import numpy as np

from vision.geometry import F64, areas, centers

ENOUGH = 8
"""Tiles from which on a picture tells how large its tiles are."""
_ROUNDS = 8
_SPREAD = 0.08
"""Typical difference, as a logarithm, between tiles of one size."""
_LEVEL = 0.02
"""How much is held, at first, against a size that changes across the picture."""


def size_oddities(quads: F64, weights: F64) -> F64:
    """(n,) logarithms of how much longer the sides of ``quads`` (n, 4, 2) are than what lies around them has them be.

    ``weights`` (n,) tell how surely each is a tile. Where fewer than ``ENOUGH`` are likely to be, nothing is odd. A
    plane is laid through the logarithms of all sides and again without what lies far from it (iteratively reweighted
    least squares with the weight of Cauchy), so that a keyboard on the table does not count. What is larger weighs
    more: there may be more keys than tiles, but they are smaller.
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
