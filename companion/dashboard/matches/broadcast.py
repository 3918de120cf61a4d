"""A transparent score overlay for streams."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import tables

broadcast = Blueprint("broadcast", __name__, url_prefix="/matches")


@broadcast.get("/<match>/overlay")
def overlay(match: str) -> str:
    """The score and the last move, for a browser source of OBS; with ``?melds=1`` the melds as well."""
    shown = tables().snapshot(match, current_language())
    return render_template("overlay.html", shown=shown, with_melds=request.args.get("melds") == "1")
