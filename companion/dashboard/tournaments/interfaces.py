"""The dependencies of the pages of tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from flask import current_app

from companion.match_commands import Outcome, Sender
from companion.tournaments.commands import Command, CreateTournament
from companion.view_models.entrant_list import CategoryView, ColumnRole, Roster
from companion.view_models.exported_files import ImportedTournament
from companion.view_models.recorded_fixture import RecordedFixture
from companion.view_models.tournament import DeviceSeatView, TournamentCard, TournamentLine, TournamentSnapshot


class Tournaments(Protocol):
    """The service of tournaments; every failure raises ``TournamentRefused``."""

    def found(self, command: CreateTournament, sender: Sender) -> Outcome:
        """Create a tournament."""

    def take_in(self, blob: bytes) -> ImportedTournament:
        """Brings in a tournament that another house exported."""

    def roster(self, written: bytes | str, roles: Sequence[ColumnRole] | None = None) -> Roster:
        """The roster parsed from a list, a file or text, without entering anyone."""

    def handle(self, tournament: str, command: Command, sender: Sender) -> Outcome:
        """Handle a command."""

    def now_s(self) -> float:
        """The present time of the house's steady clock, in seconds since 1970."""

    def snapshot(self, tournament: str, language: str, *, is_public: bool = False) -> TournamentSnapshot:
        """The state of a tournament, complete or as public."""

    def category(self, tournament: str) -> CategoryView:
        """The years of birth, for organisers."""

    def pin_marks(self, tournament: str) -> Mapping[int, str]:
        """By entrant number, what tells the present one from all others who have or had it."""

    def version(self, tournament: str) -> str:
        """What changes whenever the public view does."""

    def device(self, tournament: str, device: int) -> DeviceSeatView | None:
        """The view of an admitted device's table; None for any other device."""

    def cards(
        self, language: str, first: int, most: int, *, shelved: bool = False, is_public: bool = False
    ) -> tuple[TournamentCard, ...]:
        """At most ``most`` tournaments from position ``first`` on: archived ones, or all others; or what of them the
        public may see."""

    def withheld(self) -> Mapping[str, int]:
        """The matches of the house whose points the public may not see yet, with the delay in seconds."""

    def recorded(self, match: str, *, is_public: bool = False) -> RecordedFixture | None:
        """The match of a tournament that is recorded in a match of the house."""

    def kind(self, tournament: str, entry: int) -> str:
        """The kind of an entry; empty where there is none of that number."""

    def written_ms(self, tournament: str, entry: int) -> int | None:
        """When an entry was written, in milliseconds since 1970; None where there is none of that number."""

    def log(self, tournament: str, language: str, limit: int = 200) -> tuple[TournamentLine, ...]:
        """The newest ``limit`` entries in words, the newest first."""


def tournaments() -> Tournaments:
    """The tournaments of this house."""
    found: Tournaments = current_app.extensions["tournaments"]
    return found
