"""Somebody is away while it is their turn: when the others need wait no longer, and who decides it."""

from __future__ import annotations

from math import ceil

from companion.playing.events import CameBack, StoodIn
from companion.playing.game_state import GameState
from companion.playing.wording import CONFLICT, FORBIDDEN, refuse

PATIENCE_S = 60.0
"""How long somebody may think before a program may play for them."""


def waited_for(state: GameState) -> int | None:
    """The seat of the person whose turn it is, unless a program plays there already."""
    at = state.to_move
    return at if at is not None and state.seats[at].token and not state.seats[at].is_away else None


def may_stand_in(state: GameState, seat: int) -> bool:
    """Whether ``seat`` decides, once the time is up, that a program plays for the person whose turn it is: the host
    does, and where that is who is away, anybody else who sits there."""
    away = waited_for(state)
    return away is not None and away != seat and seat == (seat if away == state.host else state.host)


def stood_in(state: GameState, seat: int, waited_s: float) -> StoodIn:
    """A program plays for whoever is waited for. Raises GameRefused."""
    away = waited_for(state)
    if away is None or away == seat:
        refuse("nobody away", CONFLICT)
    if not may_stand_in(state, seat):
        refuse("host decides", FORBIDDEN, name=state.seats[state.host].name)
    if waited_s < PATIENCE_S:
        refuse("wait still", CONFLICT, name=state.seats[away].name, seconds=ceil(PATIENCE_S - waited_s))
    return StoodIn(away)


def back(state: GameState, seat: int) -> CameBack:
    """Who was away plays again. Raises GameRefused."""
    if not state.seats[seat].is_away:
        refuse("sits already", CONFLICT)
    return CameBack(seat)
