"""Public rule queries as JSON: melds, finished hands and rules, answered like the commands."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request
from flask_babel import gettext as _

from companion.dashboard.admission_queue import AdmissionQueue
from companion.dashboard.auth.access import asker, may
from companion.dashboard.auth.costly_requests import PER_SECOND, RequestRateLimit
from companion.dashboard.error_pages import Refusal
from companion.dashboard.interfaces import RuleQueries
from companion.dashboard.language import current_language
from companion.dashboard.matches.api import body
from companion.dashboard.tournaments.device_tokens import check_no_tournament

MOST_BYTES = 65_536
"""The largest question; a finished hand with every tile of the set needs two thousand bytes."""
WAITING = 32
"""The maximum number of waiting questions; more are refused with a request to retry."""

law_api = Blueprint("law_api", __name__, url_prefix="/api")


def judge() -> RuleQueries:
    """The rule query service of this app."""
    found: RuleQueries = current_app.extensions["judge"]
    return found


def pace_questions() -> None:
    """Rate-limit queries, except of scorers: many phones ask beside running matches."""
    pace: RequestRateLimit = current_app.extensions["pace"]
    if not may("scorer") and not pace.may_ask(request.remote_addr or ""):
        raise Refusal(429, _("Muchas preguntas juntas: probá de nuevo en unos segundos."), round(5 / PER_SECOND))


def law_queue() -> AdmissionQueue:
    """The queue that admits one query at a time."""
    found: AdmissionQueue = current_app.extensions["law queue"]
    return found


@law_api.post("/meld")
def meld() -> Response:
    """Judge melds, and optionally a change or a first exposure."""
    asked = _asked()
    with law_queue().turn(asker()):
        return jsonify(judge().meld(asked, current_language()))


@law_api.post("/advise")
def advise() -> Response:
    """The best plays for a rack."""
    check_no_tournament()
    asked = _asked()
    with law_queue().turn():
        return jsonify(judge().advise(asked, current_language()))


@law_api.post("/score")
def score() -> Response:
    """The score sheet of a finished hand."""
    asked = _asked()
    with law_queue().turn(asker()):
        return jsonify(judge().score(asked, current_language()))


@law_api.get("/rules")
def listed() -> Response:
    """The available rule sets."""
    cards = judge().cards(current_language())
    listed = [{"name": card.name, "title": card.title, "about": card.about} for card in cards]
    return jsonify(rules=listed, usual=judge().usual)


@law_api.get("/rules/<name>")
def rules(name: str) -> Response:
    """Every rule of a rule set."""
    return jsonify(judge().rules(name, current_language()))


def _asked() -> dict[str, Any]:
    """The query, within the size limit."""
    pace_questions()
    if (request.content_length or MOST_BYTES) > MOST_BYTES:
        raise Refusal(413, _("Esa pregunta es demasiado larga."))
    request.max_content_length = MOST_BYTES
    return body()
