"""The pages as an app, the calls that are spoken, and the overlay of a stream, in a real browser."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from flask import Flask

from tests.companion.dashboard import table
from tests.companion.dashboard.playing import Player

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, serving, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
SPEECH = """
window.spoken = [];
Object.defineProperty(window, "speechSynthesis", { value: {
    cancel: () => {}, getVoices: () => [], speak: (said) => window.spoken.push([said.lang, said.text]),
} });
"""


@pytest.fixture
def player(app: Flask) -> Player:
    """Somebody who tells what happens by other means; Ana begins."""
    player = Player(app.test_client())
    player.begins()
    return player


def test_a_computer_that_is_gone_is_said_on_a_page_of_the_app(browser):
    with visiting(browser, 360, "es-AR", is_alone=True) as visit:
        with serving(table.app()) as address:
            visit.page.goto(address)
            visit.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        visit.page.goto(f"{address}/demo")
        assert visit.heading == "La computadora de la mesa no contesta"
        assert visit.page.evaluate("getComputedStyle(document.querySelector('.card')).borderRadius") != "0px"


@pytest.mark.slow
def test_what_is_new_is_called_once_and_only_where_somebody_wants_it(browser, address: str, player: Player):
    player.taps("lay", 0, "4b 5b 7b")
    with visiting(browser, 1280, "es-AR") as visit:
        page = visit.page
        page.add_init_script(SPEECH)
        page.goto(f"{address}/matches/{player.match}/tv")
        page.wait_for_selector("[data-voice]:not([hidden])")
        for order, there in (("undo", "detached"), ("redo", "visible")):
            player.send(order)
            page.wait_for_selector(".tv-meld", state=there, timeout=15_000)
        assert page.evaluate("spoken") == []
        page.locator("[data-voice]").click()
        player.taps("lay", 0, "4r 5r 6r 7r 8r 9r 10r")
        page.wait_for_function("() => spoken.length > 1", timeout=15_000)
        (hello, canasta) = page.evaluate("spoken")
        assert hello[0] == "es-AR"
        assert canasta == ["es-AR", "¡Canasta pura! Ana y Caro"]
        player.send("undo")
        playwright.expect(page.locator(".tv-meld")).to_have_count(1, timeout=15_000)
        assert len(page.evaluate("spoken")) == 2
        assert visit.complaints == []


@pytest.mark.slow
def test_nothing_is_behind_the_overlay(browser, address: str, player: Player):
    with visiting(browser, 1280, "es-AR", color_scheme="dark") as visit:
        visit.page.goto(f"{address}/matches/{player.match}/overlay")
        assert visit.page.locator(".top").is_hidden()
        shot = np.frombuffer(visit.page.screenshot(omit_background=True), np.uint8)
        alpha = cv2.imdecode(shot, cv2.IMREAD_UNCHANGED)[..., 3]
        assert (alpha[-1, -1], alpha.max()) == (0, 255)
        player.taps("lay", 0, "4r 5r 7r")
        visit.page.wait_for_selector(".over-last strong", timeout=15_000)
        assert visit.overflow_px <= 0
        assert visit.complaints == []
