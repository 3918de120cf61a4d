"""Somebody is away while it is their turn: when the others need wait no longer, and who decides it."""

from __future__ import annotations

from math import ceil

from companion.playing.events import CameBack, StoodIn
from companion.playing.game_state import GameState
from companion.playing.wording import CONFLICT, FORBIDDEN, refuse

PATIENCE_S = 60.0
"""How long somebody may think before a program may play for them."""


def waited_for(story: GameState) -> int | None:
    """The seat of the person whose turn it is, unless a program plays there already."""
    at = story.to_move
    return at if at is not None and story.seats[at].token and not story.seats[at].is_away else None


def may_stand_in(story: GameState, seat: int) -> bool:
    """Whether ``seat`` decides, once the time is up, that a program plays for the person whose turn it is: the host
    does, and where that is who is away, anybody else who sits there."""
    away = waited_for(story)
    return away is not None and away != seat and seat == (seat if away == story.host else story.host)


def stood_in(story: GameState, seat: int, waited_s: float) -> StoodIn:
    """A program plays for whoever is waited for. Raises GameRefused."""
    away = waited_for(story)
    if away is None or away == seat:
        refuse("nobody away", CONFLICT)
    if not may_stand_in(story, seat):
        refuse("host decides", FORBIDDEN, name=story.seats[story.host].name)
    if waited_s < PATIENCE_S:
        refuse("wait still", CONFLICT, name=story.seats[away].name, seconds=ceil(PATIENCE_S - waited_s))
    return StoodIn(away)


def back(story: GameState, seat: int) -> CameBack:
    """Who was away plays again. Raises GameRefused."""
    if not story.seats[seat].is_away:
        refuse("sits already", CONFLICT)
    return CameBack(seat)
