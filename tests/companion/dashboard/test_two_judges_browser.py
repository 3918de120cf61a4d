"""Of two judges who give the same penalty at once, the second is told and finds in the form what was typed."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.companion.dashboard.organiser import Organiser

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
expect = playwright.expect


def test_the_second_is_told_and_keeps_what_was_typed(browser, address: str, app: Flask):
    organiser = Organiser(app)
    organiser.begins()
    entrant = organiser.shown()["fixtures"][0]["entrants"][0]
    with visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        page.goto(f"{address}{organiser.address}/fixtures/1")
        page.locator("summary", has_text="Sancionar").click()
        form = page.locator("form", has=page.locator('input[name=order][value="penalise"]'))
        form.locator(f'label.chip:has(input[name=entrant][value="{entrant}"])').click()
        form.locator("input[name=points]").fill("-100")
        form.locator("input[name=reason]").fill("llegó tarde")
        organiser.send("penalise", entrant=entrant, points=-100, reason="llegó tarde", fixture=1)
        form.locator("button:not([type=button])").click()
        expect(page.locator(".flash")).to_contain_text("Mientras tanto")
        expect(form.locator("input[name=points]")).to_have_value("-100")
        expect(form.locator("input[name=reason]")).to_have_value("llegó tarde")
        assert organiser.shown()["fixtures"][0]["penalties"] == [-100, 0]
        form.locator("button:not([type=button])").click()
        expect(page.locator(".flash")).to_have_count(0)
    assert organiser.shown()["fixtures"][0]["penalties"] == [-200, 0], "who has read it may say that it is another"
