"""Tiles that a player laid in this turn and has taken back, which is allowed until the turn ends."""

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


def _only_went_back(meld: LaidMeld, row: SeenMeld | None, state: TableState, rules: Rules) -> bool:
    """Whether ``row`` is the meld without tiles laid in this turn by its own side.

    A tile that made a lawful meld wrong may be taken off it in any case.
    """
    lay = next((known.tiles for known in state.turn.melds if known.number == meld.number), ())
    lies, now = Counter(meld.tiles), Counter(row.tiles if row else ())
    gone = lies - now
    is_own = meld.team in (None, state.team_of(state.turn.seat))
    went_back = is_own and bool(gone) and not now - lies and not gone - (lies - Counter(lay))
    return went_back and not (row and not meld.verdict.lawful and judge_meld(row_of(row), rules).lawful)
