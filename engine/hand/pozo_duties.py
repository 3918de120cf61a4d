"""Check the duties of a player who took the pozo: lay its top tile in that turn, do not discard a single one back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.hand.moves import SeenTile
from engine.hand.state import LaidMeld, TableState
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.tiles import Tile, without

_WITH = 2
"""Tiles of the rack that the top of the pozo is laid with."""


def pozo_taking_violations(
    state: TableState, laid: Sequence[Tile], thrown: Sequence[SeenTile], rules: Rules
) -> Iterator[Violation]:
    """The violations at the end of a turn in which the pozo was taken.

    ``laid`` are the tiles laid in it, ``thrown`` the discard. What faces cannot decide is not charged: an unseen rack
    may have held another copy of the tile.
    """
    top = state.turn.taken[-1]
    if top is None:
        return
    if rules.pozo_top_use != "free" and top not in laid:
        yield Violation(Code.POZO_TOP_UNUSED, (top,))
    elif rules.pozo_top_use == "with_two" and not _laid_with_two(state, top, thrown):
        yield Violation(Code.POZO_TOP_NOT_WITH_TWO, (top,))
    thrown_back = len(state.turn.taken) == 1 and top in thrown
    if thrown_back and not rules.pozo_single_discard and _holds_no_other(state, top, rules):
        yield Violation(Code.POZO_TILE_BACK, (top,))


def _laid_with_two(state: TableState, top: Tile, thrown: Sequence[SeenTile]) -> bool:
    """Whether some new meld holds ``top`` and two tiles that may have come from the rack."""
    before = {meld.number for meld in state.turn.melds}
    new = [meld for meld in state.melds if meld.number not in before and top in meld.tiles]
    rack = state.racks[state.turn.seat]
    if not rack.is_known:
        return bool(new)
    kept = (*rack.known, *(tile for tile in thrown if tile))
    rest = without((tile for tile in state.turn.taken[:-1] if tile), kept)
    return any(len(_others(meld, top, rest)) >= _WITH for meld in new)


def _others(meld: LaidMeld, top: Tile, rest: Sequence[Tile]) -> tuple[Tile, ...]:
    """The tiles of ``meld`` without ``top`` and without those of ``rest``, the pozo beneath it."""
    return without(meld.tiles, (top, *rest))


def _holds_no_other(state: TableState, tile: Tile, rules: Rules) -> bool:
    """Whether the rack in turn certainly holds no second ``tile``, after one was discarded."""
    rack = state.racks[state.turn.seat]
    if rack.is_known:
        return tile not in rack.known
    return state.seen_tiles().count(tile) >= rules.most_of(tile) and tile not in rack.known
