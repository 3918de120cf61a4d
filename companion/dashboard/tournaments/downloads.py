"""Files of a tournament: papers to print, lists, pictures to share, and an export of everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from flask import Blueprint, Flask, current_app, make_response, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.dashboard.auth.public_address import outside_url
from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import tables
from companion.dashboard.tournaments.interfaces import tournaments
from companion.dashboard.tournaments.pages import seen
from companion.dashboard.wording import winner_words
from companion.view_models.exported_files import DocumentRequest, Paper
from companion.view_models.tournament import TournamentSnapshot

Export = Callable[[str], bytes]
"""The file from which another house has the whole tournament."""
paper_pages = Blueprint("papers", __name__)


class Papers(Protocol):
    """Renders documents of the present state of tournaments and matches."""

    def of_tournament(self, snapshot: TournamentSnapshot, wanted: DocumentRequest) -> Paper | None:
        """The requested document of a tournament; None where it has none of that kind."""

    def of_match(self, match: str, language: str, address: str = "") -> Paper:
        """The score sheet of a match."""

    def picture_of_match(self, match: str, headline: str, language: str) -> Paper:
        """The result of a match as a picture under ``headline``."""


def add_papers(app: Flask, papers: Papers, export: Export) -> Flask:
    """Add the downloads to ``app``, which has matches and tournaments already; returns it."""
    app.extensions["papers"] = papers
    app.extensions["export"] = export
    app.register_blueprint(paper_pages)
    app.jinja_env.globals.update(has_papers=True)
    return app


@paper_pages.get("/tournaments/<tournament>/papers")
def listed(tournament: str) -> str:
    """Everything that can be printed, opened elsewhere or sent on."""
    return render_template("tournament/papers.html", shown=seen(tournament))


@paper_pages.get("/tournaments/<tournament>/papers/<what>.<form>")
def paper(tournament: str, what: str, form: str) -> Response:
    """One of them."""
    wanted = DocumentRequest(
        what=what,
        form=form,
        language=current_language(),
        address=_address(url_for("tournaments.board", tournament=tournament)),
        fixture=request.args.get("fixture", type=int),
        round=request.args.get("round", "")[:20],
    )
    return sent(_papers().of_tournament(seen(tournament), wanted) or refuse(404, _("Ese papel no está.")))


@paper_pages.get("/tournaments/<tournament>/export")
def export(tournament: str) -> Response:
    """The tournament for another machine, entry by entry."""
    shown = tournaments().snapshot(tournament, current_language())
    written: Export = current_app.extensions["export"]
    return sent(Paper(f"{shown.tournament}.burako", "application/octet-stream", written(tournament)))


@paper_pages.get("/matches/<match>/sheet.pdf")
def match(match: str) -> Response:
    """The score sheet of a match, with every line of every hand."""
    tables().snapshot(match, current_language())
    return sent(_papers().of_match(match, current_language(), _address(url_for("tables.table", match=match))))


@paper_pages.get("/matches/<match>/result.png")
def result(match: str) -> Response:
    """The result of a match as a picture to share."""
    shown = tables().snapshot(match, current_language())
    return sent(_papers().picture_of_match(match, winner_words(shown), current_language()))


def _papers() -> Papers:
    found: Papers = current_app.extensions["papers"]
    return found


def _address(path: str) -> str:
    """The URL of a page for other devices; empty where they cannot reach it."""
    base = outside_url()
    return base.rstrip("/") + path if base else ""


def sent(made: Paper) -> Response:
    """The response with a paper, shown or saved by the browser."""
    answer = make_response(made.contents)
    answer.mimetype = made.media_type
    shown = made.media_type in ("application/pdf", "image/png")
    answer.headers["Content-Disposition"] = f'{"inline" if shown else "attachment"}; filename="{made.name}"'
    answer.headers["Cache-Control"] = "no-cache"
    return answer
