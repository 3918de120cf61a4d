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
