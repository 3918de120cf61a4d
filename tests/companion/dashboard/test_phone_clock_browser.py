"""A phone at a table whose clock is put right, or wrong, while what it said waits for a connection."""

from __future__ import annotations

import pytest

from tests.companion.dashboard.organiser import Organiser

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, visiting  # noqa: E402
from tests.companion.dashboard.test_tournaments_browser import admits, types_hand  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
expect = playwright.expect


def test_a_phone_whose_clock_goes_back_says_how_long_ago_a_hand_was_typed(browser, address: str, organiser: Organiser):
    with visiting(browser, 360, "es-AR") as visit:
        page, late_s = visit.page, []
        organiser.send("start")
        admits(page, f"{address}/tournaments/device/{organiser.device(seat='home')}")
        page.context.set_offline(True)
        types_hand(page)
        page.locator("#part-say button:not([data-sign])").first.click()
        expect(page.locator("[data-queue-note]")).to_contain_text("1")
        page.evaluate("(now => { Date.now = () => now() - 3_600_000; })(Date.now)")
        page.wait_for_timeout(1500)
        page.on("request", lambda asked: asked.method == "POST" and late_s.append(asked.post_data_json["late_s"]))
        page.context.set_offline(False)
        page.locator(".slip.is-proposed").wait_for(timeout=30_000)
    assert 1 <= late_s[-1] < 60
