"""The dependencies of the pages of leagues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from flask import current_app

from companion.view_models.exported_files import Paper
from companion.view_models.league import LeagueCard, LeagueSnapshot


class Leagues(Protocol):
    """The service of leagues; every failure raises ``LeagueRefused``."""

    def cards(self, *, is_private: bool) -> tuple[LeagueCard, ...]:
        """The leagues by title: all of them, or the public ones."""

    def is_public(self, name: str) -> bool:
        """Whether the league is public."""

    def make(self, title: str, key: str) -> str:
        """Create a league and return its name; a repeated key returns the same league."""

    def change(self, name: str, title: str, numbers: Mapping[str, int], places: Sequence[int], seen: str = "") -> None:
        """Change the name and the point rules of a league, unless they are others by now than those ``seen``."""

    def add(self, name: str, tournament: str, key: str = "") -> None:
        """Reckons with an evening from now on; the same ``key`` again changes nothing more, here as below."""

    def drop(self, name: str, tournament: str, key: str = "") -> None:
        """Reckons with an evening no more."""

    def share(self, name: str, *, is_public: bool, key: str = "") -> None:
        """Make the league public, or visible to organisers only."""

    def hide(self, name: str, person: str, *, is_hidden: bool, key: str = "") -> None:
        """Hide the name of a person in the league, or show it again."""

    def erase(self, name: str) -> None:
        """Delete a league; the tournaments of its evenings remain."""

    def snapshot(self, name: str, language: str, of: str = "players") -> LeagueSnapshot:
        """The state of a league; ``of`` is ``players``, ``sides`` or ``clubs``."""

    def paper(self, name: str, form: str, language: str, of: str = "players") -> Paper | None:
        """The table as ``csv``, ``xlsx`` or ``json``; nothing for another form."""


def leagues() -> Leagues:
    """The leagues of this house."""
    found: Leagues = current_app.extensions["leagues"]
    return found
