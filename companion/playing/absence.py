"""Absent players: how long the others wait, and who may substitute a program."""

from __future__ import annotations

from math import ceil

from companion.playing.events import CameBack, StoodIn
from companion.playing.game_state import GameState
from companion.playing.wording import CONFLICT, FORBIDDEN, refuse

ABSENT_AFTER_S = 60.0
"""The thinking time in seconds after which a program may play for a player."""


def waited_for(state: GameState) -> int | None:
    """The seat of the person in turn, unless a program substitutes already."""
    at = state.to_move
    return at if at is not None and state.seats[at].token and not state.seats[at].is_away else None


def may_stand_in(state: GameState, seat: int) -> bool:
    """Whether ``seat`` may, once the time is up, substitute a program for the person in turn.

    The host may, or any other player where the host is absent.
    """
    away = waited_for(state)
    return away is not None and away != seat and seat == (seat if away == state.host else state.host)


def stand_in_event(state: GameState, seat: int, waited_s: float) -> StoodIn:
    """Substitute a program for the person in turn. Raises GameRefused."""
    away = waited_for(state)
    if away is None or away == seat:
        refuse("nobody away", CONFLICT)
    if not may_stand_in(state, seat):
        refuse("host decides", FORBIDDEN, name=state.seats[state.host].name)
    if waited_s < ABSENT_AFTER_S:
        refuse("wait still", CONFLICT, name=state.seats[away].name, seconds=ceil(ABSENT_AFTER_S - waited_s))
    return StoodIn(away)


def come_back_event(state: GameState, seat: int) -> CameBack:
    """Return an absent player to the game. Raises GameRefused."""
    if not state.seats[seat].is_away:
        refuse("sits already", CONFLICT)
    return CameBack(seat)
