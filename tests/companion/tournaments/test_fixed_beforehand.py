"""What an organiser fixes before a round or a bracket is drawn."""

from __future__ import annotations

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import orders
from tests.companion.tournaments.evening import FOUR, earlier
from tests.companion.tournaments.visit import NAMES, Visit


def test_what_is_fixed_beforehand_is_paired_so_and_only_once(visit: Visit):
    visit.founds(NAMES[:7], format="swiss", rounds=3, tables=8)
    visit.says(orders.Lock(1, 7), orders.Lock(2), orders.PairRound())
    pairs = [(one.home, one.away) for one in visit.story.of_stage("round")]
    assert {1, 7} in [set(pair) for pair in pairs]
    assert [home for home, away in pairs if away is None] == [2]
    assert visit.story.locks == ()
    visit.plays_all(earlier)
    visit.says(orders.PairRound())
    again = [one for one in visit.story.of_stage("round") if one.pairing.round == 2]
    assert 2 not in [one.home for one in again if one.pairing.is_bye]


@pytest.mark.parametrize("form", ["elimination", "double"])
@pytest.mark.parametrize("count", [5, 6, 7, 8])
def test_what_is_fixed_before_a_bracket_is_drawn(visit: Visit, form: str, count: int):
    visit.founds(NAMES[:count], format=form, tables=8)
    rests = count < 8
    visit.says(orders.Lock(1, 2), *([orders.Lock(3)] if rests else []), orders.DrawBracket("w"))
    first = [one for one in visit.story.of_stage("bracket") if one.pairing.round == 1]
    assert {1, 2} in [set(one.entrants) for one in first]
    assert (3 in [one.home for one in first if one.pairing.is_bye]) is rests or count == 8
    assert sorted(who for one in first for who in one.entrants) == list(range(1, count + 1))


def test_who_won_since_the_rival_was_gone_does_not_rest_in_the_next_round(visit: Visit):
    visit.founds(NAMES[:6], format="swiss", rounds=4, tables=8)
    visit.says(orders.PairRound())
    rival = next(
        one for match in visit.story.fixtures.values() if 1 in match.entrants for one in match.entrants if one != 1
    )
    visit.says(orders.Leave(1, "se fue", for_good=True))
    visit.plays_all(
        lambda home, away: (1500, 500) if away == rival else (500, 1500) if home == rival else earlier(home, away)
    )
    visit.says(orders.PairRound())
    assert rival not in [one.home for one in visit.story.of_stage("round") if one.pairing.is_bye]


FIXED_WRONG = [
    pytest.param([orders.Lock(1, 1)], "contra sí mismo", id="alone"),
    pytest.param([orders.Lock(1, 99)], "no está", id="nobody"),
    pytest.param([orders.Lock(1, 2), orders.Lock(2, 3)], "soltalo primero", id="twice"),
    pytest.param([orders.Leave(1, "x"), orders.Lock(1, 2)], "Ana no está", id="who is not here"),
]


@pytest.mark.parametrize(("said", "sentence"), FIXED_WRONG)
def test_what_cannot_be_fixed_beforehand(visit: Visit, said: list[orders.Order], sentence: str):
    visit.founds(FOUR, format="swiss")
    with pytest.raises(TournamentRefused, match=sentence):
        visit.says(*said)
