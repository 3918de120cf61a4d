"""A screen game: seats, the table, the own rack, and the possible actions."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.dashboard.auth.access import may, visitor
from companion.dashboard.auth.public_address import address_of, drawn_code
from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import sender
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.play.command_forms import MoveProblem, opening, submit_command
from companion.dashboard.play.interfaces import games
from companion.dashboard.play.seat_cookies import forget_seat, keep_seat, new_seat_token, seat_token, seat_tokens
from companion.dashboard.play.tutorial import begin_lessons, end_lessons, first_game, lesson_of, was_done, was_read
from companion.dashboard.play.wording import turn_words, verbs
from companion.dashboard.rules.api import law_queue, pace_questions
from companion.dashboard.tile_faces import INKS, face_of
from companion.dashboard.tournaments.device_tokens import check_no_tournament
from companion.view_models.game import GameView

play_pages = Blueprint("play_pages", __name__, url_prefix="/play")
SORTS = ("color", "number")
IN_PLACE = "In-Place"
"""The header by which scripts ask for the page as the answer to an order."""


@play_pages.get("")
def listed() -> str:
    """The visitor's games, those with a free seat, and a form for a new one."""
    cards = games().cards(seat_tokens(), current_language(), may_join=may("player"))
    offer, usual = photo_service().offer, photo_service().settings.rules
    return render_template("play/listed.html", cards=cards, offer=offer, usual=usual, name=visitor().name)


@play_pages.post("")
def begin() -> Response:
    """Create a game, or a tutorial game."""
    name = request.form.get("name", "").strip() or visitor().name or _("Jugador %(n)s", n=1)
    learns = request.form.get("learn") == "1"
    rules = photo_service().rules(request.form.get("rules"))
    command = first_game(name, rules) if learns else opening(rules)
    by = sender(request.form.get("key"))
    ticket = games().open(command, by, name, current_language(), new_seat_token(by))
    keep_seat(ticket.game, ticket.token)
    if learns:
        begin_lessons(ticket.game)
    return redirect(url_for("play_pages.game", game=ticket.game), 303)


@play_pages.get("/<game>")
def game(game: str) -> str:
    """The table as the visitor's seat sees it."""
    return _page(_view(game))


@play_pages.post("/<game>/sit")
def sit(game: str) -> Response:
    """Take a free seat."""
    name = request.form.get("name", "").strip() or visitor().name
    if _view(game).seat is None:
        seat = request.form.get("seat", -1, type=int)
        by = sender(request.form.get("key"))
        ticket = games().sit(game, seat, name, by, new_seat_token(by, game))
        keep_seat(game, ticket.token)
    return redirect(url_for("play_pages.game", game=game), 303)


@play_pages.post("/<game>")
def submit(game: str) -> Response:
    """Handle a button; a refusal is explained, and the tiles stay selected."""
    seat = games().ticket(game, seat_token(game)).seat
    if problem := submit_command(game, seat):
        return make_response(_page(_view(game), problem=problem), problem.status)
    if request.form.get("do") == "leave":
        forget_seat(game)
        end_lessons(game)
        return redirect(url_for("play_pages.listed"), 303)
    was_done(game, request.form.get("do", ""))
    return _shown(game)


@play_pages.post("/<game>/lesson")
def lesson(game: str) -> Response:
    """Mark a tutorial sentence as read, or end the tutorial."""
    if request.form.get("enough"):
        end_lessons(game)
    else:
        was_read(game, request.form.get("key", ""))
    return _shown(game)


@play_pages.get("/<game>/advice")
def advice(game: str) -> str:
    """The table with the best plays."""
    check_no_tournament()
    view = _view(game)
    if view.seat is None or not view.advice:
        refuse(403, _("En este juego no se puede preguntar."))
    pace_questions()
    with law_queue().turn():
        plays = games().advice(game, seat_token(game), current_language())
    return _page(view, plays=plays)


def _shown(game: str) -> Response:
    """The table after a command: returned directly to scripts, else by redirect."""
    if IN_PLACE in request.headers:
        return make_response(_page(_view(game)))
    return redirect(url_for("play_pages.game", game=game, sort=_sort()), 303)


def _view(game: str) -> GameView:
    return games().view(game, seat_token(game), current_language())


def _page(view: GameView, problem: MoveProblem | None = None, plays: Any = None) -> str:
    address = address_of(url_for("play_pages.game", game=view.game))
    rack = _sorted((view.hand and view.hand.rack) or ())
    chosen = request.form.getlist("tile") if problem else []
    return render_template("play/game.html", view=view, problem=problem, plays=plays, rack=_marked(rack, chosen),
                           says=turn_words(view), verbs=verbs(view), lesson=lesson_of(view), sort=_sort(),
                           address=address, code=drawn_code(address) if view.standing == "waiting" else "")  # fmt: skip


def _sort() -> str:
    asked = request.values.get("sort", "")
    return asked if asked in SORTS else SORTS[0]


def _sorted(rack: tuple[str, ...]) -> list[str]:
    """The rack by colour, or by number; jokers last."""

    def place(tile: str) -> tuple[int, ...]:
        shown = face_of(tile)
        if not shown.number:
            return (99, 99)
        number, ink = int(shown.number), list(INKS.values()).index(shown.ink)
        return (ink, number) if _sort() == "color" else (number, ink)

    return sorted(rack, key=place)


def _marked(rack: list[str], chosen: list[str]) -> list[tuple[str, bool]]:
    """Each tile of the rack, and whether it is selected."""
    left, marked = list(chosen), []
    for tile in rack:
        marked.append((tile, tile in left))
        if tile in left:
            left.remove(tile)
    return marked
