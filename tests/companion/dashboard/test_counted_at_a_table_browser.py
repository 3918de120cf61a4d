"""A phone counts a hand with a photograph: the judge has it, and the next hand begins without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from tests.companion.dashboard import table
from tests.companion.dashboard.organiser import Organiser

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
expect = playwright.expect


@pytest.mark.parametrize("is_cut", [False, True], ids=["in reach", "without a connection"])
def test_what_was_counted_goes_with_its_hand(browser, address: str, app: Flask, tmp_path: Path, is_cut: bool):
    organiser = Organiser(app)
    organiser.begins()
    picture = tmp_path / "mesa.jpg"
    picture.write_bytes(table.picture())
    with visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        page.goto(f"{address}/tournaments/device/{organiser.device(seat='home')}")
        page.locator("main form button").click()
        page.get_by_text("Contar lo bajado con una foto").click()
        page.locator('form[action$="/table/photo"] input[type=file]').first.set_input_files(picture)
        page.locator('form[action$="/table/photo"] button').first.click()
        own, theirs = page.locator('#part-say input[name="points"]').all()[:2]
        expect(own).to_have_value("375")
        theirs.fill("-60")
        page.context.set_offline(is_cut)
        page.locator("#part-say button:not([data-sign])").first.click()
        expect(page.locator("[data-next-hand]")).to_have_attribute("data-next-hand", "2")
        page.context.set_offline(False)
        page.locator(".slip.is-proposed").wait_for(timeout=30_000)
        for field in page.locator('#part-say input[name="points"]').all()[:2]:
            expect(field).to_have_value("")
        expect(page.locator("#part-say input[name=counted]")).to_have_count(0)
    slip = organiser.slip()
    assert (slip["points"], len(slip["pictures"])) == ([375, -60], 1)
