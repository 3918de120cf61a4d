"""The public pages of a tournament: matches and tables, standings, bracket, board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from flask import Blueprint, current_app, make_response, render_template, request, session, stream_template, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.dashboard.auth.access import may
from companion.dashboard.auth.public_address import drawn_code, outside_url
from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.withholding import check_shown
from companion.dashboard.pagination import list_page
from companion.dashboard.tournaments.interfaces import tournaments
from companion.dashboard.tournaments.page_cache import PageCache
from companion.view_models.tournament import TournamentSnapshot

tournament_views = Blueprint("tournaments", __name__, url_prefix="/tournaments")


@tournament_views.before_app_request
def check_not_withheld() -> None:
    """Refuse a match that is recorded for a tournament shown with a delay, where the visitor only looks."""
    check_shown((request.view_args or {}).get("match"))


@tournament_views.after_app_request
def timed(answer: Response) -> Response:
    """Add the house's time to a response, since a cached page may be older."""
    answer.headers["Burako-Now"] = f"{tournaments().now_s():.1f}"
    return answer


@tournament_views.get("")
def listed() -> str:
    """The tournaments, and where a new one begins."""
    return _listed(shelved=False)


@tournament_views.get("/archived")
def shelved() -> str:
    """The page of the archived tournaments."""
    return _listed(shelved=True)


@tournament_views.get("/<tournament>")
def board(tournament: str) -> Response:
    """The page of current matches and latest results, for a large screen."""
    return _seen(tournament, "tournament/board.html")


@tournament_views.get("/<tournament>/standings")
def standings(tournament: str) -> Response:
    """The tables, and what separated whom."""
    return _seen(tournament, "tournament/standings.html")


@tournament_views.get("/<tournament>/fixtures")
def fixtures(tournament: str) -> Response:
    """Every match, round by round."""
    return _seen(tournament, "tournament/fixtures.html")


@tournament_views.get("/<tournament>/bracket")
def bracket(tournament: str) -> Response:
    """The bracket."""
    return _seen(tournament, "tournament/bracket.html")


@tournament_views.get("/<tournament>/tv")
def tv(tournament: str) -> Response:
    """The board for a large screen, with the code by which phones follow."""

    def render() -> Iterator[str]:
        base, path = outside_url(), url_for("tournaments.board", tournament=tournament)
        address = base.rstrip("/") + path if base else None
        code = drawn_code(address, on_a_screen=True) if address else None
        return stream_template("tournament/tv.html", shown=seen(tournament), address=address, code=code)

    return _rendered(tournament, render)


@tournament_views.get("/<tournament>/fixtures/<int:number>")
def fixture(tournament: str, number: int) -> str:
    """One match, hand by hand; a judge finds there what may be decided."""
    shown = seen(tournament)
    found = shown.fixture(number) or refuse(404, _("Ese partido no está."))
    return render_template("tournament/fixture.html", shown=shown, fixture=found)


def seen(tournament: str) -> TournamentSnapshot:
    """The view of the tournament for the visitor: current for judges, delayed as the board for others."""
    return tournaments().snapshot(tournament, current_language(), is_public=not may("judge"))


def _listed(*, shelved: bool) -> str:
    cards = partial(tournaments().cards, current_language(), shelved=shelved, is_public=not may("judge"))
    return render_template("tournament/listed.html", page=list_page(cards), shelved=shelved)


def _seen(tournament: str, template: str) -> Response:
    return _rendered(tournament, lambda: stream_template(template, shown=seen(tournament)))


def _rendered(tournament: str, render: Callable[[], Iterator[str]]) -> Response:
    """The page from the cache shared by all viewers; judges, and visitors with a message, get their own."""
    if "_flashes" in session or may("judge"):
        return make_response("".join(render()))
    pages: PageCache = current_app.extensions["rendered"]
    key = (request.full_path, request.host, current_language())
    return pages.page(key, lambda: tournaments().version(tournament), render)
