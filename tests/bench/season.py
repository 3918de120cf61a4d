"""How long and how much memory a list of ten thousand names and a league of 500 evenings take: `python -m
tests.bench.season`, each in a process of its own, beside what the same machine needs at least in the same minute: the
module csv for the bare cells of the list, the journal for the bare entries of the evenings. An evening is 16 players
who meet in four rounds: 32 matches."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import resource
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

from companion.eventstore import Draft, EventMetadata, Journal
from companion.league.evening_cache import FORMAT
from companion.league.evening_reader import Later, beside
from companion.league.season import SeasonRule
from companion.league.service import LeagueService
from companion.league.store import League, LeagueStore
from companion.tournaments.entrant_list import read_roster
from companion.tournaments.events import Entered, Event, Paired, Ruled, TournamentCreated, kind_of, text_of
from companion.tournaments.plan import Entrant, Plan, PlannedPairing
from companion.tournaments.service import TournamentService
from engine.rules.profiles import load_rules
from tests.companion.dashboard.playing import playing_app

NAMES, EVENINGS, PLAYERS, ROUNDS, PEOPLE = 10_000, 500, 16, 4, 60
_MB = 1024
Found = TypeVar("Found")


def main() -> None:
    """Prints each."""
    for measure in (_a_list, _a_list_on_pages, _a_league):
        with get_context("spawn").Pool(1) as alone:
            sys.stdout.write(f"{alone.apply(_in, (measure,))}\n")


def _in(measure: Callable[[Path], str]) -> str:
    with TemporaryDirectory() as folder:
        return measure(Path(folder))


def _a_list(_folder: Path) -> str:
    text = _text()
    bare, rows = _timed(lambda: list(csv.reader(io.StringIO(text), delimiter=";")))
    before = _peak_mb()
    took, roster = _timed(lambda: read_roster(text))
    assert len(roster.entering) == len(rows) == NAMES
    return f"a list of {NAMES} names: {took:.0f} ms, {_peak_mb() - before:.0f} MB more; its bare cells: {bare:.0f} ms"


def _a_list_on_pages(folder: Path) -> str:
    """As somebody at the computer takes it in: the file, what is shown of it, all of them chosen, the page after it."""
    with playing_app(folder) as app:
        client = app.test_client()
        told = client.post("/tournaments", data={"title": "Padrón", "format": "swiss", "tables": "8"}).headers[
            "Location"
        ]
        client.get(told)
        before, address = _peak_mb(), told.removesuffix("/plan")
        sent = {"list": (io.BytesIO(_text().encode()), "lista.csv")}
        shown, page = _timed(lambda: client.post(f"{address}/entrants", data=sent).get_data(as_text=True))
        lines = [unescape(line) for line in re.findall(r'name="line" value="([^"]*)"', page)]
        assert len(lines) == NAMES
        entered, _ = _timed(lambda: client.post(f"{address}/entrants", data={"take": "1", "line": lines}))
        plan, listed = _timed(lambda: client.get(told).get_data())
        return (
            f"the same on the pages: {shown:.0f} ms until it is shown, {entered:.0f} ms to enter, {plan:.0f} ms and "
            f"{len(listed) / 1e6:.1f} MB for the organiser's page, {_peak_mb() - before:.0f} MB more"
        )


def _text() -> str:
    return "\n".join(f"{number};Pérez {number}, Juana;Club {number % 90}" for number in range(NAMES))


def _a_league(folder: Path) -> str:
    journal = Journal.open(f"sqlite:///{folder / 'story.sqlite'}")
    chance = random.Random(5)
    for number in range(EVENINGS):
        _write(journal, f"t{number:09}", list(_evening(chance)))
    leagues = LeagueStore(folder / "leagues")
    league = _room(journal, leagues).make("Todas", "k")
    names = tuple(f"t{number:09}" for number in range(EVENINGS))
    bare, entries = _timed(lambda: sum(len(journal.entries(name)) for name in names))
    leagues.keep(replace(leagues.find(league) or League(name="", title="", rule=SeasonRule()), evenings=names))
    told, _ = _timed(lambda: _room(journal, leagues).snapshot(league, "es"))
    _as_an_earlier_version(folder / "leagues")
    updated, _ = _timed(lambda: _room(journal, leagues, [].append).snapshot(league, "es"))
    _room(journal, leagues).snapshot(league, "es", is_exact=True)
    room, before = _room(journal, leagues), _peak_mb()
    first, shown = _timed(lambda: room.snapshot(league, "es"))
    assert len(shown.evenings) == EVENINGS
    again, _ = _timed(lambda: room.snapshot(league, "es"))
    journal.close()
    return (
        f"a league of {EVENINGS} evenings, {EVENINGS * ROUNDS * PLAYERS // 2} matches, {len(shown.rows)} players: "
        f"{told:.0f} ms where none was told before, {updated:.0f} ms after an update, {first:.0f} ms begun anew, "
        f"{again:.0f} ms again, "
        f"{_peak_mb() - before:.0f} MB more; its bare {entries} entries: {bare:.0f} ms"
    )


def _room(journal: Journal, leagues: LeagueStore, later: Later = beside) -> LeagueService:
    """A program that has just begun."""
    return LeagueService(leagues, TournamentService(journal).state, journal.marks, lambda match: None, later)


def _as_an_earlier_version(leagues: Path) -> None:
    """Makes the kept evenings those of an earlier version of the program."""
    for file in (leagues / "evenings").iterdir():
        file.write_text(json.dumps(json.loads(file.read_text()) | {"by": [FORMAT, "0.0.0"]}))


def _evening(chance: random.Random) -> Iterator[Event]:
    rules = load_rules("torneo")
    yield TournamentCreated(
        Plan(title="Noche", format="swiss", rules=rules, tables=8, zone_size=4, qualifiers=2, rounds=ROUNDS)
    )
    there = chance.sample(range(PEOPLE), PLAYERS)
    yield Entered(tuple(Entrant(number, f"Jugador {one}", f"Club {one % 7}") for number, one in enumerate(there, 1)))
    for turn in range(1, ROUNDS + 1):
        order = chance.sample(range(1, PLAYERS + 1), PLAYERS)
        after = (turn - 1) * PLAYERS // 2
        yield Paired(tuple(
            PlannedPairing(number=number, stage="round", round=turn, home=home, away=away)
            for number, (home, away) in enumerate(zip(order[::2], order[1::2], strict=True), after + 1)
        ))  # fmt: skip
        for number in range(after + 1, after + PLAYERS // 2 + 1):
            points = (1500 + 5 * chance.randrange(100), 5 * chance.randrange(299))
            yield Ruled(fixture=number, hand=0, old=None, points=points[:: chance.choice((1, -1))], reason="")


def _write(journal: Journal, name: str, events: list[Event]) -> None:
    with journal.turn(name) as turn:
        said = [EventMetadata(author="Ana", key=f"{name} {number}") for number in range(len(events))]
        turn.append_all([
            turn.drafted(
                Draft(match=name, kind=kind_of(event), text=text_of(event), rules="", said=one),
                number,
            )
            for number, (event, one) in enumerate(zip(events, said, strict=True), 1)
        ])  # fmt: skip


def _timed(does: Callable[[], Found]) -> tuple[float, Found]:
    began = perf_counter()
    found = does()
    return 1000 * (perf_counter() - began), found


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MB


if __name__ == "__main__":
    main()
