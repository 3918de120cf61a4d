"""Tournaments for programs: JSON under ``/api/tournaments``, described by the OpenAPI document."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial

from flask import Blueprint, Response, jsonify

from companion.dashboard.auth.access import may
from companion.dashboard.language import current_language
from companion.dashboard.matches.api import body, sender_of
from companion.dashboard.matches.command_parsing import parse_named_command
from companion.dashboard.pagination import list_page
from companion.dashboard.tournaments.command_forms import NAMES, announced, submit_command
from companion.dashboard.tournaments.device_pages import said
from companion.dashboard.tournaments.device_tokens import this_device
from companion.dashboard.tournaments.interfaces import tournaments
from companion.dashboard.tournaments.pages import seen
from companion.match_commands import Outcome

tournament_api = Blueprint("tournament_api", __name__, url_prefix="/api/tournaments")


@tournament_api.get("", endpoint="tournaments")
def listed() -> Response:
    """The tournaments, the latest changed first."""
    cards = partial(tournaments().cards, current_language(), is_public=not may("judge"))
    return jsonify(tournaments=[asdict(card) for card in list_page(cards).cards])


@tournament_api.post("")
def found() -> tuple[Response, int]:
    """Create a tournament."""
    written = body()
    return answer(announced(written, sender_of(written))), 201


@tournament_api.get("/<tournament>")
def tournament(tournament: str) -> Response:
    """The view of a tournament that the visitor may see."""
    return jsonify(seen(tournament).as_json())


@tournament_api.post("/<tournament>/orders")
def submit(tournament: str) -> Response:
    """Handle a command of a judge or an organiser."""
    written = body()
    return answer(submit_command(tournament, parse_named_command(written, NAMES), sender_of(written)))


@tournament_api.post("/<tournament>/table")
def say(tournament: str) -> Response:
    """Handle a command of the device at a table."""
    device, written = this_device(tournament), body()
    return answer(said(device, written, sender_of(written)))


def answer(outcome: Outcome) -> Response:
    """The outcome of a command as JSON; ``match`` repeats the id of ``tournament`` for programs that expect it
    there."""
    return jsonify(outcome.as_json() | {"tournament": outcome.match})
