"""Playing on the screen with a finger, and with the same game open in two tabs."""

from __future__ import annotations

from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, Visit  # noqa: E402
from tests.companion.dashboard.test_play_browser import (  # noqa: E402
    DEALT,
    advised,
    at_table,
    can,
    chosen,
    does,
    melds,
    rack,
    seen,
    well,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


@pytest.fixture(scope="module")
def house_with() -> dict[str, Any]:
    return {"chance": DEALT}


def drags_by_finger(visit: Visit, tile, to) -> None:
    """Carries a tile somewhere with one finger."""
    tile.scroll_into_view_if_needed()
    box, end = tile.bounding_box(), to.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    right, down = end["x"] + end["width"] / 2 - x, end["y"] + min(end["height"] / 2, 40) - y
    finger = visit.page.context.new_cdp_session(visit.page)

    def touches(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": at, "y": up} for at, up in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    touches("touchStart", (x, y))
    for step in range(1, 9):
        touches("touchMove", (x + right * step / 8, y + down * step / 8))
    touches("touchEnd")


def test_a_finger_drags_tiles_onto_the_table_and_to_the_pozo(browser, address: str):
    with at_table(browser, address) as visit:
        page = visit.page
        does(visit, "draw")
        can(visit, "lay")
        before = rack(visit)
        tiles = page.locator("#part-rack .rack-tile")
        drags_by_finger(visit, tiles.first, tiles.nth(4))
        assert rack(visit) != before
        assert sorted(rack(visit)) == sorted(before)
        page.wait_for_timeout(1000)  # a tap at once after a drag only ends that gesture, as far as the browser goes
        for face in (wanted := advised(visit)):
            page.locator(f'#part-rack .rack-tile:has(input[value="{face}"]:not(:checked))').first.tap()
        assert sorted(chosen(visit)) == sorted(wanted)
        drags_by_finger(
            visit, page.locator("#part-rack .rack-tile:has(input:checked)").first, page.locator(".game-table")
        )
        melds(visit).wait_for()
        thrown = rack(visit)[0]
        drags_by_finger(visit, tiles.first, page.locator("[data-pozo]"))
        can(visit, "draw")
        assert thrown in [line["move"].split()[-1] for line in seen(visit)["log"]]
        assert well(visit)


@pytest.mark.slow
def test_one_person_in_two_tabs_sees_the_same_rack_in_both(browser, address: str):
    with at_table(browser, address) as visit:
        other = visit.page.context.new_page()
        other.goto(visit.page.url)
        other.wait_for_selector("[data-game]")
        does(visit, "draw")
        can(visit, "lay")
        other.wait_for_selector('#part-verbs [value="lay"]')
        assert sorted(other.locator("#part-rack input").evaluate_all("all => all.map((one) => one.value)")) == sorted(
            rack(visit)
        )
        face = rack(visit)[0]
        other.locator(f'#part-rack .rack-tile:has(input[value="{face}"])').first.click()
        other.locator('#part-verbs [value="discard"]').click()
        can(visit, "draw")
        assert face in [line["move"].split()[-1] for line in seen(visit)["log"]]
        assert well(visit)
