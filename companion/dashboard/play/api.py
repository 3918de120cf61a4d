"""Screen games as JSON under ``/api/play``, as described by the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Any, NoReturn, get_args

from flask import Blueprint, Response, jsonify, request
from flask_babel import gettext as _

from companion.dashboard.auth.access import may, visitor
from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.api import body, sender_of
from companion.dashboard.matches.command_parsing import LONGEST_TEXT, MOST_PARTS, parse_named_command
from companion.dashboard.matches.event_stream import news
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.play.interfaces import games
from companion.dashboard.play.seat_cookies import forget_seat, keep_seat, new_seat_token, seat_token, seat_tokens
from companion.dashboard.rules.api import law_queue, pace_questions
from companion.dashboard.tournaments.device_tokens import check_no_tournament
from companion.playing.game_commands import (
    PACE_MS,
    ComeBack,
    LeaveSeat,
    Move,
    NewHand,
    Open,
    SeatAction,
    SeatCommand,
    SeatPlan,
    SeatTicket,
    SetPace,
    StandIn,
    Strength,
    TakeBack,
    Tiles,
)

play_api = Blueprint("play_api", __name__, url_prefix="/api/play")
NAMES: Mapping[str, type[SeatAction]] = {
    "move": Move,
    "undo": TakeBack,
    "new_hand": NewHand,
    "leave": LeaveSeat,
    "stand_in": StandIn,
    "come_back": ComeBack,
    "pace": SetPace,
}
"""The commands by their names in JSON."""
_OF_OPENING = ("rules", "set", "seats", "pace_ms", "advice", "key")
MOST_RULES = 120
STRENGTHS = get_args(Strength)


@play_api.get("")
def listed() -> Response:
    """The visitor's games, and those with a free seat."""
    cards = games().cards(seat_tokens(), current_language(), may_join=may("player"))
    return jsonify(games=[asdict(card) for card in cards])


@play_api.post("", endpoint="open")
def begin() -> tuple[Response, int]:
    """Create a game."""
    written = body()
    by, name = sender_of(written), visitor().name or _("Vos")
    ticket = games().open(opening(written), by, name, current_language(), new_seat_token(by))
    return _seated(ticket), 201


@play_api.post("/<game>/seats")
def sit(game: str) -> tuple[Response, int]:
    """Take a free seat, or one's own again on another device."""
    written = body()
    seat, name, token = written.get("seat"), written.get("name", ""), written.get("token")
    if isinstance(token, str):
        return _seated(games().ticket(game, token)), 201
    if type(seat) is not int or not isinstance(name, str):
        refuse(422, _("Decí en qué lugar te sentás y cómo te llamás."))
    if games().view(game, seat_token(game), "es").seat is not None:
        refuse(409, _("Ya estás sentado en este juego."))
    by = sender_of(written)
    return _seated(games().sit(game, seat, name or visitor().name, by, new_seat_token(by, game))), 201


@play_api.get("/<game>", endpoint="game")
def seen(game: str) -> Response:
    """The game as the visitor's seat sees it."""
    return jsonify(games().view(game, seat_token(game), current_language()).as_json())


@play_api.post("/<game>/orders")
def submit(game: str) -> Response:
    """Handle a command of a seated player."""
    written, token = body(), seat_token(game)
    command = parse_named_command(written, NAMES)
    revision = games().handle(game, SeatCommand(command, token), sender_of(written)).revision
    if isinstance(command, LeaveSeat):
        forget_seat(game)
    return jsonify(revision=revision, view=games().view(game, token, current_language()).as_json())


@play_api.get("/<game>/targets")
def targets(game: str) -> Response:
    """The lawful targets of the selected tiles."""
    rack, taken = _tiles(request.args.get("tiles", "")), _tiles(request.args.get("taken", ""))
    chosen = Tiles(rack=rack, meld=request.args.get("meld", type=int), taken=taken)
    return jsonify(games().targets(game, seat_token(game), chosen, current_language()).as_json())


@play_api.get("/<game>/advice")
def advice(game: str) -> Response:
    """The best plays for the visitor's seat."""
    check_no_tournament()
    pace_questions()
    with law_queue().turn():
        return jsonify(games().advice(game, seat_token(game), current_language()))


@play_api.get("/<game>/events")
def events(game: str) -> Response:
    """A stream with an event for each revision after the client's, without content."""
    service = games()
    service.revision(game)
    return news(partial(service.wait, game))


def opening(written: Mapping[str, Any]) -> Open:
    """The command in JSON that creates a game; refuses an invalid one."""
    strange = next((name for name in written if name not in _OF_OPENING), None)
    seats, overrides = written.get("seats"), written.get("set", [])
    pace_ms, advises, rules = written.get("pace_ms", PACE_MS), written.get("advice", True), written.get("rules")
    if strange or type(pace_ms) is not int or type(advises) is not bool:
        _refuse(strange or "pace_ms")
    if not isinstance(overrides, list) or len(overrides) > MOST_RULES:
        _refuse("set")
    if not all(isinstance(override, str) and len(override) <= LONGEST_TEXT for override in (rules or "", *overrides)):
        _refuse("rules")
    if not isinstance(seats, list) or len(seats) > MOST_PARTS:
        _refuse("seats")
    return Open(
        rules=photo_service().rules(rules),
        seats=tuple(map(_planned, seats)),
        overrides=tuple(overrides),
        pace_ms=pace_ms,
        advice=advises,
    )


def _refuse(field: str) -> NoReturn:
    refuse(422, _("Falta «%(field)s», o no es lo que tiene que ser.", field=field[:40]))


def _planned(seat: Any) -> SeatPlan:
    """Parse the planned player of a seat."""
    name, program = (seat.get("name", ""), seat.get("program")) if isinstance(seat, dict) else (None, None)
    if not isinstance(name, str) or program not in (None, *STRENGTHS):
        _refuse("seats")
    return SeatPlan(name, program)


def _tiles(text: str) -> str:
    """Tiles in the address, separated by commas or spaces."""
    if len(text) > LONGEST_TEXT:
        _refuse("tiles")
    return text.replace(",", " ")


def _seated(ticket: SeatTicket) -> Response:
    keep_seat(ticket.game, ticket.token)
    return jsonify(asdict(ticket))
