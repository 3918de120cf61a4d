"""Matches as JSON under ``/api/matches``, described by the OpenAPI document."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from http import HTTPStatus
from json import dumps
from typing import Any

from flask import Blueprint, Response, jsonify, request
from flask_babel import gettext as _

from companion.dashboard.error_pages import Refusal, refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import sender, submit_command, tables
from companion.dashboard.matches.command_parsing import parse_command
from companion.dashboard.matches.edit_conflicts import difference
from companion.dashboard.matches.withholding import visible
from companion.dashboard.pagination import list_page
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.uploads import uploaded
from companion.match_commands import Agree, Outcome, Sender
from companion.refusal import TableRefused

table_api = Blueprint("table_api", __name__, url_prefix="/api")
MOST_SINCE = 50
"""The maximum number of log lines in the answer to an outdated revision."""


@table_api.get("/matches")
def matches() -> Response:
    """The matches, most recent first."""
    listed = list_page(partial(tables().cards, current_language())).cards
    return jsonify(matches=[card.as_json() for card in visible(listed)])


@table_api.post("/matches")
def begin() -> tuple[Response, int]:
    """Create a match."""
    written = body()
    command = parse_command(written | {"order": "agree"})
    assert isinstance(command, Agree)
    photo_service().rules(command.rules)
    return answer(tables().agree(command, sender_of(written))), 201


@table_api.get("/matches/<match>")
def match(match: str) -> Response:
    """The state of a match."""
    shown = tables().snapshot(match, current_language(), request.args.get("hand", type=int))
    return jsonify(shown.as_json())


@table_api.get("/matches/<match>/log")
def log(match: str) -> Response:
    """All entries of a match in words, the newest first."""
    return jsonify(log=[asdict(line) for line in tables().log(match, current_language())])


@table_api.post("/matches/<match>/orders")
def submit(match: str) -> Response:
    """Handle a command; a client with an outdated revision receives the newer entries."""
    written = body()
    command, by = parse_command(written), sender_of(written)
    try:
        return answer(submit_command(match, command, by))
    except TableRefused as refused:
        now = tables().revision(match)
        if refused.status != HTTPStatus.CONFLICT or by.revision in (None, now):
            raise
        refusal = Refusal(refused.status, refused.sentence(current_language()), code=refused.code)
        lines = tables().log(match, current_language())
        since = [asdict(line) for line in lines if line.number > (by.revision or 0)]
        refusal.more |= {"revision": now, "since": since[:MOST_SINCE]}
        if differs := difference(match, command, current_language()):
            refusal.more["difference"] = differs
        raise refusal from refused


@table_api.post("/pictures")
def keep_picture() -> tuple[Response, int]:
    """Store a picture as evidence and return its name."""
    picture, _name = uploaded()
    return jsonify(picture=tables().keep_picture(photo_service().sound(picture))), 201


def body() -> dict[str, Any]:
    """The JSON object of the request; its content type protects against cross-site forms."""
    try:
        written = request.get_json(silent=True)
        dumps(written, ensure_ascii=False).encode()
    except (RecursionError, UnicodeEncodeError):  # brackets within brackets, or half of a character
        written = None
    if not isinstance(written, dict):
        refuse(400, _("El pedido no se entiende."))
    return written


def sender_of(written: dict[str, Any]) -> Sender:
    """The sender; the idempotency key comes in the header ``Idempotency-Key`` or in ``key``."""
    key = request.headers.get("Idempotency-Key") or written.get("key")
    revision, picture, model = written.get("revision"), written.get("picture"), written.get("model")
    kinds = ((key, str), (revision, int), (picture, str), (model, str))
    if any(value is not None and type(value) is not kind for value, kind in kinds):
        refuse(400, _("El pedido no se entiende."))
    if picture is not None and tables().picture(picture) is None:
        refuse(422, _("Esa foto no está: mandala primero."))
    return sender(key, revision, picture, model or "")


def answer(outcome: Outcome) -> Response:
    """The result of a command, as JSON."""
    return jsonify(outcome.as_json())
