"""Computer players of three strengths: from a seat's view to its next moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Literal, get_args

from engine.hand.moves import Discard, EndTurn, Move, StockOut
from engine.hand.state import TableState
from engine.rules.rules import Rules
from engine.simulation import burako_player, rummy_player, strong_player
from engine.simulation.meld_search import Tiles
from engine.simulation.seat import Seat, UnseenTileNeeded
from engine.tiles import Tile

Strength = Literal["easy", "middle", "strong"]
STRENGTHS: tuple[Strength, ...] = get_args(Strength)
_LAYS, _ACCEPTS = 0.6, 0.3


def next_moves(view: TableState, rules: Rules, strength: Strength, rng: random.Random) -> tuple[Move, ...]:
    """The next moves of the seat in turn, up to the next unseen tile or the end of its turn.

    ``view`` is the hand as that seat sees it: of the other racks only what was taken openly. Without any lawful end of
    the turn the hand is out of tiles.
    """
    seat = Seat(view, rules, rng)
    with suppress(UnseenTileNeeded):
        if not _PLAYERS[strength](seat):
            seat.back_to(Seat(view, rules, rng).mark())
            _ends_somehow(seat)
    return seat.plan or (StockOut(),)


def _hasty(seat: Seat) -> bool:
    """The weak player: draws, lays the first possible meld or nothing, and discards at random."""
    if seat.rules.meld_owner == "table":
        return _hasty_at_common_table(seat)
    if not seat.state.turn.drawn:
        return seat.draw() or burako_player.take_turn(seat)

    def anything(rack: Tiles) -> list[Tile]:
        return seat.rng.sample(rack, len(rack))

    return burako_player.ends_turn(seat, anything, lays=seat.rng.random() < _LAYS)


def _hasty_at_common_table(seat: Seat) -> bool:
    if seat.rng.random() < _LAYS:
        return rummy_player.take_turn(seat)
    return (
        (not seat.state.turn.drawn and seat.draw()) or seat.try_move(EndTurn(seat.seat)) or rummy_player.take_turn(seat)
    )


def _greedy(seat: Seat) -> bool:
    return rummy_player.take_turn(seat) if seat.rules.meld_owner == "table" else burako_player.take_turn(seat)


def _ends_somehow(seat: Seat) -> None:
    """End the turn with any lawful move."""
    if not seat.state.turn.drawn:
        seat.draw()
    if not any(seat.try_move(Discard(seat.seat, tile)) for tile in dict.fromkeys(seat.rack)):
        seat.try_move(EndTurn(seat.seat))


_PLAYERS: Mapping[Strength, Callable[[Seat], bool]] = {
    "easy": _hasty,
    "middle": _greedy,
    "strong": strong_player.take_turn,
}
