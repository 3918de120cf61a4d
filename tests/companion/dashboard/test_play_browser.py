"""Playing on the screen in a browser: by tap, drag and key, two at one table, a reload in mid-move, no scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

import pytest

from companion.playing.command_handlers import RandomChoices

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, Visit, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
DEALT = RandomChoices(lambda bag: Random(5).sample(list(bag), len(bag)), lambda _count: 0)
"""Whoever begins a game plays first, and can lay something."""


@pytest.fixture(scope="module")
def house_with() -> dict[str, Any]:
    return {"chance": DEALT}


@contextmanager
def at_table(browser, address: str, width: int = 360, **options: object) -> Iterator[Visit]:
    """Somebody who sits at a game against the program, in their first turn."""
    with visiting(browser, width, "es", **options) as visit:
        visit.page.set_viewport_size({"width": width, "height": 740})
        visit.page.goto(f"{address}/play")
        visit.page.locator(".game-fresh button").click()
        visit.page.wait_for_selector("[data-game]")
        yield visit


def does(visit: Visit, verb: str) -> None:
    visit.page.locator(f'#part-verbs [value="{verb}"]').click()


def can(visit: Visit, verb: str) -> None:
    """Waits until a verb is offered."""
    visit.page.wait_for_selector(f'#part-verbs [value="{verb}"]')


def seen(visit: Visit) -> dict[str, Any]:
    """The game as a program with the same cookie sees it."""
    return visit.page.request.get(visit.page.url.replace("/play/", "/api/play/").partition("?")[0]).json()


def advised(visit: Visit) -> list[str]:
    """The tiles of the first meld that the advice would lay."""
    plays = visit.page.request.get(f"{visit.page.url.replace('/play/', '/api/play/').partition('?')[0]}/advice").json()
    moves = next(move for play in plays["plays"] for move in play["moves"] if " lay " in move)
    return [word.partition("=")[0] for word in moves.split()[2:]]


def chooses(visit: Visit, faces: list[str]) -> None:
    """Taps tiles of the rack."""
    for place, face in enumerate(faces):
        before = faces[:place].count(face)
        visit.page.locator(f'#part-rack .rack-tile:has(input[value="{face}"])').nth(before).click()


def chosen(visit: Visit) -> list[str]:
    return visit.page.locator("#part-rack input:checked").evaluate_all("all => all.map((one) => one.value)")


def rack(visit: Visit) -> list[str]:
    return visit.page.locator("#part-rack input").evaluate_all("all => all.map((one) => one.value)")


def melds(visit: Visit):
    return visit.page.locator(".game-side.is-mine .game-meld")


def well(visit: Visit) -> bool:
    return not visit.complaints and not visit.violations and visit.overflow_px == 0


def test_a_turn_by_taps(browser, address: str):
    with at_table(browser, address) as visit:
        does(visit, "draw")
        can(visit, "lay")
        assert visit.page.locator(".rack-tile.is-fresh").count() == 1
        chooses(visit, advised(visit))
        visit.page.wait_for_selector(".game-table.is-target")
        does(visit, "lay")
        melds(visit).wait_for()
        visit.page.locator("#part-rack .rack-tile").last.click()
        visit.page.wait_for_selector("[data-pozo].is-target")
        does(visit, "discard")
        visit.page.wait_for_selector('#part-verbs [value="draw"]')
        assert seen(visit)["hand"]["turn"] == 0
        assert well(visit)


@pytest.mark.slow
def test_an_unlawful_try_is_explained_and_the_tiles_are_still_there(browser, address: str):
    with at_table(browser, address) as visit:
        does(visit, "draw")
        can(visit, "lay")
        tried = [rack(visit)[0], rack(visit)[-1]]
        chooses(visit, tried)
        does(visit, "lay")
        visit.page.wait_for_selector(".game-problem .reason")
        assert "3 fichas" in visit.page.locator(".game-problem").inner_text()
        assert sorted(chosen(visit)) == sorted(tried)
        visit.page.locator(".game-problem summary").first.click()
        assert visit.page.locator(".game-problem details[open]").count() == 1
        chooses(visit, tried[:1])
        assert visit.page.locator(".game-problem").count() == 0


def test_a_reload_in_mid_move_keeps_the_rack_and_what_is_chosen(browser, address: str):
    with at_table(browser, address) as visit:
        does(visit, "draw")
        can(visit, "lay")
        visit.page.locator('[data-sort="number"]').click()
        chooses(visit, advised(visit))
        before = rack(visit), chosen(visit)
        visit.page.reload()
        visit.page.wait_for_selector(".game-table.is-target")
        assert (rack(visit), chosen(visit)) == before
        numbers = [int(face[:-1]) for face in before[0] if face != "J"]
        assert numbers == sorted(numbers)


@pytest.mark.slow
def test_what_was_laid_is_taken_back(browser, address: str):
    with at_table(browser, address) as visit:
        does(visit, "draw")
        can(visit, "lay")
        before = sorted(rack(visit))
        chooses(visit, advised(visit))
        does(visit, "lay")
        can(visit, "undo")
        does(visit, "undo")
        visit.page.wait_for_function(f"() => document.querySelectorAll('#part-rack input').length === {len(before)}")
        assert sorted(rack(visit)) == before
        assert melds(visit).count() == 0


@pytest.mark.slow
def test_the_twin_of_a_tile_that_was_thrown_is_not_chosen_for_it(browser, address: str):
    with at_table(browser, address) as visit:
        does(visit, "draw")
        can(visit, "discard")
        assert rack(visit).count("11y") == 2
        visit.page.locator('#part-rack .rack-tile:has(input[value="11y"])').first.click()
        visit.page.wait_for_selector("[data-pozo].is-target")
        does(visit, "discard")
        can(visit, "draw")
        assert rack(visit).count("11y") == 1
        assert chosen(visit) == []


@pytest.mark.slow
def test_a_turn_by_keys_alone(browser, address: str):
    with at_table(browser, address, 1280) as visit:
        page = visit.page
        page.locator('#part-verbs [value="draw"]').focus()
        page.keyboard.press("Enter")
        can(visit, "lay")
        wanted = advised(visit)
        page.locator("#part-rack input").first.focus()
        for _ in range(len(rack(visit))):
            face = page.evaluate("document.activeElement.value")
            if face in wanted:
                page.keyboard.press("Space")
                wanted.remove(face)
            page.keyboard.press("ArrowRight")
        page.wait_for_selector(".game-table.is-target")
        page.keyboard.press("Enter")
        melds(visit).wait_for()
        assert page.evaluate("document.activeElement !== document.body")
        page.locator('#part-rack input[tabindex="0"]').focus()
        page.keyboard.press("Space")
        page.wait_for_selector("[data-pozo].is-target")
        page.locator('#part-verbs [value="discard"]').focus()
        page.keyboard.press("Enter")
        can(visit, "draw")
        assert len(seen(visit)["hand"]["pozo"]) >= 1
        assert well(visit)


def drags(visit: Visit, tile, to) -> None:
    """Carries a tile somewhere with the mouse."""
    mouse, box, end = visit.page.mouse, tile.bounding_box(), to.bounding_box()
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + min(end["height"] / 2, 60), steps=6)
    mouse.up()


@pytest.mark.slow
def test_tiles_are_dragged_among_the_others_onto_the_table_and_to_the_pozo(browser, address: str):
    with at_table(browser, address, 1280) as visit:
        page = visit.page
        does(visit, "draw")
        can(visit, "lay")
        before = rack(visit)
        tiles = page.locator("#part-rack .rack-tile")
        drags(visit, tiles.first, tiles.nth(4))
        assert rack(visit) != before
        assert sorted(rack(visit)) == sorted(before)
        assert chosen(visit) == []
        wanted = advised(visit)
        chooses(visit, wanted)
        drags(visit, page.locator("#part-rack .rack-tile:has(input:checked)").first, page.locator(".game-table"))
        melds(visit).wait_for()
        thrown = rack(visit)[0]
        drags(visit, tiles.first, page.locator("[data-pozo]"))
        can(visit, "draw")
        assert thrown in [line["move"].split()[-1] for line in seen(visit)["log"]]
        assert well(visit)


@pytest.mark.slow
def test_two_people_at_one_table_see_each_move_and_never_each_others_racks(browser, address: str):
    with ExitStack() as stack:
        ana, beto = (stack.enter_context(visiting(browser, width, "es")) for width in (360, 1280))
        ana.page.goto(f"{address}/play")
        ana.page.locator('.game-fresh [name="name"]').fill("Ana")
        ana.page.locator('[name="seat.1"]').select_option("person")
        ana.page.locator(".game-fresh button").click()
        ana.page.wait_for_selector(".game-waiting .qr")
        beto.page.goto(ana.page.url)
        beto.page.locator('.game-waiting [name="name"]').fill("Beto")
        beto.page.locator('.game-waiting [name="seat"]').click()
        for visit in (ana, beto):
            visit.page.wait_for_selector("#part-rack .rack-tile")
        does(ana, "draw")
        can(ana, "discard")
        thrown = rack(ana)[0]
        chooses(ana, [thrown])
        does(ana, "discard")
        beto.page.wait_for_selector("[data-pozo] .tiles .tile")
        can(beto, "draw")
        assert seen(beto)["hand"]["pozo"] == [thrown]
        hidden = re.sub(r"<svg.*?</svg>", "", beto.page.content(), flags=re.DOTALL)
        assert sorted(re.findall(r'name="tile" value="([^"]+)"', hidden)) == sorted(seen(beto)["hand"]["rack"])
        assert "Te toca" in beto.page.locator(".game-turn").inner_text()
        assert "Juega Beto" in ana.page.locator(".game-turn").inner_text()
        assert well(ana)
        assert well(beto)


@pytest.mark.slow
def test_without_scripts_a_turn_is_a_few_forms(browser, address: str):
    with at_table(browser, address, java_script_enabled=False) as visit:
        does(visit, "draw")
        can(visit, "lay")
        for face in set(advised(visit)):
            visit.page.locator(f'#part-rack input[value="{face}"]').first.check()
        does(visit, "lay")
        visit.page.wait_for_selector(".game-side.is-mine .game-meld, .game-problem")
        visit.page.locator("#part-rack input").first.check()
        does(visit, "discard")
        visit.page.wait_for_selector(".game-turn:has-text('Juega'), #part-verbs [value='draw']")


@pytest.mark.slow
def test_the_first_game_teaches_a_sentence_at_a_time(browser, address: str):
    with visiting(browser, 360, "en") as visit:
        page, told = visit.page, []
        page.goto(f"{address}/play")
        page.locator(".game-first button").click()
        for _ in range(4):
            page.wait_for_selector(".game-lesson")
            told.append(page.locator(".game-lesson p").inner_text())
            button = page.locator(".game-lesson .button")
            button.click() if button.count() else does(visit, "draw")
            page.wait_for_function("was => document.querySelector('.game-lesson p')?.innerText !== was", arg=told[-1])
        assert ["You win" in told[0], "Your rack" in told[1], "tap Draw" in told[2], "runs" in told[3]] == [True] * 4
        page.locator(".game-lesson .link").click()
        page.wait_for_selector(".game-lesson", state="detached")
        page.reload()
        assert page.locator(".game-lesson").count() == 0
        assert well(visit)
