"""The pages on which a photograph becomes a score. Everything they need is handed to ``create_app``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flask import Flask
from flask.json.provider import DefaultJSONProvider

from companion.dashboard.api import api
from companion.dashboard.demo import demo_pages
from companion.dashboard.desk import Desk
from companion.dashboard.guards import guard
from companion.dashboard.language import speak
from companion.dashboard.pages import pages
from companion.dashboard.refusals import tell_refusals
from companion.dashboard.seams import ReadPhoto, SeenPhoto
from companion.dashboard.settings import DashboardSettings, Offer
from companion.dashboard.wording import milliseconds_words, percent_words, points_words
from companion.snapshot import ProfileView

__all__ = ["DashboardSettings", "ReadPhoto", "SeenPhoto", "create_app"]


def create_app(
    read_photo: ReadPhoto, profiles: Sequence[ProfileView], demo: Sequence[Path], settings: DashboardSettings
) -> Flask:
    """The web application: ``demo`` are the pictures of the demo table, perhaps none."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_upload_bytes
    app.json = _PlainJson(app)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["desk"] = Desk(read_photo, Offer.of(profiles, demo), settings)
    speak(app)
    tell_refusals(app, settings.retry_after_s)
    guard(app, settings.hosts)
    for blueprint in (pages, demo_pages, api):
        app.register_blueprint(blueprint)
    app.jinja_env.filters.update(percent=percent_words, points=points_words, milliseconds=milliseconds_words)
    return app


class _PlainJson(DefaultJSONProvider):
    """JSON with its fields in the order of the contract and its letters as they are."""

    sort_keys = False
    ensure_ascii = False
