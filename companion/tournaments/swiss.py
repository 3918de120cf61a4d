"""Swiss rounds after the FIDE's Dutch system, as far as it goes without colours: those who stand alike meet, upper half
against lower half; the last of a group goes down to the first of the next; nobody meets a rival twice, and who is left
over, the last of those with the fewest wins, rests once. That somebody went up or down before is not looked at."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

import networkx as nx  # type: ignore[import-untyped]

Pair = tuple[int, int]
_REST = 0
"""Stands for nobody: who is paired with it rests."""


def pair_round(
    ranked: Sequence[tuple[int, int]], met: Collection[frozenset[int]], rested: Collection[int]
) -> tuple[tuple[Pair, ...], int | None] | None:
    """The pairs of the next round, the leaders first, and who rests; nothing where only rematches are left.

    ``ranked`` are entrants and their wins, the first of the table first; ``met`` are those who have played each other.
    """
    graph = nx.Graph()
    places = {entrant: place for place, (entrant, _) in enumerate(ranked)}
    groups = _groups(ranked)
    for (one, wins), (other, fewer) in combinations(ranked, 2):
        if frozenset((one, other)) not in met:
            strain = _strain(groups[wins], groups[fewer], places[one], places[other])
            graph.add_edge(one, other, weight=-_weighed(wins - fewer, *strain, len(ranked)))
    if len(ranked) % 2:
        fewest = min(wins for _, wins in ranked)
        for entrant, wins in ranked:
            if entrant not in rested:
                last = len(ranked) - 1 - places[entrant]
                graph.add_edge(entrant, _REST, weight=-_weighed(wins - fewest, last, 0, len(ranked)))
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(ranked) + len(ranked) % 2:
        return None
    pairs = [tuple(sorted(pair, key=lambda one: places.get(one, len(ranked)))) for pair in matching]
    resting = next((one for one, other in pairs if other == _REST), None)
    played = sorted((pair for pair in pairs if _REST not in pair), key=lambda pair: places[pair[0]])
    return tuple((one, other) for one, other in played), resting


def _groups(ranked: Sequence[tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """The first and the last place of those who have as many wins, by their wins."""
    groups: dict[int, tuple[int, int]] = {}
    for place, (_, wins) in enumerate(ranked):
        groups[wins] = (min(groups.get(wins, (place, place))[0], place), place)
    return groups


def _strain(upper: tuple[int, int], lower: tuple[int, int], one: int, other: int) -> tuple[int, int]:
    """How little two belong together: of two groups, how far the upper is from the last of its own and the lower from
    the first; of one group, how far they are from upper half against lower half, place by place."""
    if upper != lower:
        return abs(upper[1] - one) + abs(other - lower[0]), 0
    half = (upper[1] - upper[0] + 1) // 2
    is_apart = (one - upper[0] < half) != (other - upper[0] < half)
    return 0, abs(abs(other - one) - half) + (0 if is_apart else upper[1])


def _weighed(wins_apart: int, floats: int, off_half: int, entrants: int) -> int:
    """Wins before anything else, then who leaves a group, then the halves."""
    most = 2 * entrants * entrants
    return (wins_apart * wins_apart * most + floats) * most + off_half
