"""A phone of 360 pixels and a desk computer ask the judge and search the rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, Visit, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
SCREENS = [
    (360, "en-US", "dark"),
    (1280, "es-AR", "light"),
    pytest.param(360, "es-AR", "light", marks=pytest.mark.slow),
    pytest.param(1280, "en-US", "dark", marks=pytest.mark.slow),
]
PAGES = (
    "/rules",
    "/rules?q=muerto",
    "/rules/torneo",
    "/rules/judge",
    "/rules/judge?melds=3r+4r+5r+6r+7r+8r+2r",
    "/rules/judge?ask=change&before=5r+J+7r&melds=5r+6r+7r",
    "/rules/judge?ask=hand&closer=0&partial=1&muerto.0=played&melds.0=4r+5r+6r+7r+8r+9r+10r+11r+12r+13r",
)


@pytest.fixture
def phone(browser) -> Iterator[Visit]:
    with visiting(browser, 360, "es-AR") as visit:
        yield visit


@pytest.mark.slow
@pytest.mark.parametrize(("width", "locale", "scheme"), SCREENS)
def test_pages_fit_every_screen(browser, address: str, width: int, locale: str, scheme: str):
    with visiting(browser, width, locale, color_scheme=scheme) as visit:
        for path in PAGES:
            visit.page.goto(address + path)
            assert visit.overflow_px == 0, path
        assert (visit.complaints, visit.violations) == ([], [])


def test_tiles_are_tapped_and_the_verdict_comes_with_its_reason(phone: Visit, address: str):
    phone.page.goto(f"{address}/rules/judge?rules=torneo")
    keys = phone.page.locator("[data-keys]")
    for tile in ("5r", "6r"):
        keys.locator(f'button[value="{tile}"]').first.tap()
    keys.locator(".ink-choice", has=phone.page.locator('input[value="b"]')).tap()
    keys.locator('button[value="7b"]').tap()
    assert phone.page.locator("[data-drawn] .tile").count() == 3
    with phone.page.expect_navigation():
        phone.page.locator(".judge-form .actions button").tap()
    ruling = phone.page.locator(".ruling")
    assert "No vale" in ruling.inner_text()
    assert ruling.locator(".tile").count() == 3
    assert "melds=5r+6r+7b" in phone.page.url
    ruling.locator("summary").first.tap()
    ruling.get_by_text("Ver la regla").first.tap()
    phone.page.wait_for_url("**/rules/torneo#run")
    assert phone.page.locator("#run").is_visible()


@pytest.mark.slow
def test_a_change_has_two_fields_and_the_keys_write_where_somebody_is(phone: Visit, address: str):
    phone.page.goto(f"{address}/rules/judge?ask=change")
    phone.page.locator('input[name="melds"]').tap()
    phone.page.locator('[data-keys] button[value="5r"]').first.tap()
    assert phone.page.locator('input[name="melds"]').input_value() == "5r"
    assert phone.page.locator('input[name="before"]').input_value() == ""


@pytest.mark.slow
def test_rules_are_found_while_somebody_types_and_without_a_network(phone: Visit, address: str):
    phone.page.goto(f"{address}/rules/torneo")
    assert phone.complaints == []
    phone.page.context.set_offline(True)
    phone.page.fill(".search input", "COMODÍN hasta")
    assert phone.page.locator("#max_wilds").is_visible()
    assert not phone.page.locator("#deal").is_visible()
    assert not phone.page.locator("#chapter-muerto").is_visible()
    phone.page.fill(".search input", "nada de eso")
    assert phone.page.locator("[data-nothing]").is_visible()
    phone.page.fill(".search input", "")
    assert phone.page.locator("#deal").is_visible()


@pytest.mark.slow
def test_without_scripts_tiles_are_tapped_and_rules_are_searched(browser, address: str):
    with visiting(browser, 360, "es-AR", java_script_enabled=False) as visit:
        visit.page.goto(f"{address}/rules/judge")
        for tile in ("5r", "6r", "7r"):
            with visit.page.expect_navigation():
                visit.page.locator(f'.judge-form button[value="{tile}"]:visible').first.tap()
        assert "Vale" in visit.page.locator(".ruling").inner_text()
        visit.page.goto(f"{address}/rules/torneo")
        visit.page.fill(".search input", "comodin hasta")
        with visit.page.expect_navigation():
            visit.page.locator(".search button").tap()
        assert visit.page.locator(".rule-entry").count() == 1
