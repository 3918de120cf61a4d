"""Enumerate the groups that the tiles of one number can form, up to the tiles used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

_COLORS, _MOST = 4, 3
Group = tuple[tuple[int, ...], int]
"""The colours of a group, counted from 0, and its jokers."""


@dataclass(frozen=True, slots=True)
class GroupShape:
    """The length limits of a group of different colours, and its maximum number of jokers."""

    shortest: int = 3
    longest: int = _COLORS
    jokers: int = 2
    naturals: int = 1


@dataclass(frozen=True, slots=True)
class Grouping:
    """Some groups of one number: the tiles used per colour, and the jokers."""

    used: tuple[int, ...]
    jokers: int
    groups: tuple[Group, ...]


@cache
def groupings(held: tuple[int, ...], jokers: int, shape: GroupShape) -> tuple[Grouping, ...]:
    """Every use in groups of the tiles ``held`` per colour and at most ``jokers`` jokers; the empty one first."""
    found = {
        (group.used, group.jokers): group
        for group in reversed(_all(min(jokers, shape.jokers * _MOST), shape))
        if group.jokers <= jokers and all(used <= there for used, there in zip(group.used, held, strict=True))
    }
    return tuple(reversed(found.values()))


@cache
def _all(jokers: int, shape: GroupShape) -> tuple[Grouping, ...]:
    single = tuple(_single(jokers, shape))
    return tuple(
        Grouping(_used(groups), sum(count for _, count in groups), groups)
        for many in range(_MOST + 1)
        for groups in combinations_with_replacement(single, many)
    )


def _single(jokers: int, shape: GroupShape) -> Iterator[Group]:
    """The groups in which every tile is necessary, or that have no joker."""
    for naturals in range(shape.naturals, _COLORS + 1):
        for count in range(min(jokers, shape.jokers) + 1):
            length = naturals + count
            if length == shape.shortest or (not count and shape.shortest < length <= shape.longest):
                yield from ((colors, count) for colors in combinations(range(_COLORS), naturals))


def _used(groups: tuple[Group, ...]) -> tuple[int, ...]:
    return tuple(sum(color in colors for colors, _ in groups) for color in range(_COLORS))
