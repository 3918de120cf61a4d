"""Photographs as JSON under ``/api``, described by an OpenAPI document."""

from __future__ import annotations

from importlib.resources import files

from flask import Blueprint, Response, jsonify, make_response, request, url_for

from companion.dashboard.language import current_language
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.photos.viewfinder import seen_through
from companion.dashboard.uploads import uploaded

api = Blueprint("api", __name__, url_prefix="/api")


@api.post("/read")
def read() -> Response:
    """The score of the photograph in the request, which is not stored."""
    rules = photo_service().rules(request.values.get("rules"))
    picture, name = uploaded()
    seen = photo_service().read(picture, request.args.get("image") or name)
    return jsonify(seen.score(rules, current_language()).as_json())


@api.post("/viewfinder")
def viewfinder() -> Response:
    """The problem of a camera preview, in a few words; the small picture is not stored."""
    picture, name = uploaded()
    score = photo_service().read(picture, name).score(photo_service().rules(None), current_language())
    return jsonify(says=seen_through(score), tiles=len(score.tiles))


@api.get("/profiles")
def profiles() -> Response:
    """The selectable rule profiles."""
    language = current_language()
    titles = [{"name": profile.name, "title": profile.title(language)} for profile in photo_service().offer.profiles]
    return jsonify(profiles=titles, usual=photo_service().settings.rules)


@api.get("/demo")
def demo() -> Response:
    """The pictures of the demo table with the addresses of their scores."""
    frames = [
        {
            "number": number,
            "image": path.name,
            "picture": url_for("demo.picture", number=number),
            "score": url_for("api.demo_frame", number=number),
        }
        for number, path in enumerate(photo_service().offer.demo, 1)
    ]
    return jsonify(frames=frames)


@api.get("/demo/<int:number>")
def demo_frame(number: int) -> Response:
    """The score of one picture of the demo, read now."""
    rules = photo_service().rules(request.args.get("rules"))
    shown = photo_service().demo_frame(number, again=True)
    return jsonify(shown.seen.score(rules, current_language()).as_json())


@api.get("/openapi.json")
def openapi() -> Response:
    """The OpenAPI document of these addresses."""
    answer = make_response((files("companion.dashboard") / "openapi.json").read_bytes())
    answer.content_type = "application/json"
    return answer
