"""Two judges who decide the same thing at once: penalties and minutes add up, so the second is told of the first."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.auth.roles import Role
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import fields_of
from tests.companion.dashboard.test_tournaments import come_in, flashed


def filled(organiser: Organiser, judge: FlaskClient, order: str) -> dict[str, str]:
    """What a judge sends who opened the page of the first match and filled in a form of it."""
    match = organiser.shown()["fixtures"][0]
    page = judge.get(f"{organiser.address}/fixtures/1").text
    more = {
        "penalise": {"entrant": f"{match['entrants'][0]}", "points": "-100", "fixture": "1"},
        "extend": {"minutes": "10"},
    }
    return fields_of(page, order) | more[order] | {"reason": "llegó tarde"}


def sent(organiser: Organiser, judge: FlaskClient, fields: dict[str, str]) -> list[str]:
    return flashed(judge.post(f"{organiser.address}/orders", data=fields, follow_redirects=True))


@pytest.mark.parametrize("order", ["penalise", "extend"])
def test_the_second_is_told_and_may_give_it_again(app: Flask, organiser: Organiser, order: str):
    one, other = come_in(app, Role.JUDGE), come_in(app, Role.JUDGE)
    first, second = filled(organiser, one, order), filled(organiser, other, order)
    assert sent(organiser, one, first) == []
    assert sent(organiser, one, first) == [], "the same form again is the same decision"
    (told,) = sent(organiser, other, second)
    assert "Mientras tanto" in told
    log = app.extensions["tournaments"].log(organiser.tournament, "es")
    assert [line.kind for line in log].count({"penalise": "penalised", "extend": "extended"}[order]) == 1
    assert sent(organiser, other, filled(organiser, other, order)) == [], "who has seen it may"


def test_in_the_standings_too_and_programs_need_not_say_what_they_saw(organiser: Organiser):
    entrant = organiser.shown()["fixtures"][0]["entrants"][0]
    said = {"entrant": entrant, "points": -100, "reason": "llegó tarde"}
    seen = organiser.shown()["decisions_mark"]
    organiser.send("penalise", **said, seen=seen)
    answer = organiser.asks("penalise", **said, seen=seen)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "tournaments.decided_meanwhile")
    organiser.send("penalise", **said)
    assert [penalty["points"] for penalty in organiser.shown()["penalties"]] == [-100, -100]
    assert re.fullmatch(r"[0-9a-f]{12}", organiser.shown()["decisions_mark"])
