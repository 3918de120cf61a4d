"""The dependencies of the screen game pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from flask import current_app

from companion.match_commands import Outcome, Sender
from companion.playing.game_commands import Open, SeatCommand, SeatTicket, Tiles
from companion.view_models.game import GameCard, GameView, Plays, Targets


class Games(Protocol):
    """The screen game service; raises ``GameRefused``."""

    def open(self, command: Open, sender: Sender, name: str, language: str, token: str = "") -> SeatTicket:
        """Create a game; the creator sits as ``name``, with the secret ``token`` or a new one."""

    def sit(self, game: str, seat: int, name: str, sender: Sender, token: str = "") -> SeatTicket:
        """Take a free seat, with the secret ``token`` or a new one."""

    def ticket(self, game: str, token: str) -> SeatTicket:
        """The seat of a token."""

    def handle(self, name: str, command: SeatCommand, sender: Sender) -> Outcome:
        """Handle a command of a game."""

    def view(self, game: str, token: str, language: str) -> GameView:
        """The game as seen by the seat of ``token``, or by a spectator."""

    def targets(self, game: str, token: str, chosen: Tiles, language: str) -> Targets:
        """The targets for tiles of that seat."""

    def advice(self, game: str, token: str, language: str) -> Plays:
        """Advice for that seat from its own view."""

    def lessons(self, game: str, language: str) -> Mapping[str, str]:
        """The tutorial texts of a game, by key, for its rules."""

    def cards(self, tokens: Mapping[str, str], language: str, *, may_join: bool) -> Sequence[GameCard]:
        """The open games with a seat of these tokens, by game, and with ``may_join`` those with a free seat."""

    def revision(self, game: str) -> int:
        """The number of the newest entry of a game."""

    def wait(self, name: str, after: int, timeout_s: float) -> int:
        """Wait until a game's revision differs from ``after``."""


def games() -> Games:
    """The screen game service of this app."""
    found: Games = current_app.extensions["games"]
    return found
