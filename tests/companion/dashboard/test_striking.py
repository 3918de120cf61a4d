"""Who may not order something at a tournament does not strike it out either, and is not offered to."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.dashboard.auth.roles import Role
from companion.dashboard.tournaments.command_forms import NAMES
from companion.tournaments.commands import LED_TO
from companion.tournaments.events import CODEC
from companion.tournaments.voiding import MAY_BE_STRUCK
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.test_tournaments import JUDGES, come_in

KINDS = {
    "entered": "enter", "drawn": "draw", "paired": "pair", "bracketdrawn": "bracket", "lotsdrawn": "lots",
    "joined": "join", "left": "leave", "returned": "return", "tied": "tie", "extended": "extend",
    "penalised": "penalise", "walkedover": "walkover", "unattended": "miss",
}  # fmt: skip
STRIKES = {
    "enter": {"lines": "Zoe"}, "draw": {"seed": "x"}, "lots": {"zone": "A"}, "join": {"lines": "Zoe", "reason": "x"},
    "walkover": {"fixture": 1, "present": "home", "reason": "x"}, "miss": {"fixture": 1, "reason": "x"},
    "penalise": {"entrant": 1, "points": -5, "reason": "x"}, "extend": {"fixture": 1, "minutes": 5, "reason": "x"},
    "leave": {"entrant": 1, "reason": "x"}, "return": {"entrant": 1}, "tie": {"fixture": 1}, "pair": {},
    "bracket": {},
}  # fmt: skip


def strikable(app: Flask, organiser: Organiser, order: str) -> Organiser:
    """A tournament in which the last entry is of that order."""
    fields = dict(STRIKES[order])
    if order == "pair":
        organiser = Organiser(app, format="swiss")
        organiser.send("enter", lines="Ana\nBeto\nCaro\nDani")
    elif order == "bracket":
        organiser = Organiser(app, format="elimination")
        organiser.send("enter", lines="Ana\nBeto\nCaro\nDani")
    elif order in ("enter", "draw"):
        organiser = Organiser(app)
        organiser.send("enter", lines="Ana\nBeto\nCaro\nDani")
    elif order == "lots":
        organiser = Organiser(app, format="round_robin")
        organiser.begins(("Ana", "Beto", "Caro"))
        for fixture in organiser.shown()["fixtures"]:
            points = [1500, 900] if fixture["entrants"] in ([1, 2], [2, 3], [3, 1]) else [900, 1500]
            organiser.send("rule", fixture=fixture["number"], hand=0, points=points)
    elif order == "return":
        organiser.send("leave", entrant=1, reason="x")
    elif order == "tie":
        begun = organiser.client.post("/api/matches", json={"players": ["A", "B"], "rules": "clasico"})
        fields["match"] = begun.get_json()["match"]
    organiser.send(order, **fields)
    return organiser


@pytest.mark.parametrize("order", STRIKES)
def test_who_may_not_order_something_does_not_strike_it_out(app: Flask, organiser: Organiser, order: str):
    organiser = strikable(app, organiser, order)
    last = organiser.shown()["revision"]
    judge, strike = come_in(app, Role.JUDGE), {"order": "strike", "entry": last, "reason": "x"}
    is_judges = order in JUDGES
    assert (f'name="entry" value="{last}"' in judge.get(f"{organiser.address}/history").text) is is_judges
    answer = judge.post(f"/api{organiser.address}/orders", json=strike)
    assert (answer.status_code == 403) is not is_judges, answer.get_json()
    assert (organiser.shown()["revision"] == last) is not is_judges
    if not is_judges:
        assert f'name="entry" value="{last}"' in organiser.client.get(f"{organiser.address}/history").text
        assert organiser.asks("strike", entry=last, reason="x").status_code == 200


def test_each_entry_that_may_be_struck_is_tried():
    assert {kind_of_order: LED_TO[kind] for kind, kind_of_order in KINDS.items()} == {
        name: NAMES[name] for name in STRIKES
    }
    assert {name for name, kind in CODEC.kinds.items() if kind in MAY_BE_STRUCK} == set(LED_TO)


@pytest.mark.parametrize("entry", [-(10**6), -1, 0, 10**6])
def test_an_entry_that_there_is_not_is_not_there(organiser: Organiser, entry: int):
    assert organiser.asks("strike", entry=entry, reason="x").status_code == 404
