"""Count the muertos by where they lie: none is ever added, so that new objects beside them are none."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import TILE_MM

Spots = Mapping[int, NDArray[np.float64]]
"""Places on the table (2,) in millimetres, by the numbers that tiles keep."""
_BETWEEN = 0.3
"""The largest deviation from a whole number at which the count by area is known."""
_SAME_MM = 0.4 * TILE_MM[1]
"""A pile that is nearer to where a muerto lay is that muerto."""
_BESIDE_MM = 1.25 * TILE_MM[1]
"""Piles that are nearer to each other are of one muerto, where that makes as many of them as there are."""
_TILES_A_BACK = 2.0
"""Tiles of which a pile covers as much as they do at most, from above, its sides included."""


class MuertosInView:
    """Counts the muertos on the table, once all of them were in view together."""

    def __init__(self) -> None:
        self._known: dict[int, NDArray[np.float64]] = {}
        self._left = 0
        """How many of those known were muertos."""
        self._muerto_of: Mapping[int, int] = {}
        """By pile: the muerto that it is, or of which it is a part."""
        self._lost: frozenset[int] = frozenset()
        """Those known that are out of view."""
        self._hidden: frozenset[int] = frozenset()
        """Those of which people said, while they were out of view, that they are there."""

    def __call__(self, piles: Spots, left: int, *, may_go: bool, likely: Spots | None = None) -> int | None:
        """The number of muertos among all visible ``piles``; None until all were visible together.

        Those that are known are also found among the ``likely`` ones, which may be something else.
        ``left`` were there before, and ``may_go`` says that a player can have taken one since; as long as nobody can,
        everything visible is learned anew. A pile that keeps its number is followed where somebody pushes it. What
        appears where one was taken, a pattern or the rest of its shadow, is no muerto unless it lies exactly there;
        where more piles than muertos lie, some are patterns: those stay, so that each that goes is a muerto. While one
        is hidden, it is unknown whether it was taken.
        """
        is_whole = len(piles) >= left
        if is_whole and not (may_go and self._known):
            self._known, self._left, self._hidden = dict(piles), left, frozenset()
            self._muerto_of = _muertos_of(piles, left)
        if not self._known:
            return 0 if is_whole else None
        piles = {**(likely or {}), **piles}
        there = {number: self._same(number, piles) for number in self._known}
        found = {number for number in there.values() if number is not None}
        lost = {number: self._known[number] for number, spot in there.items() if spot is None}
        self._known = {number: piles[number] for number in found} | lost
        self._muerto_of = {was if now is None else now: self._muerto_of[was] for was, now in there.items()}
        self._lost = frozenset(lost)
        self._hidden &= self._lost
        left_there = {self._muerto_of[number] for number in found | self._hidden}
        gone = len({self._muerto_of[number] for number in self._lost} - left_there)
        return None if self._hidden and not gone else max(self._left - gone, 0)

    def knows_all(self, tiles: float) -> bool:
        """Whether the backs that are known are those of all muertos, which covered as much as so many ``tiles``."""
        return _TILES_A_BACK * len(self._known) >= tiles

    def stay(self) -> None:
        """Keep muertos that are out of view, as people confirmed."""
        self._hidden = self._lost

    def _same(self, number: int, piles: Spots) -> int | None:
        """The number of the pile that is the muerto ``number``; None where it is not in view."""
        if number in piles:
            return number
        apart = {pile: float(np.hypot(*(spot - self._known[number]))) for pile, spot in piles.items()}
        return min((pile for pile in apart if apart[pile] < _SAME_MM), key=lambda pile: apart[pile], default=None)


def _muertos_of(piles: Spots, left: int) -> dict[int, int]:
    """By pile: the muerto of which it is a part, where those that lie together are ``left``; otherwise it is one."""
    muerto_of = {number: number for number in piles}
    for pile, other in combinations(piles, 2):
        if np.hypot(*(piles[pile] - piles[other])) < _BESIDE_MM:
            joined = muerto_of[other]
            muerto_of = {number: muerto_of[pile] if at == joined else at for number, at in muerto_of.items()}
    return muerto_of if len({*muerto_of.values()}) == left else {number: number for number in piles}


class MuertosByPlace:
    """Counts the muertos by the filled part of their area, independent of the look of their backs."""

    def __init__(self) -> None:
        self._each = 0.0
        """What one of them fills."""

    def __call__(self, share: float | None, left: int) -> int | None:
        """The number of the ``left`` muertos on the table, given the filled ``share`` of their area; None where
        ambiguous."""
        if share is None or not left:
            return None
        self._each = self._each or share / left
        count = share / self._each if self._each else 0.0
        return min(round(count), left) if self._each and abs(count - round(count)) < _BETWEEN else None


def combined_count(by_backs: int | None, by_place: int | None, *, knows_all: bool = True) -> int | None:
    """The number of muertos on the table, from two counts; None where unknown.

    The count by place is used where backs cannot be recognised or only some of them are known; else a filled place
    counts as a muerto. One muerto may be two piles.
    """
    if by_backs is None or by_place is None:
        return by_place if by_backs is None else by_backs
    return max(by_backs, by_place) if knows_all else by_place
