"""Nobody is kept from any page: by poor sight, by having no mouse, by a small or a large screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
from playwright.sync_api import Browser, Page  # noqa: E402

from tests.by_day import by_day  # noqa: E402
from tests.companion.dashboard.browser import CHROMIUM  # noqa: E402
from tests.companion.dashboard.every_page import Everything, State, everything  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
HERE = Path(__file__).parent
BOXES, FOCUS = ((HERE / f"{name}.js").read_text("utf-8") for name in ("boxes", "focus"))
SCREENS = [
    # the screen in CSS pixels, the language, and the light
    ((360, 740), "es-AR", "dark"),
    ((1280, 800), "en-US", "light"),
    ((360, 740), "en-US", "light"),
    ((820, 1180), "es-AR", "light"),
    ((820, 1180), "en-US", "dark"),
    ((1280, 800), "es-AR", "dark"),
]
SIZES = [(360, 740), (1280, 800), (1920, 1080)]
ZOOMED = (640, 400)
"""A desk of 1280 × 800 at 200 %."""
MAIN = (
    "home", "/matches/new", "a match with offences", "a hand to count", "a hand as on paper",
    "a refusal beside its box", "a meld in its dialog", "a second hand: /scores", "a second hand: /history",
    "a match that is over: /tv", "a hand from photographs with doubts", "a question under the camera",
    "television with a camera", "/camera", "a tournament: ", "the device of a table", "/rules/judge",
)  # fmt: skip
FIRST = {
    # what has to be in view before anybody scrolls, whatever the screen
    "home": ("h1", ".top .places a >> nth=0"),
    "a match with offences": ("h1", ".turn-line", ".tray"),
    "a hand to count": ("h1", ".photos-first .button >> nth=0"),
    "a hand from photographs with doubts": ("h1", ".photo-question h2"),
    "a question under the camera": (".watched .picture", ".question h2", ".question .answer >> nth=0"),
    "television with a camera": (".tv-total >> nth=0", ".tv-last"),
    "the device of a table": ("h1", ".slip >> nth=0"),
}
FILES = frozenset({"static", "assets.styles", "pages.health", "pages.picture", "demo.picture", "installing.manifest",
                   "installing.worker", "tables.picture", "law_pages.printed", "law_pages.agreed_printed",
                   "house_pages.download", "camera.seen", "camera.thumbnail",
                   "papers.paper", "papers.export", "papers.match", "league_pages.paper",
                   "demo_hand.picture", "replaying.part", "papers.result", "game_printing.game",
                   "animating.file", "film.picture"})  # fmt: skip
"""What is no page."""
ON_THE_WAY = frozenset({"demo.first", "tables.verbs", "camera.panel", "devices.page", "tournament_entering.listed",
                        "replaying.newest", "troubles.listed"})  # fmt: skip
"""Pages that lead on at once, parts of others, and those that a state comes to by itself."""


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    with everything(tmp_path_factory.mktemp("houses")) as found:
        yield found


def named(every: Everything, names: Sequence[str]) -> tuple[State, ...]:
    """The states with these names."""
    found = {state.name: state for state in every.states}
    return tuple(found[name] for name in names)


def test_every_page_is_walked_through(every: Everything):
    addresses = every.app.url_map.bind("localhost")
    paths = [state.path.partition("?")[0] for state in every.states if "://" not in state.path]
    walked = {addresses.match(path)[0] for path in paths if path != "/nowhere"}
    shown = {rule.endpoint for rule in every.app.url_map.iter_rules() if "GET" in (rule.methods or ())
             and not rule.rule.startswith("/api")}  # fmt: skip
    assert shown - FILES - ON_THE_WAY - walked == set()


def axe_faults(page: Page) -> list[str]:
    """All that axe finds, however grave."""
    return [f"{violation['id']}: {node['html'][:120]}" for violation in axe.Axe().run(page).response["violations"]
            for node in violation["nodes"]]  # fmt: skip


def box_faults(page: Page) -> list[str]:
    """Boxes that lie wrong, and how far the page can be scrolled sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [*page.evaluate(BOXES), *([f"{wide} px too wide"] if wide > 0 else [])]


MOVING = """() => [...document.querySelectorAll("*")].filter((one) => {
    const style = getComputedStyle(one);
    const isSlow = parseFloat(style.transitionDuration) > 0 || style.scrollBehavior === "smooth";
    return style.animationName !== "none" || isSlow;
}).map((one) => `moves: ${one.outerHTML.slice(0, 90)}`)"""


def faults(every: Everything, browser: Browser, states: Sequence[State], screen: tuple[tuple[int, int], str, str],
           checks: Sequence) -> dict[str, list[str]]:  # fmt: skip
    """What the checks find, by the state of a page, for somebody who wants nothing to move."""
    size, locale, scheme = screen
    found = {}
    with every.visit(browser, size, locale, color_scheme=scheme, reduced_motion="reduce") as visit:
        for state in states:
            page = every.shows(visit, state)
            if told := [fault for check in checks for fault in check(page)]:
                found[state.name] = told
    return found


def test_axe_finds_nothing_on_every_fortieth_page(every: Everything, browser: Browser):
    assert faults(every, browser, every.states[::40], SCREENS[0], (axe_faults,)) == {}


@pytest.mark.parametrize(
    ("size", "names"),
    [(SIZES[0], MAIN[::2]), (SIZES[1], MAIN[1::8]), (SIZES[2], MAIN[3::8])],
    ids=["360 px", "1280 px", "1920 px"],
)
def test_the_boxes_of_the_main_pages_lie_well(
    every: Everything, browser: Browser, size: tuple[int, int], names: Sequence[str]
):
    locale = "en-US" if size[0] == 360 else "es-AR"
    assert faults(every, browser, named(every, names), (size, locale, "light"), (box_faults,)) == {}


@pytest.mark.slow
def test_no_word_is_cut_and_nothing_moves_at_twice_the_size(every: Everything, browser: Browser):
    checks = (box_faults, lambda page: page.evaluate(MOVING))
    assert faults(every, browser, named(every, MAIN), (ZOOMED, "es-AR", "light"), checks) == {}


@pytest.mark.parametrize("size", by_day(SIZES, SIZES[0]), ids=str)
def test_what_matters_is_in_view_before_anybody_scrolls(every: Everything, browser: Browser, size: tuple[int, int]):
    width, height = size
    below = []
    with every.visit(browser, size, "es-AR") as visit:
        for state in named(every, tuple(FIRST)):
            page = every.shows(visit, state)
            for part in FIRST[state.name]:
                box = page.locator(f"main {part}" if part == "h1" else part).first.bounding_box()
                is_seen = box and box["y"] >= 0 and box["y"] + box["height"] <= height + 0.5 and box["x"] >= 0
                below += [] if is_seen and box["x"] + box["width"] <= width + 0.5 else [(state.name, part, box)]
    assert below == []


BY_KEYS = ("home", "a match with offences", "a hand as on paper", "a hand from photographs with doubts", "/camera")


@pytest.mark.parametrize("name", by_day(BY_KEYS, BY_KEYS[1]))
def test_the_keyboard_alone_leads_through_a_page_and_out_of_it(every: Everything, browser: Browser, name: str):
    with every.visit(browser, (360, 740), "es-AR") as visit:
        page = every.shows(visit, *named(every, (name,)))
        stops = list(walk(page))
    assert 'class="skip"' in stops[0]["told"]
    assert [stop["told"] for stop in stops if not stop["isRinged"]] == []
    assert [stop["told"] for stop in stops if not stop["isInView"]] == []
    inside = [stop for stop in stops if stop["inMain"]]
    assert inside
    above = [(one["told"], then["told"]) for one, then in pairwise(inside)
             if then["top"] < one["top"] - 60 and then["left"] <= one["left"]]  # fmt: skip
    assert above == [], "on one column the order of the keyboard is that of the recognizer"


def walk(page: Page) -> Iterator[dict]:
    """Where the focus goes with the tabulator, until it leaves the page."""
    for _ in range(400):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop is None or stop["again"]:
            return
        yield stop
    raise AssertionError("the keyboard does not get out of the page")


def test_a_dialog_is_left_with_escape_and_the_focus_is_back(every: Everything, browser: Browser):
    with every.visit(browser, (1280, 800), "es-AR") as visit:
        page = every.shows(visit, *named(every, ("a match with offences",)))
        link = page.locator("#meld-1 a[data-dialog]").first
        link.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#dialog[open]")
        assert page.evaluate("document.activeElement.closest('#dialog') !== null")
        page.keyboard.press("Escape")
        page.wait_for_selector("#dialog:not([open])", state="attached")
        assert link.evaluate("link => link === document.activeElement")


@pytest.mark.slow
def test_what_happens_is_read_out_from_a_place_that_stays(every: Everything, browser: Browser):
    with every.visit(browser, (1280, 800), "es-AR") as visit:
        page = every.shows(visit, *named(every, ("a match with offences",)))
        status = page.locator("#part-latest > [role=status]")
        status.evaluate("node => { window.before = node; window.said = node.textContent; }")
        page.locator('#composer [name="tiles"]').fill("13k")
        match = page.url.rpartition("/")[2]
        every.app.test_client().post(f"/api/matches/{match}/orders", json={"order": "undo"})
        page.wait_for_function(
            "() => document.querySelector('#part-latest > [role=status]').textContent !== window.said"
        )
        assert status.evaluate("node => node === window.before")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: " ".join(map(str, screen)))
def test_nothing_is_found_on_any_page_and_screen(every: Everything, browser: Browser, screen):
    assert faults(every, browser, every.states, screen, (axe_faults, box_faults)) == {}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("size", [*SIZES, ZOOMED], ids=str)
def test_the_boxes_of_every_page_lie_well(every: Everything, browser: Browser, size: tuple[int, int]):
    checks = (box_faults, lambda page: page.evaluate(MOVING))
    assert faults(every, browser, every.states, (size, "es-AR", "light"), checks) == {}
