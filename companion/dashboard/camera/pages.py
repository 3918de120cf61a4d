"""The camera page: its picture with the reading, the followed match, the zones, the doubts."""

from __future__ import annotations

from functools import partial

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    flash,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from companion.dashboard.camera.camera_kinds import camera_kinds
from companion.dashboard.camera.distances import DISTANCES, PICTURES
from companion.dashboard.camera.drawn_zones import corners_written, drawn_zones, found_zones, swapped
from companion.dashboard.error_pages import refuse
from companion.dashboard.interfaces import Cameras, TableCamera
from companion.dashboard.language import current_language, own_path
from companion.dashboard.matches.command_forms import tables
from companion.dashboard.matches.listener_limit import add_places, waiting
from companion.dashboard.matches.withholding import check_shown, visible, withheld
from companion.dashboard.pagination import PER_PAGE
from companion.dashboard.photos.pages import chosen_face, tile_page
from companion.dashboard.photos.scored_photo import PhotoSheet, offered, sheet_of
from companion.refusal import TranslatableRefusal
from companion.view_models import ZONES, LivePicture, LiveView

camera_pages = Blueprint("camera", __name__)
WATCHERS = "watchers"
"""Extension key of the limit of connections that watch the camera."""
LONGEST_WAIT_S = 10.0
FIRST_PICTURE_S = 3.0
"""How many seconds a request waits for the first picture."""


def add_camera(app: Flask, lookout: TableCamera, cameras: Cameras) -> Flask:
    """Add ``cameras`` to the application. Its tables were added before."""
    app.extensions["lookout"], app.extensions["cameras"] = lookout, cameras
    add_places(app, WATCHERS)
    app.register_blueprint(camera_pages)
    app.jinja_env.globals.update(has_camera=True, camera_view=view, camera_sheet=sheet, camera_links=tile_links)
    app.jinja_env.globals.update(
        camera_kinds=camera_kinds, camera_shows=shows, found_zones=found_zones, awaits_phone=awaits_phone
    )
    app.jinja_env.filters.update(offered=offered)
    return app


@camera_pages.before_request
def check_not_withheld() -> None:
    """Refuse the camera while it follows a match that is withheld from the visitor."""
    if withheld():
        check_shown(view().match)


@camera_pages.get("/camera")
def page() -> str:
    """The camera, the matches to follow, and the other cameras."""
    return render_template(
        "camera.html",
        live=view(),
        cards=[card for card in visible(tables().cards(current_language(), 0, PER_PAGE)) if not card.trouble],
        cameras=cameras().view(),
        distances=DISTANCES,
        pictures=PICTURES,
    )


@camera_pages.post("/camera/source")
def choose() -> AnyResponse:
    """Select another camera or a second one, or rotate the pictures of the one in use; or explain the failure."""
    form = request.form
    try:
        if "second" in form or "beside" in form:
            cameras().choose_second(form.get("source", "") if "beside" in form else form["second"])
        elif "turn_by" in form:
            cameras().turn_by(form.get("turn_by", 0, type=int))
        elif "mirror" in form:
            cameras().mirror()
        elif "turn" in form:
            cameras().turn(form["turn"], form.get("source", ""))
        else:
            cameras().choose(form.get("source", ""))
    except TranslatableRefusal as refused:
        flash(refused.sentence(current_language()))
    return redirect(url_for("camera.page"), 303)


@camera_pages.get("/camera/certificate")
def certificate() -> str:
    """The certificate of the camera in use, to be trusted."""
    try:
        return render_template("certificate.html", shown=cameras().certificate())
    except TranslatableRefusal as refused:
        refuse(refused.status, refused.sentence(current_language()))


@camera_pages.post("/camera/certificate")
def trust() -> AnyResponse:
    """Pin the certificate with that fingerprint."""
    try:
        cameras().trust(request.form.get("fingerprint", ""))
    except TranslatableRefusal as refused:
        flash(refused.sentence(current_language()))
    return redirect(url_for("camera.page"), 303)


@camera_pages.get("/camera/glance")
def thumbnail() -> Response:
    """A thumbnail of a selectable camera."""
    try:
        jpeg = cameras().thumbnail(request.args.get("source", ""))
    except TranslatableRefusal as refused:
        refuse(404, refused.sentence(current_language()))
    return _jpeg(jpeg or refuse(404, _("La cámara no manda imágenes.")))


@camera_pages.get("/camera/panel")
def panel() -> str:
    """The picture with its surroundings, once newer than ``after``."""
    _waits(request.args.get("after", -1, type=int))
    options = {"bare": "bare" in request.args, "fits": "fits" in request.args}
    return render_template("_camera.html", live=view(), here=_back(), **options)


@camera_pages.get("/camera/seen")
def seen() -> Response:
    """The last picture that was read."""
    return _jpeg(lookout().seen_picture() or refuse(404, _("La cámara todavía no vio la mesa.")))


@camera_pages.get("/camera/tiles/<int:tile_id>")
def tile(tile_id: int) -> str:
    """The page of one tile under the camera, to correct it."""
    shown = sheet(view()) or refuse(404, _("La cámara todavía no vio la mesa."))
    return tile_page(shown, tile_id, back=_back(), picture=url_for("camera.seen"))


@camera_pages.post("/camera/tiles/<int:tile_id>")
def name(tile_id: int) -> AnyResponse:
    """Apply a person's correction of a tile."""
    face = chosen_face()
    if face is None:
        refuse(422, _("Decí qué ficha es, o que no es una ficha."))
    lookout().name_tile(tile_id, face)
    return redirect(_back(), 303)


@camera_pages.post("/camera/match")
def follow() -> AnyResponse:
    """Follow a match, or none."""
    lookout().follow(request.form.get("match") or None)
    return redirect(own_path(request.form.get("next") or url_for("camera.page")), 303)


@camera_pages.post("/camera/fit")
def agree() -> AnyResponse:
    """Consent to follow the match despite poor picture quality."""
    lookout().agrees()
    return redirect(own_path(request.form.get("next") or url_for("camera.page")), 303)


@camera_pages.post("/camera/layout")
def lies() -> AnyResponse:
    """Confirm the detected layout."""
    lookout().agrees_to_layout()
    return redirect(own_path(request.form.get("next") or url_for("camera.page")), 303)


@camera_pages.get("/camera/zones")
def zones() -> str:
    """The page to draw the zones on the picture."""
    has_picture = lookout().picture(0, FIRST_PICTURE_S) is not None
    return render_template("zones.html", live=view(), zones=drawn_zones(view()), has_picture=has_picture, back=_back())


@camera_pages.post("/camera/zones")
def draw() -> AnyResponse:
    """Set the drawn zones, two of them exchanged where asked, or have them detected again."""
    form, back = request.form, own_path(request.form.get("next") or url_for("camera.page"))
    drawn = {} if form.get("again") else {name: corners_written(form.get(name, "")) for name in ZONES}
    outlines = swapped({name: corners for name, corners in drawn.items() if corners}, form.get("swap", ""))
    try:
        lookout().draw(outlines, form.get("seen", ""))
    except TranslatableRefusal as refused:
        flash(refused.sentence(current_language()))
        return redirect(url_for("camera.zones", next=back), 303)
    return redirect(url_for("camera.zones", next=back) if form.get("again") else back, 303)


@camera_pages.get("/api/camera")
def state() -> Response:
    """The status of camera and table; with ``after`` once its version differs."""
    if "after" in request.args:
        _waits(request.args.get("after", -1, type=int))
    return jsonify(view().as_json())


@camera_pages.get("/api/camera/picture")
def picture() -> Response:
    """The newest picture; with ``after`` the next one with a larger number."""
    after = request.args.get("after", 0, type=int)
    found = _picture(after, LONGEST_WAIT_S if after else FIRST_PICTURE_S)
    if found is None and after:
        return make_response("", 204)
    if found is None:
        refuse(404, _("La cámara no manda imágenes."))
    return _jpeg(found.jpeg, found)


def lookout() -> TableCamera:
    """The live table of this app."""
    found: TableCamera = current_app.extensions["lookout"]
    return found


def cameras() -> Cameras:
    """The cameras of this app."""
    found: Cameras = current_app.extensions["cameras"]
    return found


def looks_through(kind: str) -> bool:
    """Whether the camera in use, or the second one, is of that kind."""
    found: Cameras | None = current_app.extensions.get("cameras")
    return found is not None and kind in (found.kind, found.second_kind)


def awaits_phone(live: LiveView) -> bool:
    """Whether a phone is selected as the camera, or the second one, and sends no pictures."""
    is_first = cameras().kind == "phone" and live.state in ("opening", "trouble")
    return is_first or (cameras().second_kind == "phone" and live.second_state == "absent")


def view() -> LiveView:
    """The status of camera and table in the viewer's language."""
    return lookout().view(current_language())


def shows() -> bool:
    """Whether the camera has delivered a picture."""
    return lookout().picture(0, 0) is not None


def sheet(live: LiveView) -> PhotoSheet | None:
    """The reading, to be drawn over the picture."""
    return sheet_of(live.score, ()) if live.score else None


def tile_links(here: str) -> partial[str]:
    """The address of a tile's page, with a link back to ``here``."""
    return partial(url_for, "camera.tile", next=here)


def _waits(after: int) -> None:
    """Wait until the view's version differs from ``after``, or for the maximum time."""
    if lookout().wait(after, 0) == after:
        with waiting(WATCHERS):
            lookout().wait(after, LONGEST_WAIT_S)


def _picture(after: int, timeout_s: float) -> LivePicture | None:
    """The newest picture with a number above ``after``; None where none comes in time."""
    if found := lookout().picture(after, 0):
        return found
    with waiting(WATCHERS):
        return lookout().picture(after, timeout_s)


def _back() -> str:
    """The page of this site that a request came from."""
    return own_path(request.args.get("next") or url_for("camera.page"))


def _jpeg(blob: bytes, number: LivePicture | None = None) -> Response:
    answer = make_response(blob)
    answer.content_type = "image/jpeg"
    if number is not None:
        answer.headers["Picture-Number"] = str(number.number)
    return answer
