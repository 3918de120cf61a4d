"""Tiles that a player laid in this turn and has taken back or laid elsewhere, which is allowed until the turn ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from engine.hand.moves import CorrectMeld
from engine.hand.state import LaidMeld, TableState
from engine.inference.meld_matching import TableChange
from engine.inference.move_search import row_of
from engine.inference.observation import SeenMeld
from engine.melds.melds import judge_meld
from engine.rules.rules import Rules
from engine.tiles import Tile


def taken_back(state: TableState, changes: Sequence[TableChange], rules: Rules) -> Iterator[CorrectMeld]:
    """The melds of ``changes`` that only lost tiles laid in this turn by the player in turn, as they lie now.

    On a shared table, melds that changed together were rearranged, and a tile that lies elsewhere was not taken back.
    """
    for change in changes:
        if rules.meld_owner == "table" and (len(change.old) > 1 or len(change.new) > 1):
            continue
        for meld, row in zip_longest(change.old, change.new):
            if meld is not None and _only_went_back(meld, row, state, rules):
                yield CorrectMeld(state.turn.seat, meld.number, row_of(row) if row else ())


def laid_apart(state: TableState, changes: Sequence[TableChange], rules: Rules) -> Iterator[CorrectMeld]:
    """The lawful part of each wrong meld that fell in several rows: the others were laid beside it, not on it.

    The first tile of a meld that touches another seems to be laid on that, until more of its own lie beside it. Where
    the rules let players split melds it may have been, and was moved.
    """
    team = state.team_of(state.turn.seat)
    for change in changes if not rules.split_melds else ():
        if len(change.old) == 1 and len(change.new) > 1 and not change.old[0].verdict.lawful:
            (meld,) = change.old
            lay = next((known.tiles for known in state.turn.melds if known.number == meld.number), ())
            parts = (row_of(row) for row in change.new if all(row.row) and _only_lost(meld, row, lay))
            lawful = next((row for row in parts if judge_meld(row, rules).lawful), None)
            if lawful and meld.team == team:
                yield CorrectMeld(state.turn.seat, meld.number, lawful)


def _only_lost(meld: LaidMeld, row: SeenMeld | None, lay: Sequence[Tile]) -> bool:
    """Whether ``row`` is the meld without some of the tiles that did not ``lay`` in it when the turn began."""
    lies, now = Counter(meld.tiles), Counter(row.tiles if row else ())
    gone = lies - now
    return bool(gone) and not now - lies and not gone - (lies - Counter(lay))


def _only_went_back(meld: LaidMeld, row: SeenMeld | None, state: TableState, rules: Rules) -> bool:
    """Whether ``row`` is the meld without tiles laid in this turn by its own side.

    A tile that made a lawful meld wrong may be taken off it in any case.
    """
    lay = next((known.tiles for known in state.turn.melds if known.number == meld.number), ())
    went_back = meld.team in (None, state.team_of(state.turn.seat)) and _only_lost(meld, row, lay)
    return went_back and not (row and not meld.verdict.lawful and judge_meld(row_of(row), rules).lawful)
