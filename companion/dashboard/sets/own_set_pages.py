"""Learn the user's tile set: a photograph is corrected tile by tile, learned, and used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from flask import Blueprint, Flask, current_app, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from companion.dashboard.error_pages import refuse
from companion.dashboard.interfaces import OwnSets, TableCamera
from companion.dashboard.language import current_language
from companion.dashboard.photos.pages import photo_page
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.photos.photo_store import KeptPhoto
from companion.dashboard.tile_faces import BACK, face_of
from companion.dashboard.uploads import uploaded
from companion.refusal import PhotoRefused
from companion.view_models import NO_TILE, LearnedView, OwnSetView, TaughtTile

own_set_pages = Blueprint("own_sets", __name__, url_prefix="/sets")


@dataclass(frozen=True, slots=True)
class TilesToLearn:
    """The tiles of a photograph that would be learned."""

    tiles: tuple[TaughtTile, ...]
    left_out: int
    """Tiles that have no name yet."""
    missing: tuple[str, ...]
    """The inks of which no tile has a name: inks are learned only where there are all four."""


def add_own_sets(app: Flask, sets: OwnSets) -> Flask:
    """Add learned tile sets to the application. It has tables already."""
    app.extensions["own sets"] = sets
    app.register_blueprint(own_set_pages)
    app.jinja_env.globals.update(has_own_sets=True, tiles_to_learn=tiles_to_learn, set_in_use=in_use, set_worth=worth,
                                 least_taught=least_taught, has_seen_tiles=has_seen_tiles)  # fmt: skip
    return app


@own_set_pages.get("")
def page() -> str:
    """The sets, the one in use, and the form for a new one."""
    sets = own_sets().view()
    before = next((tile_set for tile_set in sets if tile_set.key == own_sets().before), None)
    return render_template("own_sets.html", sets=sets, before=before, **_ways())


@own_set_pages.get("/<key>/proof")
def proof(key: str) -> str:
    """The page to validate a set on another photograph."""
    return render_template("own_set_proof.html", own_set=_set(key), **_ways())


@own_set_pages.post("/photos")
def receive() -> AnyResponse:
    """Read a photograph of a set; its tiles are corrected on the photograph's page."""
    return _received(*uploaded())


@own_set_pages.post("/camera")
def receive_from_camera() -> AnyResponse:
    """Read the camera's picture of a set; its tiles are corrected on the photograph's page."""
    return _received(_under_the_camera() or refuse(404, _("La cámara todavía no vio la mesa.")), "")


@own_set_pages.post("")
def learn() -> AnyResponse:
    """Learn the set of a photograph, and use it where it improves accuracy."""
    name, key = request.form.get("name", ""), request.form.get("key", "")
    return _learned(lambda photo, tiles: own_sets().learn(name, photo.picture, tiles, sent_as=key))


@own_set_pages.post("/proof")
def prove() -> AnyResponse:
    """Validate a set on the tiles of a photograph, and use it where it improves accuracy."""
    return _learned(lambda photo, tiles: own_sets().prove(photo.proves, photo.picture, tiles))


@own_set_pages.post("/in-use")
def use() -> AnyResponse:
    """Use another set, or none."""
    own_sets().use(request.form.get("key", ""))
    return redirect(url_for("own_sets.page"), 303)


@own_set_pages.post("/forget")
def forget() -> AnyResponse:
    """Delete a set."""
    own_sets().forget(request.form.get("key", ""))
    return redirect(url_for("own_sets.page"), 303)


def own_sets() -> OwnSets:
    """The sets of this app."""
    found: OwnSets = current_app.extensions["own sets"]
    return found


def least_taught() -> int:
    """The number of tiles needed to learn or validate a set."""
    return own_sets().least


def has_seen_tiles() -> bool:
    """Whether the camera's picture can be used instead of a photograph."""
    return bool(_under_the_camera())


def in_use() -> str:
    """The name of the set in use; empty without one."""
    return own_sets().in_use


def tiles_to_learn(photo: KeptPhoto) -> TilesToLearn:
    """The labels of a corrected photograph: certain readings, and corrections."""
    tiles = photo.score(current_language()).tiles
    known = {**photo.seen.beyond_doubt(), **photo.corrections}
    faces = tuple(
        TaughtTile(known[tile.id], tile.corners) for tile in tiles if known.get(tile.id, BACK) not in (NO_TILE, BACK)
    )
    inks = {face_of(tile.face).ink for tile in faces}
    names = {"red": _("rojo"), "blue": _("azul"), "yellow": _("amarillo"), "black": _("negro")}
    missing = tuple(name for ink, name in names.items() if ink not in inks)
    return TilesToLearn(faces, sum(tile.id not in known and tile.face != BACK for tile in tiles), missing)


def worth(learned: LearnedView) -> str:
    """The accuracy gain of a set, in one sentence."""
    figures = asdict(learned)
    if learned.is_proved:
        return str(_(
            "De %(examined)s fichas de otra foto, %(right_after)s bien (%(sure_after)s sin dudar); "
            "antes %(right_before)s (%(sure_before)s).", **figures
        ))  # fmt: skip
    return str(_(
        "De %(examined)s fichas apartadas, %(right_after)s bien (%(sure_after)s sin dudar); "
        "antes %(right_before)s (%(sure_before)s).", **figures
    ))  # fmt: skip


def _learned(how: Callable[[KeptPhoto, tuple[TaughtTile, ...]], LearnedView]) -> AnyResponse:
    """Learn or validate with a photograph, and report the result; failures are shown on its page."""
    photo = photo_service().kept(request.form.get("photo", ""))
    try:
        with photo_service().turn():
            known = how(photo, tiles_to_learn(photo).tiles)
    except PhotoRefused as refused:
        return make_response(photo_page(photo, refused.sentence(current_language())), refused.status)
    if not known.is_better:
        begins, ends = _("«%(name)s» no mejora.", name=known.name), _("Sigue como estaba.")
    elif known.is_proved:
        begins, ends = _("«%(name)s» pasó la prueba.", name=known.name), _("Ya lo uso.")
    else:
        begins, ends = _("Aprendí «%(name)s» con %(tiles)s fichas.", **asdict(known)), _("Ya lo uso.")
    flash(f"{begins} {worth(known)} {ends}")
    return redirect(url_for("own_sets.page"), 303)


def _ways() -> dict[str, Any]:
    """The template variables of forms that take a photograph of a set."""
    return {"has_seen": has_seen_tiles(), "settings": photo_service().settings, "offer": photo_service().offer}


def _set(key: str) -> OwnSetView:
    """The set ``key``; refuses one that is missing or cannot be validated."""
    found = next(
        (tile_set for tile_set in own_sets().view() if tile_set.key == key and tile_set.is_kept and tile_set.is_usable),
        None,
    )
    return found or refuse(404, _("Ese juego no está."))


def _under_the_camera() -> bytes:
    """The last picture that was read; empty without one."""
    camera: TableCamera | None = current_app.extensions.get("lookout")
    return camera.seen_picture() if camera else b""


def _received(picture: bytes, name: str) -> AnyResponse:
    """Store a photograph for learning, with its certain readings as labels."""
    photo = photo_service().receive(picture, name, photo_service().rules(None))
    shown = {tile.id: tile.face for tile in photo.score(current_language()).tiles}
    said = {tile: face for tile, face in photo.seen.beyond_doubt().items() if shown[tile] != face}
    proves = _set(key).key if (key := request.args.get("proves", "")) else ""
    photo_service().album.change(photo.id, lambda kept: kept.teaching(said, proves))
    return redirect(url_for("pages.photo", photo_id=photo.id), 303)
