"""Whether the camera will do, on the pages: the card, the question before a match is followed, the drawings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import atan, degrees
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.dashboard.camera.distances import DISTANCES, PICTURES, TABLE_CM, Distance
from tests.companion.dashboard.camera import ActedLookout, fit_view
from tests.companion.dashboard.playing import Player
from tests.companion.dashboard.test_table_api import _check
from vision.watching.camera_fitness import SIZE_PX

ASKS = "Así va a leer mal: las fichas se ven chicas. ¿Seguir igual?"


@pytest.fixture
def lookout(app: Flask) -> Iterator[ActedLookout]:
    """The camera, as it was before and will be afterwards."""
    found: ActedLookout = app.extensions["lookout"]
    yield found
    found.changes.clear()
    found.asked.clear()


def test_each_check_is_a_line_with_a_sign_a_word_and_what_to_do(player: Player, lookout: ActedLookout):
    assert "En unos segundos de mesa quieta" in player.client.get("/camera").text
    lookout.changes["fit"] = fit_view(size="bad", light="weak", focus="unknown")
    page = player.client.get("/camera").text
    for verdict, sign, words in (
        ("bad", "✕", "Tamaño: mal."), ("weak", "!", "Luz: justo."), ("unknown", "?", "Foco: todavía no sé."),
        ("good", "✓", "Firmeza: bien."),
    ):  # fmt: skip
        line = page.partition(f'<li class="is-{verdict}">')[2].partition("</li>")[0]
        assert sign in line
        assert words in line
    assert "Seguir igual" not in page
    assert "¿Sirve así?" in player.client.get("/camera/panel?fits=1&after=1").text
    assert "¿Sirve así?" not in player.client.get("/camera/panel?after=1").text
    assert "Will it do?" in player.client.get("/camera", headers={"Accept-Language": "en"}).text


def test_a_match_that_would_be_read_wrongly_is_followed_after_one_tap(player: Player, lookout: ActedLookout):
    lookout.changes |= {"match": player.match, "fit": fit_view(ASKS, size="bad")}
    page = player.page()
    assert ASKS in page
    assert "Seguir igual</button>" in page
    screen = player.page("/tv")
    assert ASKS in screen
    assert "Seguir igual</button>" not in screen
    answer = player.client.post("/camera/fit", data={"next": f"/matches/{player.match}"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/matches/{player.match}")
    assert lookout.asked == ["agreed"]


def test_a_picture_upside_down_is_turned_with_one_tap(player: Player, lookout: ActedLookout):
    cameras: Any = player.client.application.extensions["cameras"]
    straight, turned = fit_view(), replace(fit_view().checks[0], check="turn", verdict="bad", value=180.0)
    lookout.changes["fit"] = straight
    assert "turn_by" not in player.client.get("/camera").text
    lookout.changes |= {"match": player.match, "fit": replace(straight, asks=ASKS, checks=(*straight.checks, turned))}
    for page in (player.client.get("/camera").text, player.page()):
        assert 'name="turn_by" value="180">Girar la imagen 180°</button>' in page
    player.client.post("/camera/source", data={"turn_by": "180"})
    assert cameras.turned == "180"
    player.client.post("/camera/source", data={"turn_by": "180"})
    assert cameras.turned == ""


def test_a_picture_as_in_a_mirror_is_mirrored_with_one_tap(player: Player, lookout: ActedLookout):
    cameras: Any = player.client.application.extensions["cameras"]
    straight, mirrored = fit_view(), replace(fit_view().checks[0], check="turn", verdict="bad", value=None)
    lookout.changes |= {"match": player.match, "fit": replace(straight, asks=ASKS, checks=(*straight.checks, mirrored))}
    for page in (player.client.get("/camera").text, player.page()):
        assert 'name="mirror" value="1">Espejar la imagen</button>' in page
        assert "turn_by" not in page
    for after in ("mirrored", ""):
        player.client.post("/camera/source", data={"mirror": "1"})
        assert cameras.turned == after


def test_the_answer_is_as_the_document_says(player: Player, lookout: ActedLookout):
    schemas = player.client.get("/api/openapi.json").get_json()["components"]["schemas"]
    lookout.changes["fit"] = fit_view(ASKS, size="bad")
    answer = player.client.get("/api/camera").get_json()
    _check(answer, {"$ref": "#/components/schemas/Live"}, schemas)
    _check(answer["fit"], {"$ref": "#/components/schemas/Fit"}, schemas)
    _check(answer["fit"]["checks"][0], {"$ref": "#/components/schemas/FitCheck"}, schemas)


def test_the_drawings_tell_the_layout_and_the_height(player: Player):
    page = player.client.get("/camera").text
    for words in ("Muertos</text>", "Mazo</text>", "Pozo</text>", "92 cm", "76 cm", "64 cm", "47 píxeles"):
        assert words in page


@pytest.mark.parametrize("one", [*DISTANCES, *PICTURES])
def test_a_camera_that_high_sees_all_of_the_table_and_no_more(one: Distance):
    width, height = one.size_px
    across = degrees(2 * atan(TABLE_CM[0] / 2 / one.height_cm))
    along = degrees(2 * atan(TABLE_CM[1] / 2 / one.height_cm * width / height))
    assert max(across, along) == pytest.approx(one.degrees)


def test_the_guide_prints_the_same_numbers():
    guide = (Path(__file__).parents[3] / "docs" / "camara.md").read_text(encoding="utf-8")
    for distance in DISTANCES:
        assert f"| {distance.degrees}° | {distance.height_cm:.0f} cm |" in guide
    for picture in PICTURES:
        assert f"| {picture.size_px[0]} × {picture.size_px[1]} | {picture.tile_px:.0f} píxeles |" in guide
    assert f"menos de {SIZE_PX.weak:.0f} píxeles | menos de {SIZE_PX.bad:.0f} |" in guide


def test_a_camera_that_sees_wider_stands_lower_and_shows_tiles_as_large():
    assert [round(distance.height_cm) for distance in DISTANCES] == [92, 76, 64]
    assert [round(distance.tile_px) for distance in (*DISTANCES, *PICTURES)] == [47, 47, 47, 47, 31, 21]
