"""Those who are paired in a round: their points, whom they met, how they floated, and whether all can be paired."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Literal

Pair = tuple[int, int]
Float = Literal["", "down", "up"]
REST = 0
"""Stands for nobody: who is paired with it rests."""


@dataclass(frozen=True, slots=True)
class EntrantHistory:
    """What befell an entrant in the rounds before."""

    floats: tuple[Float, Float] = ("", "")
    """Whether they met somebody of fewer points, or got points without playing (``down``), or met somebody of more
    (``up``): in the last round, and in the one before it."""
    missed: int = 0
    """Rounds that they did not play."""


@dataclass(frozen=True)
class SwissField:
    """Everybody who is paired, the first of the table first, with their points."""

    ranked: tuple[tuple[int, int], ...]
    met: frozenset[frozenset[int]]
    resters: frozenset[int] = frozenset()
    """Those of whom one rests; nobody where their number is even."""
    past: Mapping[int, EntrantHistory] | None = None

    def resting_of(self, resters: frozenset[int]) -> SwissField:
        """The same with those among whom one rests."""
        return replace(self, resters=resters)

    @cached_property
    def places(self) -> dict[int, int]:
        """Everybody's place in the table from 0 on; that of nobody is after the last."""
        return {entrant: place for place, (entrant, _) in enumerate(self.ranked)} | {REST: len(self.ranked)}

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The points that somebody has, the most first: of each group."""
        return tuple(sorted({points for _, points in self.ranked}, reverse=True))

    @cached_property
    def groups(self) -> dict[int, int]:
        """The number of everybody's group from 0 on; that of nobody is after the last."""
        numbers = {points: number for number, points in enumerate(self.levels)}
        return {entrant: numbers[points] for entrant, points in self.ranked} | {REST: len(self.levels)}

    def of_group(self, group: int) -> list[int]:
        """Those of a group, the first first; from the last on nobody."""
        return [person for person, _ in self.ranked if self.groups[person] == group]

    def below(self, group: int) -> list[int]:
        """Those of all groups after one."""
        return [person for person, _ in self.ranked if self.groups[person] > group]

    def past_of(self, entrant: int) -> EntrantHistory:
        """What befell somebody before."""
        return (self.past or {}).get(entrant, EntrantHistory())

    def may_meet(self, entrant: int, other: int) -> bool:
        """Whether two may play each other, or the one may rest."""
        if REST in (entrant, other):
            return entrant + other in self.resters
        return frozenset((entrant, other)) not in self.met

    def meetings(self, people: Collection[int], moved: Collection[int] = ()) -> Iterator[Pair]:
        """Who may meet whom of ``people``, the higher first; those who went down together no more among themselves."""
        ordered = sorted(people, key=lambda person: self.places[person])
        for one, other in combinations(ordered, 2):
            if self.may_meet(one, other) and not (one in moved and other in moved):
                yield one, other

    def with_nobody(self, people: Collection[int]) -> list[int]:
        """People, and nobody where their number is odd."""
        return [*people, REST] if len(people) % 2 else [*people]


def can_complete(field: SwissField, people: Collection[int], moved: Collection[int] = ()) -> bool:
    """Whether all of ``people`` can be paired, the one over with rest; ``moved`` are not paired with each other."""
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
    """The pairs of greatest weight of those in ``edges``, two and their weight, none of them in two pairs."""
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
