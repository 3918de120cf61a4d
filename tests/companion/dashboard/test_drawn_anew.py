"""Another draw gives the numbers of matches to others: nothing that was said of a match counts for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import playing_app
from tests.companion.dashboard.test_said_otherwise import form
from tests.companion.dashboard.test_tournaments import flashed


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with playing_app(tmp_path) as app:
        yield app


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """Of eight players in two zones, the first matches seated, and a table free."""
    organiser = Organiser(app, tables=5)
    organiser.begins()
    return organiser


def draw_anew(organiser: Organiser) -> None:
    """Strikes the draw out and draws others; whoever sits at the first table has the number of who sat there before."""
    before = at_first(organiser)
    organiser.send("strike", entry=3, reason="faltaba uno")
    organiser.send("draw", seed="otra")
    organiser.send("seat")
    after = at_first(organiser)
    assert (before["number"], before["names"] != after["names"]) == (after["number"], True)


def at_first(organiser: Organiser) -> dict:
    """The match at the first table."""
    return next(fixture for fixture in organiser.shown()["fixtures"] if fixture["table"] == 1)


@pytest.fixture(params=["home", "both"])
def phone(organiser: Organiser, request: pytest.FixtureRequest) -> FlaskClient:
    """The phone of one side, or of both."""
    return organiser.comes_in(organiser.device(seat=request.param))


def test_what_a_phone_kept_is_not_said_of_others(organiser: Organiser, phone: FlaskClient):
    said = form(organiser, phone, "propose") | {"points": [900, 50], "hand": 1, "side": "home"}
    draw_anew(organiser)
    answer = phone.post(f"/api{organiser.address}/table", json=said)
    assert (answer.status_code, "de otro partido" in answer.get_json()["error"]) == (409, True)
    assert at_first(organiser)["slips"] == []
    anew = form(organiser, phone, "propose") | {"points": [900, 50], "hand": 1, "side": "home"}
    assert phone.post(f"/api{organiser.address}/table", json=anew).status_code == 200


def test_a_number_alone_is_enough_for_programs_and_older_pages(organiser: Organiser, phone: FlaskClient):
    number = at_first(organiser)["number"]
    said = form(organiser, phone, "propose") | {"points": [900, 50], "hand": 1, "side": "home", "meant": number}
    assert phone.post(f"/api{organiser.address}/table", json=said).status_code == 200


def test_points_counted_from_a_photograph_are_not_filled_in_for_others(organiser: Organiser, phone: FlaskClient):
    meant = form(organiser, phone, "propose")["meant"]
    address = f"{organiser.address}/table?meant={meant.replace(' ', '+')}&hand=1&home=x"
    assert phone.get(address).status_code == 404, "the photograph of this match is asked for"
    draw_anew(organiser)
    assert phone.get(address).status_code == 200


@pytest.mark.parametrize(
    ("order", "fields"),
    [
        ("rule", {"hand": 1, "points": ["900", "50"], "reason": "lo vi"}),
        ("walkover", {"present": "home", "reason": "no vino"}),
        ("miss", {"reason": "no vinieron"}),
        ("seat", {"table": 5}),
        ("start", {}),
        ("extend", {"minutes": 5, "reason": "se cayó una ficha"}),
        ("penalise", {"entrant": 1, "points": -50, "reason": "llegó tarde"}),
    ],
)
def test_what_a_judge_decided_is_not_decided_of_others(organiser: Organiser, order: str, fields: dict):
    fixture = at_first(organiser)
    page = organiser.client.get(f"{organiser.address}/fixtures/{fixture['number']}").text
    assert f'name="meant" value="{fixture["mark"]}"' in page
    sent = {"order": order, "fixture": fixture["number"], "meant": fixture["mark"], **fields}
    draw_anew(organiser)
    before = organiser.shown()["revision"]
    told = flashed(organiser.client.post(f"{organiser.address}/orders", data=sent, follow_redirects=True))
    assert (len(told), "se sorteó de nuevo" in told[0], organiser.shown()["revision"]) == (1, True, before)
    sent |= {"meant": at_first(organiser)["mark"], "entrant": at_first(organiser)["entrants"][0]}
    assert flashed(organiser.client.post(f"{organiser.address}/orders", data=sent, follow_redirects=True)) == []
    assert organiser.shown()["revision"] == before + 1


def test_no_match_of_the_house_is_begun_for_others(organiser: Organiser):
    fixture = at_first(organiser)
    draw_anew(organiser)
    address = f"{organiser.address}/fixtures/{fixture['number']}/table"
    answer = organiser.client.post(address, data={"meant": fixture["mark"]})
    assert (answer.status_code, "se sorteó de nuevo" in answer.text) == (409, True)
    assert at_first(organiser)["match"] == ""
    assert organiser.client.post(address, data={"meant": at_first(organiser)["mark"]}).status_code == 303


@pytest.mark.parametrize(
    ("format", "order"), [("round_robin", "draw"), ("elimination", "bracket"), ("double", "bracket"), ("swiss", "pair")]
)
def test_who_came_late_is_named_until_it_is_drawn_again(app: Flask, format: str, order: str):
    organiser = Organiser(app, format=format, late="redraw")
    organiser.send("enter", lines="Ana\nBeto\nCaro")
    organiser.send(order)
    organiser.send("join", lines="Zoe", reason="el colectivo")
    page = organiser.client.get(f"{organiser.address}/plan").text
    assert "Faltan sortear: Zoe." in page
    button = page[: page.index("Sortear de nuevo")].rpartition("<form")[2]
    organiser.send(re.search(r'name="order" value="(\w+)"', button)[1])
    assert any("Zoe" in fixture["names"] for fixture in organiser.shown()["fixtures"])
    assert "Faltan sortear" not in organiser.client.get(f"{organiser.address}/plan").text
