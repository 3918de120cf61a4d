"""Tiles that lie alone on a photograph: what each is worth, and why a sum of nought is nought."""

from __future__ import annotations

import io

import pytest
from flask import Flask

from tests.companion.dashboard import table
from tests.companion.dashboard.photographed import Recognizer

LOOSE = [
    # what lies alone, by whose rules, what each is worth, and all of them
    ("4r 11b 1y 2k J", "clasico", (5, 10, 15, 20, 50), 100),
    ("4r 11b 1y J", "rummy", (4, 11, 1, 50), 66),
    ("4r back 3b", "clasico", (5, 0, 5), 10),
]
WHY = {"es": "La suma da 0 porque sólo cuentan los juegos", "en": "The sum is 0 because only melds count"}


@pytest.fixture
def recognizer() -> Recognizer:
    return Recognizer()


@pytest.fixture
def app(recognizer: Recognizer) -> Flask:
    return table.app(read=recognizer.read)


@pytest.mark.parametrize(("tiles", "rules", "worth", "together"), LOOSE)
def test_a_loose_tile_tells_what_it_is_worth(
    recognizer: Recognizer, tiles: str, rules: str, worth: tuple[int, ...], together: int
):
    score = recognizer.read(recognizer.table((), loose=tiles.split()), "mesa.jpg").score(rules, "es")
    assert (score.points, score.loose_points, sum(score.loose_points)) == (0, worth, together)
    assert "loose_points" not in score.as_json()


@pytest.mark.parametrize("language", WHY)
def test_a_sum_of_nought_says_why(app: Flask, recognizer: Recognizer, language: str):
    client = app.test_client()

    def page(blob: bytes) -> str:
        sent = {"photo": (io.BytesIO(blob), "mesa.jpg")}
        return client.post("/photos", data=sent, follow_redirects=True, headers={"Accept-Language": language}).text

    alone = client.post(
        "/photos", data={"photo": (io.BytesIO(recognizer.table((), loose=["4r", "11b", "1y"])), "a.jpg")}
    )
    text = client.get(alone.headers["Location"], headers={"Accept-Language": language}).text
    assert WHY[language] in text
    assert ("30 puntos" if language == "es" else "30 points") in text
    assert WHY[language] not in page(recognizer.table(("4r 5r 6r",), loose=["4r", "11b", "1y"]))
