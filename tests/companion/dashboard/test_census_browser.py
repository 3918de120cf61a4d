"""Counting a set in a browser: photographs come one by one, stay, and are counted again with the answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.companion.dashboard import table

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.slow)])
def test_photographs_are_added_one_by_one_and_doubts_answered_on_them(
    browser, address: str, width: int, tmp_path: Path
):
    for name in ("a", "b"):
        (tmp_path / f"{name}.jpg").write_bytes(table.picture())
    with visiting(browser, width, "es-AR") as visit:
        page = visit.page
        page.goto(f"{address}/census")
        page.wait_for_selector("[data-photos]", state="attached")
        page.wait_for_load_state("networkidle")
        page.set_input_files("[data-census] [capture]", tmp_path / "a.jpg")
        page.set_input_files('[data-census] [name="photo"]', tmp_path / "b.jpg")
        assert page.locator("[data-photos] img").count() == 2
        page.get_by_role("button", name="Contar", exact=True).click()
        page.wait_for_selector(".census-found fieldset")
        assert page.locator("[data-photos] img").count() == 2, "they are still here"
        playwright.expect(page.locator(".census-found .crop")).to_be_visible()
        page.locator('.census-found input[value="9b"]').check(force=True)
        page.get_by_role("button", name="Contar de nuevo").click()
        page.wait_for_selector(".census-found fieldset", state="detached")
        assert page.locator('.census-found [aria-label="9 azul"]').count() == 1
        page.locator("[data-photos] button").first.click()
        assert page.locator("[data-photos] img").count() == 1
        assert (visit.complaints, visit.violations, visit.overflow_px) == ([], [], 0)
