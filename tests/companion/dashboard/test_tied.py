"""A fixture that is noted in a match of the house: one that is not here is refused, and keeps no table from playing."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.match_commands import Sender
from companion.tournaments import orders
from tests.companion.dashboard.organiser import Organiser


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """A tournament whose first matches are seated."""
    organiser = Organiser(app)
    organiser.begins()
    return organiser


@pytest.mark.parametrize("match", ["nope", "", "../x", "rules"])
def test_a_match_that_is_not_here_is_refused(organiser: Organiser, match: str):
    answer = organiser.asks("tie", fixture=1, match=match)
    assert (answer.status_code, answer.get_json()["code"]) == (404, "matches.no_such_match")
    assert organiser.shown()["fixtures"][0]["match"] == ""


def test_a_table_plays_on_though_the_match_of_its_fixture_is_in_another_house(app: Flask, organiser: Organiser):
    browser = organiser.comes_in(organiser.device(seat="home"))
    elsewhere = orders.Tie(1, "0123456789")
    app.extensions["tournaments"].handle(organiser.tournament, elsewhere, Sender(author="Ana", key="tied"))
    assert browser.get(f"{organiser.address}/table").status_code == 200
    said = {"order": "propose", "hand": "1", "points": ["275", "10"]}
    assert browser.post(f"{organiser.address}/table", data=said, follow_redirects=True).status_code == 200
    assert organiser.slip()["points"] == [275, 10]


def test_nobody_begins_another_match_in_the_place_of_that_of_a_fixture(app: Flask, organiser: Organiser):
    """Under the key by which it was begun: a scorer who knows the tournament could."""
    planted = organiser.client.post(
        "/api/matches",
        json={"players": ["X", "Y"], "rules": "rummy"},
        headers={"Idempotency-Key": f"{organiser.tournament} 1"},
    ).get_json()["match"]
    begun = organiser.client.post(f"{organiser.address}/fixtures/1/table").headers["Location"].rpartition("/")[2]
    assert begun != planted
    shown = organiser.client.get(f"/api/matches/{begun}").get_json()
    assert "X" not in str(shown["players"])
    assert organiser.shown()["fixtures"][0]["names"][0] in str(shown["players"])
    again = organiser.client.post(f"{organiser.address}/fixtures/1/table").headers["Location"].rpartition("/")[2]
    assert again == begun


def test_for_a_tournament_that_was_put_away_no_match_is_begun(organiser: Organiser):
    organiser.send("shelve")
    before = organiser.client.get("/api/matches").get_json()
    assert organiser.client.post(f"{organiser.address}/fixtures/1/table").status_code == 409
    assert organiser.client.get("/api/matches").get_json() == before


def test_one_match_is_not_that_of_two_fixtures(organiser: Organiser):
    begun = organiser.client.post(f"{organiser.address}/fixtures/1/table").headers["Location"].rpartition("/")[2]
    assert organiser.asks("tie", fixture=2, match=begun).status_code == 409
    assert organiser.shown()["fixtures"][1]["match"] == ""
    assert organiser.asks("tie", fixture=1, match=begun).status_code == 200
