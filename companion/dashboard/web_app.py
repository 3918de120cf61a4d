"""Progressive web app: name and icons, and an offline page."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, make_response, render_template, url_for
from flask_babel import gettext as _

from companion.dashboard.assets import version
from companion.dashboard.language import current_language

installing = Blueprint("installing", __name__)
FELT, PAPER = "#1d5c48", "#f3efe6"
_ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)


@installing.get("/manifest.webmanifest")
def manifest() -> Response:
    """The web app manifest."""
    icons = [
        {"src": _static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in _ICONS
    ]
    answer = jsonify(
        name="Burako Companion",
        short_name="Burako",
        description=_("Lee las fichas, dice qué juegos valen y por qué, y lleva el tanteo."),
        lang=current_language(),
        start_url=url_for("pages.home"),
        scope="/",
        display="standalone",
        background_color=PAPER,
        theme_color=FELT,
        icons=icons,
    )
    answer.content_type = "application/manifest+json"
    return answer


@installing.get("/offline")
def offline() -> str:
    """The page shown when the server does not answer."""
    return render_template("offline.html")


@installing.get("/worker.js")
def worker() -> Response:
    """The service worker, which caches the static files and the offline page."""
    folder = Path(current_app.static_folder or "")
    names = sorted(path.name for path in folder.iterdir() if path.suffix not in (".png", ".css"))
    shell = [url_for("installing.offline"), url_for("assets.styles"), *map(_static, names)]
    answer = make_response(render_template("worker.js", shell=shell, version=version(folder)))
    answer.content_type = "text/javascript; charset=utf-8"
    return answer


def _static(name: str) -> str:
    return url_for("static", filename=name)
