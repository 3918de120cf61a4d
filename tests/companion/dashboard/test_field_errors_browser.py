"""A refusal names the box that would solve it, beside that box, and leaves what was filled in in view."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.dashboard.playing import Player, playing_app

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect  # noqa: E402

from tests.companion.dashboard.browser import CHROMIUM, serving, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
LAID = "4r 5r 6r 7r 8r 9r 10r"


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The count of the first hand of two players, on a phone."""
    with playing_app(tmp_path) as app:
        player = Player(app.test_client())
        match = player.begins(("Ana", "Beto"))
        player.taps("lay", 0, "4r 5r 6r")
        with serving(app) as address, visiting(browser, 360, "es-AR") as visit:
            visit.page.goto(f"{address}/matches/{match}/hands/1/count")
            yield visit.page
            assert (visit.overflow_px, visit.violations) == (0, [])


@pytest.mark.parametrize(
    ("name", "wrong", "says"),
    [
        ("left.1", "3q", "«3q» no es una ficha"),
        pytest.param("melds.0", "4r 5r 66b", "«66b» no es una ficha", marks=pytest.mark.slow),
    ],
)
def test_a_slip_is_said_beside_the_box_where_it_stands(page: Page, name: str, wrong: str, says: str) -> None:
    page.locator('.count-form [name="closer"][value="stock_out"]').check()
    page.locator(f'.count-form [name="{name}"]').fill(wrong)
    page.get_by_role("button", name="Sacar la cuenta").click()
    box = page.locator(f'.count-form [name="{name}"]')
    expect(box).to_be_focused()
    expect(box).to_have_value(wrong)
    expect(box).to_have_attribute("aria-describedby", "box-refused")
    expect(page.locator("#box-refused")).to_contain_text(says)
    expect(page.locator("#box-refused")).to_be_in_viewport()
    expect(box).to_be_in_viewport()


@pytest.mark.slow
def test_a_hand_that_lacks_tiles_is_counted_all_the_same_by_one_tap_in_its_sheet(page: Page) -> None:
    form = page.locator(".count-form")
    form.locator('[name="closer"][value="stock_out"]').check()
    form.locator('[name="left.0"]').fill("3b")
    form.locator('[name="left.1"]').fill("9b")
    form.locator('[name="melds.0"]').fill(LAID)
    page.get_by_role("button", name="Sacar la cuenta").click()
    sheet = page.locator("#part-sheet")
    expect(sheet).to_contain_text("le faltan fichas")
    sheet.get_by_role("button", name="No anotamos todas las fichas").click()
    expect(sheet).not_to_contain_text("le faltan fichas")
    expect(sheet.get_by_role("button", name="Está bien: confirmar la mano")).to_be_visible()
    expect(page.locator('.count-form [name="partial"]')).to_be_checked()


@pytest.mark.slow
def test_who_closed_without_the_muerto_is_led_to_it(page: Page) -> None:
    form = page.locator(".count-form")
    form.locator('[name="closer"][value="0"]').check()
    form.locator('[name="left.1"]').fill("9b")
    form.locator('[name="melds.0"]').fill(LAID)
    form.locator('[name="partial"]').check()
    page.get_by_role("button", name="Sacar la cuenta").click()
    page.locator("#part-sheet").get_by_role("link", name="¿Y los muertos?").click()
    expect(page.locator("#count-muertos")).to_be_in_viewport()


@pytest.mark.slow
def test_what_is_missing_on_the_paper_sheet_is_asked_beside_its_box(browser: Browser, tmp_path: Path) -> None:
    with playing_app(tmp_path) as app:
        player = Player(app.test_client())
        match = player.begins(("Ana", "Beto"))
        with serving(app) as address, visiting(browser, 360, "es-AR") as visit:
            page = visit.page
            page.goto(f"{address}/matches/{match}/hands/1/sum")
            page.locator('[name="laid.0"]').fill("245")
            page.get_by_role("button", name="Sumar y confirmar").click()
            expect(page.locator("#box-refused")).to_have_text("Falta decir quién cerró.")
            page.locator("[data-step='1']").first.click()
            page.locator("label", has_text="Cerró").first.click()
            page.get_by_role("button", name="Sumar y confirmar").click()
            expect(page.locator("#box-refused")).to_have_text("Falta decir si Beto compró el muerto.")
            expect(page.locator("#box-refused")).to_be_in_viewport()
            assert page.locator('[name="laid.0"]').input_value() == "245"
