"""A hand that a judge removes is gone, and those that were confirmed after it go on counting."""

from __future__ import annotations

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import commands
from tests.companion.tournaments.evening import drawn
from tests.companion.tournaments.visit import Visit

HANDS = ((500, 100), (300, 200), (400, 0))


@pytest.fixture
def played(visit: Visit) -> Visit:
    """Three hands that both sides confirmed."""
    drawn(visit, ("Ana", "Beto"))
    visit.plays(1, *HANDS)
    return visit


def removes(visit: Visit, *hands: int) -> None:
    for hand in hands:
        seen = visit.state.fixtures[1].slip(hand).points
        visit.says(commands.Rule(fixture=1, hand=hand, seen=seen, remove=True, reason="estaba dos veces"))


@pytest.mark.parametrize("gone", [(1,), (2,), (3,), (1, 2), (2, 3), (1, 3), (1, 2, 3)])
def test_the_others_count(played: Visit, gone: tuple[int, ...]):
    removes(played, *gone)
    left = [points for hand, points in enumerate(HANDS, 1) if hand not in gone]
    totals = (sum(home for home, _ in left), sum(away for _, away in left))
    assert played.state.fixtures[1].verdict.totals == totals
    shown = played.shown().fixtures[0]
    assert shown.totals == totals
    assert all(slip.counts for slip in shown.slips)
    following = shown.next_hand
    played.says(commands.Propose(fixture=1, hand=following, points=(1600, 0), side="home"))
    played.says(commands.AcceptPoints(1, following, "away"))
    assert played.shown().fixtures[0].totals == (totals[0] + 1600, totals[1])
    assert played.state.fixtures[1].is_over


def test_it_may_be_said_again_in_its_place(played: Visit):
    removes(played, 1)
    played.says(commands.Rule(fixture=1, hand=1, points=(450, 100), reason="era así"))
    assert [slip.hand for slip in played.state.fixtures[1].hands] == [1, 2, 3]
    assert played.shown().fixtures[0].totals == (1150, 300)


def test_a_hand_that_waited_on_a_phone_comes_after_one_that_was_removed(played: Visit):
    removes(played, 3)
    played.says(commands.Propose(fixture=1, hand=4, points=(100, 0), side="home"))
    played.says(commands.AcceptPoints(1, 4, "away"))
    assert played.shown().fixtures[0].totals == (900, 300)
    with pytest.raises(TournamentRefused, match="Falta"):
        played.says(commands.Propose(fixture=1, hand=6, points=(100, 0), side="home"))


def test_one_that_nobody_confirmed_still_stops_those_after_it(visit: Visit):
    drawn(visit, ("Ana", "Beto"))
    visit.plays(1, *HANDS[:2])
    visit.says(commands.Propose(fixture=1, hand=3, points=(400, 0), side="home"))
    visit.says(commands.Propose(fixture=1, hand=4, points=(100, 0), side="home"), commands.AcceptPoints(1, 4, "away"))
    removes(visit, 1)
    assert visit.shown().fixtures[0].totals == (300, 200)
