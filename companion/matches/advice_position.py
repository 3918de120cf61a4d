"""What a player had before them when they moved, as the advice can be asked about it afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.matches.hand_state import HandState, HandStep
from companion.view_models.replay import PositionView
from engine.hand.moves import Discard, Draw, EndTurn, Extend, LayDown, Rearrange, SwapWild, TakePozo
from engine.hand.state import LaidMeld, TableState
from engine.placed_tile import notation

_CHOSEN = Draw | TakePozo | LayDown | Extend | SwapWild | Rearrange | Discard | EndTurn
"""The moves that a player chooses."""


def position_before(hand: HandState) -> PositionView | None:
    """The position before the last move of ``hand``; None where that was no choice, or the rack is unknown."""
    if not hand.steps or not hand.steps[-1].events:
        return None
    *steps, last = hand.steps
    move = last.events[-1].move
    state = replace(hand, steps=(*steps, HandStep(last.recorded, last.events[:-1]))).state
    if not isinstance(move, _CHOSEN) or move.seat != state.turn.seat:
        return None
    rack = state.racks[move.seat]
    return _position(state, move.seat) if rack.count and rack.is_known else None


def _position(state: TableState, seat: int) -> PositionView:
    team = state.team_of(seat)
    mine = [meld for meld in state.melds if meld.team in (None, team)]
    theirs = [meld for meld in state.melds if meld.team not in (None, team)]
    return PositionView(
        seat=seat,
        rack=tuple(map(str, state.racks[seat].known)),
        table=tuple(_rows(mine)),
        theirs=tuple(_rows(theirs)),
        pozo=tuple(map(str, state.pozo)) if all(state.pozo) else (),
        opened=seat in state.opened,
        drawn=state.turn.drawn,
        muerto_taken=state.teams[team].muerto != "untaken",
    )


def _rows(melds: Iterable[LaidMeld]) -> Iterable[str]:
    return (notation(meld.row) for meld in melds)
