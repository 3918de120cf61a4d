"""A phone used as a camera: the page that sends its pictures, and the receiving endpoint."""

from __future__ import annotations

from dataclasses import asdict
from threading import Lock

from flask import Blueprint, Flask, Response, current_app, flash, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from companion.dashboard.camera.pages import looks_through
from companion.dashboard.error_pages import Refusal, refuse
from companion.dashboard.interfaces import PhonePairing
from companion.dashboard.language import current_language
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.uploads import uploaded

phone_pages = Blueprint("phone", __name__)
FRAME_BYTES = 4 * 2**20
"""The maximum size of a streamed picture; a photograph may have the size of any upload."""
LONGEST_ID = 64
JPEG = b"\xff\xd8\xff"


def add_phone(app: Flask, phone: PhonePairing) -> Flask:
    """Add the phone camera to the application. Its tables were added before."""
    app.extensions["phone"], app.extensions["phone_turn"] = phone, Lock()
    app.register_blueprint(phone_pages)
    app.context_processor(lambda: {"has_phone": looks_through("phone")})
    return app


@phone_pages.get("/phone")
def page() -> str:
    """The page that a phone keeps open over the table."""
    return render_template("phone.html", view=phone().view(current_language()))


@phone_pages.post("/phone")
def photograph() -> AnyResponse:
    """Take a photograph from a phone whose browser may not use its camera."""
    if not looks_through("phone"):
        return redirect(url_for("phone.page"), 303)
    picture, _name = uploaded()
    phone().take_photo(_jpeg(picture))
    flash(_("Llegó la foto. Cuando cambie la mesa, sacá otra."))
    return redirect(url_for("phone.page"), 303)


@phone_pages.get("/api/phone")
def state() -> Response:
    """The status of the phone's camera and of the table."""
    _check_in_use()
    return jsonify(asdict(phone().view(current_language())))


@phone_pages.post("/api/phone")
def take() -> Response:
    """Take the newest picture of the phone that is the camera; ``begin`` makes another phone the camera."""
    _check_in_use()
    request.max_content_length = FRAME_BYTES
    sender = request.args.get("phone", "")[:LONGEST_ID]
    picture = _jpeg(request.get_data(cache=False))
    turn: Lock = current_app.extensions["phone_turn"]
    if not turn.acquire(blocking=False):  # by its turn it would be old
        raise Refusal(503, _("Llegan demasiadas imágenes juntas."), photo_service().settings.retry_after_s)
    try:
        if "begin" in request.args:
            phone().begin(sender)
        phone().send(sender, picture)
    finally:
        turn.release()
    return state()


def phone() -> PhonePairing:
    """The phone camera of this app."""
    found: PhonePairing = current_app.extensions["phone"]
    return found


def _check_in_use() -> None:
    if not looks_through("phone"):
        refuse(409, _("Ahora se mira por otra cámara."))


def _jpeg(picture: bytes) -> bytes:
    """The bytes, if they begin like a JPEG; no other format is expected of a phone."""
    if not picture.startswith(JPEG):
        refuse(415, _("Eso no es una foto JPEG."))
    return picture
