"""A tournament that everybody left, as one that is called off: it is read, printed, taken along and put right."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.eventstore import Journal
from companion.tournaments.export_import import imported
from tests.companion.dashboard.organiser import NAMES, Organiser

PAGES = (
    *("", "/standings", "/fixtures", "/bracket", "/tv", "/judge", "/plan", "/history", "/papers", "/pins", "/codes"),
    *("/papers/standings.pdf", "/papers/fixtures.pdf", "/papers/bracket.pdf", "/papers/standings.png"),
    *("/papers/results.png", "/papers/standings.csv", "/papers/qualified.csv", "/papers/tournament.xlsx"),
)


@pytest.mark.parametrize("leaving", ["lose", "half", "annul"])
@pytest.mark.parametrize("kind", ["round_robin", "zones", "swiss", "elimination", "double", "free"])
def test_it_stays_what_it_is(app: Flask, kind: str, leaving: str):
    organiser = Organiser(app, format=kind, leaving=leaving, third_place=True, delay_s=0)
    organiser.send("enter", lines="\n".join(NAMES[:4]))
    first = {"swiss": "pair", "elimination": "bracket", "double": "bracket", "free": "add"}.get(kind, "draw")
    organiser.send(first, **({"home": 1, "away": 2} if kind == "free" else {}))
    for entrant in range(1, 5):
        organiser.send("leave", entrant=entrant, for_good=True, reason="se suspendió")
        for order in ("bracket", "pair", "lots"):
            assert organiser.asks(order, **({"zone": "A"} if order == "lots" else {})).status_code < 500
    found = {page: organiser.client.get(f"{organiser.address}{page}").status_code for page in PAGES}
    assert set(found.values()) == {200}, found
    listed = organiser.client.get("/api/tournaments").get_json()["tournaments"]
    assert next(card for card in listed if card["tournament"] == organiser.tournament)["trouble"] == ""
    blob = organiser.client.get(f"{organiser.address}/export").data
    elsewhere = Journal.open("sqlite://")
    assert imported(elsewhere, blob)[0].tournament == organiser.tournament
    elsewhere.close()
    organiser.send("return", entrant=1, plays=True)
    assert {row["name"] for zone in organiser.shown()["zones"] for row in zone["standings"]} >= (
        {"Ana"} if kind not in ("elimination", "double") else set()
    )


def test_there_is_no_bracket_of_nobody(app: Flask):
    organiser = Organiser(app, format="zones", third_place=True)
    organiser.begins(NAMES)
    for entrant in range(1, len(NAMES) + 1):
        organiser.send("leave", entrant=entrant, for_good=True, reason="se suspendió")
    answer = organiser.asks("bracket")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "tournaments.too_few")
