"""The pages of photographs: upload, score, correct, undo, change rules, delete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from companion.dashboard.alerts import Health
from companion.dashboard.error_pages import refuse
from companion.dashboard.interfaces import Matches
from companion.dashboard.language import current_language
from companion.dashboard.matches.withholding import visible
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.photos.photo_store import KeptPhoto
from companion.dashboard.photos.scored_photo import DrawnTile, PhotoSheet, likeliest, sheet_of
from companion.dashboard.tile_faces import CHOICES, every_face, face_of
from companion.dashboard.uploads import uploaded
from companion.view_models import AS_SEEN, MatchCard

pages = Blueprint("pages", __name__)
_MATCHES = 8
SAMPLE = tuple(face_of(name) for name in ("5r", "6r", "J", "8r", "11b", "11k", "11y"))
"""The tiles that greet a visitor."""


@pages.get("/")
def home() -> str:
    """The page to choose or take a photograph."""
    return render_template("home.html", offer=photo_service().offer, settings=photo_service().settings, sample=SAMPLE)


@pages.get("/healthz")
def health() -> tuple[dict[str, object], int]:
    """The health check; 503 where nothing can be stored."""
    monitor: Health | None = current_app.extensions.get("wellbeing")
    if monitor is None:
        return {"status": "ok"}, 200
    return {"status": "ok" if monitor.is_well() else "unwell", **monitor.health()}, 200 if monitor.is_well() else 503


@pages.post("/photos")
def receive() -> AnyResponse:
    """Read a photograph and redirect to its score."""
    rules = photo_service().rules(request.form.get("rules"))
    photo = photo_service().receive(*uploaded(), rules)
    return redirect(url_for("pages.photo", photo_id=photo.id), 303)


@pages.get("/photos/<photo_id>")
def photo(photo_id: str) -> str:
    """The score of a photograph."""
    return photo_page(photo_service().kept(photo_id))


def photo_page(kept: KeptPhoto, problem: str = "") -> str:
    """The page of a photograph, possibly with a message about a failed action."""
    tile_url = partial(url_for, "pages.tile", photo_id=kept.id)
    matches = [match for match in _matches() if match.next != "over"]
    return render_template("photo.html", photo=kept, sheet=_sheet(kept), tile_url=tile_url, offer=photo_service().offer,
                           settings=photo_service().settings, problem=problem, matches=matches)  # fmt: skip


@pages.get("/photos/<photo_id>/picture")
def picture(photo_id: str) -> Response:
    """The photograph as uploaded."""
    kept = photo_service().kept(photo_id)
    answer = make_response(kept.picture)
    answer.content_type = kept.media_type
    return answer


@pages.get("/photos/<photo_id>/tiles/<int:tile_id>")
def tile(photo_id: str, tile_id: int) -> str:
    """One tile: its reading, confidence, alternatives, and corrections."""
    kept = photo_service().kept(photo_id)
    back = url_for("pages.photo", photo_id=photo_id)
    picture_url = url_for("pages.picture", photo_id=photo_id)
    return tile_page(_sheet(kept), tile_id, back=back, picture=picture_url)


@pages.post("/photos/<photo_id>/tiles/<int:tile_id>")
def correct(photo_id: str, tile_id: int) -> AnyResponse:
    """Store a correction of a tile, or of what it hides; an empty face removes it."""
    photo_service().album.change(photo_id, correction(_sheet(photo_service().kept(photo_id)), tile_id))
    return redirect(url_for("pages.photo", photo_id=photo_id), 303)


@pages.post("/photos/<photo_id>/undo")
def undo(photo_id: str) -> AnyResponse:
    """Undo the last correction."""
    photo_service().kept(photo_id)
    photo_service().album.change(photo_id, KeptPhoto.undone)
    return redirect(url_for("pages.photo", photo_id=photo_id), 303)


@pages.post("/photos/<photo_id>/rules")
def judge(photo_id: str) -> AnyResponse:
    """Judge the same photograph by other rules."""
    photo_service().kept(photo_id)
    rules = photo_service().rules(request.form.get("rules"))
    photo_service().album.change(photo_id, lambda photo: photo.judged_by(rules))
    return redirect(url_for("pages.photo", photo_id=photo_id), 303)


@pages.post("/photos/<photo_id>/forget")
def forget(photo_id: str) -> AnyResponse:
    """Delete a photograph at once."""
    photo_service().forget(photo_id)
    return redirect(url_for("pages.home"), 303)


def tile_page(sheet: PhotoSheet, tile_id: int, *, back: str, picture: str) -> str:
    """The page of one tile of a photograph that is shown at ``back``."""
    drawn = drawn_tile(sheet, tile_id)
    likely, every = likeliest(drawn), every_face()
    return render_template("tile.html", tile=drawn, sheet=sheet, likely=likely, every=every, back=back, picture=picture)


def drawn_tile(sheet: PhotoSheet, tile_id: int) -> DrawnTile:
    """A tile of a photograph; refuses an unknown id."""
    return sheet.tile(tile_id) or refuse(404, _("Esa ficha no está en la foto."))


def chosen_face() -> str | None:
    """The face in a form; ``None`` removes a correction."""
    face = request.form.get("face", "")
    if face and face not in CHOICES:
        refuse(422, _("Esa ficha no existe: van del 1 al 13 en cuatro colores, y el comodín."))
    return face or None


def correction(sheet: PhotoSheet, tile_id: int) -> Callable[[KeptPhoto], KeptPhoto]:
    """The correction in a form: a tile's face, or the canasta under it."""
    drawn_tile(sheet, tile_id)
    if canasta := request.form.get("canasta"):
        row = next((row for row in sheet.rows if row.is_covered and row.tiles[-1].id == tile_id), None)
        if row is None or canasta not in (*row.may_be, AS_SEEN):
            refuse(409, _("Eso ya no se pregunta: mirá cómo quedó."))
        return lambda photo: photo.with_canasta(tile_id, canasta)
    face = chosen_face()
    return lambda photo: photo.corrected(tile_id, face)


def _matches() -> Sequence[MatchCard]:
    """The matches in which a photograph may be counted, most recent first."""
    tables: Matches | None = current_app.extensions.get("tables")
    return visible(tables.cards(current_language(), 0, _MATCHES)) if tables else ()


def _sheet(kept: KeptPhoto) -> PhotoSheet:
    return sheet_of(kept.score(current_language()), kept.corrections)
