"""What everybody who watches should know: the disk is full, the database is away, something is damaged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from flask import Blueprint, Flask, Response, current_app, jsonify, request

from companion.dashboard.film.interfaces import film
from companion.dashboard.language import current_language

trouble_pages = Blueprint("troubles", __name__)


class Health(Protocol):
    """How the house is doing."""

    def health(self) -> Mapping[str, object]:
        """What a program that watches is told."""

    def is_well(self) -> bool:
        """Whether what is said is noted."""

    def troubles(self, language: str) -> tuple[str, ...]:
        """What everybody should know, a sentence each."""


@trouble_pages.get("/troubles")
def listed() -> Response:
    """What everybody who watches should know, a sentence each; who watches ``match``, whether its table is filmed."""
    return jsonify(troubles=troubles(), film=film_notice(request.args.get("match", "")))


def film_notice(match: str) -> str:
    """What everybody who looks at a match is told while its table is filmed; empty while it is not."""
    if "film" not in current_app.extensions or not film().is_on(match):
        return ""
    return film().view(match, current_language()).says


def troubles() -> tuple[str, ...]:
    """The sentences in the language of whoever asks; none where nobody looks how the house is doing."""
    found: Health | None = current_app.extensions.get("wellbeing")
    return found.troubles(current_language()) if found else ()


def add_wellbeing(app: Flask, wellbeing: Health) -> Flask:
    """The same application, which says how the house is doing."""
    app.extensions["wellbeing"] = wellbeing
    app.jinja_env.globals.update(has_wellbeing=True)
    return app
