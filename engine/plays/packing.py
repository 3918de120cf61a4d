"""Choose which candidates to lay together: branch and bound over all sets that the rack allows.

Counts of tiles are packed into one integer, four bits a face, so that one subtraction tells whether a candidate fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.plays.candidates import Candidate
from engine.tiles import Tile

MOST_STEPS = 4000
"""The maximum number of search steps."""
_FOR_AN_END = 10
"""The number of search steps that take as long as evaluating one end of a turn."""
_BITS, _TOP = 4, 8
Chosen = tuple[Candidate, ...]
End = Callable[[Chosen], int | None]
"""The worth that a choice adds beyond its candidates; None where the turn could not end with it."""


@dataclass(frozen=True, slots=True)
class _Option:
    """A candidate, its worth, and the tiles that it takes, packed and by place."""

    one: Candidate
    worth: int
    taken: int
    places: tuple[tuple[int, int], ...]


class Packing:
    """A search for the best choice of ``options``; ``best`` is the result, ``complete`` whether it is certainly
    optimal.

    Of choices with equal worth the first is kept, and extensions come before new melds.
    """

    def __init__(
        self,
        options: Sequence[Candidate],
        rack: Sequence[Tile],
        worth: Callable[[Candidate], int],
        end: End,
        extra: int,
    ) -> None:
        """``extra`` is an upper bound of what ``end`` adds where at most one tile is left on the rack."""
        held = Counter(rack)
        self.place = {tile: at for at, tile in enumerate(held)}
        self.guards = sum(_TOP << _BITS * at for at in range(len(held)))
        listed = sorted(
            options, key=lambda option: (-worth(option), not option.number, str(option.row), option.number or 0)
        )
        self.options = [self._option(row, worth(row)) for row in listed if worth(row) > 0]
        self.share = self._shares(len(held))
        self.end, self.extra = end, extra
        self.best: Chosen = ()
        self.value, self.steps = -1, 0
        full = sum(count << _BITS * self.place[tile] for tile, count in held.items())
        self._follow((), 0, full | self.guards, list(range(len(self.options))))

    def _option(self, candidate: Candidate, worth: int) -> _Option:
        counts = tuple((self.place[tile], count) for tile, count in Counter(candidate.added).items())
        return _Option(candidate, worth, sum(count << _BITS * at for at, count in counts), counts)

    def _shares(self, faces: int) -> list[float]:
        """For each tile an upper bound of its worth: a candidate's worth divided among its tiles."""
        shares = [0.0] * faces
        for option in self.options:
            each = option.worth / len(option.one.added)
            for at, _ in option.places:
                shares[at] = max(shares[at], each)
        return shares

    @property
    def complete(self) -> bool:
        """Whether the search was exhaustive."""
        return self.steps <= MOST_STEPS

    def _follow(self, chosen: Chosen, value: int, left: int, fitting: list[int]) -> None:
        """Extend ``chosen``, with the tiles ``left``, by one of the options that were ``fitting`` before."""
        self.steps += 1
        if not self.complete:
            return
        counts = [left >> _BITS * at & (_TOP - 1) for at in range(len(self.share))]
        if value + (self.extra if sum(counts) <= 1 else 0) > self.value:
            self.steps += _FOR_AN_END
            more = self.end(chosen)
            if more is not None and value + more > self.value:
                self.best, self.value = chosen, value + more
        number = chosen[-1].number if chosen else None
        fitting = [at for at in fitting if self._fits(self.options[at], left, number)]
        bounds = self._bounds(fitting, counts)
        for place, at in enumerate(fitting):
            if value + bounds[place] <= self.value:
                return
            option = self.options[at]
            self._follow((*chosen, option.one), value + option.worth, left - option.taken, fitting[place:])

    def _fits(self, option: _Option, left: int, grown: int | None) -> bool:
        return (left - option.taken) & self.guards == self.guards and (grown is None or option.one.number != grown)

    def _bounds(self, fitting: list[int], counts: list[int]) -> list[float]:
        """For each of ``fitting``, an upper bound of what it and the following ones add."""
        seen: set[int] = set()
        most, reach, total, bounds = 0.0, 0, sum(counts), []
        for at in reversed(fitting):
            for place, _ in self.options[at].places:
                if place not in seen:
                    seen.add(place)
                    most += self.share[place] * counts[place]
                    reach += counts[place]
            bounds.append(most + (self.extra if reach >= total - 1 else 0))
        return bounds[::-1]
