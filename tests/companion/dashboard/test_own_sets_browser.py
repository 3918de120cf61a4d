"""A house teaches its own tiles in a real browser: photograph, one tap on a tile, learned, used, deleted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Route, expect

from tests.companion.dashboard import table
from tests.companion.dashboard.browser import CHROMIUM, Visit, serving, visiting
from tests.companion.dashboard.playing import playing_app
from tests.companion.taught import House

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
UNSURE = 16
"""The tile of the drawn table that nobody can read."""


@pytest.fixture(scope="module")
def visits(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple]:
    """A browser before a house that has learned nothing yet, and a photograph of its tiles."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "juego.jpg").write_bytes(table.picture())
    house = House(folder / "sets")
    with playing_app(folder, house) as app, serving(app) as address:
        yield browser, address, folder / "juego.jpg", house


@pytest.mark.parametrize(
    ("width", "locale", "learns", "learning", "learned", "use", "forget"),
    [
        pytest.param(
            360,
            "es-AR",
            "Aprender estas fichas",
            "Aprendiendo… unos segundos.",
            "Aprendí «Mis fichas» con 25 fichas",
            "Usar Cualquier juego",
            "Borrar",
            marks=pytest.mark.slow,
        ),
        (
            1100,
            "en-GB",
            "Learn these tiles",
            "Learning… a few seconds.",
            "Learned “My tiles” from 25 tiles",
            "Use Any set",
            "Remove",
        ),
    ],
)
def test_a_set_is_taught_used_left_and_deleted(
    visits: tuple, width: int, locale: str, learns: str, learning: str, learned: str, use: str, forget: str
):
    browser, address, photograph, house = visits
    with visiting(browser, width, locale) as visit:
        page = visit.page
        page.goto(f"{address}/sets")
        page.set_input_files(".pick input", photograph)
        page.locator(".teaching").wait_for()
        page.locator(f'.overlay a[data-tile="{UNSURE}"]').click()
        answer = page.locator('#dialog .likely button[value="13b"]')
        expect(answer).to_be_visible()
        named: list[Route] = []
        page.route("**/tiles/*", lambda route: named.append(route))
        answer.click()
        expect(page.locator("#dialog[open]")).to_have_count(0)
        while not named:
            page.wait_for_timeout(20)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.get_by_role("button", name=learns).click()
        expect(page.locator("#notice")).to_have_text(learning)
        assert f"{address}/sets" not in asked, "the name that was tapped before has to arrive first"
        named[0].continue_()
        expect(page.locator("main, [role=status]").filter(has_text=learned).first).to_be_visible()
        expect(page.locator("#notice")).to_be_hidden()
        assert house.pupil.lessons[-1].count("13b") == 1
        page.get_by_role("button", name=use).click()
        expect(page.locator(".in-use")).to_have_count(1)
        page.once("dialog", lambda question: question.accept())
        page.get_by_role("button", name=forget).click()
        expect(page.locator(".set-list li")).to_have_count(1)
        _nothing_went_wrong(visit)


def _nothing_went_wrong(visit: Visit) -> None:
    assert (visit.complaints, visit.violations, visit.overflow_px) == ([], [], 0)
