"""On the one device of a table only a PIN shows that a side answers what the other said."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.dashboard.tournaments.device_tokens import entrant_pins
from tests.companion.dashboard.organiser import NAMES, Organiser
from tests.companion.dashboard.playing import fields_of

POINTS = [800, 300]


@pytest.mark.parametrize("points", [POINTS, [0, 900]], ids=["the same", "otherwise"])
def test_a_device_for_both_sides_answers_for_the_other_with_its_pin_alone(organiser: Organiser, points: list[int]):
    token = organiser.device()
    organiser.says(token, "propose", hand=1, side="home", points=POINTS)
    answers = [organiser.says(token, "propose", hand=1, side="away", points=points, **pin)
               for pin in ({}, {"pin": ""}, {"pin": organiser.pin(0)})]  # fmt: skip
    assert [answer.status_code for answer in answers] == [409, 409, 403]
    assert (organiser.slip()["standing"], organiser.slip()["points"]) == ("proposed", POINTS)
    assert organiser.says(token, "propose", hand=1, side="home", points=[790, 300]).status_code == 200
    answer = organiser.says(token, "propose", hand=1, side="away", points=points, pin=organiser.pin(1))
    assert answer.status_code == 200
    assert organiser.slip()["standing"] == "disputed"
    assert organiser.says(token, "propose", hand=1, side="away", points=points).status_code == 409


@pytest.mark.parametrize("ends", ["removed", "entry struck out"])
def test_who_gets_the_number_of_somebody_who_was_removed_gets_nothing_else_of_theirs(app: Flask, ends: str):
    organiser = Organiser(app)
    organiser.send("enter", lines="\n".join(NAMES[:7]))
    entry = organiser.send("enter", lines="Hugo")["revision"]
    organiser.send("penalise", entrant=8, points=200, reason="llegó tarde")
    organiser.send("leave", entrant=8, reason="se fue", for_good=True)
    with app.app_context():
        before = entrant_pins(organiser.tournament, range(1, 9))
    gone = {"removed": ("withdraw", {"entrant": 8}), "entry struck out": ("strike", {"entry": entry, "reason": "no"})}
    order, fields = gone[ends]
    organiser.send(order, **fields)
    organiser.send("enter", lines="Irma")
    with app.app_context():
        after = entrant_pins(organiser.tournament, range(1, 9))
    assert {number for number in before if before[number] != after[number]} == {8}
    shown = organiser.shown()
    assert [(who["number"], who["name"], who["standing"]) for who in shown["entrants"]][-1] == (8, "Irma", "")
    organiser.send("draw", seed="x")
    state = app.extensions["tournaments"].state(organiser.tournament)
    assert (state.penalties, dict(state.absences)) == ((), {})
    organiser.send("rename", entrant=8, name="Irma Paz")
    with app.app_context():
        assert entrant_pins(organiser.tournament, range(1, 9)) == after


def test_a_clock_is_started_for_the_match_that_its_button_was_shown_for(app: Flask):
    """A phone that slept, or went back a page, shows the button of the match before."""
    organiser = Organiser(app, format="round_robin", tables=1)
    organiser.begins(("Ana", "Beto", "Caro", "Dani"))
    phone = organiser.comes_in(organiser.device())
    form = fields_of(phone.get(f"{organiser.address}/table").text, "start")
    organiser.send("rule", fixture=1, hand=0, points=[1500, 300])
    organiser.send("seat")
    after = next(fixture for fixture in organiser.shown()["fixtures"] if fixture["standing"] == "seated")
    said = phone.post(f"{organiser.address}/table", data=form, follow_redirects=True)
    assert "Eso era de otro partido" in said.text
    assert organiser.shown()["fixtures"][after["number"] - 1]["ends_s"] is None
    form = fields_of(phone.get(f"{organiser.address}/table").text, "start")
    phone.post(f"{organiser.address}/table", data=form)
    assert organiser.shown()["fixtures"][after["number"] - 1]["ends_s"]
