"""Convert typed moves: fill in unmentioned draws, and question unlikely ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.matches.events import Moves
from companion.matches.tile_order import laid_in_order
from engine.hand.apply import apply, replay
from engine.hand.events import events_of
from engine.hand.history import MoveHistory
from engine.hand.moves import (
    Discard,
    Draw,
    EndTurn,
    Extend,
    LayDown,
    Move,
    Rearrange,
    Redraw,
    SetTurn,
    SwapWild,
    TakeMuerto,
    TurnMove,
)
from engine.hand.state import TableState
from engine.hand.transfers import lacks_draw, restocked
from engine.inference.misreadings import ASKED
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation

_NEEDS_A_DRAW = LayDown | Extend | SwapWild | Rearrange | Discard | EndTurn | Redraw
_DELIBERATE = frozenset({Code.NO_DISCARD})
"""The moves that nobody types by mistake."""


@dataclass(frozen=True, slots=True)
class InconsistentMoves:
    """The inconsistencies of typed moves, and the possible alternatives, the most likely first."""

    doubts: tuple[Violation, ...]
    answers: tuple[Moves, ...]


@dataclass(frozen=True, slots=True)
class ImpossibleMoves:
    """Why the moves are impossible."""

    violations: tuple[Violation, ...]


def parse_typed_moves(state: TableState, moves: Moves, rules: Rules) -> Moves | InconsistentMoves | ImpossibleMoves:
    """The intended moves; a question where they are out of turn or more likely a slip."""
    if stranger := _out_of_turn(state, moves, rules):
        return InconsistentMoves(stranger, tuple(_possible_moves(state, moves, rules)))
    meant = completed(state, moves, rules)
    events = tuple(events_of(MoveHistory(state, meant), rules))
    if idle := tuple(fault for event in events if event.after == event.before for fault in event.violations):
        return ImpossibleMoves(idle)
    doubts = tuple(fault for event in events for fault in event.violations if fault.code in ASKED - _DELIBERATE)
    return InconsistentMoves(doubts, (meant,)) if doubts else meant


def completed(state: TableState, moves: Moves, rules: Rules) -> Moves:
    """``moves`` with tiles in laid order and with the implied draws."""
    found: list[Move] = []
    for move in moves:
        for step in _with_draw(state, _arranged(state, move, rules), rules):
            found.append(step)
            state = apply(state, step, rules).state
    return tuple(found)


def _arranged(state: TableState, move: Move, rules: Rules) -> Move:
    if isinstance(move, LayDown):
        return laid_in_order(state, move.seat, move.row, rules)
    return move


def _with_draw(state: TableState, move: Move, rules: Rules) -> Iterator[Move]:
    """``move``, preceded by a draw where its turn has not begun with one."""
    waits = lacks_draw(state, rules) and not state.ended
    plays = isinstance(move, _NEEDS_A_DRAW) or (isinstance(move, TakeMuerto) and move.direct)
    if rules.draw_or_play:
        plays = isinstance(move, EndTurn)
    is_left = restocked(state, rules, rules.stock_reserve + 1).mazo > rules.stock_reserve
    if waits and plays and getattr(move, "seat", None) == state.turn.seat and is_left:
        yield Draw(state.turn.seat)
    yield move


def _out_of_turn(state: TableState, moves: Moves, rules: Rules) -> tuple[Violation, ...]:
    """The inconsistency that the first play is by another seat than the one in turn."""
    first = moves[0] if moves else None
    if not isinstance(first, TurnMove) or isinstance(first, TakeMuerto) or state.ended:
        return ()
    if first.seat == state.turn.seat or not 0 <= first.seat < state.players:
        return ()
    return (Violation(Code.OUT_OF_TURN, (), (("player", first.seat + 1), ("turn", state.turn.seat + 1))),)


def _possible_moves(state: TableState, moves: Moves, rules: Rules) -> Iterator[Moves]:
    """The possible explanations: unrecorded turns, a wrong turn, or an offence."""
    seat: int = getattr(moves[0], "seat", state.turn.seat)
    for missed in (missed_turns(state, seat, rules), (SetTurn(seat),)):
        after = replay(state, missed, rules).state
        yield (*missed, *completed(after, moves, rules))
    yield completed(state, moves, rules)


def missed_turns(state: TableState, seat: int, rules: Rules) -> Moves:
    """The simplest turns up to that of ``seat``: each player draws, and discards an unknown tile."""
    moves: list[Move] = []
    for _ in range(state.players):
        now = state.turn.seat
        if now == seat:
            break
        ends: Move = Discard(now) if rules.discard_ends_turn else EndTurn(now)
        turn = tuple(_with_draw(state, ends, rules))
        moves += turn
        state = replay(state, turn, rules).state
    return tuple(moves)
