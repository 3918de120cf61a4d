"""A match is drawn anew while a phone at its table is writing: what was typed stays in view, and counts for nobody."""

from __future__ import annotations

import re

import pytest

from tests.companion.dashboard.organiser import Organiser

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, visiting  # noqa: E402
from tests.companion.dashboard.test_tournaments_browser import admits, types_hand  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
expect = playwright.expect


def test_what_was_typed_of_a_match_that_is_drawn_anew_stays_on_the_page(browser, address: str, organiser: Organiser):
    with visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        admits(page, f"{address}/tournaments/device/{organiser.device(seat='home')}")
        title = page.locator("h1").inner_text()
        types_hand(page)
        organiser.send("strike", entry=3, reason="faltaba uno")
        organiser.send("draw", seed="otra")
        organiser.send("seat")
        page.locator("#part-say button:not([data-sign])").first.click()
        expect(page.locator("[data-refused-note] li")).to_have_text(
            re.compile(rf"^{title} · .* 1 \(415 : −60\): Eso era")
        )
        expect(page.locator("h1")).not_to_have_text(title)
        assert [fixture["slips"] for fixture in organiser.shown()["fixtures"] if fixture["slips"]] == []
        page.locator("[data-refused-seen]").click()
        expect(page.locator("[data-refused-note]")).to_be_hidden()
