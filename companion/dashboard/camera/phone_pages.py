"""A phone that is the camera: the page that sends its pictures, and where they arrive."""

from __future__ import annotations

from dataclasses import asdict
from threading import Lock

from flask import Blueprint, Flask, Response, current_app, flash, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from companion.dashboard.camera.pages import looks_through
from companion.dashboard.error_pages import Refusal, refuse
from companion.dashboard.interfaces import Phone
from companion.dashboard.language import current_language
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.uploads import uploaded

phone_pages = Blueprint("phone", __name__)
FRAME_BYTES = 4 * 2**20
"""The heaviest picture of a stream; one that was taken on purpose may weigh as much as any photograph."""
LONGEST_ID = 64
JPEG = b"\xff\xd8\xff"


def add_phone(app: Flask, phone: Phone) -> Flask:
    """The same application, to which a phone may send what its camera sees. Its tables were added before."""
    app.extensions["phone"], app.extensions["phone_turn"] = phone, Lock()
    app.register_blueprint(phone_pages)
    app.context_processor(lambda: {"has_phone": looks_through("phone")})
    return app


@phone_pages.get("/phone")
def page() -> str:
    """The page that a phone leaves open over the table."""
    return render_template("phone.html", view=phone().view(current_language()))


@phone_pages.post("/phone")
def photograph() -> AnyResponse:
    """Takes a photograph from a phone whose camera its browser may not use; its page tells where another is used."""
    if not looks_through("phone"):
        return redirect(url_for("phone.page"), 303)
    picture, _name = uploaded()
    phone().take_photo(_jpeg(picture))
    flash(_("Llegó la foto. Cuando cambie la mesa, sacá otra."))
    return redirect(url_for("phone.page"), 303)


@phone_pages.get("/api/phone")
def state() -> Response:
    """How the phone's camera is doing, and what the table shows."""
    _check_in_use()
    return jsonify(asdict(phone().view(current_language())))


@phone_pages.post("/api/phone")
def take() -> Response:
    """Takes the newest picture of the phone that is the camera; ``begin`` makes another phone the camera."""
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


def phone() -> Phone:
    """The phone of this app."""
    found: Phone = current_app.extensions["phone"]
    return found


def _check_in_use() -> None:
    if not looks_through("phone"):
        refuse(409, _("Ahora se mira por otra cámara."))


def _jpeg(picture: bytes) -> bytes:
    """The same bytes where they begin as a JPEG does; nothing else is asked of a phone."""
    if not picture.startswith(JPEG):
        refuse(415, _("Eso no es una foto JPEG."))
    return picture
