"""A table's device confirms and disputes what was in view, not what the other side made of it meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import playing_app
from tests.companion.dashboard.test_tournaments import flashed

INPUT = re.compile(r'<input[^>]* name="(\w+)" value="([^"]*)"')


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with playing_app(tmp_path) as app:
        yield app


@pytest.fixture
def home(organiser: Organiser) -> str:
    """The device of one side, which said 100 to 50."""
    token = organiser.device(seat="home")
    assert organiser.says(token, "propose", hand=1, points=[100, 50]).status_code == 200
    return token


@pytest.fixture
def away(organiser: Organiser, home: str) -> FlaskClient:
    """The phone of the other side, which saw it."""
    return organiser.comes_in(organiser.device(seat="away"))


def form(organiser: Organiser, phone: FlaskClient, order: str) -> dict[str, str]:
    """The hidden fields of the form of an order on the page of the table."""
    page = phone.get(f"{organiser.address}/table").text
    found = next(part for part in page.split("<form")[1:] if f'value="{order}"' in part.partition("</form>")[0])
    return {name: unescape(value) for name, value in INPUT.findall(found.partition("</form>")[0])}


@pytest.mark.parametrize("order", ["agree", "dispute"])
@pytest.mark.parametrize("points", [[900, 50], []])
def test_points_that_were_not_in_view_are_not_confirmed(
    organiser: Organiser, home: str, away: FlaskClient, order: str, points: list[int]
):
    said = form(organiser, away, order)
    assert organiser.says(home, "propose", hand=1, points=points).status_code == 200
    told = flashed(away.post(f"{organiser.address}/table", data=said, follow_redirects=True))
    assert "no es lo que veías" in told[0]
    assert (organiser.slip()["standing"], organiser.slip()["points"]) == ("proposed", points)
    again = form(organiser, away, order)
    assert flashed(away.post(f"{organiser.address}/table", data=again, follow_redirects=True)) == []
    assert organiser.slip()["standing"] == {"agree": "agreed", "dispute": "disputed"}[order]


def test_what_a_phone_kept_without_a_connection_confirms_what_was_in_view(
    organiser: Organiser, home: str, away: FlaskClient
):
    said = form(organiser, away, "agree") | {"hand": 1}
    assert organiser.says(home, "propose", hand=1, points=[900, 50]).status_code == 200
    answer = away.post(f"/api{organiser.address}/table", json=said)
    assert (answer.status_code, organiser.slip()["standing"]) == (409, "proposed")
    assert organiser.says(home, "propose", hand=1, points=[100, 50]).status_code == 200
    assert (
        away.post(f"/api{organiser.address}/table", json=form(organiser, away, "agree") | {"hand": 1}).status_code
        == 200
    )


def test_what_a_judge_made_other_points_of_is_told_as_settled(organiser: Organiser, away: FlaskClient):
    said = form(organiser, away, "agree")
    organiser.send("rule", fixture=organiser.shown()["fixtures"][0]["number"], hand=1, points=[70, 50], seen=[100, 50],
                   reason="se contó mal")  # fmt: skip
    told = flashed(away.post(f"{organiser.address}/table", data=said, follow_redirects=True))
    assert "ya está confirmada con 70" in told[0]


def test_a_program_need_not_say_what_it_saw(organiser: Organiser, home: str):
    other = organiser.device(seat="away")
    assert organiser.says(other, "agree", hand=1, seen="0c1d").status_code == 409
    assert organiser.says(other, "agree", hand=1, seen=organiser.slip()["mark"]).status_code == 200
    assert organiser.says(home, "propose", hand=2, points=[10, 20]).status_code == 200
    assert organiser.says(other, "agree", hand=2).status_code == 200


def test_what_one_phone_of_a_side_kept_does_not_write_over_what_another_said(organiser: Organiser):
    late = organiser.comes_in(organiser.device(seat="home"))
    kept = form(organiser, late, "propose") | {"points": [100, 50], "hand": 1}
    assert organiser.says(organiser.device(seat="home"), "propose", hand=1, points=[900, 50]).status_code == 200
    answer = late.post(f"/api{organiser.address}/table", json=kept)
    assert (answer.status_code, "no es lo que veías" in answer.get_json()["error"]) == (409, True)
    assert organiser.slip()["points"] == [900, 50]
    assert late.post(f"/api{organiser.address}/table", json=kept | {"points": [900, 50], "key": "x"}).status_code == 200


def test_both_sides_may_say_a_hand_at_once(organiser: Organiser):
    home, away = (organiser.comes_in(organiser.device(seat=seat)) for seat in ("home", "away"))
    said = [form(organiser, phone, "propose") | {"points": [100, 50], "hand": 1} for phone in (home, away)]
    for phone, one in zip((home, away), said, strict=True):
        assert phone.post(f"/api{organiser.address}/table", json=one).status_code == 200
    assert organiser.slip()["standing"] == "agreed"


@pytest.mark.parametrize("order", ["propose", "agree", "dispute", "start"])
def test_what_a_program_says_of_another_match_counts_nowhere(organiser: Organiser, home: str, order: str):
    other, said = organiser.device(table=2, seat="away"), {"hand": 1, "points": [900, 50]} if order != "start" else {}
    answer = organiser.says(other, order, fixture=1, **said)
    assert (answer.status_code, "de otro partido" in answer.get_json()["error"]) == (409, True)
    assert [len(fixture["slips"]) for fixture in organiser.shown()["fixtures"][:2]] == [1, 0]
    assert organiser.slip()["standing"] == "proposed"
    assert organiser.says(other, "propose", fixture=2, hand=1, points=[10, 20]).status_code == 200


@pytest.mark.parametrize("before", ["home", "both"])
def test_what_a_phone_kept_for_one_side_is_not_said_for_the_other(organiser: Organiser, before: str):
    phone = organiser.comes_in(organiser.device(seat=before))
    said = form(organiser, phone, "propose") | {"hand": 1, "points": [70, 80], "side": "home"}
    organiser.send("revoke", device=1)
    assert phone.post(f"/api{organiser.address}/table", json=said).status_code == 403
    ana, beto = organiser.shown()["fixtures"][0]["names"]
    assert phone.post(f"/tournaments/device/{organiser.device(seat='away')}").status_code == 303
    answer = phone.post(f"/api{organiser.address}/table", json=said)
    assert (answer.status_code, organiser.shown()["fixtures"][0]["slips"]) == (409, [])
    assert f"{ana}, y este aparato ahora habla por {beto}" in answer.get_json()["error"]
    assert phone.post(f"/tournaments/device/{organiser.device(seat='home')}").status_code == 303
    assert phone.post(f"/api{organiser.address}/table", json=said).status_code == 200
    assert (organiser.slip()["side"], organiser.slip()["points"]) == ("home", [70, 80])


def test_what_a_phone_kept_for_one_side_stays_that_sides_on_a_device_of_both(organiser: Organiser):
    phone = organiser.comes_in(organiser.device(seat="away"))
    said = form(organiser, phone, "propose") | {"hand": 1, "points": [70, 80]}
    assert phone.post(f"/tournaments/device/{organiser.device()}").status_code == 303
    assert phone.post(f"/api{organiser.address}/table", json=said).status_code == 200
    assert (organiser.slip()["side"], organiser.slip()["standing"]) == ("away", "proposed")


def test_what_a_phone_kept_to_confirm_is_not_confirmed_for_the_other_side(organiser: Organiser, home: str):
    phone = organiser.comes_in(organiser.device(seat="away"))
    said = form(organiser, phone, "agree") | {"hand": 1}
    assert organiser.says(organiser.device(seat="home"), "dispute", hand=1).status_code == 409
    assert phone.post(f"/tournaments/device/{organiser.device(seat='home')}").status_code == 303
    assert phone.post(f"/api{organiser.address}/table", json=said).status_code == 409
    assert organiser.slip()["standing"] == "proposed"
