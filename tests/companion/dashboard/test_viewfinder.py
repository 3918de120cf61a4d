"""What somebody who points a camera at tiles is told before the photograph is taken."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from companion.dashboard.photos.viewfinder import seen_through
from companion.view_models import UNSURE, FlawView, PhotoScore
from tests.companion.dashboard import table

SHAKEN, SMALL, PRESSED = (
    FlawView(code, message, "") for code, message in
    (("shaken", "La foto salió movida."), ("too_small", "Lejos."), ("compressed", "Comprimida."))
)  # fmt: skip


def score(doubtful: int = 0, **changes: object) -> PhotoScore:
    """The drawn table with so many tiles that nobody can tell."""
    seen = table.read_photo(table.picture(), "mesa.jpg").score("clasico", "es")
    tiles = tuple(replace(tile, face=UNSURE if number < doubtful else "7r") for number, tile in enumerate(seen.tiles))
    return replace(seen, **{"tiles": tiles, "cut_off": (), **changes})


@pytest.mark.parametrize(
    ("seen", "says"),
    [
        (score(), "Se ve bien: 27 fichas."),
        (score(doubtful=6), "Se ve bien: 27 fichas."),
        (score(doubtful=7), "Acercate a las fichas."),
        (score(cut_off=(3,)), "El borde corta alguna ficha."),
        (score(tiles=()), "No se ve ninguna ficha."),
        (score(flaws=(SHAKEN,)), "La foto salió movida."),
        (score(tiles=(), flaws=(SHAKEN,)), "La foto salió movida."),
        (score(flaws=(SMALL, PRESSED)), "Se ve bien: 27 fichas."),
        (score(flaws=(SMALL, SHAKEN)), "La foto salió movida."),
    ],
)
def test_one_sentence_says_what_to_change(client: FlaskClient, seen: PhotoScore, says: str):
    with client.application.test_request_context("/?language=es"):
        assert seen_through(seen) == says


@pytest.mark.parametrize(("language", "words"), [("es", "fichas"), ("en", "tiles")])
def test_a_small_picture_is_told_of_and_not_kept(client: FlaskClient, language: str, words: str):
    answer = client.post(f"/api/viewfinder?language={language}", data=table.picture(), content_type="image/jpeg")
    assert answer.status_code == 200
    response = answer.get_json()
    assert words in response["says"]
    assert response["tiles"] == 27


@pytest.mark.parametrize("body", [b"", b"hola"])
def test_what_is_no_picture_is_refused(client: FlaskClient, body: bytes):
    assert client.post("/api/viewfinder", data=body, content_type="image/jpeg").status_code in (400, 415)
