"""Who goes on from a tournament to the next: in the right order, and nobody before that is known."""

from __future__ import annotations

import pytest

from companion.league.evenings import evening_of
from companion.tournaments import commands
from companion.tournaments.final_ranking import finishers, placings
from companion.webhooks.events_to_send import happened
from companion.webhooks.scores import of_tournament
from tests.companion.tournaments.evening import drawn, earlier
from tests.companion.tournaments.visit import NAMES, Visit

ENDS = [
    pytest.param({"format": "round_robin"}, NAMES[:4], (1, 2, 3, 4), id="everybody against everybody"),
    pytest.param({"format": "elimination"}, NAMES[:4], (1, 2), id="a bracket tells two"),
    pytest.param({"format": "double"}, NAMES[:4], (1, 2, 3), id="and three, where two losses put out"),
    pytest.param({"format": "swiss", "rounds": 2}, NAMES[:4], (), id="a Swiss tournament that goes on"),
]


@pytest.mark.parametrize(("plan", "names", "places"), ENDS)
def test_those_who_ended_first(visit: Visit, plan: dict[str, object], names: tuple[str, ...], places: tuple[int, ...]):
    drawn(visit, names, **plan)
    assert finishers(visit.state) == ()
    visit.plays_all(earlier)
    assert finishers(visit.state) == places
    assert visit.shown().places == places


def test_the_third_place_makes_it_four_and_who_left_does_not_go_on(visit: Visit):
    drawn(visit, NAMES[:4], format="elimination", third_place=True)
    visit.plays_all(earlier)
    assert (len(finishers(visit.state)), finishers(visit.state)[:2]) == (4, (1, 2))
    other = drawn(Visit(visit.service))
    other.plays_all(earlier)
    other.says(commands.Leave(1, "se mudó", for_good=True))
    assert finishers(other.state) == (2, 3, 4)


@pytest.mark.parametrize("plan", [{"format": "round_robin"}, {"format": "swiss", "rounds": 3}], ids=str)
def test_who_won_and_left_then_has_won(visit: Visit, plan: dict[str, object]):
    drawn(visit, NAMES[:4], **plan)
    visit.plays_all(earlier)
    while plan["format"] == "swiss" and not placings(visit.state):
        visit.says(commands.PairRound())
        visit.plays_all(earlier)
    before, champion = placings(visit.state), visit.shown().champion
    board, season = of_tournament(visit.state), evening_of(visit.state, lambda *_: None)
    visit.says(commands.Leave(before[0], "se fue a casa", for_good=True))
    assert (placings(visit.state), visit.shown().champion) == (before, champion)
    assert finishers(visit.state) == before[1:]
    assert list(happened(board, of_tournament(visit.state), "x", 0.0)) == []
    assert evening_of(visit.state, lambda *_: None).places == season.places


def test_of_zones_alone_the_firsts_then_the_seconds(visit: Visit):
    drawn(visit, NAMES, format="zones")
    visit.plays_all(earlier)
    best = [sorted(zone.entrants)[:2] for zone in visit.state.zones]
    assert finishers(visit.state) == (best[0][0], best[1][0], best[0][1], best[1][1])


def test_nobody_is_named_where_only_lots_would_separate_them(visit: Visit):
    drawn(visit, NAMES[:3])
    ring = {(1, 2): (1500, 1300), (2, 3): (1500, 1300), (3, 1): (1500, 1300)}
    visit.plays_all(lambda home, away: ring.get((home, away)) or ring[away, home][::-1])
    assert finishers(visit.state) == ()
    visit.says(commands.DrawLots("A", ("Caro", "Ana", "Beto")))
    assert finishers(visit.state) == (3, 1, 2)
