"""Whoever corrects a zone after the bracket was drawn is told so, and the organiser may draw it anew."""

from __future__ import annotations

from flask import Flask

from tests.companion.dashboard.organiser import NAMES, Organiser

SAYS = "ahora sería otra"


def test_the_judge_and_the_organiser_are_told_and_a_zone_that_changes_nothing_says_nothing(app: Flask):
    organiser = Organiser(app, format="zones", delay_s=0)
    organiser.begins(NAMES)
    for fixture in organiser.shown()["fixtures"]:
        first = fixture["entrants"][0] < fixture["entrants"][1]
        organiser.send("rule", fixture=fixture["number"], hand=0, points=[1500, 900] if first else [900, 1500])
    organiser.send("bracket")
    best = {row["entrant"] for row in organiser.shown()["zones"][0]["standings"][:2]}
    decisive = next(match for match in organiser.shown()["fixtures"] if set(match["entrants"]) == best)
    match = f"/fixtures/{decisive['number']}"
    pages = ("/plan", "/judge", "/bracket", match)
    assert not [page for page in pages if SAYS in organiser.client.get(f"{organiser.address}{page}").text]
    seen = decisive["totals"]
    organiser.send("rule", fixture=decisive["number"], hand=0, points=seen[::-1], seen=seen, reason="al revés")
    assert not [page for page in pages if SAYS not in organiser.client.get(f"{organiser.address}{page}").text]
    assert 'name="order" value="bracket"' in organiser.client.get(f"{organiser.address}/plan").text
    organiser.send("bracket")
    assert not [page for page in pages if SAYS in organiser.client.get(f"{organiser.address}{page}").text]
