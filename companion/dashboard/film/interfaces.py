"""The dependencies of the film pages."""

from __future__ import annotations

from typing import Protocol

from flask import current_app

from companion.view_models.film import FilmView


class Film(Protocol):
    """The film service; raises ``TableRefused``."""

    def switch(self, match: str, *, on: bool) -> None:
        """Set or withdraw the consent to filming."""

    def view(self, match: str, language: str) -> FilmView:
        """The state of a match's film."""

    def is_on(self, match: str | None) -> bool:
        """Whether a match is filmed."""

    def moments(self, match: str, at_s: float) -> tuple[int, ...]:
        """The times of the pictures around one, in milliseconds since 1970."""

    def picture(self, match: str, at_ms: int) -> bytes:
        """The JPEG of a time; empty where it is gone."""

    def keep(self, match: str, at_s: float) -> bool:
        """Protect the film around a time from deletion; False where there is none."""

    def delete(self, match: str) -> None:
        """Delete all film of a match."""


def film() -> Film:
    """The film service of this app."""
    found: Film = current_app.extensions["film"]
    return found
