"""Two tiles side by side that were taken for one: together they are about as wide and high as a tile that lies across,
but larger than the tiles around them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import F64, areas, axes, centers, once, quads_of, side_lengths

F32 = NDArray[np.float32]
_LARGE = 1.3
"""Times the median area of all places from which on one may be two."""
_ENOUGH = 3
"""So many of the nearest tell it together."""
_OFF = 0.15
"""By how much, at most, a side of two tiles in one differs from theirs, as a logarithm."""
_ALONG = 0.95
"""Cosine between the long side and the row, at least."""
_APART = 0.5
"""A half is another place where that lies nearer than this part of a width."""


def halved(quads_px: F32, scores: F32, sure: float) -> tuple[F32, F32]:
    """The places with the corners (n, 4, 2) and ``scores`` (n,), those that are twice as wide as the tiles around them
    and no higher in two; a half where another place lies is left out. The best first.

    From the score ``sure`` on a place tells how large the tiles around it are.
    """
    quads = quads_of(quads_px)
    sizes = areas(quads)
    large = np.flatnonzero(sizes > _LARGE * np.median(sizes)) if len(quads) > _ENOUGH else ()
    twice = {at: like for at in map(int, large) if (like := _two_like(at, quads, scores >= sure)) is not None}
    if not twice:
        return quads_px, scores
    two = list(twice)
    others = np.setdiff1d(np.arange(len(quads)), two)
    halves = np.concatenate([_halves(quads[at], quads[like]) for at, like in twice.items()])
    parts, their_scores = np.concatenate([quads[others], halves]), scores[[*others, *np.repeat(two, 2)]]
    reach = np.concatenate([np.zeros(len(others)), _APART * side_lengths(halves)[:, 0]])
    kept = once(centers(parts), reach)
    kept = kept[np.argsort(-their_scores[kept], kind="stable")]
    return parts[kept].astype(np.float32), their_scores[kept]


def _two_like(at: int, quads: F64, sure: NDArray[np.bool_]) -> int | None:
    """The ``sure`` (n,) place nearest to the one ``at``, if this is as wide as two around it and as high as one."""
    apart = np.linalg.norm(centers(quads) - centers(quads)[at], axis=1)
    apart[~sure | (np.arange(len(quads)) == at)] = np.inf
    nearest = np.argsort(apart)[:_ENOUGH]
    if len(nearest) < _ENOUGH or np.isinf(apart[nearest]).any():
        return None
    sides = np.linalg.norm(np.stack(axes(quads[nearest]), axis=1), axis=2)
    width, height = np.exp(np.median(np.log(np.maximum(sides, 1e-6)), axis=0))
    across, down = axes(quads[[at, nearest[0]]])
    long, short = sorted((across[0], down[0]), key=lambda side: -float(np.linalg.norm(side)))
    fits = abs(np.log(np.linalg.norm(long) / (2 * width))) < _OFF and abs(np.log(np.linalg.norm(short) / height)) < _OFF
    along = abs(long @ across[1]) / (np.linalg.norm(long) * np.linalg.norm(across[1]))
    return int(nearest[0]) if fits and along > _ALONG else None


def _halves(quad: F64, like: F64) -> F64:
    """The two halves (2, 4, 2) of ``quad`` that lie as ``like`` does."""
    (right, like_right), (down, like_down) = (side for side in axes(np.stack([quad, like])))
    across, along = sorted((right, down), key=lambda side: -abs(float(side @ like_right)))
    across, along = across * np.sign(across @ like_right), along * np.sign(along @ like_down)
    corner = quad.mean(axis=0) - (across + along) / 2
    half = across / 2
    first = np.stack([corner, corner + half, corner + half + along, corner + along])
    return np.stack([first, first + half])
