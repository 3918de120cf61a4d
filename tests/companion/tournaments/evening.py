"""Evenings on which whoever entered first wins, 1500 to 500; who was there alone has 1500."""

from __future__ import annotations

from companion.tournaments import commands
from tests.companion.tournaments.visit import NAMES, Visit

FOUR = NAMES[:4]


def earlier(home: int, away: int) -> tuple[int, int]:
    """Whoever entered first wins."""
    return (1500, 500) if home < away else (500, 1500)


def drawn(visit: Visit, names: tuple[str, ...] = FOUR, **plan: object) -> Visit:
    visit.founds(names, **({"format": "round_robin", "tables": 8} | plan))
    first = {
        "swiss": commands.PairRound(),
        "elimination": commands.DrawBracket("x"),
        "double": commands.DrawBracket("x"),
    }
    visit.says(first.get(str(plan.get("format")), commands.DrawZones("x")))
    return visit


def between(visit: Visit, one: int, other: int) -> int:
    """The match of two."""
    return next(key for key, match in visit.state.fixtures.items() if {match.home, match.away} == {one, other})


def meets(visit: Visit, one: int, other: int) -> None:
    number = between(visit, one, other)
    match = visit.state.fixtures[number]
    visit.plays(number, earlier(match.home, match.away))


def table(visit: Visit, zone: str = "A") -> dict[str, tuple[int, int, int]]:
    """Played, won and difference of everybody in a table."""
    rows = next(shown_zone for shown_zone in visit.shown().zones if shown_zone.name == zone).standings
    return {row.name: (row.played, row.won, row.difference) for row in rows}
