"""The page of a match that a camera follows is one board: picture, score, question and last moves on one screen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, expect

from tests.by_day import by_day
from tests.companion.dashboard.browser import CHROMIUM, Visit, serving, visiting
from tests.companion.dashboard.camera import ActedLookout, fit_view, seen_table
from tests.companion.dashboard.playing import Player, playing_app

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
SCREENS = {"desk": (1280, 800), "phone": (360, 740)}
MOVES = "0 draw\n0 lay 4r 5r 6r\n0 discard 9k", "1 draw\n1 lay 7b 8b 9b J\n1 discard 12y"
ZONE = ((0.0, 0.6), (1.0, 0.6), (1.0, 1.0), (0.0, 1.0))
STRANGE = "0: 4r 5r 6r; 1: 7b 8b 9b J; pozo: 9k 12y 3b 5k; muertos: 11 11"
"""What the camera cannot have seen happen: two tiles were thrown."""


@pytest.fixture(scope="module", params=by_day(tuple(SCREENS), "phone"))
def watched(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Visit]:
    width, height = SCREENS[request.param]
    with playing_app(tmp_path_factory.mktemp("house")) as app:
        lookout = app.extensions["lookout"] = ActedLookout()
        player = Player(app.test_client())
        lookout.changes |= {
            "match": player.begins(("Ana", "Beto")),
            "score": seen_table(),
            "fit": fit_view(light="weak"),
            "asks_layout": "¿La mesa está armada así?",
            "outlines": {"ours": ZONE},
        }
        for moves in MOVES:
            player.send("play", moves=moves)
        player.send("look", seen=STRANGE)
        with serving(app) as address, visiting(browser, width, "es-AR") as visit:
            visit.page.set_viewport_size({"width": width, "height": height})
            visit.page.goto(f"{address}/matches/{player.match}")
            yield visit


@pytest.mark.parametrize(
    "part", [".watched .picture", ".standing", ".question h2", ".question .answer >> nth=0", ".latest li >> nth=0"]
)
def test_what_matters_lies_on_one_screen(watched: Visit, part: str) -> None:
    box = watched.page.locator(part).first.bounding_box()
    screen = watched.page.viewport_size
    assert box is not None
    assert screen is not None
    assert (box["x"] >= 0, box["x"] + box["width"] <= screen["width"] + 0.5) == (True, True)
    assert (box["y"] >= 0, box["y"] + box["height"] <= screen["height"] + 0.5) == (True, True), box
    assert (watched.overflow_px, watched.violations) == (0, [])


def test_what_is_read_stands_on_each_tile_and_in_the_moves(watched: Visit) -> None:
    read = [tile.face for tile in seen_table().tiles]
    written = watched.page.locator(".plate text").all_text_contents()
    signs = {"r": "●", "b": "◆", "y": "▲", "k": "■"}
    assert written == [face[:-1] + signs[face[-1]] if face[0].isdigit() else face for face in read if face != "back"]
    told = watched.page.locator(".latest li").nth(1)
    expect(told).to_contain_text("Beto baja")
    assert told.locator(".said-move").nth(1).locator(".tile").count() == 4
    assert re.fullmatch(r"/matches/[^/]+/hands/\d+/replay\?entry=\d+", told.locator("a").get_attribute("href"))


def test_another_answer_is_a_tap_away(watched: Visit) -> None:
    others = watched.page.locator(".other-answers")
    expect(others.locator(".answer").last).to_be_hidden()
    others.locator("summary").click()
    expect(others.locator(".answer").last).to_be_visible()
    assert (watched.overflow_px, watched.violations) == (0, [])


def test_new_names_stand_at_the_head_and_on_the_picture_at_once(watched: Visit) -> None:
    page = watched.page
    zones = page.locator(".zone text")
    assert zones.all_text_contents() == ["Ana"]
    renamed = {"order": "agree", "players": ["Anita", "Beto"], "rules": "clasico"}
    match = page.url.rsplit("/", 1)[1]
    page.evaluate(
        "([match, order]) => fetch(`/api/matches/${match}/orders`, "
        "{method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(order)})",
        [match, renamed],
    )
    expect(page.locator("h1")).to_have_text("Anita · Beto")
    expect(page).to_have_title(re.compile("Anita · Beto"))
    expect(zones).to_have_text("Anita")
