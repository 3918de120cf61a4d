"""The end of a match: who won in right words, the result as a picture, and the same match again in one tap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from werkzeug.datastructures import MultiDict

from companion.view_models.names import listed
from tests.companion.dashboard.camera import ActedLookout
from tests.companion.dashboard.playing import Player, playing_app

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser  # noqa: E402

from tests.companion.dashboard.browser import CHROMIUM, serving, visiting  # noqa: E402

SPANISH = [
    ((), ""),
    (("Ana",), "Ana"),
    (("Marta", "Silvia"), "Marta y Silvia"),
    (("Ana", "Beto", "Caro"), "Ana, Beto y Caro"),
    (("Marta", "Inés"), "Marta e Inés"),
    (("Marta", "hilda"), "Marta e hilda"),
    (("Inés", "Marta"), "Inés y Marta"),
    (("Marta", "Iara"), "Marta y Iara"),
    (("Marta", "Yolanda"), "Marta y Yolanda"),
]


@pytest.mark.parametrize(("names", "said"), SPANISH)
def test_names_are_listed_as_people_say_them(names: tuple[str, ...], said: str) -> None:
    assert listed(names, "es") == said


def test_names_are_listed_in_english() -> None:
    assert listed(("Ana", "Beto", "Inés"), "en") == "Ana, Beto and Inés"


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    """A match to 1500 without points for the muerto, of which two hands are played and which is over."""
    with playing_app(tmp_path) as app:
        player = Player(app.test_client())
        player.begins(("Marta", "Beto", "Inés", "Dani"), overrides=["target=1500", "muerto_taken_bonus=0"])
        for points in ([700, -35], [900, 1240]):
            player.send("note", points=points)
            player.send("confirm")
            player.send("deal")
        yield player


def test_what_comes_next_stands_before_the_picture_of_a_watched_table(tmp_path: Path) -> None:
    with playing_app(tmp_path) as app:
        player = Player(app.test_client())
        match = player.begins(("Ana", "Beto"), overrides=["target=600"])
        app.extensions["lookout"] = ActedLookout(changes={"match": match})
        assert player.page().index("data-camera=") < player.page().index("le toca a Ana")
        for order, said in (({"points": [700, -35]}, "Contar la mano"), ({}, "Terminó la partida")):
            player.send("note" if order else "confirm", **order)
            page = player.page()
            assert page.index(said) < page.index("data-camera="), said
            assert page.count('id="part-state"') == 1


def test_the_end_says_who_won_and_offers_the_picture_and_a_rematch(player: Player) -> None:
    for page in (player.page(), player.page("/scores")):
        assert "Terminó la partida. Ganaron Marta e Inés." in page
        assert "Revancha</button>" in page
        assert "Seguir esta partida" not in page, "nothing is left to be watched"
        assert f"/matches/{player.match}/result.png" in page


@pytest.mark.parametrize("follows", [True, False], ids=["the camera follows this match", "it follows another"])
def test_the_camera_goes_along_with_a_rematch(player: Player, *, follows: bool) -> None:
    lookout = ActedLookout(changes={"match": player.match if follows else "another"})
    player.client.application.extensions["lookout"] = lookout
    form = re.search(r'<div class="ending">.*?<form.*?</form>', player.page(), re.DOTALL)
    assert form is not None
    fields = re.findall(r'name="(\w+)" value="([^"]*)"', form[0])
    answer = player.client.post("/matches", data=MultiDict(fields))
    assert answer.status_code == 303
    again = answer.headers["Location"].rsplit("/", 1)[1]
    assert again != player.match
    assert lookout.changes["match"] == (again if follows else "another")


def test_the_result_is_a_picture_as_wide_as_telephones_like_it(player: Player) -> None:
    answer = player.client.get(f"/matches/{player.match}/result.png")
    drawn = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    assert (answer.mimetype, drawn.shape[1]) == ("image/png", 1080)
    english = player.client.get(f"/matches/{player.match}/result.png", headers={"Accept-Language": "en"})
    assert english.data != answer.data
    assert player.client.get("/matches/nowhere/result.png").status_code == 404


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
def test_one_tap_begins_the_same_match_again_and_another_keeps_the_picture(player: Player, browser: Browser) -> None:
    with serving(player.client.application) as address, visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        page.goto(f"{address}/matches/{player.match}")
        with page.expect_download() as kept:
            page.get_by_role("link", name="Mandar el resultado").click()
        assert Path(kept.value.path()).read_bytes().startswith(b"\x89PNG")
        assert visit.overflow_px == 0
        with visit.led_on():
            page.get_by_role("button", name="Revancha").click()
        found = re.search(r"/matches/(\w+)$", page.url)
        assert found is not None
        assert found[1] != player.match
        again, before = (player.client.get(f"/api/matches/{match}").get_json() for match in (found[1], player.match))
        for same in ("players", "rules"):
            assert again[same] == before[same]
        assert [team["name"] for team in again["teams"]] == [team["name"] for team in before["teams"]]
        assert (again["hands"], again["rules"]["target"]) == ([], 1500)
        assert visit.violations == []
