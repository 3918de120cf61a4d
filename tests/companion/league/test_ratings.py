"""Glicko-2 gives the numbers of its paper."""

from __future__ import annotations

import pytest

from companion.league.ratings import Rating, mean_rating, rated

PAPER = Rating(1500, 200, 0.06), [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
"""The example of the paper: a win and two losses."""


def test_the_example_of_the_paper():
    after = rated(*PAPER)
    assert (after.rating, after.deviation) == (pytest.approx(1464.06, abs=0.01), pytest.approx(151.52, abs=0.01))
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_is_known_less_and_never_worse_than_at_first():
    known = Rating(1600, 50, 0.06)
    rested = rated(known, [])
    assert (rested.rating, rested.volatility) == (1600, 0.06)
    assert rested.deviation == pytest.approx(51.08, abs=0.01)
    assert rated(Rating(), []).deviation == 350


@pytest.mark.parametrize(("score", "sign"), [(1.0, 1), (0.5, 0), (0.0, -1)])
def test_to_win_against_an_equal_raises_and_to_lose_lowers(score: float, sign: int):
    moved = rated(Rating(), [(Rating(), score)]).rating - 1500
    assert (moved > 1) - (moved < -1) == sign


def test_a_great_surprise_makes_the_volatility_greater():
    calm, wild = (rated(Rating(1500, 60), [(Rating(rival, 40), 0.0)] * 8) for rival in (1900, 900))
    assert wild.volatility > calm.volatility
    assert wild.volatility > 0.06


def test_a_pair_is_as_strong_as_its_players_on_average():
    pair = mean_rating([Rating(1400, 30), Rating(1600, 40)])
    assert (pair.rating, round(pair.deviation, 2)) == (1500, 35.36)
