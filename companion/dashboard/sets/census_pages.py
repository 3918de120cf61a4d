"""The pages that check whether a set is complete, from photographs of all its tiles; missing ones can be printed."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Flask, current_app, render_template, request
from flask_babel import gettext as _

from companion.dashboard.error_pages import refuse
from companion.dashboard.interfaces import TakeCensus
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.tile_faces import face_of
from companion.dashboard.uploads import uploaded_all
from companion.view_models.census import CensusAnswers

set_census = Blueprint("set_census", __name__, url_prefix="/census")
MOST_PICTURES = 12
MOST_ANSWERS = 120
OTHER = "other"
"""The answer that the tile is one that was not offered, written beside it."""


def add_census(app: Flask, take: TakeCensus) -> Flask:
    """Add set counting to the application."""
    app.extensions["take census"] = take
    app.register_blueprint(set_census)
    app.jinja_env.globals.update(can_count_sets=True, drawn_face=face_of)
    return app


@set_census.get("")
def page() -> str:
    """The page to choose the photographs."""
    return render_template("set_census.html", found=None, answers=CensusAnswers(), number_of={})


@set_census.post("")
def count() -> str:
    """The result of counting. Nothing is stored: answers come with the same photographs again."""
    sent = uploaded_all()
    if len(sent) > MOST_PICTURES:
        refuse(413, _("Son muchas fotos: mandá hasta %(most)s por vez.", most=MOST_PICTURES))
    take: TakeCensus = current_app.extensions["take census"]
    photos = [(picture, f"{at} ({name})" if name else str(at)) for at, (picture, name, _field) in enumerate(sent, 1)]
    answers = CensusAnswers(request.form.get("apart") == "1", _faces())
    with photo_service().turn():
        found = take(photos, answers)
    number_of = {name: at for at, (_picture, name) in enumerate(photos, 1)}
    return render_template("set_census.html", found=found, answers=answers, number_of=number_of)


def _faces() -> Mapping[str, str | None]:
    """What was answered of doubtful tiles, by their places."""
    faces: dict[str, str | None] = {}
    for number in range(1, MOST_ANSWERS + 1):
        place, said = request.form.get(f"of.{number}", ""), request.form.get(f"is.{number}", "")
        said = request.form.get(f"other.{number}", "").strip() if said == OTHER else said
        if place and said:
            faces[place] = said
    return faces
