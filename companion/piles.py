"""Canastas that were piled up under a tile nobody had seen before.

A pile of which the top lay in the row is known as one by its place (``vision.stacks``). Where somebody lays one more
tile and piles all up under it between two looks, the whole row is out of sight and a tile lies alone among the melds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engine.melds import judge_meld
from engine.observation import Observation, SeenMeld
from engine.placed import Placed
from engine.rules import Rules
from engine.state import LaidMeld, TableState
from engine.tiles import Tile

FEWEST = 6
"""Tiles of the smallest meld that becomes a canasta with one more."""


def with_piles(seen: Observation, state: TableState, rules: Rules) -> Observation:
    """``seen`` with a known meld that is out of sight, if the one tile that lies alone is its top: one of its tiles, or
    one more that the law lets be laid there."""
    hidden = [meld for meld in state.melds if len(meld.row) >= FEWEST and not _is_seen(meld, seen)]
    if rules.meld_owner == "table" or len(hidden) != 1 or len(seen.loose) != 1 or seen.loose[0] is None:
        return seen
    row = next(_rows(hidden[0], seen.loose[0], rules), None)
    if row is None:
        return seen
    return replace(seen, melds=(*seen.melds, SeenMeld(row, hidden[0].team)), loose=())


def _rows(meld: LaidMeld, top: Tile, rules: Rules) -> Iterator[tuple[Placed, ...]]:
    """What ``meld`` may be with ``top`` on it."""
    if top in meld.tiles:
        yield meld.row
    for tiles in ((*meld.tiles, top), (top, *meld.tiles)):
        verdict = judge_meld([Placed(tile) for tile in tiles], rules)
        if verdict.lawful:
            yield verdict.placed


def _is_seen(meld: LaidMeld, seen: Observation) -> bool:
    """Whether a row of its side has most of its tiles."""
    tiles = Counter(meld.tiles)
    return any(2 * (tiles & Counter(row.tiles)).total() > len(meld.row) for row in seen.melds if row.team == meld.team)
