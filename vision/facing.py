"""Which way up a tile lies, as the tiles beside it tell: so a 6 whose foot is hidden is not taken for a 9."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import axes, centers, quads_of

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
COMPANY = 20.0
"""How much likelier a tile lies the way of one neighbour in its row than the other way."""
_REACH, _LEVEL, _PARALLEL = 2.5, 0.5, 0.9
"""Neighbours lie within so many widths sideways and heights up or down, their directions at least so much alike."""


def odds_turned(quads_px: F32, sure: NDArray[np.bool_]) -> F64:
    """(n,): how much likelier each tile lies half a turn from what its corners (n, 4, 2) say, judged by its neighbours.

    Only neighbours whose own direction is ``sure`` (n,) have a say; 1 where a tile has none.
    """
    quads = quads_of(quads_px)
    right, down = axes(quads)
    width, height = (np.maximum(np.linalg.norm(axis, axis=1), 1e-6) for axis in (right, down))
    right /= width[:, None]
    to_others = centers(quads)[None] - centers(quads)[:, None]
    sideways = np.einsum("ijk,ik->ij", to_others, right)
    off = np.linalg.norm(to_others - sideways[..., None] * right[:, None], axis=2)
    beside = (np.abs(sideways) < _REACH * width[:, None]) & (off < _LEVEL * height[:, None])
    beside &= sure[None] & ~np.eye(len(quads), dtype=bool)
    alike = right @ right.T
    same, turned = (beside & (alike > _PARALLEL)).sum(axis=1), (beside & (alike < -_PARALLEL)).sum(axis=1)
    return np.asarray((1 + COMPANY * turned) / (1 + COMPANY * same))
