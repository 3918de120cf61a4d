"""How many taps a scored hand takes on a phone; skips where no browser is installed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect

from tests.by_day import by_day
from tests.companion.dashboard.browser import CHROMIUM, visiting
from tests.companion.dashboard.counted_hands import NAMES, hand_of_four
from tests.companion.dashboard.photographed import Recognizer
from tests.companion.dashboard.playing import Player
from tests.companion.dashboard.ways import WAYS, PlayedHand, Thumb, by_photographs, counted

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

REACH = (Path(__file__).parent / "reach.js").read_text("utf-8")
MOST_TAPS = {"Fotos": 8, "Como en la planilla": 12, "Como en la planilla, dictado": 6, "Sólo los puntos": 7}


@pytest.fixture(scope="module")
def house_with(recognizer: Recognizer) -> dict[str, Any]:
    return {"read": recognizer.read}


@pytest.fixture(params=by_day([1, 200, 400], 200), ids=["Ana closes", "much is left", "Beto closes"])
def hand(request: pytest.FixtureRequest, recognizer: Recognizer, tmp_path: Path) -> PlayedHand:
    found = hand_of_four(request.param)
    pictures = [recognizer.table(*found.melds), *(recognizer.racks(rack) for rack in found.racks if rack)]
    paths = [tmp_path / f"{at}.jpg" for at in range(len(pictures))]
    for path, picture in zip(paths, pictures, strict=True):
        path.write_bytes(picture)
    return replace(found, photographs=tuple(paths))


def agreed(app: Flask) -> Player:
    player = Player(app.test_client())
    answer = player.client.post("/api/matches", json={"players": list(NAMES), "rules": "clasico"})
    player.match = answer.get_json()["match"]
    return player


@pytest.mark.parametrize("name", by_day(tuple(MOST_TAPS), "Como en la planilla"))
def test_a_hand_of_four_takes_few_taps(app: Flask, browser, address: str, hand: PlayedHand, name: str):
    player = agreed(app)
    with visiting(browser, 360, "es-AR") as visit:
        thumb = counted(visit.page, f"{address}/matches/{player.match}", WAYS[name], hand)
        assert visit.complaints == []
    assert thumb.taps <= MOST_TAPS[name]
    assert tuple(team["total"] for team in player.shown()["teams"]) == hand.totals
    if name != "Sólo los puntos":
        assert all(sheet["lines"] for sheet in player.shown()["hand"]["sheets"])


@pytest.mark.slow
def test_the_next_hand_from_the_same_place_is_asked_less(app: Flask, browser, address: str, hand: PlayedHand):
    player = agreed(app)
    with visiting(browser, 360, "es-AR") as visit:
        table = f"{address}/matches/{player.match}"
        first, second = (counted(visit.page, table, by_photographs, hand).taps for _ in range(2))
    assert second == first - 1


def faults(page: Page) -> list[str]:
    """What keeps somebody from using a page; the numbers of rows stand on discs of their own in the picture."""
    return [line for line in page.evaluate(REACH) if not re.fullmatch(r"pale \S+ \d+", line)]


WIDTHS = ((1280, "es-AR"), (360, "en"))


@pytest.mark.slow
@pytest.mark.parametrize(("width", "locale"), WIDTHS)
def test_nobody_is_kept_from_a_page_on_the_way(app: Flask, browser, address: str, hand: PlayedHand, width, locale):
    player = agreed(app)
    with visiting(browser, width, locale, has_touch=True) if width > 600 else visiting(browser, width, locale) as visit:
        page = visit.page
        page.goto(f"{address}/matches/{player.match}")
        thumb = Thumb(page)
        thumb.leads(page.locator('form[action$="/count"] button'))
        assert visit.overflow_px <= 0
        assert faults(page) == []
        page.set_input_files(".photos-first input[multiple]", hand.photographs)
        page.wait_for_selector(".photo-hand")
        while page.locator(".photo-question").count():
            assert visit.overflow_px <= 0
            assert faults(page) == []
            thumb.leads(page.locator(".photo-question button").first)
            if thumb.taps > 20:
                raise AssertionError(page.locator(".photo-question").inner_text())
        assert visit.overflow_px <= 0
        assert faults(page) == []
        assert (visit.complaints, visit.violations) == ([], [])


@pytest.mark.slow
def test_a_tile_is_put_right_by_a_tap_on_the_photograph(app: Flask, browser, address: str, hand: PlayedHand):
    player = agreed(app)
    with visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        page.goto(f"{address}/matches/{player.match}")
        thumb = Thumb(page)
        thumb.leads(page.locator('form[action$="/count"] button'))
        page.set_input_files(".photos-first input[multiple]", hand.photographs[1])
        page.wait_for_selector(".photo-hand")
        page.locator(".overlay a.place").first.click()
        page.wait_for_selector("#dialog[open]")
        page.locator("#dialog details summary").first.click()
        thumb.leads(page.locator('#dialog .every button[value="13k"]').first)
        assert page.locator(".photo-hand").count() == 1
        assert page.locator(".overlay a.is-corrected").count() == 1


def test_words_are_taken_into_the_fields_as_they_are_written(app: Flask, browser, address: str):
    player = agreed(app)
    with visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        page.goto(f"{address}/matches/{player.match}")
        Thumb(page).leads(page.locator('form[action$="/count"] button'))
        page.locator('#summed [name="words.0"]').fill("dos puras, una impura, cierre, muerto, 1.245")
        page.locator('#summed [name="words.1"]').fill("una pura, sin muerto, fichas 100, -60")
        page.wait_for_selector("#summed-total .running")
        expect(page.locator('#summed [name="laid.0"]')).to_have_value("1245")
        assert page.locator('#summed [name="count.0.CANASTA_PURE"]').input_value() == "2"
        assert page.locator('#summed [name="closer"]:checked').input_value() == "0"
        page.locator('#summed .stepper:has([name="count.0.CANASTA_PURE"]) [data-step="1"]').click()
        assert page.locator('#summed [name="words.0"]').input_value() == ""
        assert visit.complaints == []
