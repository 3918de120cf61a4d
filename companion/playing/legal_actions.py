"""The verbs available to a seat, found by trying them against the rules."""

from __future__ import annotations

from collections.abc import Iterator

from companion.playing.absence import may_stand_in
from companion.playing.game_state import GameState
from companion.playing.hand_in_play import HandInPlay
from engine.hand.apply import apply
from engine.hand.moves import (
    Close,
    Discard,
    Draw,
    EndTurn,
    LayDown,
    Move,
    Redraw,
    StockOut,
    TakeClosingTile,
    TakeMuerto,
    TakePozo,
)
from engine.placed_tile import PlacedTile
from engine.rules.verdict import Code
from engine.simulation.dealer_state import after_move_and_consequences, may_give_up

_BEFORE_LAYING = frozenset({Code.OUT_OF_TURN, Code.NO_DRAW, Code.DREW_AND_LAID})


def possible(state: GameState, seat: int) -> tuple[str, ...]:
    """The verbs that ``seat`` may use now, as named in commands."""
    return (*(["come_back"] if state.seats[seat].is_away else []), *_plays(state, seat))


def _plays(state: GameState, seat: int) -> tuple[str, ...]:
    hand = state.hand
    if state.standing == "hand_over":
        return ("new_hand",)
    if hand is None or state.to_move != seat:
        return ("stand_in",) if may_stand_in(state, seat) else ()
    return tuple(_verbs(hand, seat))


def _verbs(hand: HandInPlay, seat: int) -> Iterator[str]:
    state, rules = hand.state, hand.rules
    whole = 0 if rules.pozo_take == "whole" else max(len(state.pozo) - 1, 0)
    begins: dict[str, Move] = {"draw": Draw(seat), "redraw": Redraw(seat), "pozo": TakePozo(seat, whole)}
    yield from (verb for verb, move in begins.items() if _lets(hand, move))
    rack = state.racks[seat].known
    if rack and not _BEFORE_LAYING & _against_laying(hand, seat):
        yield "lay"
    if rules.discard_ends_turn and any(_lets(hand, Discard(seat, tile)) for tile in dict.fromkeys(rack)):
        yield "discard"
    goes_on: dict[str, Move] = {
        "muerto": TakeMuerto(seat, direct=True),
        "closing_tile": TakeClosingTile(seat),
        "end": EndTurn(seat),
    }
    yield from (verb for verb, move in goes_on.items() if _lets(hand, move))
    if not rack and _lets(hand, Close(seat, "meld_out")):
        yield "close"
    if may_give_up(state, seat) and _lets(hand, StockOut()):
        yield "stock_out"
    if hand.back:
        yield "undo"


def _lets(hand: HandInPlay, move: Move) -> bool:
    return not after_move_and_consequences(hand.dealing, move, hand.rules).violations


def _against_laying(hand: HandInPlay, seat: int) -> set[Code]:
    """The violations of laying any tile of the rack."""
    row = (PlacedTile(hand.state.racks[seat].known[0]),)
    return {violation.code for violation in apply(hand.state, LayDown(seat, row), hand.rules).violations}
