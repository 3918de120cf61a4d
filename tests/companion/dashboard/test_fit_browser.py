"""Whether the camera will do, in a real browser: the card renews itself, and nothing is wider than a phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, expect

from tests.by_day import by_day
from tests.companion.dashboard.browser import CHROMIUM, serving, visiting
from tests.companion.dashboard.camera import ActedLookout, fit_view, seen_table
from tests.companion.dashboard.playing import Player, playing_app

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
ASKS = "Así va a leer mal: las fichas se ven chicas. ¿Seguir igual?"


class Renewed(ActedLookout):
    """A camera that shows something new as soon as it is told to."""

    version = 7

    def view(self, language: str):
        return replace(super().view(language), version=self.version)

    def wait(self, after: int, timeout_s: float) -> int:
        return self.version


@pytest.fixture(scope="module", params=by_day([360, 1280], 360))
def visit(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple]:
    with playing_app(tmp_path_factory.mktemp("house")) as app:
        lookout = app.extensions["lookout"] = Renewed()
        player = Player(app.test_client())
        lookout.changes |= {"match": player.begins(), "score": seen_table()}
        with serving(app) as address, visiting(browser, request.param, "es-AR") as visit:
            yield visit, lookout, address, player.match


def test_the_card_renews_itself_and_one_tap_goes_on(visit: tuple):
    visit, lookout, address, match = visit
    visit.page.goto(f"{address}/camera")
    card = visit.page.locator(".fit")
    expect(card).to_contain_text("En unos segundos", timeout=30_000)
    lookout.changes["fit"] = fit_view(ASKS, size="bad", light="weak", glare="unknown")
    lookout.version += 1
    expect(card.locator(".is-bad")).to_contain_text("Tamaño: mal.", timeout=30_000)
    visit.page.locator(".placing summary").click()
    expect(visit.page.locator(".placing svg").first).to_be_visible()
    assert (visit.overflow_px, visit.violations) == (0, [])
    visit.page.goto(f"{address}/matches/{match}")
    with visit.page.expect_response("**/camera/fit", timeout=30_000):
        visit.page.locator(".fit-ask button").click(timeout=30_000)
    expect(visit.page.locator(".camera")).to_be_visible(timeout=30_000)
    assert lookout.asked[-1] == "agreed"
    assert (visit.overflow_px, visit.violations) == (0, [])
