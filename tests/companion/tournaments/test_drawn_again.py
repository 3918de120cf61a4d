"""Two who draw at once: what was told of the first draw stays, until somebody strikes it out."""

from __future__ import annotations

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import commands
from tests.companion.tournaments.visit import Visit


@pytest.mark.parametrize("plan", ["elimination", "double"])
def test_a_bracket_that_is_drawn_is_not_drawn_again_by_a_second_who_asks(visit: Visit, plan: str):
    """Two press the button at once: what was told of the first draw, and its tables, stay."""
    visit.founds(format=plan)
    visit.says(commands.DrawBracket(), commands.SeatFixtures())
    before = visit.state
    with pytest.raises(TournamentRefused, match="Ya se sorteó"):
        visit.says(commands.DrawBracket())
    assert visit.state == before
    visit.says(commands.VoidEntry(before.revision - 1, "otra vez"), commands.DrawBracket(seed="y"))
    assert {fixture.table for fixture in visit.state.fixtures.values()} == {None}


@pytest.mark.parametrize("third_place", [False, True])
def test_after_the_zones_it_is_drawn_again_only_where_others_go_through(visit: Visit, third_place: bool):
    visit.founds(format="zones", third_place=third_place)
    visit.says(commands.DrawZones(seed="x"))
    visit.plays_all(lambda home, away: (1500, 900) if home < away else (900, 1500))
    visit.says(commands.DrawBracket(), commands.SeatFixtures())
    before = visit.state
    with pytest.raises(TournamentRefused, match="Ya se sorteó"):
        visit.says(commands.DrawBracket())
    assert visit.state == before
    played = [fixture for fixture in before.of_stage("zone") if 1 in fixture.entrants]
    for fixture in played:
        points = fixture.slips[0].points
        lost = (900, 1500) if fixture.home == 1 else (1500, 900)
        visit.says(commands.Rule(fixture=fixture.number, hand=0, points=lost, seen=points, reason="x"))
    assert visit.says(commands.DrawBracket()).standing == "done"
