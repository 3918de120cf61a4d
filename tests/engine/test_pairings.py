"""Who meets whom: the rounds of a zone and the first round of a bracket."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engine import Zone, bracket, fixtures, load_rules, standings
from tests.engine.test_tournament import zone_of

TORNEO = load_rules("torneo")


@pytest.mark.parametrize("count", range(2, 13))
def test_everybody_is_at_home_as_often_as_away(count: int) -> None:
    players = tuple("ABCDEFGHIJKL"[:count])
    met = [pair for pairs in fixtures(Zone("A", players)) for pair in pairs]
    for player in players:
        home, away = ([pair[side] for pair in met].count(player) for side in (0, 1))
        assert home + away == count - 1
        assert abs(home - away) == (count - 1) % 2


@pytest.mark.parametrize("count", range(2, 9))
def test_everybody_meets_everybody_once(count: int) -> None:
    players = tuple("ABCDEFGH"[:count])
    rounds = fixtures(Zone("A", players))
    met = [tuple(sorted(pair)) for pairs in rounds for pair in pairs]
    assert sorted(met) == sorted(combinations(players, 2))
    assert all(len({player for pair in pairs for player in pair}) == 2 * len(pairs) for pairs in rounds)


def zones_of(count: int) -> list[tuple[str, Any]]:
    """Zones A, B, … of three who all won what their place says."""
    tables = []
    for index in range(count):
        name = "ABCDEFGH"[index]
        one, two, three = (f"{name}{place}" for place in (1, 2, 3))
        matches = [[one, two, 1600 - index, 1000], [one, three, 1500, 1000], [two, three, 1500, 900]]
        tables.append((name, standings(zone_of({"players": [one, two, three], "matches": matches}), TORNEO)))
    return tables


def test_two_zones_cross_in_the_first_round() -> None:
    pairs = bracket(zones_of(2), 2)
    assert [(pair.home.player, pair.away and pair.away.player) for pair in pairs] == [("A1", "B2"), ("B1", "A2")]


def test_with_six_the_best_two_winners_rest() -> None:
    pairs = bracket(zones_of(3), 2)
    assert [pair.home.player for pair in pairs if pair.away is None] == ["A1", "B1"]


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("qualifiers", [1, 2, 3])
def test_a_bracket_holds_everybody_once_and_keeps_zones_apart(count: int, qualifiers: int) -> None:
    pairs = bracket(zones_of(count), qualifiers)
    players = [seat.player for pair in pairs for seat in (pair.home, pair.away) if seat]
    assert len(players) == len(set(players)) == count * qualifiers
    assert len(pairs) & (len(pairs) - 1) == 0
    if count > 1:
        assert all(pair.away is None or pair.away.zone != pair.home.zone for pair in pairs)


def test_nobody_makes_no_bracket() -> None:
    assert bracket([], 2) == ()
