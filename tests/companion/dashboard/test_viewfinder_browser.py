"""A phone's viewfinder in a real browser, whose camera shows the table: how it looks is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from engine.rules.rules import Rules
from tests.by_day import by_day
from tests.companion.dashboard import table

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, Visit, chromium, seeing, serving, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
expect = playwright.expect


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory):
    """Chromium, whose camera shows the table."""
    reel = tmp_path_factory.mktemp("film") / "table.mjpeg"
    reel.write_bytes(table.picture() * 4)
    with chromium(*seeing(reel)) as launched:
        yield launched


def seen_at_all(_picture: bytes, name: str, law: Callable[[str], Rules]) -> table.Judged:
    """The drawn table, however its picture was packed."""
    return table.read_photo(table.picture(), name, law)


@pytest.fixture(params=by_day(["es-AR", "en-US"], "es-AR"))
def visit(request: pytest.FixtureRequest, browser) -> Iterator[Visit]:
    """A phone on the home page; nothing may go wrong on it."""
    with serving(table.app(read=seen_at_all)) as address, visiting(browser, 360, request.param) as visit:
        visit.page.goto(address)
        yield visit
        assert visit.complaints == []
        assert visit.violations == []


def test_the_viewfinder_says_how_it_looks_and_takes_the_photograph(visit: Visit):
    page = visit.page
    page.locator("[data-look]").click()
    says = {"es": "Se ve bien: 27 fichas.", "en": "Looks good: 27 tiles."}[page.locator("html").get_attribute("lang")]
    expect(page.locator("[data-advice]")).to_have_text(says, timeout=20_000)
    assert visit.overflow_px <= 0
    page.locator("[data-shoot]").click()
    page.wait_for_selector(".result")


@pytest.mark.slow
def test_it_is_left_without_a_photograph(visit: Visit):
    page = visit.page
    page.locator("[data-look]").click()
    page.locator("[data-look-away]").click()
    expect(page.locator("[data-look]")).to_be_visible()
    expect(page.locator("[data-viewfinder] video")).to_be_hidden()
    expect(page.locator("[data-advice]")).to_have_text("")


def test_a_camera_that_cannot_be_used_is_said(visit: Visit):
    page = visit.page
    page.evaluate(
        "() => { navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError')) }"
    )
    page.locator("[data-look]").click()
    expect(page.locator("[data-advice]")).to_have_text(page.locator("[data-viewfinder]").get_attribute("data-denied"))


@pytest.mark.slow
def test_over_an_open_connection_the_phones_own_camera_is_offered_alone(visit: Visit):
    visit.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    visit.page.reload()
    expect(visit.page.locator(".take")).to_be_visible()
    expect(visit.page.locator("[data-look]")).to_be_hidden()
