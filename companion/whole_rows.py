"""Rows that lie end to end and were one meld: no law lets anybody split it, and a gap is misjudged more easily."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from companion.sides import TEAMS, faces_in
from engine.state import TableState
from vision.zones import Zone

ZonedRow = tuple[tuple[int, ...], Zone | None]
"""The tiles of a row, by index, and where it lies."""
_FARTHER = 0.6
"""A row may begin so many steps beyond where the next tile of another would lie, and still go on with it."""


def whole(
    rows: Sequence[ZonedRow], faces: Mapping[int, str], spots: NDArray[np.float64], state: TableState
) -> list[ZonedRow]:
    """``rows``, those as one that lie end to end and hold what was one meld of ``state`` only together.

    ``faces`` and ``spots`` (n, 2), in millimetres, are those of the tiles, by index.
    """
    left = list(rows)
    for one, other in [pair for pair in permutations(rows, 2) if _is_next(*pair, spots)]:
        team = TEAMS.get(one[1]) if one[1] else None
        known = (faces_in(meld) for meld in state.melds if meld.team == team)
        parts = [Counter(map(faces.__getitem__, row[0])) for row in (one, other)]
        both_left = any(row is one for row in left) and any(row is other for row in left)
        if both_left and any(_are_parts(meld, parts) for meld in known):
            joined = ((*one[0], *other[0]), one[1])
            left = [joined if row is one else row for row in left if row is not other]
    return left


def _is_next(one: ZonedRow, other: ZonedRow, spots: NDArray[np.float64]) -> bool:
    """Whether a row begins where the next tile of another of its zone would lie, or a little farther."""
    if one[1] is not other[1]:
        return False
    before, end, begin = one[0][-2], one[0][-1], other[0][0]
    step = spots[end] - spots[before]
    off = spots[begin] - spots[end] - step
    return bool(np.hypot(*off) < _FARTHER * np.hypot(*step))


def _are_parts(known: Counter[str], parts: Sequence[Counter[str]]) -> bool:
    """Whether ``parts`` hold a known meld only together."""
    return not known - sum(parts, Counter()) and all(known - one for one in parts)
