"""What the pages of the film are handed."""

from __future__ import annotations

from typing import Protocol

from flask import current_app

from companion.view_models.film import FilmView


class Film(Protocol):
    """The film of the house; ``TableRefused`` where something cannot be done."""

    def switch(self, match: str, *, on: bool) -> None:
        """The table agrees to be filmed, or does no longer."""

    def view(self, match: str, language: str) -> FilmView:
        """How the film of a match stands."""

    def is_on(self, match: str | None) -> bool:
        """Whether a match is filmed."""

    def moments(self, match: str, at_s: float) -> tuple[int, ...]:
        """The moments of the pictures around one, in milliseconds since 1970."""

    def picture(self, match: str, at_ms: int) -> bytes:
        """The JPEG of a moment; empty where there is none any more."""

    def keep(self, match: str, at_s: float) -> None:
        """Keeps the film around a moment until somebody deletes it."""

    def delete(self, match: str) -> None:
        """Deletes all film of a match."""


def film() -> Film:
    """The film of this house."""
    found: Film = current_app.extensions["film"]
    return found
