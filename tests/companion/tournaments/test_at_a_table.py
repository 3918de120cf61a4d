"""Which match is at a table, in whatever order its matches were seated."""

from __future__ import annotations

import pytest

from companion.tournaments import commands
from companion.tournaments.commands_from_events import led_to
from companion.tournaments.events import Started
from tests.companion.tournaments.visit import NAMES, Visit


@pytest.mark.parametrize("at_table", [(3, 1), (1, 3), (1, 2, 4), (4, 2, 1)])
def test_a_table_shows_the_match_that_was_seated_there_last(visit: Visit, at_table: tuple[int, ...]):
    visit.founds(NAMES[:4], tables=4, format="round_robin")
    visit.says(commands.DrawZones())
    for number in at_table:
        visit.says(commands.SeatFixtures(number, 1))
        assert visit.state.at_table(1).number == number
        visit.plays(number, (1500, 400))
        assert visit.state.at_table(1).number == number


def test_a_match_that_goes_to_another_table_and_back_is_the_last_there(visit: Visit):
    visit.founds(NAMES[:4], tables=4, format="round_robin")
    visit.says(commands.DrawZones())
    for number, table in ((1, 1), (1, 2), (3, 1)):
        visit.says(commands.SeatFixtures(number, table))
    visit.plays(3, (1500, 400))
    visit.says(commands.SeatFixtures(1, 1))
    visit.plays(1, (1500, 400))
    assert (visit.state.at_table(1).number, visit.state.at_table(2)) == (1, None)


def test_a_match_that_is_opened_again_does_not_take_the_table_from_who_plays_there(visit: Visit):
    visit.founds(NAMES[:4], tables=4, format="round_robin")
    visit.says(commands.DrawZones(), commands.SeatFixtures(1, 1))
    visit.plays(1, (800, 400), (900, 100))
    visit.says(commands.SeatFixtures(2, 1))
    visit.says(commands.Propose(fixture=2, hand=1, points=(500, 100), side="home"))
    visit.says(commands.Rule(fixture=1, hand=2, points=(600, 100), seen=(900, 100), reason="mal sumada"))
    assert not visit.state.fixtures[1].is_over
    assert visit.state.at_table(1).number == 2
    visit.says(commands.Rule(fixture=2, hand=1, points=(1600, 100), seen=(500, 100), reason="toda la partida"))
    assert visit.state.at_table(1).number == 1, "then it goes on"
    visit.says(commands.SeatFixtures(1, 2))
    assert (visit.state.at_table(1).number, visit.state.at_table(2).number) == (2, 1)


def test_a_match_that_waits_for_its_table_loses_no_time_where_all_clocks_are_started(visit: Visit):
    visit.founds(NAMES[:4], tables=4, format="round_robin")
    visit.says(commands.DrawZones(), commands.SeatFixtures(1, 1), commands.StartClock())
    visit.plays(1, (800, 400), (900, 100))
    visit.says(commands.SeatFixtures(2, 1))
    visit.says(commands.Rule(fixture=1, hand=2, points=(600, 100), seen=(900, 100), reason="mal sumada"))
    before = visit.state
    visit.says(commands.StartClock())
    assert [number for number, match in visit.state.fixtures.items() if match.clock.since_s is not None] == [2]
    assert led_to(before, Started((2,)))
    assert led_to(before, Started((1, 2))), "by an earlier version"
    assert not led_to(before, Started((2, 1)))
    visit.plays(2, (1500, 400))
    visit.says(commands.StartClock())
    assert [number for number, match in visit.state.fixtures.items() if match.clock.since_s is not None] == [1]


def test_nobody_who_is_away_for_a_while_loses_time_where_all_clocks_are_started(visit: Visit):
    visit.founds(NAMES[:4], tables=4, format="round_robin")
    visit.says(commands.DrawZones(), commands.SeatFixtures(1, 1), commands.SeatFixtures(2, 2))
    away = visit.state.fixtures[1].home
    visit.says(commands.Leave(away, "un llamado"), commands.StartClock())
    assert [number for number, match in visit.state.fixtures.items() if match.clock.since_s is not None] == [2]
    visit.says(commands.StartClock(1))
    assert visit.state.fixtures[1].clock.since_s is not None, "a judge may all the same"
