"""The order in which tiles came that one look shows, by the frames before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Arrivals = Callable[[Sequence[int]], tuple[tuple[int, ...], ...]]
"""Puts tiles, by their numbers, in the order in which they came, together what came at once; nothing where that is not
known."""
_APART, _AROUND = 2, 2
"""The frames between two arrivals that tell them apart, and the pixels around a tile's middle that are looked at."""
_NEARLY_ALL = (10, 90)
"""Percentiles between which nearly all lies."""


def not_known(_: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Nobody saw which came first."""
    return ()


def by_change(
    tiles: Sequence[int], spots: Mapping[int, NDArray[np.float64]], unchanged_until: NDArray[np.int32] | None
) -> tuple[tuple[int, ...], ...]:
    """``tiles`` in the order in which their places, ``spots`` by number in picture widths, looked as before for the
    last time.

    A hand over a place changes it until it is gone; a tile changes it for good, and a little of what lies beside it.
    ``unchanged_until`` (h, w) is that of `vision.watching.watcher.FrameResult`, of the last motion: what did not change
    in it lay there before. Nothing where two came too soon after each other to tell.
    """
    if unchanged_until is None or len(tiles) < 2 or not spots.keys() >= set(tiles):
        return ()
    until, most = {tile: _around(spots[tile], unchanged_until) for tile in tiles}, unchanged_until.max()
    middle = {tile: float(np.median(seen)) for tile, seen in until.items()}
    if sum(frame >= most for frame in middle.values()) > 1:
        return ()
    order = sorted(tiles, key=lambda tile: middle[tile] if middle[tile] < most else -_APART)
    groups = [[order[0]]]
    for earlier, later in pairwise(order):
        if middle[earlier] >= most or middle[later] - middle[earlier] >= _APART:
            groups.append([later])
        elif _came_at_once(until[earlier], until[later], int(most)):
            groups[-1].append(later)
        else:
            return ()
    return tuple(map(tuple, groups))


def _around(spot: NDArray[np.float64], unchanged_until: NDArray[np.int32]) -> NDArray[np.int32]:
    """What ``unchanged_until`` (h, w) says around a place in picture widths, near the edge of what is in view."""
    height, width = unchanged_until.shape
    x, y = np.clip(np.round(spot * width).astype(int), _AROUND, (width - 1 - _AROUND, height - 1 - _AROUND))
    return unchanged_until[y - _AROUND : y + _AROUND + 1, x - _AROUND : x + _AROUND + 1]


def _came_at_once(seen: NDArray[np.int32], other: NDArray[np.int32], most: int) -> bool:
    """Whether two places changed in the same moment, nearly all that changed in them: beside a tile half of the next
    place changes as well."""
    both = np.concatenate([seen.ravel(), other.ravel()])
    low, high = np.percentile(both[both < most], _NEARLY_ALL)
    return bool(high - low <= _APART)
