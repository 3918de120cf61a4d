"""The dependencies of the pages of tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from flask import current_app

from companion.match_commands import Outcome, Sender
from companion.tournaments.orders import CreateTournament, Order
from companion.view_models.entrant_list import CategoryView, ColumnRole, Roster
from companion.view_models.paper import ImportedTournament
from companion.view_models.tournament import DeviceSeatView, TournamentCard, TournamentLine, TournamentSnapshot


class Tournaments(Protocol):
    """The service of tournaments; every failure raises ``TournamentRefused``."""

    def found(self, order: CreateTournament, sender: Sender) -> Outcome:
        """Announces a tournament."""

    def take_in(self, blob: bytes) -> ImportedTournament:
        """Brings in a tournament that another house exported."""

    def roster(self, written: bytes | str, roles: Sequence[ColumnRole] | None = None) -> Roster:
        """The roster read from a list, as a file or as text; nobody is entered."""

    def handle(self, tournament: str, order: Order, sender: Sender) -> Outcome:
        """Handle a command."""

    def now_s(self) -> float:
        """The present time of the house's steady clock, in seconds since 1970."""

    def snapshot(self, tournament: str, language: str, *, is_public: bool = False) -> TournamentSnapshot:
        """How a tournament stands, or how the public may see it."""

    def category(self, tournament: str) -> CategoryView:
        """The years of birth, for organisers."""

    def holders(self, tournament: str) -> Mapping[int, int]:
        """By number of an entrant, how many have had it, the present one included."""

    def revision(self, tournament: str, *, is_public: bool = False) -> int:
        """The newest entry that may be seen."""

    def device(self, tournament: str, device: int) -> DeviceSeatView | None:
        """The view of an admitted device's table; None for any other device."""

    def cards(self, language: str, first: int, most: int, *, shelved: bool = False) -> tuple[TournamentCard, ...]:
        """At most ``most`` tournaments from place ``first`` on: those archived, or the others."""

    def kind(self, tournament: str, entry: int) -> str:
        """The kind of an entry; empty where there is none of that number."""

    def log(self, tournament: str, language: str, limit: int = 200) -> tuple[TournamentLine, ...]:
        """The newest ``limit`` entries in words, the newest first."""


def tournaments() -> Tournaments:
    """The tournaments of this house."""
    found: Tournaments = current_app.extensions["tournaments"]
    return found
