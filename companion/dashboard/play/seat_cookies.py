"""The seat tokens of screen games: in a browser's cookie, or a program's header."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request, session

from companion.dashboard.auth.access import SEATS

MOST_SEATS = 8
"""The maximum number of seats in a browser's cookie; the oldest is dropped first."""
HEADER = "Seat-Token"
_LONGEST = 64


def seat_token(game: str) -> str:
    """The visitor's seat token; empty without one."""
    return request.headers.get(HEADER, "")[:_LONGEST] or seat_tokens().get(game, "")


def seat_tokens() -> Mapping[str, str]:
    """The browser's seat tokens, by game."""
    kept = session.get(SEATS, {})
    return {str(game): str(token) for game, token in kept.items()} if isinstance(kept, dict) else {}


def keep_seat(game: str, token: str) -> None:
    """Store a seat token in the browser."""
    others = {name: kept for name, kept in seat_tokens().items() if name != game}
    session.permanent = True
    session[SEATS] = dict([*others.items(), (game, token)][-MOST_SEATS:])


def forget_seat(game: str) -> None:
    """Delete a seat token from the browser."""
    session[SEATS] = {name: kept for name, kept in seat_tokens().items() if name != game}
