"""Several melds of a common table are laid anew in one turn: by tap, drag, finger and key, on a phone and a desk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, Visit, visiting  # noqa: E402
from tests.companion.dashboard.common_table import DEALT, CommonTable  # noqa: E402
from tests.companion.dashboard.test_play_browser import can, does, drags, rack, well  # noqa: E402
from tests.companion.dashboard.test_play_touch_browser import drags_by_finger  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
TENS, ELEVENS, RUN = "10k 10r 10y", "11k 11r 11y", "7b 8b 9b 10b"
TARGET_PX, REACHED_PX = 44, 43.5
"""The least side of what a finger has to meet, and what of it is left after rounding."""


@pytest.fixture(scope="module")
def house_with() -> dict[str, Any]:
    return {"chance": DEALT}


@contextmanager
def laid(browser, app: Flask, address: str, width: int = 360, turns: int = 2) -> Iterator[tuple[Visit, CommonTable]]:
    with visiting(browser, width, "es") as visit:
        visit.page.set_viewport_size({"width": width, "height": 740})
        yield visit, CommonTable(app, visit, address, turns)


def settled(visit: Visit, table: CommonTable, count: int) -> list[str]:
    """The table once it has so many melds on the page too."""
    visit.page.wait_for_function(f"() => document.querySelectorAll('.game-meld').length === {count}")
    return table.melds()


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1280])
def test_a_turn_over_three_melds_by_taps(browser, app: Flask, address: str, width: int):
    with laid(browser, app, address, width) as (visit, table):
        page, before = visit.page, table.melds()
        for button in (table.taken("10k", TENS), table.taken("11k", ELEVENS), table.own("12k")):
            button.click()
        page.wait_for_selector(".game-table.is-target")
        does(visit, "lay")
        assert settled(visit, table, 9)[-1] == "10k 11k 12k"
        assert page.locator(".game-meld.is-wrong").count() == 2
        does(visit, "end")
        page.wait_for_selector(".game-problem")
        told = page.locator(".game-problem").inner_text()
        assert all(words in told for words in ("10 rojo", "10 amarillo", "11 rojo", "11 amarillo"))
        assert table.turn() == 0
        for face, left in (("10b", "10r 10y"), ("11b", "11r 11y")):
            table.own(face).click()
            page.wait_for_selector(f"#game-meld-{table.number(left)}.is-target")
            table.meld(left).locator(".game-add").click()
            page.wait_for_function("(face) => !document.querySelector(`#part-rack [value='${face}']`)", arg=face)
        after = table.melds()
        for _ in range(3):
            does(visit, "undo")
            page.wait_for_timeout(300)
        assert table.melds() == before
        assert page.locator('#part-verbs [value="undo"]').count() == 0
        assert {"10r 10y", "11r 11y"}.isdisjoint(after)
        assert not visit.violations
        assert visit.overflow_px == 0
        assert all("409" in complaint for complaint in visit.complaints), "a refusal is told with that status"


@pytest.mark.slow
def test_a_whole_turn_by_keys(browser, app: Flask, address: str):
    with laid(browser, app, address, 1280) as (visit, table):
        page = visit.page
        page.locator('.game-taken input[tabindex="0"]').focus()
        assert page.locator('.game-taken input[tabindex="0"]').count() == 1
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")  # the run of blue ones
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.value").endswith(":10b")
        page.keyboard.press("Space")
        page.wait_for_selector(f"#game-meld-{table.number(TENS)}.is-target")
        page.locator(f"#game-meld-{table.number(TENS)} .game-add").focus()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "() => document.querySelectorAll('.game-meld')[2].querySelectorAll('.tile').length === 3"
        )
        assert table.melds()[0].split()[-1] == "10b"
        page.locator('#part-rack input[tabindex="0"]').focus()
        while page.evaluate("document.activeElement.value") != "11b":
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        page.wait_for_selector(f"#game-meld-{table.number(ELEVENS)}.is-target")
        page.locator(f"#game-meld-{table.number(ELEVENS)} .game-add").focus()
        page.keyboard.press("Enter")
        can(visit, "end")
        page.wait_for_function("() => !document.querySelector('#part-rack [value=\"11b\"]')")
        page.locator('#part-verbs [value="end"]').focus()
        page.keyboard.press("Enter")
        page.wait_for_function("() => !document.querySelector('#part-verbs [value=\"end\"]')")
        assert table.turn() == 1
        assert well(visit)


def test_the_mouse_carries_tiles_from_meld_to_meld(browser, app: Flask, address: str):
    with laid(browser, app, address, 1280) as (visit, table):
        before = table.melds()
        drags(visit, table.taken("10b", RUN), table.meld(TENS))
        visit.page.wait_for_selector('#part-verbs [value="undo"]')
        assert sorted(table.melds()[0].split()) == ["10b", "10k", "10r", "10y"]
        kept = rack(visit)
        drags(visit, table.taken("7b", "7b 8b 9b"), visit.page.locator("#part-rack"))
        visit.page.wait_for_timeout(300)
        assert rack(visit) == kept, "what lies on the table does not come to the rack"
        does(visit, "undo")
        visit.page.wait_for_function("() => !document.querySelector('#part-verbs [value=\"undo\"]')")
        assert table.melds() == before
        assert well(visit)


@pytest.mark.slow
def test_a_finger_carries_what_it_has_chosen_and_scrolls_elsewhere(browser, app: Flask, address: str):
    with laid(browser, app, address) as (visit, table):
        chosen = table.taken("10b", RUN)
        assert chosen.evaluate("(tile) => getComputedStyle(tile).touchAction") == "auto"
        chosen.tap()
        visit.page.wait_for_selector(f"#game-meld-{table.number(TENS)}.is-target")
        assert chosen.evaluate("(tile) => getComputedStyle(tile).touchAction") == "none"
        visit.page.wait_for_timeout(600)
        drags_by_finger(visit, chosen, table.meld(TENS))
        visit.page.wait_for_selector('#part-verbs [value="undo"]')
        assert sorted(table.melds()[0].split()) == ["10b", "10k", "10r", "10y"]
        assert well(visit)


@pytest.mark.slow
@pytest.mark.parametrize("turns", [10, 20])
def test_eight_melds_and_the_rack_are_in_view_on_a_phone(browser, app: Flask, address: str, turns: int):
    with laid(browser, app, address, 360, turns) as (visit, table):
        page = visit.page
        assert page.locator(".game-meld").count() == 8
        assert page.locator(".rack-tile").count() == turns + 1
        table.taken("10b", RUN).click()
        page.wait_for_selector(f"#game-meld-{table.number(TENS)}.is-target")
        boxes = page.evaluate(
            """() => [...document.querySelectorAll('.game-meld .tile, .rack-tile, .game-meld.is-target .game-add')]
            .map((one) => one.getBoundingClientRect()).map((box) => [box.top, box.bottom])"""
        )
        hand = page.locator("#rack").bounding_box()
        assert all(top >= 0 and bottom <= 740 for top, bottom in boxes), "somebody would have to scroll"
        assert max(bottom for _, bottom in boxes[:26]) <= hand["y"], "the rack covers a meld"
        small = page.evaluate(
            f"""() => [...document.querySelectorAll('.game-hand :is(a, button, label), .game-table :is(button, label)')]
            .filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect())
            .filter((box) => box.width < {REACHED_PX} || box.height < {REACHED_PX}).length"""
        )
        assert small == 0, f"a finger has {TARGET_PX} pixels to meet"
        assert well(visit)


@pytest.mark.slow
def test_a_refused_turn_keeps_what_was_chosen_without_scripts(browser, app: Flask, address: str):
    with visiting(browser, 360, "es") as visit:
        table = CommonTable(app, visit, address)
        state = visit.page.context.storage_state()
        plain = browser.new_context(java_script_enabled=False, storage_state=state, locale="es-AR")
        page = plain.new_page()
        page.goto(f"{address}/play/{table.game}")
        number = table.number(TENS)
        page.locator(f'.game-taken input[value="{number}:10k"]').check(force=True)
        page.locator('#part-verbs [value="lay"]').click()
        assert "3 fichas" in page.locator(".game-problem").inner_text()
        assert page.locator(f'.game-taken input[value="{number}:10k"]').is_checked()
        page.locator(f'.game-taken input[value="{table.number(ELEVENS)}:11k"]').check(force=True)
        page.locator('#part-rack input[value="12k"]').check(force=True)
        page.locator('#part-verbs [value="lay"]').click()
        assert table.melds()[-1] == "10k 11k 12k"
        plain.close()
