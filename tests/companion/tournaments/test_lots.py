"""Lots separate those who were drawn together, and nobody else, whatever was drawn before or after."""

from __future__ import annotations

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import commands
from tests.companion.tournaments.visit import Visit

FOUR = ("Ana", "Beto", "Caro", "Dani")


class Zone(Visit):
    """A zone of four whose results are said as who beat whom, always by the same points."""

    def beats(self, winner: str, *losers: str) -> None:
        numbers = {entrant.name: number for number, entrant in self.state.entrants.items()}
        for loser in losers:
            pair = {numbers[winner], numbers[loser]}
            fixture = next(fixture for fixture in self.state.fixtures.values() if set(fixture.entrants) == pair)
            points = (1600, 1500) if fixture.home == numbers[winner] else (1500, 1600)
            slip = fixture.slip(0)
            seen = slip.points if slip else ()
            self.says(commands.Rule(fixture=fixture.number, hand=0, points=points, seen=seen, reason="así fue"))

    def circle(self, first: str, second: str, third: str, last: str) -> None:
        """Three who beat one another in turn, and all of them the last."""
        for one, other in ((first, second), (second, third), (third, first)):
            self.beats(one, other, last)

    def draws(self, *order: str) -> None:
        self.says(commands.DrawLots(zone="A", names=order))

    @property
    def table(self) -> list[tuple[int, str]]:
        return [(row.rank, row.name) for row in self.shown().zones[0].standings]


@pytest.fixture
def zone(visit: Visit) -> Zone:
    zone = Zone(visit.service)
    zone.founds(FOUR, format="zones", zone_size=4, qualifiers=2, tables=3)
    zone.says(commands.DrawZones(seed="x"))
    return zone


def test_a_draw_holds_again_where_its_tie_comes_back(zone: Zone):
    zone.circle("Ana", "Beto", "Caro", "Dani")
    zone.draws("Caro", "Ana", "Beto")
    drawn = zone.table
    assert drawn == [(1, "Caro"), (2, "Ana"), (3, "Beto"), (4, "Dani")]
    zone.circle("Ana", "Beto", "Dani", "Caro")
    zone.draws("Beto", "Ana", "Dani")
    assert zone.table == [(1, "Beto"), (2, "Ana"), (3, "Dani"), (4, "Caro")]
    zone.circle("Ana", "Beto", "Caro", "Dani")
    assert zone.table == drawn


def test_who_was_never_drawn_together_is_told_apart_by_no_lot(zone: Zone):
    zone.circle("Ana", "Beto", "Caro", "Dani")
    zone.draws("Caro", "Ana", "Beto")
    zone.circle("Ana", "Beto", "Dani", "Caro")
    zone.draws("Beto", "Ana", "Dani")
    zone.circle("Ana", "Caro", "Dani", "Beto")
    assert sorted(zone.table) == [(1, "Ana"), (1, "Caro"), (1, "Dani"), (4, "Beto")]
    with pytest.raises(TournamentRefused, match="hay que sortear entre"):
        zone.says(commands.DrawBracket())
    zone.draws("Dani", "Caro", "Ana")
    assert zone.table == [(1, "Dani"), (2, "Caro"), (3, "Ana"), (4, "Beto")]


def test_the_newest_of_two_draws_of_the_same_holds(zone: Zone):
    zone.circle("Ana", "Beto", "Caro", "Dani")
    zone.draws("Caro", "Ana", "Beto")
    with pytest.raises(TournamentRefused, match="nada que sortear"):
        zone.draws("Ana", "Beto", "Caro")
    assert zone.shown().zones[0].lots == ("Caro", "Ana", "Beto")
