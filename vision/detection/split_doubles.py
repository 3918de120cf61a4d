"""Split two tiles side by side that were detected as one.

Together they are about as wide and high as a tile that lies across, but larger than the tiles around them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import F64, areas, axes, centers, distances, distinct_points, lengths, quads_of, side_lengths
from vision.order_statistics import median

F32 = NDArray[np.float32]
_LARGE = 1.3
"""Times the median area of all places from which on one may be two."""
_ENOUGH = 3
"""The number of nearest tiles that determine the usual size."""
_OFF = 0.15
"""The largest deviation of a side of a double tile from their sides, as a logarithm."""
_ALONG = 0.95
"""Cosine between the long side and the row, at least."""
_APART = 0.5
"""A half is another place where that lies nearer than this part of a width."""


def halved(quads_px: F32, scores: F32, sure: float) -> tuple[F32, F32]:
    """The places with corners (n, 4, 2) and ``scores`` (n,), doubles split in two, best first.

    A double is twice as wide as the tiles around it and no higher; a half that overlaps another place is dropped.
    Places with a score of at least ``sure`` give the size of the tiles around.
    """
    quads = quads_of(quads_px)
    sizes = areas(quads)
    large = np.flatnonzero(sizes > _LARGE * median(sizes)) if len(quads) > _ENOUGH else np.empty(0, np.intp)
    twice = _two_like(large, quads, scores >= sure) if len(large) else {}
    if not twice:
        return quads_px, scores
    two = list(twice)
    others = np.setdiff1d(np.arange(len(quads)), two)
    halves = np.concatenate([_halves(quads[at], quads[like]) for at, like in twice.items()])
    parts, their_scores = np.concatenate([quads[others], halves]), scores[[*others, *np.repeat(two, 2)]]
    reach = np.concatenate([np.zeros(len(others)), _APART * side_lengths(halves)[:, 0]])
    kept = distinct_points(centers(parts), reach)
    kept = kept[np.argsort(-their_scores[kept], kind="stable")]
    return parts[kept].astype(np.float32), their_scores[kept]


def _two_like(large: NDArray[np.intp], quads: F64, sure: NDArray[np.bool_]) -> dict[int, int]:
    """The places of ``large`` (m,) that are two neighbours wide and one high, each with the nearest ``sure`` (n,)
    place."""
    middle, sides = centers(quads), np.stack(axes(quads), axis=1)
    long_px = np.maximum(lengths(sides), 1e-6)
    apart = distances(middle[large], middle)
    each = np.arange(len(large))
    apart[:, ~sure] = apart[each, large] = np.inf
    nearest = np.argsort(apart, axis=1)[:, :_ENOUGH]
    tells = np.isfinite(apart[each[:, None], nearest]).all(axis=1)
    usual = np.sort(np.log(long_px[nearest]), axis=1)[:, _ENOUGH // 2] + np.log([2, 1])
    longest_first = np.argsort(-long_px[large], axis=1)
    off = np.log(long_px[large[:, None], longest_first]) - usual
    long, row = sides[large, longest_first[:, 0]], sides[nearest[:, 0], 0]
    along = np.abs((long * row).sum(axis=1)) / (long_px[large].max(axis=1) * long_px[nearest[:, 0], 0])
    is_twice = tells & (np.abs(off) < _OFF).all(axis=1) & (along > _ALONG)
    return dict(zip(large[is_twice].tolist(), nearest[is_twice, 0].tolist(), strict=True))


def _halves(quad: F64, like: F64) -> F64:
    """The two halves (2, 4, 2) of ``quad``, oriented like ``like``."""
    (right, like_right), (down, like_down) = (side for side in axes(np.stack([quad, like])))
    across, along = sorted((right, down), key=lambda side: -abs(float(side @ like_right)))
    across, along = across * np.sign(across @ like_right), along * np.sign(along @ like_down)
    corner = quad.mean(axis=0) - (across + along) / 2
    half = across / 2
    first = np.stack([corner, corner + half, corner + half + along, corner + along])
    return np.stack([first, first + half])
