"""Rank the discards: of least use to the other players, and least missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.hand.state import TableState
from engine.melds.changes import change_between, places_of
from engine.melds.melds import MeldVerdict, judge_meld
from engine.melds.run_and_group import may_be_wild
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.tiles import Tile

_KEPT = 8192
"""The size of the cache."""


class ExtendingTiles:
    """Which tiles alone extend a meld of the table, of the side in turn or of the others."""

    def __init__(self, tiles: Iterable[Tile], state: TableState, rules: Rules) -> None:
        self.rules = rules
        team = state.team_of(state.turn.seat)
        faces = dict.fromkeys(tiles)
        own = [meld.verdict for meld in state.melds if meld.team == team]
        others = [meld.verdict for meld in state.melds if meld.team != team]
        self.own = frozenset(tile for tile in faces if any(_fits(tile, meld, rules) for meld in own))
        self.others = frozenset(tile for tile in faces if any(_fits(tile, meld, rules) for meld in others))

    def by_loss(self, rack: Sequence[Tile]) -> list[Tile]:
        """The distinct tiles of ``rack``, best discard first: no wild, of no use to any meld, with few neighbours."""
        held = Counter(rack)
        numbers = Counter(tile.number for tile in rack)

        def missed(tile: Tile) -> tuple[bool, bool, bool, int, int, str]:
            near = sum(held[Tile((tile.number or 0) + step, tile.color)] * (3 - abs(step)) for step in (-2, -1, 1, 2))
            company = near + 2 * (numbers[tile.number] - 1)
            points = self.rules.tile_values[tile.number - 1] if tile.number else 0
            wild = may_be_wild(tile, self.rules)
            return wild, tile in self.others, tile in self.own, company, -points, str(tile)

        return sorted(held, key=missed)


def _is_near(tile: Tile, meld: MeldVerdict, rules: Rules) -> bool:
    """A cheap pre-check: a wild, a tile of the group's number, or one at an end of the run or for its wild."""
    if may_be_wild(tile, rules):
        return True
    shown = [placed_tile.stands_for or placed_tile.tile for placed_tile in meld.placed]
    if meld.kind == "group":
        return tile.number == shown[0].number
    ends = {Tile((shown_tile.number or 0) + step, shown_tile.color) for shown_tile in shown for step in (-1, 1)}
    return tile in ends or tile in shown or tile.number == 1


@lru_cache(_KEPT)
def _fits(tile: Tile, meld: MeldVerdict, rules: Rules) -> bool:
    """Whether ``tile`` alone extends ``meld``, at an end or in the place of a wild that moves to one."""
    if not _is_near(tile, meld, rules):
        return False
    lies = [PlacedTile(placed_tile.tile) for placed_tile in meld.placed]
    rows = [[*lies, PlacedTile(tile)], [PlacedTile(tile), *lies]]
    if meld.kind == "run":
        places = list(places_of(meld).values())
        for at, placed in enumerate(places):
            if placed.stands_for == tile:
                swapped = [PlacedTile(each.tile) for each in places]
                swapped[at] = PlacedTile(tile)
                rows += [[*swapped, PlacedTile(placed.tile)], [PlacedTile(placed.tile), *swapped]]
    return any(change_between(meld, judge_meld(row, rules), rules).lawful for row in rows)
