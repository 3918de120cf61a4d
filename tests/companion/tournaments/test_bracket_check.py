"""A bracket drawn before a correction of the zones is said to be out of date, also where the same go through."""

from __future__ import annotations

import pytest

from companion.tournaments import commands
from tests.companion.tournaments.evening import between, drawn, earlier
from tests.companion.tournaments.visit import NAMES, Visit


@pytest.fixture
def zones(visit: Visit) -> Visit:
    """Two zones of four played out, and their bracket."""
    drawn(visit, NAMES, format="zones")
    visit.plays_all(earlier)
    visit.says(commands.DrawBracket())
    return visit


def turns(visit: Visit, places: tuple[int, int], zone: int = 0) -> None:
    """A judge finds that the match of two of a zone ended the other way round."""
    one, other = (visit.shown().zones[zone].standings[place - 1].entrant for place in places)
    fixture = visit.state.fixtures[between(visit, one, other)]
    seen = fixture.slips[0].points
    visit.says(commands.Rule(fixture=fixture.number, hand=0, points=seen[::-1], seen=seen, reason="al revés"))


def crossings(visit: Visit) -> list[tuple[int | None, int | None]]:
    return [(match.home, match.away) for match in visit.state.of_stage("bracket") if match.pairing.round == 1]


@pytest.mark.parametrize(("places", "is_other"), [((1, 2), True), ((2, 3), True), ((3, 4), False)])
def test_it_is_out_of_date_where_others_go_through_or_meet(zones: Visit, places: tuple[int, int], is_other: bool):
    assert not zones.shown().is_stale
    before = crossings(zones)
    turns(zones, places)
    assert zones.shown().is_stale is is_other
    if is_other:
        zones.says(commands.DrawBracket())
        assert crossings(zones) != before
    assert not zones.shown().is_stale


def test_so_it_is_once_it_has_begun_and_who_leaves_then_changes_nothing(zones: Visit):
    first, *_, last = zones.shown().zones[0].standings
    zones.plays(zones.state.of_stage("bracket")[0].number, (1500, 500))
    zones.says(commands.Leave(first.entrant, "se fue", for_good=True), commands.Leave(last.entrant, "x", for_good=True))
    assert not zones.shown().is_stale
    turns(zones, (1, 2), zone=1)
    assert zones.shown().is_stale
