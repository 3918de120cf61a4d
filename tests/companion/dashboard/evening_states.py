"""Evenings on which not all went as planned, leagues, and programs that hear of it, as pages that people meet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from flask import Flask
from playwright.sync_api import Page

from tests.companion.dashboard.organiser import Organiser

Told = tuple[str, str] | tuple[str, str, Callable[[Page], None]]
"""What a state is called, where it is, and what somebody does there first."""


def of_an_uneven_evening(app: Flask) -> Iterator[Told]:
    """People left, paused, came late and did not come; a match was fixed, and only a second loss puts out."""
    uneven = Organiser(app, title="Con idas y vueltas", format="round_robin")
    uneven.begins(("Ana; Lobos", "Beto", "Caro", "Dani"))
    uneven.send("leave", entrant=1, reason="una llamada", for_good=True)
    uneven.send("leave", entrant=2, reason="vuelve enseguida")
    uneven.send("join", lines="Zoe", reason="el colectivo")
    uneven.send("miss", fixture=next(fixture["number"] for fixture in uneven.shown()["fixtures"]
                                      if {3, 4} <= set(fixture["entrants"])), reason="nadie", void=True)  # fmt: skip
    for rest in ("/plan", "/standings", "/fixtures"):
        yield f"an uneven evening: {rest}", f"{uneven.address}{rest}"
    twice = Organiser(app, title="Doble", format="double")
    twice.send("enter", lines="Ana\nBeto\nCaro\nDani\nEva")
    twice.send("lock", home=1, away=2)
    yield "a match that was fixed", f"{twice.address}/plan"
    drawn = Organiser(app, title="Doble, sorteado", format="double")
    drawn.send("enter", lines="Ana\nBeto\nCaro\nDani\nEva")
    drawn.send("bracket", seed="x")
    yield "double elimination", f"{drawn.address}/bracket"


def of_leagues(organiser: Organiser) -> Iterator[Told]:
    """A league of an evening, and one without any."""
    over = Organiser(organiser.app, title="La primera noche", format="round_robin")
    over.begins(("Ana; Lobos", "Beto", "Caro; Roque"))
    for fixture in over.shown()["fixtures"]:
        over.send("rule", fixture=fixture["number"], hand=0, points=[1500, 900])
    league = organiser.client.post("/leagues", data={"title": "Los sábados", "key": "k"}).headers["Location"]
    empty = organiser.client.post("/leagues", data={"title": "Sin noches", "key": "l"}).headers["Location"]
    organiser.client.post(league, data={"order": "add", "tournament": over.tournament})
    yield from (("leagues", "/leagues"), ("a league", league), ("an empty league", empty))


def of_hooks(organiser: Organiser) -> Iterator[Told]:
    """A hook that was tried where nobody listens, one that is off, and OBS."""
    for key, fields in enumerate(({"address": "http://127.0.0.1:9/hook", "events": ["hand.closed", "match.finished"]},
                                  {"address": "http://127.0.0.1:9/" + "largo-" * 30, "events": "score.changed"},
                                  {"kind": "obs", "address": "ws://127.0.0.1:9", "source": "Tanteo"})):  # fmt: skip
        organiser.client.post("/hooks", data={"key": f"k{key}", **fields})
    names = re.findall(r'action="(/hooks/w[0-9a-f]{9})"', organiser.client.get("/hooks").text)
    organiser.client.post(names[0], data={"order": "test"})
    organiser.client.post(names[-1], data={"order": "off"})
    yield "hooks", "/hooks"
    yield "hooks, all open", "/hooks", opens_all


def opens_all(page: Page) -> None:
    """Opens everything that can be."""
    for summary in page.locator("details > summary").all():
        summary.click()
