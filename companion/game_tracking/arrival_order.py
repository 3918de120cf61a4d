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


def not_known(_: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Nobody saw which came first."""
    return ()


def by_change(
    tiles: Sequence[int], spots: Mapping[int, NDArray[np.float64]], unchanged_until: NDArray[np.int32] | None
) -> tuple[tuple[int, ...], ...]:
    """``tiles`` in the order in which their places, ``spots`` by number in picture widths, looked as before for the
    last time.

    A hand over a place changes it as well, and another tile beside it does not. ``unchanged_until`` (h, w) is that of
    `vision.watching.watcher.FrameResult`, of the last motion: what did not change in it lay there before.
    """
    if unchanged_until is None or len(tiles) < 2 or not spots.keys() >= set(tiles):
        return ()
    height, width = unchanged_until.shape
    until = dict[int, float]()
    for tile in tiles:
        x, y = np.clip(np.round(spots[tile] * width).astype(int), _AROUND, (width - 1 - _AROUND, height - 1 - _AROUND))
        around = unchanged_until[y - _AROUND : y + _AROUND + 1, x - _AROUND : x + _AROUND + 1]
        frame = float(np.median(around))
        until[tile] = frame if frame < unchanged_until.max() else -_APART
    if list(until.values()).count(-_APART) > 1:
        return ()
    order = sorted(tiles, key=until.__getitem__)
    groups = [[order[0]]]
    for earlier, later in pairwise(order):
        is_at_once = until[later] - until[earlier] < _APART
        groups = [*groups[:-1], [*groups[-1], later]] if is_at_once else [*groups, [later]]
    return tuple(map(tuple, groups))
