"""The seat tokens of screen games: in a browser's cookie, or a program's header."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from flask import request, session

from companion.dashboard.auth.access import SEATS, session_key, token_issuer
from companion.match_commands import Sender

MOST_SEATS = 8
"""The maximum number of seats in a browser's cookie; the oldest is dropped first."""
HEADER = "Seat-Token"
_LONGEST, _SHORTEST, _TOKEN_BYTES = 64, 16, 18


def seat_token(game: str) -> str:
    """The visitor's seat token; empty without one."""
    return request.headers.get(HEADER, "")[:_LONGEST] or seat_tokens().get(game, "")


def seat_tokens() -> Mapping[str, str]:
    """The browser's seat tokens, by game."""
    kept = session.get(SEATS, {})
    return {str(game): str(token) for game, token in kept.items()} if isinstance(kept, dict) else {}


def new_seat_token(by: Sender, game: str = "") -> str:
    """The secret of the seat that a visitor takes at a game, or at a new one: the same where a form is sent twice.

    Keys are made by the pages and by programs; a short one may be somebody else's, too, and makes a new secret each
    time.
    """
    if len(by.key) < _SHORTEST:
        return secrets.token_urlsafe(_TOKEN_BYTES)
    bearer = request.authorization.token if request.authorization else ""
    return token_issuer().text(f"seat {game} {bearer or session_key()} {by.key}")


def keep_seat(game: str, token: str) -> None:
    """Store a seat token in the browser."""
    others = {name: kept for name, kept in seat_tokens().items() if name != game}
    session.permanent = True
    session[SEATS] = dict([*others.items(), (game, token)][-MOST_SEATS:])


def forget_seat(game: str) -> None:
    """Delete a seat token from the browser."""
    session[SEATS] = {name: kept for name, kept in seat_tokens().items() if name != game}
