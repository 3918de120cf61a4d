"""A match in a real browser: on a phone, a tablet and a desk computer, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.dashboard.auth.roles import Role
from tests.by_day import by_day
from tests.companion.dashboard.playing import Player, playing_app

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, Visit, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
SCREENS = [(1280, "es-AR", "light"), (768, "en-US", "dark"), (360, "es-AR", "dark"), (360, "en-US", "light")]
ON_A_PHONE = pytest.mark.parametrize("visit", SCREENS[-1:], indirect=True, ids=["360 px"])
REACH = (Path(__file__).parent / "reach.js").read_text(encoding="utf-8")
expect = playwright.expect


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One house for all visitors; each has a match of their own."""
    with playing_app(tmp_path_factory.mktemp("house"), public_url="http://192.168.0.7:8000/") as app:
        yield app


@pytest.fixture(params=by_day(SCREENS, SCREENS[3]), ids=lambda screen: f"{screen[0]} px {screen[1]} {screen[2]}")
def visit(request: pytest.FixtureRequest, browser, address: str) -> Iterator[Visit]:
    """A visitor for whom nothing may go wrong."""
    width, locale, scheme = request.param
    with visiting(browser, width, locale, color_scheme=scheme) as visit:
        yield visit
        assert visit.complaints == []
        assert visit.violations == []


def key(page: playwright.Page, face: str) -> playwright.Locator:
    """The key of a tile on the keyboard of the page, after its ink where only one is shown."""
    ink = page.locator(f'.composer input[name="ink"][value="{face[-1]}"]')
    if face != "J" and ink.is_visible():
        ink.check()
    return page.locator(f'.composer button[name="add"][value="{face}"]:visible').first


def tap(visit: Visit, tiles: str) -> None:
    """Taps tiles on the keyboard of the page."""
    for face in tiles.split():
        key(visit.page, face).click()


def verb(visit: Visit, name: str) -> None:
    """Taps what was done, and waits until it was told."""
    before = int(visit.page.locator("[data-revision]").get_attribute("data-revision"))
    visit.page.locator(f'.composer button[value="{name}"]').click()
    visit.page.wait_for_function(
        "(n) => Number(document.querySelector('[data-revision]').dataset.revision) > n", arg=before
    )


@pytest.mark.parametrize("visit", by_day(SCREENS[:3], SCREENS[2]), indirect=True, ids=str)
def test_a_hand_is_tapped_from_the_agreement_to_the_confirmed_count(visit: Visit, address: str):
    page = visit.page
    page.goto(f"{address}/matches/new")
    page.locator(".chip", has_text="2").click()
    expect(page.locator('[data-seat="2"]').first).to_be_hidden()
    for name, field in zip(("Ana", "Beto"), page.locator('input[name="players"]').all(), strict=False):
        field.fill(name)
    page.locator("main form button.button").click()
    page.wait_for_selector(".next-hand")
    page.locator(".next-hand .button:not(.secondary)").click()
    page.wait_for_selector("#composer")
    page.evaluate("window.stayed = true")
    tap(visit, "4r 5r J")
    expect(page.locator(".tray .tile")).to_have_count(3)
    page.locator(".tray .tile").nth(1).click()
    tap(visit, "6r")
    expect(page.locator('input[name="tiles"]')).to_have_value("4r J 6r")
    verb(visit, "lay")
    expect(page.locator(".laid .meld.lawful")).to_have_count(1)
    tap(visit, "7r")
    page.locator(".adds .button:not(.secondary)").click()
    expect(page.locator("#meld-1 .tile")).to_have_count(4)
    tap(visit, "9k")
    verb(visit, "discard")
    tap(visit, "9b")
    page.locator(".chip", has_text="Ana").click()
    verb(visit, "discard")
    expect(page.locator(".question .answer")).to_have_count(4)
    page.locator(".answer.dismiss").click()
    page.locator(".question").wait_for(state="detached")
    page.locator(".table-tools a").click()
    page.wait_for_selector(".count-form")
    page.locator(".chip", has_text="Beto").first.click()
    page.locator("#rack-0").click()
    if page.locator('.keyboard input[name="ink"]').first.is_visible():
        page.locator('.keyboard input[name="ink"][value="b"]').check()
    page.locator('.keyboard button[value="3b"]').click()
    field, card = page.locator("#rack-0").bounding_box(), page.locator(".count-form").bounding_box()
    assert field["x"] + field["width"] < card["x"] + card["width"]
    page.locator(".keyboard button[data-hide]").click()
    page.locator('input[name="none.1"]').check(force=True)
    page.locator('input[name="partial"]').check()
    page.locator(".count-form .actions .button").click()
    page.locator("#part-sheet .ask, #part-sheet .audit").first.wait_for()
    assert visit.overflow_px <= 0
    assert page.evaluate("window.stayed"), "the page was loaded anew"


@pytest.mark.slow
@pytest.mark.parametrize("visit", SCREENS[:2], indirect=True, ids=["1280 px light", "768 px dark"])
def test_a_button_that_looks_like_a_link_stays_one_under_the_pointer(visit: Visit, address: str, player: Player):
    visit.page.goto(f"{address}/matches/{player.match}/scores")
    button = visit.page.locator(".table-tools button.link")
    button.hover()
    assert button.evaluate("one => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_two_screens_show_the_same_table(browser, address: str, player: Player):
    with visiting(browser, 1280, "es-AR") as scorer, visiting(browser, 360, "es-AR") as viewer:
        scorer.page.goto(f"{address}/matches/{player.match}")
        viewer.page.goto(f"{address}/matches/{player.match}/tv")
        tap(scorer, "4r 5r 6r")
        verb(scorer, "lay")
        expect(viewer.page.locator(".tv-meld")).to_have_count(1, timeout=15_000)
        player.taps("lay", 0, "9k 9b 9y")
        scorer.page.wait_for_selector("#meld-2", timeout=15_000)
        expect(viewer.page.locator(".tv-meld")).to_have_count(2, timeout=15_000)
        assert [visitor.complaints for visitor in (scorer, viewer)] == [[], []]


@pytest.mark.slow
def test_what_somebody_is_tapping_stays_when_others_speak(browser, address: str, player: Player):
    with visiting(browser, 1280, "es-AR") as visit:
        visit.page.goto(f"{address}/matches/{player.match}")
        tap(visit, "4r 5r")
        player.taps("lay", 0, "9k 9b 9y")
        visit.page.wait_for_selector("#meld-1", timeout=15_000)
        expect(visit.page.locator(".tray .tile")).to_have_count(2)
        tap(visit, "6r")
        verb(visit, "lay")
        visit.page.wait_for_selector("#meld-2")
        assert visit.page.locator(".flash").count() == 0


@pytest.mark.slow
def test_what_is_being_sent_is_waited_for_by_fingers_and_by_what_others_say(browser, address: str, player: Player):
    with visiting(browser, 360, "es-AR") as visit:
        visit.page.goto(f"{address}/matches/{player.match}")
        before = visit.page.locator("[data-revision]").get_attribute("data-revision")
        tap(visit, "4b 5b 6b")
        held: list[playwright.Route] = []
        visit.page.route("**/orders", lambda route: held.append(route))
        visit.page.locator('.composer button[value="lay"]').click()
        visit.page.wait_for_selector("#composer[inert]")
        player.taps("lay", 0, "9k 9b 9y")
        visit.page.wait_for_timeout(1000)
        assert visit.page.locator("[data-revision]").get_attribute("data-revision") == before
        held[0].continue_()
        expect(visit.page.locator(".laid .meld")).to_have_count(2)
        expect(visit.page.locator('input[name="tiles"]')).to_have_value("")


@pytest.mark.slow
def test_an_ink_that_somebody_chose_stays_when_others_speak_and_after_a_move(browser, address: str, player: Player):
    with visiting(browser, 360, "es-AR") as visit:
        visit.page.goto(f"{address}/matches/{player.match}")
        visit.page.locator('.composer input[name="ink"][value="b"]').check()
        player.taps("lay", 0, "9k 9b 9y")
        visit.page.wait_for_selector("#meld-1", timeout=15_000)
        assert visit.page.locator('.composer button[name="add"][value="9b"]').is_visible()
        tap(visit, "3b")
        verb(visit, "discard")
        assert visit.page.locator('.composer button[name="add"][value="9b"]').is_visible()


@pytest.mark.slow
@ON_A_PHONE
def test_what_was_filled_in_stays_where_a_slip_is_refused(visit: Visit, address: str, player: Player):
    page = visit.page
    page.goto(f"{address}/matches/{player.match}/hands/1/count")
    page.locator(".by-tiles summary").click()
    page.locator(".count-form .chip", has_text="Beto").first.click()
    page.locator("#rack-0").fill("3b 10x")
    page.locator(".keyboard button[data-hide]").click()
    page.locator('input[name="none.2"]').check(force=True)
    page.locator('select[name="muertos"]').last.select_option("played")
    page.locator(".count-form .actions .button").click()
    expect(page.locator(".flash")).to_contain_text("10x")
    expect(page.locator("#rack-0")).to_have_value("3b 10x")
    assert page.locator('.count-form input[name="closer"]:checked').input_value() == "1"
    assert page.locator('input[name="none.2"]').is_checked()
    assert [field.input_value() for field in page.locator('select[name="muertos"]').all()] == ["untaken", "played"]


@ON_A_PHONE
def test_a_tile_is_put_right_over_the_table(visit: Visit, address: str, player: Player):
    page = visit.page
    player.taps("lay", 0, "4r 5r 7r")
    page.goto(f"{address}/matches/{player.match}")
    page.locator("#meld-1 a.tiles").click()
    page.wait_for_selector("#dialog[open]")
    page.locator("#dialog a.tile").nth(2).click()
    page.locator("#dialog .is-chosen").wait_for()
    page.locator("#dialog details:not(.cite) summary").first.click()
    page.locator('#dialog .every button[value="4r 5r 6r"]').click()
    page.locator("#meld-1.lawful").wait_for()
    expect(page.locator("#dialog[open]")).to_have_count(0)


@ON_A_PHONE
def test_undo_and_redo_are_one_tap_each(visit: Visit, address: str, player: Player):
    player.taps("lay", 0, "4r 5r 6r")
    page = visit.page
    page.goto(f"{address}/matches/{player.match}")
    page.locator("#part-tools form button").first.click()
    page.locator("#meld-1").wait_for(state="detached")
    page.locator("#part-tools form button").last.click()
    page.locator("#meld-1").wait_for()


@pytest.mark.slow
def test_nobody_is_kept_from_using_a_page(visit: Visit, address: str, player: Player):
    """Names, contrast, order of headings, size of targets; and nothing scrolls sideways."""
    for verb_name, seat, tiles in (("lay", 0, "4r 5r J 7r 8r 9r 10r"), ("lay", 0, "4b 5b 7b"), ("discard", 0, "9k")):
        player.taps(verb_name, seat, tiles)
    player.send("note", points=[420, -35])
    player.send("confirm")
    player.send("deal")
    player.taps("lay", 1, "11b 12b 13k 2b")
    player.taps("discard", 3, "9y")
    match = f"/matches/{player.match}"
    places = (
        "",
        "/scores",
        "/census",
        "/history",
        "/tv",
        "/agreement",
        "/hands/1",
        "/hands/2/count",
        "/hands/2/melds/1?tile=1",
    )
    found = {}
    for place in ("/matches", "/matches/new", "/invite", "/join", *(match + rest for rest in places)):
        visit.page.goto(address + place)
        found[place] = [*visit.page.evaluate(REACH), *(["scrolls sideways"] if visit.overflow_px > 0 else [])]
    assert {place: faults for place, faults in found.items() if faults} == {}


@pytest.mark.slow
def test_without_scripts_a_hand_is_played(browser, address: str):
    with visiting(browser, 360, "es-AR", java_script_enabled=False) as visit:
        page = visit.page
        page.goto(f"{address}/matches/new")
        page.locator(".chip", has_text="2").click()
        visit.follow(page.locator(".agreement > .actions button"))
        visit.follow(page.locator(".next-hand .button:not(.secondary)"))
        for face in ("4r", "5r", "6r"):
            visit.follow(key(page, face))
        assert page.locator(".tray .tile").count() == 3
        visit.follow(page.locator('.composer button[value="lay"]'))
        assert page.locator(".laid .meld.lawful").count() == 1
        visit.follow(page.locator("#meld-1 a.tiles"))
        visit.follow(page.locator(".meld-detail a.tile").nth(0))
        visit.follow(page.locator(".likely button").first)
        assert page.locator(".laid .meld.unlawful").count() == 1
        visit.follow(page.locator("#part-tools form button").first)
        assert page.locator(".laid .meld.lawful").count() == 1
        visit.follow(page.locator("#part-tools a"))
        page.locator(".chip", has_text="Nadie").click()
        visit.follow(page.locator(".count-form .actions .button"))
        assert "Falta decir con qué quedó" in page.locator("#part-sheet").inner_text()
        assert visit.complaints == []


def test_a_phone_comes_in_with_the_code_on_the_screen(browser, app: Flask, address: str, player: Player):
    """Another device is played by a cookie that says viewer; the link makes it a player's."""
    tokens = app.extensions["token issuer"]
    token = tokens.token(Role.VIEWER)
    with visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        page.goto(f"{address}/join/{token}")
        page.locator('main input[name="name"]').fill("Mirón")
        page.locator("main form .button").click()
        page.wait_for_url("**/matches")
        page.goto(f"{address}/matches/{player.match}")
        assert page.locator("#composer").count() == 0
        page.goto(f"{address}/join")
        page.locator('input[name="pin"]').fill(tokens.pin(Role.PLAYER))
        page.locator('main input[name="name"]').fill("Caro")
        page.locator("main form .button").click()
        page.wait_for_url("**/matches")
        page.goto(f"{address}/matches/{player.match}")
        verb(visit, "draw")
        expect(page.locator(".latest li").first).to_contain_text("Caro,")
