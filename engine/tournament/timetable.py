"""Schedule a round robin in which certain matches and rests are fixed to given rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

MOST_PLACES = 24
"""The largest number of places to schedule: more take too long."""
Fixed = tuple[int, int | None, int]
"""Two places from 0 on, or one and None for a rest; and their round from 1 on."""
Rounds = tuple[tuple[tuple[int, int], ...], ...]
MOST_STEPS = 1000
"""The maximum number of search steps."""


def timetable(count: int, fixed: Iterable[Fixed]) -> Rounds | None:
    """Round-robin rounds of ``count`` places, home first, that respect everything ``fixed``; None where not found.

    Home and away matches differ by at most one for each player.
    """
    if count > MOST_PLACES:
        return None
    table = _Table.of(count + count % 2)
    rests = count if count % 2 else None
    for one, rival, turn in fixed:
        other = rests if rival is None else rival
        if other is None or not table.may(turn - 1, one, other):
            return None
        table.put(turn - 1, one, other)
    if not table.filled():
        return None
    return tuple(tuple(_at_home(pair, count) for pair in sorted(pairs) if rests not in pair) for pairs in table.rounds)


def _at_home(pair: tuple[int, int], count: int) -> tuple[int, int]:
    """Two places, the home one first: each is at home against the half that follows it in a ring."""
    one, other = pair
    return pair if 2 * (other - one) <= count else (other, one)


@dataclass(slots=True)
class _Table:
    """The matches still to be scheduled; places as the bits of an integer."""

    free: list[int]
    """For each round the places without a match."""
    unmet: list[int]
    """For each place the opponents not yet met."""
    rounds: list[list[tuple[int, int]]]
    steps: int

    @classmethod
    def of(cls, places: int) -> _Table:
        """The table in which all matches are still to be scheduled."""
        everybody = (1 << places) - 1
        unmet = [everybody & ~(1 << place) for place in range(places)]
        return cls([everybody] * (places - 1), unmet, [[] for _ in range(places - 1)], MOST_STEPS)

    def may(self, turn: int, first: int, other: int) -> bool:
        """Whether two places can meet in a round."""
        both = 1 << first | 1 << other
        is_free = 0 <= turn < len(self.free) and self.free[turn] & both == both
        return is_free and bool(self.unmet[first] >> other & 1)

    def put(self, turn: int, first: int, other: int) -> None:
        """Schedule a match in a round; if it is there already, remove it."""
        self.free[turn] ^= 1 << first | 1 << other
        self.unmet[first] ^= 1 << other
        self.unmet[other] ^= 1 << first
        pair = (min(first, other), max(first, other))
        if pair in self.rounds[turn]:
            self.rounds[turn].remove(pair)
        else:
            self.rounds[turn].append(pair)

    def filled(self) -> bool:
        """Fill all rounds by backtracking, and return whether that succeeded."""
        if not any(self.free):
            return True
        for turn, one, other in self._scarcest():
            self.steps -= 1
            if self.steps < 0:
                return False
            self.put(turn, one, other)
            if self.filled():
                return True
            self.put(turn, one, other)
        return False

    def _scarcest(self) -> list[tuple[int, int, int]]:
        """The options of the place or the pair that has the fewest."""
        fewest: list[tuple[int, int, int]] | None = None
        for ways in self._ways():
            if fewest is None or len(ways) < len(fewest):
                fewest = ways
            if len(fewest) < 2:
                break
        return fewest or []

    def _ways(self) -> Iterator[list[tuple[int, int, int]]]:
        for turn, free in enumerate(self.free):
            for place in _places(free):
                yield [(turn, place, other) for other in _places(free & self.unmet[place])]
        for one, rivals in enumerate(self.unmet):
            for other in _places(rivals >> one << one):
                yield [(turn, one, other) for turn in range(len(self.free)) if self.may(turn, one, other)]


def _places(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
