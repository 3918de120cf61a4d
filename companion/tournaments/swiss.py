"""Swiss rounds: those who stand alike meet, nobody meets the same rival twice, and who is left over rests once."""

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
    for (one, wins), (other, fewer) in combinations(ranked, 2):
        if frozenset((one, other)) not in met:
            graph.add_edge(one, other, weight=-_strain(wins - fewer, places[other] - places[one], len(ranked)))
    if len(ranked) % 2:
        fewest = min(wins for _, wins in ranked)
        for entrant, wins in ranked:
            if entrant not in rested:
                graph.add_edge(
                    entrant, _REST, weight=-_strain(wins - fewest, len(ranked) - places[entrant], len(ranked))
                )
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(ranked) + len(ranked) % 2:
        return None
    pairs = [tuple(sorted(pair, key=lambda one: places.get(one, len(ranked)))) for pair in matching]
    resting = next((one for one, other in pairs if other == _REST), None)
    played = sorted((pair for pair in pairs if _REST not in pair), key=lambda pair: places[pair[0]])
    return tuple((one, other) for one, other in played), resting


def _strain(wins_apart: int, places_apart: int, entrants: int) -> int:
    """How little two belong together: by wins before anything else, then by their places in the table."""
    return wins_apart * wins_apart * entrants * entrants + places_apart
