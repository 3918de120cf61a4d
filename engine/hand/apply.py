"""Apply moves to a table state: the next state, and the rule violations of each move."""

from __future__ import annotations

from collections.abc import Iterable

from engine.hand import corrections as correcting
from engine.hand import draw_moves, end_moves, lay_moves
from engine.hand.moves import (
    Close,
    Correction,
    CorrectMeld,
    Discard,
    Draw,
    Extend,
    LayDown,
    Move,
    Rearrange,
    Redraw,
    SetAside,
    SetTurn,
    ShowPozo,
    ShowRack,
    StockOut,
    SwapWild,
    TakeClosingTile,
    TakeMuerto,
    TakePozo,
    TurnMove,
)
from engine.hand.state import TableState
from engine.hand.transfers import MoveResult
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation

__all__ = ["MoveResult", "apply", "replay"]


def apply(state: TableState, move: Move, rules: Rules) -> MoveResult:
    """The state after ``move``, and the violations of that move under ``rules``.

    An unlawful move is made all the same; what cannot be done at all leaves the state as it was, and says why.
    """
    seat = getattr(move, "seat", 0)
    if not 0 <= seat < state.players:
        return MoveResult(state, (Violation(Code.NO_SEAT, (), (("player", seat + 1),)),))
    if isinstance(move, Correction):
        return _corrected(state, move, rules)
    if state.ended:
        return MoveResult(state, (Violation(Code.AFTER_END),))
    match move:
        case Close():
            return end_moves.close(state, move, rules)
        case StockOut():
            return end_moves.stock_out(state, move, rules)
        case _:
            return _played(state, move, rules)


def replay(state: TableState, moves: Iterable[Move], rules: Rules) -> MoveResult:
    """The state after all ``moves``, and every violation in their order."""
    violations: list[Violation] = []
    for move in moves:
        applied = apply(state, move, rules)
        state = applied.state
        violations += applied.violations
    return MoveResult(state, tuple(violations))


def _played(state: TableState, move: TurnMove, rules: Rules) -> MoveResult:
    match move:
        case Draw():
            return draw_moves.draw(state, move, rules)
        case Redraw():
            return draw_moves.redraw(state, move, rules)
        case TakePozo():
            return draw_moves.take_pozo(state, move, rules)
        case TakeMuerto():
            return draw_moves.take_muerto(state, move, rules)
        case TakeClosingTile():
            return draw_moves.take_closing_tile(state, move, rules)
        case LayDown():
            return lay_moves.lay_down(state, move, rules)
        case Extend() | SwapWild() | Rearrange():
            return lay_moves.rearrange(state, move, rules)
        case Discard():
            return end_moves.discard(state, move, rules)
        case _:
            return end_moves.end_turn(state, move, rules)


def _corrected(state: TableState, move: Correction, rules: Rules) -> MoveResult:
    match move:
        case CorrectMeld():
            return correcting.correct_meld(state, move, rules)
        case SetAside():
            return correcting.set_aside(state, move)
        case SetTurn():
            return correcting.set_turn(state, move)
        case ShowRack():
            return correcting.show_rack(state, move, rules)
        case ShowPozo():
            return correcting.show_pozo(state, move, rules)
        case _:
            return correcting.go_on(state)
