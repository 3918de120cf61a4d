"""What somebody filled in stays in the form where the program refuses it, on every page, and can be put right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from flask import Flask

from tests.by_day import by_day
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import Player

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, Visit, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
expect = playwright.expect


@dataclass(frozen=True, slots=True)
class Slip:
    """A form that is refused: where it is, what is typed into it, what sends it, and what is said then."""

    address: str
    opens: str
    """What is tapped to see it."""
    typed: dict[str, str]
    sends: str
    says: str


MATCH_SLIPS = {
    "a new match": Slip(
        "/matches/new", "summary:has-text('Reglas de la casa')",
        {'[name="players"] >> nth=0': "Ana", '[name="overrides"]': "muerto_comprado=0"},
        ".agreement .actions button", "muerto_comprado",
    ),
    "another agreement": Slip(
        "/matches/{match}/agreement", "summary:has-text('Reglas de la casa')",
        {'[name="players"] >> nth=3': "Ana", '[name="target"]': "1500"}, ".agreement .actions button", "mismo nombre",
    ),
    "the table as it lies": Slip(
        "/matches/{match}", "#part-look summary", {'[name="rows.1"]': "4r 5r 99r", '[name="pozo"]': "9k"},
        "#part-look button >> nth=0", "99r",
    ),
    "a whole meld": Slip(
        "/matches/{match}/hands/1/melds/1", "summary:has-text('Escribir el juego entero')",
        {'details [name="tiles"]': "4r 5r 66r"}, "details:has([name=again]) button", "66r",
    ),
    "an entry of the history": Slip(
        "/matches/{match}/history", "#entry-3 summary", {'#entry-3 textarea': "Ana tira 13k"},
        "#entry-3 form button >> nth=0", "Ana tira 13k",
    ),
}  # fmt: skip
TOURNAMENT_SLIPS = {
    "another name": Slip(
        "{organiser}/plan", "",
        {'.entrants [name="name"] >> nth=1': "Ana", '.entrants [name="club"] >> nth=1': "Lobos"},
        ".entrants form:has([name=club]) button >> nth=1", "Ana",
    ),
}  # fmt: skip


@pytest.fixture
def visit(browser) -> Iterator[Visit]:
    """Somebody with a phone."""
    with visiting(browser, 360, "es-AR") as visit:
        yield visit


def check(visit: Visit, address: str, slip: Slip) -> None:
    """Fills the form in and sends it: what is wrong is said, and all that was typed is still in view."""
    page = visit.page
    page.goto(address)
    if slip.opens:
        page.locator(slip.opens).first.click()
    for field, words in slip.typed.items():
        page.locator(field).fill(words)
    page.locator(slip.sends).click()
    expect(page.locator(".flash")).to_contain_text(slip.says)
    for field, words in slip.typed.items():
        expect(page.locator(field)).to_have_value(words)
        expect(page.locator(field)).to_be_visible()


@pytest.mark.parametrize("name", by_day(tuple(MATCH_SLIPS), "a new match", "a whole meld"))
def test_a_match_keeps_what_was_typed(visit: Visit, address: str, app: Flask, name: str):
    player = Player(app.test_client())
    player.begins()
    player.taps("lay", 0, "4r 5r 6r")
    slip = MATCH_SLIPS[name]
    check(visit, address + slip.address.format(match=player.match), slip)


@pytest.mark.slow
@pytest.mark.parametrize("name", TOURNAMENT_SLIPS)
def test_a_tournament_keeps_what_was_typed(visit: Visit, address: str, app: Flask, name: str):
    slip, organiser = TOURNAMENT_SLIPS[name], Organiser(app)
    organiser.send("enter", lines="Ana\nBeto")
    check(visit, address + slip.address.format(organiser=organiser.address), slip)


def test_a_word_that_is_no_tile_stays_and_is_marked(visit: Visit, address: str, player: Player):
    page = visit.page
    page.goto(f"{address}/matches/{player.match}")
    page.locator('#composer [name="tiles"]').fill("4b, 5b 66b 6b")
    expect(page.locator(".tray .misread")).to_have_text(["66b"])
    page.locator('#composer [value="lay"]').click()
    expect(page.locator(".flash")).to_contain_text("66b")
    expect(page.locator('#composer [name="tiles"]')).to_have_value("4b, 5b 66b 6b")
    page.locator(".tray .misread").click()
    page.locator('#composer [value="lay"]').click()
    expect(page.locator("#meld-1.lawful")).to_be_visible()


@pytest.mark.slow
def test_the_device_of_a_table_keeps_what_was_typed(visit: Visit, address: str, app: Flask):
    organiser, page = Organiser(app), visit.page
    organiser.begins()
    token = organiser.device()
    organiser.says(token, "propose", hand=1, side="home", points=[100, 50])
    page.goto(f"{address}/tournaments/device/{token}")
    page.locator("main form button").click()
    page.locator(".slip summary").click()
    dispute = page.locator(".slip details form")
    signs, points = dispute.locator("[data-sign]"), dispute.locator('[name="points"]')
    points.nth(0).fill("90")
    points.nth(1).fill("100")
    signs.nth(1).click()
    dispute.locator('[name="reason"]').fill("faltaba una ficha")
    dispute.locator('[name="pin"]').fill("0000")
    dispute.locator("button:not([data-sign])").click()
    expect(page.locator("#notice")).to_contain_text("PIN")
    dispute.locator("button:not([data-sign]):enabled").wait_for()
    assert [point.input_value() for point in points.all()] == ["90", "-100"]
    expect(dispute.locator('[name="reason"]')).to_have_value("faltaba una ficha")
    dispute.locator('[name="pin"]').fill(organiser.pin(1))
    dispute.locator("button:not([data-sign])").click()
    page.locator(".slip.is-disputed").wait_for()
    expect(page.locator("#notice")).to_be_hidden()
    assert organiser.slip()["instead"] == [90, -100]


@pytest.mark.slow
def test_the_numbers_of_players_are_those_of_the_rules(visit: Visit, address: str):
    page = visit.page
    page.goto(f"{address}/matches/new")

    def offered() -> list[str]:
        return [field.input_value() for field in page.locator('[name="count"]:enabled').all()]

    for rules, counts, chosen in (
        ("clasico", ["2", "4"], "4"),
        ("torneo", ["2"], "2"),
        ("rummy", ["2", "3", "4"], "2"),
    ):
        page.locator('[name="rules"]').select_option(rules)
        assert (offered(), page.locator('[name="count"]:checked').input_value()) == (counts, chosen)
    page.locator("summary:has-text('Reglas de la casa')").click()
    page.locator("summary:has-text('Todas las reglas')").click()
    expect(page.locator(".rule-list dl")).to_contain_text("players=[2, 3, 4]")
    page.locator('[name="rules"]').select_option("torneo")
    expect(page.locator(".rule-list dl")).to_contain_text("players=[2]")
    page.locator('[name="overrides"]').fill("players=[2, 3]")
    assert offered() == ["2", "3", "4"]
