"""What the pages of tournaments are handed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from flask import current_app

from companion.match_commands import Outcome, Sender
from companion.tournaments.orders import Found, Order
from companion.view_models.entrant_list import CategoryView, ColumnRole, Roster
from companion.view_models.paper import ImportedTournament
from companion.view_models.tournament import DeskView, TournamentCard, TournamentLine, TournamentSnapshot


class Tournaments(Protocol):
    """The tournaments of a house; whatever cannot be done raises ``TournamentRefused``."""

    def found(self, order: Found, sender: Sender) -> Outcome:
        """Announces a tournament."""

    def take_in(self, blob: bytes) -> ImportedTournament:
        """Brings in a tournament that another house exported."""

    def roster(self, written: bytes | str, roles: Sequence[ColumnRole] | None = None) -> Roster:
        """The people of a list, as a file or as text; nobody enters by that."""

    def handle(self, tournament: str, order: Order, sender: Sender) -> Outcome:
        """Does what is asked at a tournament."""

    def now_s(self) -> float:
        """The moment now by the clock of the house, in seconds since 1970."""

    def snapshot(self, tournament: str, language: str, *, is_public: bool = False) -> TournamentSnapshot:
        """How a tournament stands, or how the public may see it."""

    def category(self, tournament: str) -> CategoryView:
        """The years of birth, for those who organise."""

    def revision(self, tournament: str, *, is_public: bool = False) -> int:
        """The newest entry that may be seen."""

    def device(self, tournament: str, device: int) -> DeskView | None:
        """What a device sees; nothing where it may not speak."""

    def cards(self, language: str, first: int, most: int, *, shelved: bool = False) -> tuple[TournamentCard, ...]:
        """The tournaments as a list, at most so many from place ``first`` on: those put away, or all the others."""

    def kind(self, tournament: str, entry: int) -> str:
        """The kind of an entry; empty where there is none of that number."""

    def log(self, tournament: str, language: str, limit: int = 200) -> tuple[TournamentLine, ...]:
        """What was said of a tournament, the newest first."""


def tournaments() -> Tournaments:
    """The tournaments of this house."""
    found: Tournaments = current_app.extensions["tournaments"]
    return found
