"""A bracket in which only the second loss puts out, and the match for the third place."""

from __future__ import annotations

import pytest

from companion.tournaments import commands
from tests.companion.tournaments.evening import FOUR, drawn, earlier
from tests.companion.tournaments.visit import NAMES, Visit


@pytest.mark.parametrize("count", range(3, 12))
def test_where_only_the_second_loss_puts_out(visit: Visit, count: int):
    """The strongest wins; nobody but the first has lost fewer than two, and a bye is no match."""
    names = tuple(f"J{number:02}" for number in range(1, count + 1))
    drawn(visit, names, format="double", tables=20)
    visit.plays_all(earlier)
    lost = dict.fromkeys(visit.state.entrants, 0)
    met: list[frozenset[int]] = []
    for fixture in visit.state.fixtures.values():
        assert fixture.is_over
        if len(fixture.entrants) == 2:
            lost[fixture.loser] += 1
            met.append(frozenset(fixture.entrants))
    assert lost == {1: 0} | dict.fromkeys(range(2, count + 1), 2)
    assert visit.shown().champion == "J01"
    assert len(met) == 2 * count - 2


def test_who_had_never_lost_may_lose_the_final_once(visit: Visit):
    drawn(visit, FOUR, format="double")
    visit.plays_all(lambda home, away: earlier(home, away) if {home, away} != {1, 2} else (500, 1500) if home < away
                    else (1500, 500))  # fmt: skip
    finals = visit.state.of_stage("final")
    assert [len(final.entrants) for final in finals] in ([2, 2], [2, 1])
    assert visit.shown().champion == "Beto"


@pytest.mark.parametrize("count", [4, 5, 8])
def test_the_third_place_is_played_by_those_who_lost_the_semifinals(visit: Visit, count: int):
    drawn(visit, NAMES[:count], format="elimination", third_place=True)
    visit.plays_all(earlier)
    (third,) = visit.state.of_stage("third")
    losers = {visit.state.fixtures[feed].loser for feed in third.pairing.feeds}
    assert set(third.entrants) == losers
    assert third.winner == min(losers)
    assert visit.shown().champion == "Ana"


def test_the_third_place_after_zones_and_with_too_few(visit: Visit):
    drawn(visit, NAMES, format="zones", third_place=True)
    visit.plays_all(earlier)
    visit.says(commands.DrawBracket())
    visit.plays_all(earlier)
    assert len(visit.state.of_stage("third")) == 1
    other = Visit(visit.service)
    drawn(other, NAMES[:2], format="elimination", third_place=True)
    assert other.state.of_stage("third") == ()
