"""What is seen of a game on the screen: the tiles under a finger, why they are no meld, and nothing beyond the edge."""

from __future__ import annotations

from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, visiting  # noqa: E402
from tests.companion.dashboard.test_play_browser import (  # noqa: E402
    DEALT,
    at_table,
    can,
    chooses,
    chosen,
    does,
    rack,
    well,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


@pytest.fixture(scope="module")
def house_with() -> dict[str, Any]:
    return {"chance": DEALT}


WIDENS = """() => {
  for (const option of document.querySelectorAll("option")) option.textContent += " de la casa de la abuela";
  return document.querySelectorAll("option").length;
}"""


@pytest.mark.parametrize("place", ["", "play", "print", "advise", "rules/judge"])
def test_a_list_with_long_names_is_no_wider_than_a_small_phone(browser, address: str, place: str):
    with visiting(browser, 320, "es-AR") as visit:
        visit.page.goto(f"{address}/{place}")
        assert visit.page.evaluate(WIDENS) > 5
        assert visit.overflow_px == 0


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1280])
def test_why_tiles_are_no_meld_is_said_once(browser, address: str, width: int):
    """While they are chosen below the turn; once they were tried, with the rules, and not below as well."""
    with at_table(browser, address, width) as visit:
        page = visit.page
        does(visit, "draw")
        can(visit, "lay")
        tried = [rack(visit)[at] for at in (0, 5, 10)]
        chooses(visit, tried[:2])
        page.wait_for_timeout(200)
        top = page.locator("#part-rack").bounding_box()["y"]
        chooses(visit, tried[2:])
        page.wait_for_function("() => document.querySelector('[data-why]').textContent")
        moved = abs(page.locator("#part-rack").bounding_box()["y"] - top)
        assert moved < 1, "what is tapped next stays where it is"
        assert not page.locator("[data-why]").inner_text().startswith("El juego no vale"), (
            "a small screen shows one line"
        )
        does(visit, "lay")
        page.wait_for_selector(".game-problem .reason")
        page.wait_for_function("() => !document.querySelector('[data-why]').textContent")
        page.wait_for_timeout(300)
        assert page.locator("[data-why]").inner_text() == ""
        chooses(visit, tried[:1])
        chooses(visit, tried[:1])
        page.wait_for_function("() => document.querySelector('[data-why]').textContent")
        assert page.locator(".game-problem").count() == 0


SEEN = """() => {
  const [x, y] = window.under;
  const shown = [...document.querySelectorAll(".tile")].filter((tile) => {
    const box = tile.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return false;
    for (let one = tile.parentElement; one; one = one.parentElement) {
      const room = one.getBoundingClientRect();
      const isCut = getComputedStyle(one).overflowY !== "visible" && one !== document.documentElement;
      if (isCut && (y < room.top || y > room.bottom)) return false;
    }
    return true;
  });
  return shown.map((tile) => tile.textContent.trim().split(/\\s+/)[0]);
}"""
"""The numbers of the tiles that are seen at a point; what scrolls cuts off what lies beyond its edges."""


@pytest.mark.parametrize("width", [360, 1280])
def test_what_is_dragged_is_seen_all_the_way(browser, address: str, width: int):
    with at_table(browser, address, width) as visit:
        page = visit.page
        does(visit, "draw")
        can(visit, "lay")
        first, second = page.locator("#part-rack .rack-tile").all()[:2]
        first.click()
        second.click()
        numbers = [face.removesuffix(face[-1]) for face in chosen(visit)]
        box, end = first.bounding_box(), page.locator("[data-pozo]").bounding_box()
        page.mouse.move(box["x"] + 10, box["y"] + 10)
        page.mouse.down()
        x, y = end["x"] + 12, end["y"] + 20
        page.mouse.move(x, y, steps=5)
        page.evaluate("([x, y]) => (window.under = [x, y])", [x, y])
        assert page.evaluate(SEEN) == numbers[:1]
        assert page.locator(".game-lifted .tile").count() == 2, "all that is chosen goes along"
        page.mouse.move(box["x"] + 10, box["y"] + 10, steps=3)
        page.mouse.up()
        assert page.locator(".game-lifted, .is-lifted").count() == 0
        assert well(visit)
