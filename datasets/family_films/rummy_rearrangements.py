"""Rearrangements by a rummy player over several melds: a third meld from two others, or two joined into one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.hand.moves import Move, Rearrange, Row
from engine.hand.state import LaidMeld
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.simulation.dealer import Dealer
from engine.tiles import Tile

_SHORTEST = 3


def wide_rearrangements(dealer: Dealer) -> Iterator[Move]:
    """The rearrangements of two or three melds that a tile of the rack allows."""
    seat, rules, melds = dealer.seat, dealer.rules, dealer.state.melds
    held = [tile for tile in dict.fromkeys(dealer.rack) if not tile.is_joker]
    spare = [(meld, tile) for meld in melds for tile in _spare(meld)]
    for (one, first), (other, second) in combinations(spare, 2):
        if one.number == other.number:
            continue
        for tile in held:
            if row := _as_meld((first, second, tile), rules):
                rows = (_without(one, first), _without(other, second), row)
                yield Rearrange(seat, (one.number, other.number), rows)
    for one, other in combinations(melds, 2):
        for tile in held:
            if one.verdict.kind == other.verdict.kind == "run" and (
                row := _as_meld((*one.tiles, tile, *other.tiles), rules)
            ):
                yield Rearrange(seat, (one.number, other.number), (row,))


def _spare(meld: LaidMeld) -> Sequence[Tile]:
    """The tiles that a meld can spare: either end of a long run, any of a group of four."""
    if len(meld.tiles) <= _SHORTEST:
        return ()
    ends = meld.tiles if meld.verdict.kind == "group" else (meld.tiles[0], meld.tiles[-1])
    return [tile for tile in ends if not tile.is_joker]


def _as_meld(tiles: Sequence[Tile], rules: Rules) -> Row | None:
    """The tiles as a lawful meld without wilds, in order; None where they form none."""
    numbers, colors = sorted(tile.number or 0 for tile in tiles), {tile.color for tile in tiles}
    is_run = len(colors) == 1 and numbers == list(range(numbers[0], numbers[0] + len(tiles)))
    if not numbers[0] or not (is_run or (numbers[0] == numbers[-1] and len(colors) == len(tiles))):
        return None
    row = tuple(PlacedTile(tile) for tile in sorted(tiles, key=lambda tile: tile.number or 0))
    return row if judge_meld(row, rules).lawful else None


def _without(meld: LaidMeld, tile: Tile) -> Row:
    rest = list(meld.tiles)
    rest.remove(tile)
    return tuple(map(PlacedTile, rest))
