"""Tournaments with victory points: a match may end level, and the points rank and pair."""

from __future__ import annotations

from companion.tournaments import commands
from tests.companion.tournaments.visit import NAMES, Visit


def test_with_victory_points_a_match_may_end_level_and_the_points_rank(visit: Visit):
    visit.founds(NAMES[:3], rules="burraco-fibur", format="round_robin", tables=1)
    visit.says(commands.DrawZones())
    narrow, level = (600, 500), (500, 500)
    visit.plays_all(lambda home, away: level if {home, away} == {1, 2} else narrow if home < away else narrow[::-1])
    assert all(fixture.is_over for fixture in visit.state.fixtures.values())
    assert visit.ranking() == ["Ana", "Beto", "Caro"] or visit.ranking() == ["Beto", "Ana", "Caro"]
    first = visit.shown().zones[0].ties[0]
    assert (first.by, dict(first.values)) == ("victory", {"Ana": 21, "Beto": 21, "Caro": 18})
    assert visit.state.fixtures[1].verdict.next == "over"


def test_swiss_rounds_are_paired_by_victory_points(visit: Visit):
    visit.founds(NAMES[:4], rules="burraco-fibur", format="swiss", rounds=2, tables=2)
    visit.says(commands.PairRound())
    visit.plays_all(lambda home, away: (2000, 0) if home < away else (0, 100))
    visit.says(commands.PairRound())
    visit.plays_all(lambda home, away: (500, 500))
    assert visit.shown().zones[0].ties[0].by == "victory"
