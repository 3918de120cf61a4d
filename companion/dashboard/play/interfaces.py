"""What the pages of games on the screen are handed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from flask import current_app

from companion.match_commands import Outcome, Sender
from companion.playing.game_commands import Open, SeatOrder, Ticket, Tiles
from companion.view_models.game import GameCard, GameView, Plays, Targets


class Games(Protocol):
    """The games of a house that are played on the screen; whatever cannot be done raises ``GameRefused``."""

    def open(self, order: Open, sender: Sender, name: str, language: str) -> Ticket:
        """Begins a game, at which whoever asks sits as ``name``."""

    def sit(self, game: str, seat: int, name: str, sender: Sender) -> Ticket:
        """Takes a free seat."""

    def ticket(self, game: str, token: str) -> Ticket:
        """The seat that a token opens."""

    def handle(self, name: str, command: SeatOrder, sender: Sender) -> Outcome:
        """Does what is asked at a game."""

    def view(self, game: str, token: str, language: str) -> GameView:
        """The game as the seat of ``token`` sees it, or somebody who only watches."""

    def targets(self, game: str, token: str, chosen: Tiles, language: str) -> Targets:
        """Where tiles of that seat may go."""

    def advice(self, game: str, token: str, language: str) -> Plays:
        """What that seat can do, by what it sees."""

    def lessons(self, game: str, language: str) -> Mapping[str, str]:
        """What somebody who learns is told at a game, by key: what holds under its rules and nothing else."""

    def cards(self, tokens: Mapping[str, str], language: str, *, may_join: bool) -> Sequence[GameCard]:
        """The open games of whoever has these tokens, by game, and with ``may_join`` those with a free seat."""

    def revision(self, game: str) -> int:
        """The number of the newest entry of a game."""

    def wait(self, name: str, after: int, timeout_s: float) -> int:
        """The revision of a game as soon as it is not ``after`` any more."""


def games() -> Games:
    """The games of this house."""
    found: Games = current_app.extensions["games"]
    return found
