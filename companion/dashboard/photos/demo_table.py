"""The demo table: a sequence of pictures, each read when it is shown."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dashboard.language import current_language
from companion.dashboard.photos.pages import correction, tile_page
from companion.dashboard.photos.photo_service import DemoFrame, photo_service
from companion.dashboard.photos.scored_photo import PhotoSheet, sheet_of

demo_pages = Blueprint("demo", __name__, url_prefix="/demo")
AUTO_S = 4
"""Seconds that each picture stays when the demo goes on by itself."""


@demo_pages.get("")
def first() -> AnyResponse:
    """The first picture of the demo."""
    return redirect(
        url_for("demo.frame", number=1, rules=request.args.get("rules"), auto=request.args.get("auto")), 302
    )


@demo_pages.get("/<int:number>")
def frame(number: int) -> str:
    """One picture of the demo, read now."""
    shown = photo_service().demo_frame(number, again=True)
    count = len(photo_service().offer.demo)
    return render_template(
        "demo.html",
        sheet=_sheet(shown),
        number=number,
        count=count,
        following=number % count + 1,
        previous=(number - 2) % count + 1,
        auto_s=AUTO_S if "auto" in request.args else None,
        tile_url=partial(url_for, "demo.tile", number=number, rules=_rules()),
        rules=_rules(),
        offer=photo_service().offer,
    )


@demo_pages.get("/<int:number>/picture")
def picture(number: int) -> Response:
    """The picture itself."""
    answer = make_response(photo_service().demo_path(number).read_bytes())
    answer.content_type = "image/jpeg"
    answer.headers["Cache-Control"] = "private, max-age=3600"
    return answer


@demo_pages.get("/<int:number>/tiles/<int:tile_id>")
def tile(number: int, tile_id: int) -> str:
    """One tile of the demo."""
    back = url_for("demo.frame", number=number, rules=_rules())
    shown = photo_service().demo_frame(number, again=False)
    return tile_page(_sheet(shown), tile_id, back=back, picture=url_for("demo.picture", number=number))


@demo_pages.post("/<int:number>/tiles/<int:tile_id>")
def correct(number: int, tile_id: int) -> AnyResponse:
    """Copy the picture to the visitor's own photographs, with the tile corrected."""
    shown = photo_service().demo_frame(number, again=False)
    change = correction(_sheet(shown), tile_id)
    photo = photo_service().receive(shown.path.read_bytes(), shown.path.name, _rules())
    photo_service().album.change(photo.id, change)
    return redirect(url_for("pages.photo", photo_id=photo.id), 303)


def _rules() -> str:
    return photo_service().rules(request.args.get("rules"))


def _sheet(frame: DemoFrame) -> PhotoSheet:
    return sheet_of(frame.seen.score(_rules(), current_language()), ())
