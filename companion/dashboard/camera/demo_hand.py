"""The hand shown by the demo camera: started with one tap; its scoring supplies the remaining rack."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, current_app, make_response, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from companion.dashboard.auth.access import may
from companion.dashboard.camera.pages import lookout, looks_through, view
from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import form_key, sender, tables
from companion.dashboard.matches.rack_photos import RackPhoto, rack_on
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.settings import DemoHand
from companion.match_commands import Agree, Archive, DealHand
from companion.view_models import HandView, MatchSnapshot

demo_hand_pages = Blueprint("demo_hand", __name__, url_prefix="/demo/hand")
NAMES = ("Ana", "Beto", "Caro", "Dani")
"""The names of the players."""


def add_demo_hand(app: Flask, hand: DemoHand) -> Flask:
    """Add the demo hand to the application, available with the demo camera. It has tables and a camera."""
    app.extensions["demo hand"] = hand
    app.register_blueprint(demo_hand_pages)
    app.context_processor(lambda: {"has_demo_hand": looks_through("demo")})
    return app


@demo_hand_pages.post("")
def watch() -> AnyResponse:
    """Redirect to the match that the camera follows; start the hand if there is none, or ``again``."""
    if not looks_through("demo"):
        refuse(404, _("La cámara no es la de demostración: elegila primero en «Cámara»."))
    going = _being_watched()
    if going is None or "again" in request.form:
        begun = _begun(form_key())
        if going not in (None, begun):
            tables().handle(going, Archive(), sender(None))
        going = begun
    return redirect(url_for("tables.table", match=going), 303)


@demo_hand_pages.get("/picture")
def picture() -> Response:
    """A picture of its table."""
    answer = make_response(_hand().table.read_bytes())
    answer.content_type = "image/jpeg"
    answer.headers["Cache-Control"] = "private, max-age=3600"
    return answer


def left_rack(snapshot: MatchSnapshot, hand: HandView) -> RackPhoto | None:
    """The remaining rack, from its photograph, to be entered once the demo's hand is closed."""
    demo: DemoHand | None = current_app.extensions.get("demo hand")
    left = [seat for seat in hand.unknown_racks if seat != hand.closer]
    if demo is None or hand.standing != "ended" or len(left) != 1 or not may("player"):
        return None
    if not looks_through("demo") or snapshot.match != view().match:
        return None
    return rack_on(photo_service().from_file(demo.rack, demo.rules), left[0])


def _hand() -> DemoHand:
    found: DemoHand = current_app.extensions["demo hand"]
    return found


def _being_watched() -> str | None:
    """The match that the camera follows, until its hand is confirmed."""
    match = view().match
    if match is None:
        return None
    hand = tables().snapshot(match, current_language()).hand
    return match if hand and hand.standing != "confirmed" else None


def _begun(key: str) -> str:
    """A new match with the hand dealt, which the camera follows from the beginning."""
    demo = _hand()
    order = Agree(players=NAMES[: demo.players], rules=demo.rules, title=_("La mano de demostración"))
    match = tables().agree(order, sender(key)).match
    tables().handle(match, DealHand(demo.starter), sender(f"{key[:50]} deal"))
    lookout().follow(match)
    return match
