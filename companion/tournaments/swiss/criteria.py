"""The cost of a pair by the criteria of the Dutch system, for one score group and the entrants floated down to it.

A cost is a vector of numbers by falling priority, such that the costs of all pairs can be added and compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.tournaments.swiss.players import REST, SwissField

Cost = Mapping[tuple[int, ...], int]
"""A number for each criterion that a pair violates, by the criterion's key; keys are compared as tuples."""
_DOWN, _DOWN_NEXT, _MISSED, _REPEATED, _BY_HOW_MUCH, _ORDER = 6, 8, 9, 14, 18, 22
"""The numbers of the criteria in the rules of 2025: C6 and C7, C8, C9, C14 to C17, C18 to C21, and the order of
candidates."""


@dataclass(frozen=True)
class ScoreGroup:
    """A score group that is paired together with the entrants ``moved`` down from groups above."""

    field: SwissField
    group: int
    moved: Sequence[int]
    """The highest first."""
    upper: int | None = None
    """How many of ``left`` form the upper half; None while the moved entrants are being paired."""
    left: Sequence[int] = ()

    @cached_property
    def members(self) -> frozenset[int]:
        """The entrants who are paired in this group or float down."""
        residents = self.field.of_group(self.group) if self.upper is None else self.left
        return frozenset((*self.moved, *residents))

    @cached_property
    def _ordered(self) -> dict[int, int]:
        own = self.field.of_group(self.group) if self.upper is None else self.left
        return {person: place for place, person in enumerate(own)}

    def cost(self, entrant: int, other: int) -> dict[tuple[int, ...], int]:
        """The cost by criterion of pairing ``entrant`` with the lower ``other``; with REST, of floating down beyond
        the next group."""
        groups = self.field.groups
        found: dict[tuple[int, ...], int] = {}
        if entrant in self.members:
            goes_down = other not in self.members
            if goes_down:
                found |= {(_DOWN,): 1, (_DOWN, groups[entrant]): 1}
            if other == REST and entrant in self.field.resters:
                found[_MISSED,] = self.field.past_of(entrant).missed
            found |= dict(self._floats(entrant, other, goes_down=goes_down))
            found |= (
                self._order_of_moved(entrant, other) if self.upper is None else self._order(entrant, other, self.upper)
            )
        if groups[entrant] <= self.group + 1 < groups[other]:
            found |= {(_DOWN_NEXT,): 1, (_DOWN_NEXT, groups[entrant]): 1}
        return {criterion: much for criterion, much in found.items() if much}

    def _floats(self, entrant: int, other: int, *, goes_down: bool) -> Iterator[tuple[tuple[int, ...], int]]:
        """The costs of a pair with different points for repeating a float of the last two rounds."""
        levels, groups = self.field.levels, self.field.groups
        apart = levels[groups[entrant]] - levels[self.group] + goes_down
        if not apart:
            return
        floating = [(0, entrant, "down")] if goes_down else [(0, entrant, "down"), (1, other, "up")]
        for direction, who, name in floating:
            for ago, before in enumerate(self.field.past_of(who).floats):
                if before == name:
                    yield (_REPEATED + 2 * ago + direction,), 1
                    yield (_BY_HOW_MUCH + 2 * ago + direction, -apart), 1

    def _order_of_moved(self, entrant: int, other: int) -> dict[tuple[int, ...], int]:
        """The costs that pair downfloaters within the group, the highest first, with the highest possible opponents."""
        if entrant not in self.moved:
            return {}
        place = self.moved.index(entrant)
        if other not in self.members:
            return {(_ORDER, 0, place): 1}
        return {(_ORDER, 1, place): self._ordered[other]}

    def _order(self, entrant: int, other: int, upper: int) -> dict[tuple[int, ...], int]:
        """Upper half against lower half; else the fewest change halves, the last of the upper for the first of the
        lower; then each of the upper half, the first first, meets the highest they can."""
        if entrant not in self._ordered:
            return {}
        place = self._ordered[entrant]
        rival = self._ordered.get(other)
        found: dict[tuple[int, ...], int] = {} if rival is None else {(_ORDER, 6, place): rival}
        changes = place if rival is None else rival
        if place < upper and (rival is None or rival < upper):
            return found | {(_ORDER, 2): 1, (_ORDER, 3): -changes, (_ORDER, 4, -changes): -1}
        if place >= upper and rival is not None:
            return found | {(_ORDER, 3): place, (_ORDER, 5, place): -1}
        return found


def as_numbers(costs: Sequence[Cost], entrants: int) -> list[int]:
    """Each cost as one integer; sums of as many as there are pairs compare as the costs do."""
    criteria = sorted({criterion for cost in costs for criterion in cost}, reverse=True)
    width = 2 * (entrants + 1).bit_length() + 6
    shifts = {criterion: width * at for at, criterion in enumerate(criteria)}
    return [sum(much << shifts[criterion] for criterion, much in cost.items()) for cost in costs]
