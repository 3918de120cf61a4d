"""The form to print a game: its parts, sizes and paper; or only missing tiles."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Flask, current_app, make_response, render_template, request
from werkzeug.wrappers import Response

from companion.dashboard.interfaces import PrintGame
from companion.dashboard.language import current_language
from companion.dashboard.rules.api import judge, law_queue
from companion.dashboard.tournaments.downloads import sent
from companion.refusal import PrintRefused
from companion.view_models.exported_files import PrintRequest

game_printing = Blueprint("game_printing", __name__, url_prefix="/print")
PARTS = ("tiles", "racks", "mat", "card")
LONGEST = 1000
"""The maximum length of a text field."""


def add_game_printing(app: Flask, print_game: PrintGame) -> Flask:
    """Add game printing to the application. It has rule queries, whose rules the game is for."""
    app.extensions["print game"] = print_game
    app.register_blueprint(game_printing)
    app.jinja_env.globals.update(can_print_games=True)
    return app


@game_printing.get("")
def page() -> str:
    """The form, prefilled from the address."""
    return _form(request.args, "")


@game_printing.get("/game.pdf")
def game() -> Response:
    """The PDF, or the form again with its problem."""
    said, language = request.args, current_language()
    cards = {card.name: card for card in judge().cards(language)}
    card = cards.get(said.get("rules", "")) or cards[judge().usual]
    print_game: PrintGame = current_app.extensions["print game"]
    try:
        with law_queue().turn():
            return sent(print_game(_asked(said), card, judge().book(card.name, language)))
    except PrintRefused as refused:
        return make_response(_form(said, refused.sentence(language)), refused.status)


def _asked(fields: Mapping[str, str]) -> PrintRequest:
    """The content of the form; for missing tiles nothing else is used."""
    tiles = fields.get("tiles", "")[:LONGEST].strip()
    parts = tuple(request.args.getlist("part")[: len(PARTS)])
    return PrintRequest(
        paper=fields.get("paper", "a4")[:LONGEST],
        tile=fields.get("tile", "26x37")[:LONGEST],
        margin=fields.get("margin", "10")[:LONGEST],
        only=("tiles",) if tiles else parts,
        tiles=tiles,
        has_marks=fields.get("marks") == "1",
        ink=fields.get("ink", "color")[:LONGEST],
        language=current_language(),
    )


def _form(fields: Mapping[str, str], problem: str) -> str:
    asked = _asked(fields)
    cards = judge().cards(current_language())
    chosen = fields.get("rules") or judge().usual
    parts = tuple(request.args.getlist("part")) or asked.only or PARTS
    return render_template("print.html", asked=asked, parts=parts, cards=cards, chosen=chosen, problem=problem)
