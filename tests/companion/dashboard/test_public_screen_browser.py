"""The large screen of a tournament: nothing below its edge, pages that turn, codes that telephones there read."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect

from tests.by_day import by_day
from tests.companion.dashboard.browser import CHROMIUM, serving, visiting
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import playing_app

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
TELEVISIONS = [(1280, 720), (1920, 1080)]
OUTSIDE = "http://192.168.0.7:8000/"
NAMES = ("Marta y Silvia", "Roberto y Don Ernesto de los Santos", "Ana", "Daniela Fernández Iriarte", "Beto", "Ñoña")
SHOWN = """page => [...document.querySelectorAll('.tv-fixture, .tv-standings tbody tr')].map((one, number) => {
    const box = one.getBoundingClientRect();
    const stage = document.querySelector('.tv-stage').getBoundingClientRect();
    const inside = box.width > 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= stage.bottom + 1;
    return inside ? number : -1;
}).filter((number) => number >= 0)"""
"""The numbers of the matches and the rows of tables that are to be seen whole."""
NARROWEST = """() => Math.min(...[...document.querySelectorAll('.tv-pair .name, .tv-standings tbody th')].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return Math.min(1, ...one.textContent.trim().split(/\\s+/).map((word) => {
        const at = one.firstChild.textContent.indexOf(word);
        if (at < 0) return 1;
        range.setStart(one.firstChild, at);
        range.setEnd(one.firstChild, at + word.length);
        return range.getClientRects().length > 1 ? 0 : 1;
    }));
}))"""
"""0 where a word of a name is broken."""


def _organiser(app: Flask, players: int, **plan: object) -> Organiser:
    """A tournament in which the first matches are played, and the next are at the tables."""
    organiser = Organiser(app, title="Torneo del Club Social y Deportivo", tables=players // 4, **plan)
    names = [f"{NAMES[n % len(NAMES)]} {n}" for n in range(players)]
    organiser.send("enter", lines="\n".join(names))
    organiser.send("bracket" if plan.get("format") == "elimination" else "draw", seed="x")
    organiser.send("seat")
    for fixture in organiser.shown()["fixtures"]:
        if fixture["standing"] == "seated":
            organiser.send("rule", fixture=fixture["number"], hand=0, points=[2150 + fixture["number"], 1385])
    organiser.send("seat")
    organiser.send("start")
    return organiser


def _pages(page: Page) -> int:
    return int(page.locator("[data-pages]").get_attribute("data-pages") or 0)


def _foot(page: Page, selector: str) -> float:
    return float(page.locator(selector).evaluate("one => one.getBoundingClientRect().bottom"))


def _code(page: Page) -> str:
    """What a camera before the screen reads: of 400 such codes this reader misses none, and the older one three."""
    picture = cv2.imdecode(np.frombuffer(page.screenshot(animations="disabled"), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return cv2.QRCodeDetectorAruco().detectAndDecode(picture)[0]


@pytest.mark.parametrize("size", by_day(TELEVISIONS, TELEVISIONS[0]))
@pytest.mark.parametrize(
    ("players", "plan"),
    [
        pytest.param(40, {}, marks=pytest.mark.slow),
        (24, {"format": "elimination"}),
        pytest.param(8, {}, marks=pytest.mark.slow),
        pytest.param(30, {"format": "round_robin"}, marks=pytest.mark.slow),
    ],
)
def test_everything_is_on_some_page_and_nothing_below_the_edge(
    browser: Browser, tmp_path: Path, size: tuple[int, int], players: int, plan: dict[str, str]
) -> None:
    width, height = size
    with playing_app(tmp_path, public_url=OUTSIDE) as app, serving(app) as address:
        organiser = _organiser(app, players, **plan)
        with visiting(browser, width, "es-AR", reduced_motion="reduce") as visit:
            page = visit.page
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{address}{organiser.address}/tv")
            expect(page.locator("[data-says]")).to_have_text(re.compile(r"^Página 1 de \d+$"))
            assert page.evaluate(NARROWEST) == 1, "no word of a name is broken"
            seen: list[int] = []
            for number in range(1, _pages(page) + 1):
                expect(page.locator("[data-says]")).to_have_text(f"Página {number} de {_pages(page)}")
                assert page.evaluate("document.documentElement.scrollHeight") <= height
                assert page.evaluate("document.getAnimations().length") == 0
                if page.locator(".tv-tree").is_visible():
                    last, stage = ".tv-tree .bracket-round:first-child a:last-child", ".tv-stage"
                    assert _foot(page, last) <= _foot(page, stage)
                seen += page.evaluate(SHOWN)
                assert _code(page) == f"{OUTSIDE}tournaments/{organiser.tournament}"
                page.keyboard.press("ArrowRight")
            assert sorted(seen) == list(range(page.locator(".tv-fixture, .tv-standings tbody tr").count()))
            page.keyboard.press("ArrowLeft")
            expect(page.locator(".tv-follow .qr")).to_be_visible()
            across = page.locator(".tv-follow .qr").evaluate("one => one.getBoundingClientRect().width")
            assert across > 0.55 * height, "once on every round the code is as large as the screen"
            assert (visit.overflow_px, visit.violations, visit.complaints) == (0, [], [])


@pytest.mark.slow
def test_pages_turn_by_themselves_until_somebody_wants_one_to_stay(browser: Browser, tmp_path: Path) -> None:
    with playing_app(tmp_path, public_url=OUTSIDE) as app, serving(app) as address:
        organiser = _organiser(app, 40)
        with visiting(browser, 1280, "en", is_alone=True) as visit:
            page = visit.page
            page.clock.install()
            page.goto(f"{address}{organiser.address}/tv")
            says, pages = page.locator("[data-says]"), _pages(page)
            assert pages > 2
            for number in (2, 3):
                waited_s = 0
                while says.inner_text() == f"Page {number - 1} of {pages}" and (waited_s := waited_s + 1) < 15:
                    page.clock.run_for(1000)
                expect(says).to_have_text(f"Page {number} of {pages}")
            page.get_by_role("button", name="Stay here").click()
            page.clock.run_for(60_000)
            expect(says).to_have_text(f"Page 3 of {pages}")
            playing = next(fixture for fixture in organiser.shown()["fixtures"] if fixture["standing"] == "playing")
            organiser.send("rule", fixture=playing["number"], hand=0, points=[3000, 5])
            page.clock.run_for(8_000)
            expect(page.locator(".tv-flow")).to_contain_text("3,000")
            expect(says).to_have_text(f"Page 3 of {_pages(page)}")


@pytest.mark.slow
def test_a_screen_that_telephones_cannot_reach_shows_no_code_but_says_so(browser: Browser, tmp_path: Path) -> None:
    with playing_app(tmp_path) as app, serving(app) as address:
        organiser = _organiser(app, 8)
        with visiting(browser, 1280, "es-AR") as visit:
            visit.page.goto(f"{address}{organiser.address}/tv")
            assert visit.page.locator(".qr").count() == 0
            assert visit.page.locator(".tv-follow").count() == 0
            expect(visit.page.locator(".tv-back")).to_contain_text("burako serve --host 0.0.0.0")
        codes = app.test_client().get(f"{organiser.address}/codes", base_url="http://127.0.0.1:8000")
        assert "burako serve --host 0.0.0.0" in codes.text
        codes = app.test_client().get(f"{organiser.address}/codes", base_url="http://192.168.0.7:8000")
        assert "burako serve --host 0.0.0.0" not in codes.text
