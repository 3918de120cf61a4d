"""Alerts for all viewers: full disk, unreachable database, damaged data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from flask import Blueprint, Flask, Response, current_app, jsonify, request

from companion.dashboard.film.interfaces import film
from companion.dashboard.language import current_language

trouble_pages = Blueprint("troubles", __name__)


class Health(Protocol):
    """The health of the server."""

    def health(self) -> Mapping[str, object]:
        """The health report for monitoring."""

    def is_well(self) -> bool:
        """Whether entries can be stored."""

    def troubles(self, language: str) -> tuple[str, ...]:
        """The problems for all viewers, a sentence each."""


@trouble_pages.get("/troubles")
def listed() -> Response:
    """The alerts for a viewer, and whether the table of ``match`` is filmed."""
    return jsonify(troubles=troubles(), film=film_notice(request.args.get("match", "")))


def film_notice(match: str) -> str:
    """The notice to viewers of a match whose table is filmed; else empty."""
    if "film" not in current_app.extensions or not film().is_on(match):
        return ""
    return film().view(match, current_language()).says


def troubles() -> tuple[str, ...]:
    """The alerts in the viewer's language; empty without monitoring."""
    found: Health | None = current_app.extensions.get("wellbeing")
    return found.troubles(current_language()) if found else ()


def add_wellbeing(app: Flask, wellbeing: Health) -> Flask:
    """Add health reports to the application."""
    app.extensions["wellbeing"] = wellbeing
    app.jinja_env.globals.update(has_wellbeing=True)
    return app
