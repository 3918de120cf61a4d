"""Stepping through a hand in a browser: buttons, the arrows of the keyboard, the slider, and a page without scripts."""

from __future__ import annotations

import pytest

from tests.companion.dashboard.playing import Player

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
SIZES = ((360, 740), (1280, 800))


@pytest.fixture
def page_of(player: Player, address: str) -> str:
    """The address of the replay of a hand with five steps, of which one was taken back."""
    player.send("play", moves="0 draw\n0 lay 4r 5r 6r\n0 discard 9k")
    player.send("play", moves="1 draw\n1 lay 9k 9b 9y")
    player.send("undo")
    player.send("play", moves="1 draw\n1 discard 3b")
    return f"{address}/matches/{player.match}/hands/1/replay"


def at(page) -> str:
    return page.locator(".replay-count [aria-hidden]").inner_text()


@pytest.mark.slow
def test_keys_buttons_and_the_slider_go_from_step_to_step(browser, page_of: str):
    with visiting(browser, 1280, "es") as visit:
        page = visit.page
        page.goto(page_of)
        seen = [at(page)]
        for does in (
            lambda: page.keyboard.press("ArrowLeft"),
            lambda: page.keyboard.press("Home"),
            lambda: page.locator('[data-step="next"]').click(),
            lambda: page.keyboard.press("ArrowRight"),
            lambda: page.keyboard.press("End"),
            lambda: page.locator("[data-slider]").fill("2"),
        ):
            before = at(page)
            does()
            page.wait_for_function(
                "was => document.querySelector('.replay-count [aria-hidden]').innerText !== was", arg=before
            )
            seen.append(at(page))
        assert seen == ["5 / 5", "4 / 5", "1 / 5", "2 / 5", "3 / 5", "5 / 5", "2 / 5"]
        assert page.url.endswith("?step=2")
        assert "Ana baja" in page.locator("#part-now").inner_text()
        assert page.locator("[data-slider]").get_attribute("aria-valuetext") == "Paso 2 de 5"
        page.reload()
        assert at(page) == "2 / 5"
        assert not visit.complaints
        assert not visit.violations


def test_the_button_keeps_the_focus_and_what_was_taken_back_says_so(browser, page_of: str):
    with visiting(browser, 1280, "es") as visit:
        visit.page.goto(f"{page_of}?step=3")
        way = visit.page.locator('[data-step="next"]')
        way.focus()
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_selector("#part-now.undone")
        assert visit.page.evaluate("document.activeElement.dataset.step") == "next"
        assert "Se deshizo" in visit.page.locator("#part-now").inner_text()


@pytest.mark.slow
def test_a_hand_plays_by_itself_and_stands_still_when_somebody_takes_over(browser, page_of: str):
    with visiting(browser, 360, "es") as visit:
        page = visit.page
        page.goto(page_of)
        page.locator("[data-play] select").select_option("500")
        button = page.locator("[data-play] button")
        button.click()
        page.wait_for_function("() => document.querySelector('.replay-count [aria-hidden]').innerText === '3 / 5'")
        assert "Pausa" in button.inner_text()
        page.locator('[data-step="prev"]').click()
        page.wait_for_function("() => document.querySelector('.replay-count [aria-hidden]').innerText === '2 / 5'")
        assert "Reproducir" in button.inner_text()
        page.wait_for_timeout(900)
        assert at(page) == "2 / 5"
        button.click()
        page.wait_for_function("() => document.querySelector('[data-play] [data-word]').innerText === 'Reproducir'")
        assert at(page) == "5 / 5"
        assert not visit.complaints


@pytest.mark.slow
@pytest.mark.parametrize("form", ["gif", "mp4"])
def test_a_hand_is_made_into_moving_pictures_that_the_browser_plays(browser, page_of: str, form: str):
    with visiting(browser, 360, "en") as visit:
        page = visit.page
        page.goto(page_of)
        page.locator(f'a[href$="animation-{form}"]').click()
        shown = page.wait_for_selector(".animation-shown", timeout=60_000)
        shown.evaluate("""one => new Promise((then) => {
            if (one.complete || one.readyState > 1) then();
            one.onload = one.onloadeddata = then;
        })""")
        assert shown.evaluate("one => [one.naturalWidth ?? one.videoWidth, one.duration ?? null]") == [
            720,
            None if form == "gif" else 8.0,
        ]
        assert visit.overflow_px == 0
        assert not visit.complaints
        assert not visit.violations


def test_without_scripts_every_step_is_a_link(browser, page_of: str):
    with visiting(browser, 360, "es", java_script_enabled=False) as visit:
        visit.page.goto(page_of)
        visit.page.locator('[data-step="prev"]').click()
        visit.page.locator('[data-step="first"]').click()
        assert at(visit.page) == "1 / 5"
        visit.page.locator("[data-slider]").fill("3")
        visit.page.locator(".replay-slider button").click()
        assert at(visit.page) == "3 / 5"


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_step_is_in_view_and_nothing_scrolls_sideways(browser, page_of: str, width: int, height: int):
    with visiting(browser, width, "en") as visit:
        visit.page.set_viewport_size({"width": width, "height": height})
        visit.page.goto(f"{page_of}?step=2")
        assert visit.overflow_px == 0
        boxes = [visit.page.locator(selector).bounding_box() for selector in (".replay-bar", "#part-now .running")]
        assert all(box["y"] + box["height"] <= height for box in boxes)
        ways = [button.bounding_box() for button in visit.page.locator(".replay-ways .button").all()]
        assert all(box["width"] >= 44 and box["height"] >= 44 for box in ways)
