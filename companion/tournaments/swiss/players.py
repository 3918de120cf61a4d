"""The entrants paired in a Swiss round: points, opponents, floats, and whether all can be paired."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Literal

Pair = tuple[int, int]
Float = Literal["", "down", "up"]
REST = 0
"""The opponent of an entrant who rests."""


@dataclass(frozen=True, slots=True)
class EntrantHistory:
    """The floats and missed rounds of an entrant so far."""

    floats: tuple[Float, Float] = ("", "")
    """In the last round and the one before: ``down`` for an opponent of fewer points or points without play, ``up``
    for one of more."""
    missed: int = 0
    """The number of rounds not played."""


@dataclass(frozen=True)
class SwissField:
    """All entrants of a round in standings order, with their points."""

    ranked: tuple[tuple[int, int], ...]
    met: frozenset[frozenset[int]]
    resters: frozenset[int] = frozenset()
    """The entrants of whom one rests; empty where their number is even."""
    past: Mapping[int, EntrantHistory] | None = None

    def resting_of(self, resters: frozenset[int]) -> SwissField:
        """The same field with ``resters``."""
        return replace(self, resters=resters)

    @cached_property
    def places(self) -> dict[int, int]:
        """Each entrant's place in the standings from 0; REST is after the last."""
        return {entrant: place for place, (entrant, _) in enumerate(self.ranked)} | {REST: len(self.ranked)}

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The distinct points, the highest first; one for each score group."""
        return tuple(sorted({points for _, points in self.ranked}, reverse=True))

    @cached_property
    def groups(self) -> dict[int, int]:
        """Each entrant's score group from 0; REST is after the last."""
        numbers = {points: number for number, points in enumerate(self.levels)}
        return {entrant: numbers[points] for entrant, points in self.ranked} | {REST: len(self.levels)}

    def of_group(self, group: int) -> list[int]:
        """The entrants of a score group in standings order; empty after the last group."""
        return [person for person, _ in self.ranked if self.groups[person] == group]

    def below(self, group: int) -> list[int]:
        """The entrants of all score groups below ``group``."""
        return [person for person, _ in self.ranked if self.groups[person] > group]

    def past_of(self, entrant: int) -> EntrantHistory:
        """The history of an entrant; an empty one where nothing is known."""
        return (self.past or {}).get(entrant, EntrantHistory())

    def may_meet(self, entrant: int, other: int) -> bool:
        """Whether two entrants may be paired; with REST, whether the entrant may rest."""
        if REST in (entrant, other):
            return entrant + other in self.resters
        return frozenset((entrant, other)) not in self.met

    def meetings(self, people: Collection[int], moved: Collection[int] = ()) -> Iterator[Pair]:
        """The allowed pairs among ``people``, the higher entrant first; no two of ``moved`` are paired."""
        ordered = sorted(people, key=lambda person: self.places[person])
        for one, other in combinations(ordered, 2):
            if self.may_meet(one, other) and not (one in moved and other in moved):
                yield one, other

    def with_nobody(self, people: Collection[int]) -> list[int]:
        """The people, with REST where their number is odd."""
        return [*people, REST] if len(people) % 2 else [*people]


def can_complete(field: SwissField, people: Collection[int], moved: Collection[int] = ()) -> bool:
    """Whether all of ``people`` can be paired, an odd one with REST; no two of ``moved`` are paired."""
    nodes = field.with_nobody(people)
    rivals: dict[int, list[int]] = {node: [] for node in nodes}
    for one, other in field.meetings(nodes, moved):
        rivals[one].append(other)
        rivals[other].append(one)
    if _at_once(rivals):
        return True
    edges = ((one, other, 1) for one, others in rivals.items() for other in others)
    return 2 * len(heaviest_matching(edges, as_many_as_can=True)) == len(nodes)


def heaviest_matching(edges: Iterable[tuple[int, int, int]], *, as_many_as_can: bool = False) -> set[Pair]:
    """The matching of greatest weight in ``edges`` (two nodes and a weight each).

    ``as_many_as_can`` asks for the greatest among the matchings with most pairs.
    """
    import networkx as nx  # type: ignore[import-untyped]  # takes a moment to load, and few evenings are Swiss

    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    found: set[Pair] = nx.max_weight_matching(graph, maxcardinality=as_many_as_can)
    return found


def _at_once(rivals: Mapping[int, list[int]]) -> bool:
    """Whether all are paired by giving each, those with the fewest rivals first, the rival with the fewest."""
    left = set(rivals)
    for rival in sorted(rivals, key=lambda person: len(rivals[person])):
        if rival in left:
            free = [other for other in rivals[rival] if other in left]
            if not free:
                return False
            left -= {rival, min(free, key=lambda other: len(rivals[other]))}
    return True
