"""A tournament in a real browser: a phone at a table, with and without a connection, and pages that anybody can use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.by_day import by_day
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import playing_app

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
WORDS = (Path(__file__).parent / "words.js").read_text(encoding="utf-8")
CUT = """() => [...document.querySelectorAll(".scroll")].filter((held) => held.scrollWidth > held.clientWidth)
    .map((held) => `cut off by ${held.scrollWidth - held.clientWidth}: ${held.innerText.slice(0, 40)}`)"""
OVERLAID = """() => [...document.querySelectorAll(".fixture")].filter((line) => {
    const [where, how] = [".where", ".how"].map((part) => line.querySelector(part).getBoundingClientRect());
    const range = document.createRange(); range.selectNodeContents(line.querySelector(".where"));
    return range.getBoundingClientRect().right > how.left && where.top < how.bottom && how.top < where.bottom;
}).map((line) => `overlaid: ${line.innerText}`)"""
CALLED = (
    "Juan Pérez; Lobos",
    "Juan Pérez; Cañuelas",
    "Norma Beatriz Fernández Echegaray; Club Social y Deportivo Cañuelas",
    "María del Carmen Álvarez; Roque Pérez",
    "Caro D'Angelo; Saladillo",
    "Ñandú Benítez; Saladillo",
)
REACH = (Path(__file__).parent / "reach.js").read_text(encoding="utf-8")
expect = playwright.expect


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One house for all visitors."""
    with playing_app(tmp_path_factory.mktemp("house"), public_url="http://192.168.0.7:8000/") as app:
        yield app


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """Eight players, the first matches seated, their clocks running."""
    organiser = Organiser(app)
    organiser.begins()
    organiser.send("start")
    return organiser


def admits(page, link: str) -> None:
    """A phone opens the link of its side, and shows where a hand is said."""
    page.goto(link)
    page.locator("main form button").click()
    page.wait_for_selector("#part-say")
    page.wait_for_load_state()


def types_hand(page) -> None:
    """Both sides' points of a hand are filled in where it is said."""
    for field, points in zip(page.locator('#part-say input[name="points"]').all()[:2], ("415", "-60"), strict=True):
        field.fill(points)


def test_what_a_phone_says_without_a_connection_is_sent_later(browser, address: str, organiser: Organiser):
    with visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        admits(page, f"{address}/tournaments/device/{organiser.device(seat='home')}")
        page.context.set_offline(True)
        types_hand(page)
        page.locator("#part-say button:not([data-sign])").first.click()
        expect(page.locator("[data-queue-note]")).to_contain_text("1")
        assert organiser.shown()["fixtures"][0]["slips"] == []
        page.context.set_offline(False)
        page.locator(".slip.is-proposed").wait_for(timeout=30_000)
        assert organiser.slip()["points"] == [415, -60]
        expect(page.locator("[data-queue-note]")).to_be_hidden()


def test_every_hand_typed_without_a_connection_is_sent_later(browser, address: str, organiser: Organiser):
    with visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        admits(page, f"{address}/tournaments/device/{organiser.device(seat='home')}")
        page.context.set_offline(True)
        hands = (("415", "-60"), ("100", "230"), ("75", "80"))
        for number, hand in enumerate(hands, 1):
            expect(page.locator("#part-say h2")).to_have_text(f"Anotar la mano {number}")
            for field, points in zip(page.locator('#part-say input[name="points"]').all()[:2], hand, strict=True):
                expect(field).to_have_value("")
                field.fill(points)
            page.locator("#part-say button:not([data-sign])").first.click()
            expect(page.locator("[data-queue-note]")).to_contain_text(f"{number}")
        page.locator("#part-say summary", has_text="La mano no vale").click()
        page.locator("#part-say button", has_text="Anotarla como nula").click()
        expect(page.locator("[data-queue-note]")).to_contain_text("4")
        expect(page.locator("#part-say h2")).to_have_text("Anotar la mano 5")
        page.locator('#part-say input[name="points"]').first.fill("31")
        page.context.set_offline(False)
        expect(page.locator(".slip.is-proposed")).to_have_count(4, timeout=30_000)
        expect(page.locator('#part-say input[name="points"]').first).to_have_value("31")
        expect(page.locator("[data-queue-note]")).to_be_hidden()
        said = [(slip["hand"], slip["points"]) for slip in organiser.shown()["fixtures"][0]["slips"]]
        assert said == [(1, [415, -60]), (2, [100, 230]), (3, [75, 80]), (4, [])]


def test_what_waited_and_is_refused_stays_on_the_page_until_it_was_seen(browser, address: str, organiser: Organiser):
    with visiting(browser, 360, "es-AR") as visit:
        page, refused = visit.page, visit.page.locator("[data-refused-note]")
        admits(page, f"{address}/tournaments/device/{organiser.device(seat='home')}")
        page.context.set_offline(True)
        types_hand(page)
        page.locator("#part-say button:not([data-sign])").first.click()
        expect(page.locator("[data-queue-note]")).to_contain_text("1")
        expect(refused).to_be_hidden()
        organiser.send("rule", fixture=1, hand=1, points=[800, 300])
        page.context.set_offline(False)
        expect(page.locator("[data-queue-note]")).to_be_hidden(timeout=30_000)
        for _ in range(2):
            expect(refused).to_contain_text("Anotar la mano 1 (415 : −60): La mano 1 ya está confirmada con 800 : 300")
            page.reload()
        refused.locator("button").click()
        expect(refused).to_be_hidden()
        page.reload()
        page.wait_for_selector("#part-say")
        expect(refused).to_be_hidden()
        assert organiser.slip()["points"] == [800, 300]


IN_ITS_PLACE = {
    # the status and the body of what answers in the server's place
    "a page that asks one to come in": (200, "text/html", "<h1>Wi-Fi</h1>"),
    "a page that knows nothing": (404, "text/html", "<h1>Not found</h1>"),
    "another program": (200, "application/json", '{"ok": true}'),
}


@pytest.mark.parametrize("name", by_day(tuple(IN_ITS_PLACE), "a page that asks one to come in"))
def test_what_a_phone_says_is_not_lost_to_another_network(browser, address: str, organiser: Organiser, name: str):
    status, kind, body = IN_ITS_PLACE[name]
    with visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        admits(page, f"{address}/tournaments/device/{organiser.device(seat='home')}")
        page.route(
            "**/api/tournaments/*/table", lambda route: route.fulfill(status=status, content_type=kind, body=body)
        )
        types_hand(page)
        with page.expect_response("**/api/tournaments/*/table"):
            page.locator("#part-say button:not([data-sign])").first.click()
        expect(page.locator("[data-queue-note]")).to_contain_text("1")
        page.unroute_all()
        page.locator(".slip.is-proposed").wait_for(timeout=30_000)
        assert organiser.slip()["points"] == [415, -60]
        expect(page.locator("[data-queue-note]")).to_be_hidden()


def test_a_phone_that_keeps_nothing_sends_at_once(browser, address: str, organiser: Organiser):
    with visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        page.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
        )
        page.goto(f"{address}/tournaments/device/{organiser.device(seat='home')}")
        page.locator("main form button").click()
        page.wait_for_selector("#part-say")
        types_hand(page)
        page.locator("#part-say button:not([data-sign])").first.click()
        page.locator(".slip.is-proposed").wait_for(timeout=30_000)
        assert organiser.slip()["points"] == [415, -60]


def test_what_a_phone_kept_is_not_lost_where_it_has_to_be_admitted_anew(browser, address: str, organiser: Organiser):
    with visiting(browser, 360, "es-AR") as visit:
        page, first = visit.page, organiser.device(seat="home")
        page.clock.install()
        page.goto(f"{address}/tournaments/device/{first}")
        page.locator("main form button").click()
        page.wait_for_selector("#part-say")
        page.wait_for_load_state()
        page.context.set_offline(True)
        types_hand(page)
        page.locator("#part-say button:not([data-sign])").first.click()
        expect(page.locator("[data-queue-note]")).to_contain_text("1")
        organiser.send("revoke", device=organiser.shown()["devices"][-1]["number"])
        with page.expect_response(lambda answer: answer.status == 403 and answer.url.endswith("/table")):
            page.context.set_offline(False)
        page.clock.run_for(60_000)
        expect(page.locator("#notice")).to_be_hidden()
        expect(page.locator("[data-queue-note]")).to_have_text(
            re.compile(r"^Este aparato no habla por ninguna mesa: .*\. Queda anotado acá\. Por mandar: 1$")
        )
        page.goto(f"{address}/tournaments/device/{organiser.device(seat='home')}")
        assert organiser.shown()["fixtures"][0]["slips"] == []
        page.locator("main form button").click()
        page.locator(".slip.is-proposed").wait_for(timeout=30_000)
        assert organiser.slip()["points"] == [415, -60]
        expect(page.locator("[data-queue-note]")).to_be_hidden()


@pytest.mark.slow
def test_a_clock_is_right_on_a_page_that_was_written_long_ago(browser, address: str, organiser: Organiser):
    def ten_minutes_old(route) -> None:
        answer = route.fetch()
        told = re.sub(r'data-now="([\d.]+)"', lambda found: f'data-now="{float(found[1]) - 600}"', answer.text())
        route.fulfill(response=answer, body=told)

    with visiting(browser, 360, "es-AR") as visit:
        visit.page.route(f"{address}{organiser.address}", ten_minutes_old)
        visit.page.goto(f"{address}{organiser.address}")
        expect(visit.page.locator("[data-ends]").first).to_have_text(re.compile("^(89|90):"))


@pytest.mark.slow
def test_what_is_typed_stays_while_the_page_renews_itself(browser, address: str, organiser: Organiser):
    with visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        page.goto(f"{address}/tournaments/device/{organiser.device()}")
        page.locator("main form button").click()
        points = page.locator('#part-say input[name="points"]').first
        points.fill("415")
        page.locator('#part-say input[name="side"]').first.check()
        page.evaluate("document.activeElement.blur()")
        organiser.send("rule", fixture=1, hand=1, points=[800, 300])
        page.locator("#part-score .slip").wait_for()
        assert points.input_value() == "415"
        assert page.locator('#part-say input[name="side"]').first.is_checked()


@pytest.mark.slow
def test_nobody_is_kept_from_using_a_page(browser, address: str, organiser: Organiser):
    """Names, contrast, order of headings, size of targets; and nothing scrolls sideways."""
    organiser.send("rule", fixture=1, hand=1, points=[800, 300])
    organiser.send("penalise", entrant=1, points=-100, reason="tarde")
    token = organiser.device()
    organiser.says(token, "propose", hand=2, side="home", points=[100, 50])
    pages = (
        "",
        "/standings",
        "/fixtures",
        "/bracket",
        "/tv",
        "/fixtures/1",
        "/judge",
        "/plan",
        "/history",
        "/codes",
        "/pins",
    )
    found = {}
    with visiting(browser, 360, "es-AR") as visit:
        visit.page.goto(f"{address}/tournaments/device/{token}")
        visit.page.locator("main form button").click()
        here = (organiser.address + rest for rest in (*pages, "/table"))
        for place in ("/tournaments", "/tournaments/new", "/tournaments/import", *here):
            visit.page.goto(address + place)
            wide = ["scrolls sideways"] if visit.overflow_px > 0 else []
            found[place.removeprefix(organiser.address)] = [*visit.page.evaluate(REACH), *wide]
        assert (visit.complaints, visit.violations) == ([], [])
    assert {place: faults for place, faults in found.items() if faults} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("width", "locale"), [(360, "es-AR"), (360, "en-GB"), (1280, "es-AR")])
def test_no_word_is_broken_in_the_middle(browser, address: str, app: Flask, width: int, locale: str):
    """Names as they are, on every page of a tournament that is over, third place and all."""
    organiser = Organiser(app, tables=8, third_place="1", zone_size=3)
    organiser.begins(CALLED)
    token = organiser.device()
    while ready := [fixture for fixture in organiser.shown()["fixtures"] if fixture["standing"] in ("ready", "seated")]:
        for fixture in ready:
            home_wins = fixture["entrants"][0] < fixture["entrants"][1]
            organiser.send("rule", fixture=fixture["number"], hand=0, points=[11500, 9250][:: 1 if home_wins else -1])
        if not any(fixture["stage"] == "bracket" for fixture in organiser.shown()["fixtures"]):
            organiser.send("bracket")
        organiser.asks("seat")
    pages = ("", "/standings", "/fixtures", "/bracket", "/tv", "/fixtures/1", "/judge", "/plan", "/history", "/papers")
    found = {}
    with visiting(browser, width, locale) as visit:
        for place in pages:
            visit.page.goto(f"{address}{organiser.address}{place}")
            visit.page.evaluate("document.querySelectorAll('details').forEach((folded) => { folded.open = true; })")
            wide = ["scrolls sideways"] if visit.overflow_px > 0 else []
            cut = visit.page.evaluate(CUT) + visit.page.evaluate(OVERLAID)
            found[place] = [*visit.page.evaluate(WORDS), *wide, *cut]
        visit.page.goto(f"{address}/tournaments/device/{token}")
        visit.page.locator("main form button").click()
        found["/table"] = visit.page.evaluate(WORDS)
    assert {place: words for place, words in found.items() if words} == {}
