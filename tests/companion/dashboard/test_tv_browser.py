"""The large screen of a match: score once, melds, camera and last call, on one screen of a television."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, expect

from tests.by_day import by_day
from tests.companion.dashboard.browser import CHROMIUM, serving, visiting
from tests.companion.dashboard.camera import ActedLookout, seen_table
from tests.companion.dashboard.playing import Player, playing_app

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
TELEVISIONS = [(1280, 720), (1920, 1080)]
FAMILY = ("Marta", "Silvia", "Roberto", "Don Ernesto de los Santos")
LAID = (
    "0 draw\n0 lay 4r 5r 6r\n0 lay 9k 9b 9y\n0 discard 9k",
    "1 draw\n1 lay 7b 8b 9b J\n1 lay 3k 3r 3y\n1 discard 12y",
    "2 draw\n2 extend #1 4r 5r 6r 7r 8r 9r 10r\n2 lay 10k 11k 12k\n2 discard 1r",
    "3 draw\n3 lay 5y 6y 7y\n3 discard 2r",
)


@pytest.mark.parametrize("size", by_day(TELEVISIONS, TELEVISIONS[0]))
@pytest.mark.parametrize("shows", by_day(["a hand", "a hand and the camera", "the end"], "a hand", "the end"))
def test_a_television_shows_all_of_a_match_without_scrolling(
    browser: Browser, tmp_path: Path, size: tuple[int, int], shows: str
) -> None:
    width, height = size
    with playing_app(tmp_path) as app:
        lookout = app.extensions["lookout"] = ActedLookout()
        player = Player(app.test_client())
        match = player.begins(FAMILY)
        if shows == "the end":
            player.send("note", points=[3200, 1240])
            player.send("confirm")
        else:
            assert [player.send("play", moves=moves).status_code for moves in LAID] == [200] * 4
        if shows == "a hand and the camera":
            lookout.changes |= {"match": match, "score": seen_table()}
        with serving(app) as address, visiting(browser, width, "es-AR") as visit:
            visit.page.set_viewport_size({"width": width, "height": height})
            visit.page.goto(f"{address}/matches/{match}/tv")
            assert visit.page.evaluate("document.documentElement.scrollHeight") <= height
            assert (visit.overflow_px, visit.violations) == (0, [])
            for name in visit.page.locator(".tv-total > span:first-child").all():
                box = name.bounding_box()
                assert box is not None
                assert box["width"] > box["height"], "a name is written along a line"
            melds = visit.page.locator(".tv-meld")
            assert melds.count() == (0 if shows == "the end" else 6)
            if shows == "the end":
                expect(visit.page.locator(".tv-over")).to_have_text("Terminó la partida. Ganaron Marta y Roberto.")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(800, 600), *TELEVISIONS])
def test_the_overlay_of_a_stream_shows_the_melds_where_somebody_wants_them(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    width, height = size
    with playing_app(tmp_path) as app, serving(app) as address:
        player = Player(app.test_client())
        match = player.begins(FAMILY)
        assert [player.send("play", moves=moves).status_code for moves in LAID] == [200] * 4
        with visiting(browser, width, "es-AR") as visit:
            visit.page.set_viewport_size({"width": width, "height": height})
            visit.page.goto(f"{address}/matches/{match}/overlay")
            assert visit.page.locator(".over-meld").count() == 0
            visit.page.goto(f"{address}/matches/{match}/tv")
            visit.page.get_by_role("link", name="Lo mismo, con los juegos").click()
            expect(visit.page.locator(".over-meld")).to_have_count(6)
            assert visit.page.locator(".over-meld .tile").count() == 23
            for figure in visit.page.locator(".over-total strong, .over-meld, .over-last").all():
                box = figure.bounding_box()
                assert box is not None
                assert box["x"] >= 0, "nothing is cut"
                assert box["x"] + box["width"] <= width, "nothing is cut"
                assert box["y"] + box["height"] <= height, "nothing is cut"
            assert visit.page.locator(".over-total strong").first.evaluate(
                "one => one.scrollWidth <= one.clientWidth + 1"
            )
            assert (visit.overflow_px, visit.violations, visit.complaints) == (0, [], [])
