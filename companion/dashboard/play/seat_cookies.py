"""Where somebody sits in games on the screen: a browser keeps it in its cookie, a program says it in a header."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request, session

from companion.dashboard.auth.access import SEATS

MOST_SEATS = 8
"""Seats that a browser remembers; the one that it took first is forgotten first."""
HEADER = "Seat-Token"
_LONGEST = 64


def seat_token(game: str) -> str:
    """What opens the seat of whoever asks; empty where they sit nowhere."""
    return request.headers.get(HEADER, "")[:_LONGEST] or seat_tokens().get(game, "")


def seat_tokens() -> Mapping[str, str]:
    """What opens the seats of the browser that asks, by game."""
    kept = session.get(SEATS, {})
    return {str(game): str(token) for game, token in kept.items()} if isinstance(kept, dict) else {}


def keep_seat(game: str, token: str) -> None:
    """Remembers a seat in the browser that asks."""
    others = {name: kept for name, kept in seat_tokens().items() if name != game}
    session.permanent = True
    session[SEATS] = dict([*others.items(), (game, token)][-MOST_SEATS:])


def forget_seat(game: str) -> None:
    """Forgets a seat in the browser that asks."""
    session[SEATS] = {name: kept for name, kept in seat_tokens().items() if name != game}
