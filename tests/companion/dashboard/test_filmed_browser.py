"""The film in a real browser: screens that are open hear of it, and it plays to its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, expect

from companion.film.service import FilmService
from tests.companion.dashboard.browser import CHROMIUM, serving, visiting
from tests.companion.dashboard.camera import ActedLookout
from tests.companion.dashboard.filming import films
from tests.companion.dashboard.playing import Player, playing_app

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
SCREENS = [
    (360, "en-US"),
    (1280, "es-AR"),
    *(pytest.param(*screen, marks=pytest.mark.slow) for screen in ((360, "es-AR"), (1280, "en-US"))),
]


@pytest.fixture(scope="module")
def served(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Browser, Player, FilmService, str]]:
    """A match that the camera follows, with film around its newest entry."""
    with playing_app(tmp_path_factory.mktemp("house")) as app:
        player = Player(app.test_client())
        lookout: ActedLookout = app.extensions["lookout"]
        lookout.changes["match"] = player.begins()
        films(app, player)
        with serving(app) as address:
            yield browser, player, app.extensions["film"], address


@pytest.mark.slow
def test_open_screens_hear_of_the_film_by_themselves(served: tuple[Browser, Player, FilmService, str]) -> None:
    browser, player, room, address = served
    room.switch(player.match, on=False)
    with visiting(browser, 1280, "es-AR") as scorer, visiting(browser, 360, "en-US") as looker:
        looker.page.goto(f"{address}/matches/{player.match}/scores")
        expect(looker.page.locator("#filmed")).to_be_hidden()
        scorer.page.goto(f"{address}/camera")
        scorer.page.get_by_role("button", name="La mesa está de acuerdo").click()
        expect(scorer.page.locator(".film-switch .ask")).to_have_text("Se guarda video de esta mesa.")
        expect(looker.page.locator("#filmed")).to_have_text("This table is being filmed.", timeout=20_000)
        scorer.page.get_by_role("button", name="Dejar de guardar video").click()
        expect(looker.page.locator("#filmed")).to_be_hidden(timeout=20_000)
        assert [visitor.overflow_px for visitor in (scorer, looker)] == [0, 0]
        assert [visitor.violations for visitor in (scorer, looker)] == [[], []]


@pytest.mark.parametrize(("width", "locale"), SCREENS)
def test_it_plays_from_a_line_of_the_story(
    width: int, locale: str, served: tuple[Browser, Player, FilmService, str]
) -> None:
    browser, player, _, address = served
    with visiting(browser, width, locale) as visit:
        page = visit.page
        page.goto(f"{address}/matches/{player.match}/history")
        visit.follow(page.locator('a[href*="/film?entry"]').first)
        when = page.locator("[data-when]")
        expect(when).to_have_text("−3.0 s")
        page.locator('[data-shot="next"]').click()
        expect(when).to_have_text("−2.8 s")
        page.locator("[data-film-play] button").click()
        expect(when).to_have_text("−0.3 s", timeout=20_000)  # the last of twelve
        expect(page.locator("[data-film-play] button")).to_have_text("Reproducir" if locale == "es-AR" else "Play")
        assert page.locator("[data-film] img").evaluate("image => image.naturalWidth") > 0
        page.locator("[data-film-play] input").fill("0")
        expect(when).to_have_text("−3.0 s")
        assert (visit.overflow_px, visit.violations, visit.complaints) == (0, [], [])
