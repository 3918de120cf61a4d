"""Names of a hundred letters in a real browser: whole on every page, none cut, none over another, nothing sideways."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import playing_app

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
LONG = "María de los Ángeles Fernández Villaverde de la Santísima Concepción Echegaray Goyeneche Ruiz Día"
NAMES = {"long": LONG + "{:03}", "wide": "W" * 97 + "{:03}"}
CUT = """() => {
    const cut = [];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const said = words.currentNode;
        if (!/(Concepci|WWWWWW)/.test(said.textContent) || !said.parentElement.checkVisibility()) continue;
        if (said.parentElement.closest("option, .unseen, script, style")) continue;
        const range = document.createRange();
        range.selectNodeContents(said);
        const box = range.getBoundingClientRect();
        if (said.parentElement.closest(".tv-flow") && (box.left >= innerWidth || box.right <= 0)) continue;
        for (let held = said.parentElement; held && held !== document.body; held = held.parentElement) {
            const look = getComputedStyle(held);
            const inside = held.getBoundingClientRect();
            const ends = [look.overflowX !== "visible" && look.overflowX !== "auto" && look.overflowX !== "scroll"
                && box.right > inside.right + 1,
                look.overflowY === "hidden" && box.bottom > inside.bottom + 2];
            if (ends.some(Boolean) || (look.textOverflow === "ellipsis" && held.scrollWidth > held.clientWidth))
                cut.push(`${held.tagName}.${held.className}: ${said.textContent.trim().slice(-30)}`);
        }
        if (box.right > innerWidth + 1 && !said.parentElement.closest(".scroll, .bracket"))
            cut.push(`beyond the edge: ${said.parentElement.className} ${said.textContent.trim().slice(-30)}`);
    }
    return cut;
}"""
PAGES = ("", "/standings", "/fixtures", "/bracket", "/fixtures/1", "/judge", "/plan", "/history", "/pins", "/papers")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with playing_app(tmp_path_factory.mktemp("house"), public_url="http://192.168.0.7:8000/") as app:
        yield app


def of_long_names(app: Flask, kind: str, count: int, plan: dict[str, object]) -> Organiser:
    organiser = Organiser(app, title=NAMES[kind].format(0), tables=4, **plan)
    for first in range(0, count, 8):
        lines = [NAMES[kind].format(number) for number in range(first, first + 8)]
        organiser.send("enter", lines="\n".join(lines))
    organiser.send("bracket" if plan["format"] == "elimination" else "draw", seed="x")
    organiser.send("seat")
    for fixture in organiser.shown()["fixtures"][:2]:
        organiser.send("rule", fixture=fixture["number"], hand=0, points=[2150, 1385], reason="x")
    organiser.send("seat")
    return organiser


@pytest.mark.slow
@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("plan", ["zones", "elimination"])
def test_on_the_pages_of_a_tournament(browser, address: str, app: Flask, kind: str, width: int, plan: str):
    organiser = of_long_names(app, kind, 16, {"format": plan})
    found = {}
    with visiting(browser, width, "es-AR") as visit:
        for place in PAGES:
            visit.page.goto(f"{address}{organiser.address}{place}")
            visit.page.evaluate("document.querySelectorAll('details').forEach((folded) => { folded.open = true; })")
            found[place] = [*visit.page.evaluate(CUT), *(["scrolls sideways"] if visit.overflow_px > 0 else [])]
    assert {place: cut for place, cut in found.items() if cut} == {}


@pytest.mark.slow
@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
def test_on_the_large_screen(browser, address: str, app: Flask, kind: str, size: tuple[int, int]):
    """The bracket too, from the quarter-finals on."""
    organiser = of_long_names(app, kind, 8, {"format": "elimination"})
    with visiting(browser, size[0], "es-AR", reduced_motion="reduce") as visit:
        page = visit.page
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"{address}{organiser.address}/tv")
        page.locator("[data-says]").wait_for()
        for _ in range(int(page.locator("[data-pages]").get_attribute("data-pages") or 0)):
            is_tree = page.locator(".tv-tree").is_visible()
            if not is_tree or kind == "long":  # nobody's name has a hundred letters W: that one is whole in the lists
                assert page.evaluate(CUT) == [], page.locator("[data-says]").inner_text()
            if is_tree and kind == "long":
                low = "one => Math.max(...[...one.querySelectorAll('a')].map((a) => a.getBoundingClientRect().bottom))"
                foot = page.locator(".tv-stage").evaluate("one => one.getBoundingClientRect().bottom")
                assert page.locator(".tv-tree").evaluate(low) <= foot + 1
            page.keyboard.press("ArrowRight")
        assert visit.overflow_px == 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("width", [360, 1280])
def test_on_the_pages_of_a_match_of_the_house_and_of_a_league(browser, address: str, app: Flask, kind: str, width: int):
    organiser = of_long_names(app, kind, 8, {"format": "elimination"})
    client, names = app.test_client(), [NAMES[kind].format(number) for number in range(2)]
    match = client.post("/api/matches", json={"players": names, "rules": "clasico"}).get_json()["match"]
    league = client.post("/leagues", data={"title": "Sábados", "key": f"{kind}{width}"}).headers["Location"]
    client.post(league, data={"order": "add", "tournament": organiser.tournament})
    assert client.get(f"/api{league}").get_json()["evenings"]
    found = {}
    with visiting(browser, width, "es-AR") as visit:
        for place in (
            f"/matches/{match}",
            f"/matches/{match}/tv",
            f"/matches/{match}/history",
            "/matches",
            "/tournaments",
            league,
        ):
            answer = visit.page.goto(f"{address}{place}")
            assert answer is not None
            assert answer.status == 200, place
            assert place.startswith("/leagues") or names[0][:40] in visit.page.content(), place
            found[place] = [*visit.page.evaluate(CUT), *(["scrolls sideways"] if visit.overflow_px > 0 else [])]
    assert {place: cut for place, cut in found.items() if cut} == {}
