"""A match that is over stays as it ended: nobody confirms a hand that was said too soon or too much."""

from __future__ import annotations

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.commands_from_events import led_to
from companion.tournaments.events import Disputed, MatchLinked, PointsAccepted
from tests.companion.tournaments.visit import Visit


def proposes(visit: Visit, hand: int, points: tuple[int, int]) -> None:
    visit.says(commands.Propose(fixture=1, hand=hand, points=points, side="home"))


@pytest.fixture
def decided(visit: Visit) -> Visit:
    """A semi-final whose first hand decided it; of a second one says that it was turned round."""
    visit.founds(("Ana", "Beto", "Caro", "Dani"), format="elimination", tables=3)
    visit.says(commands.DrawBracket(seed="x"), commands.SeatFixtures())
    proposes(visit, 1, (1600, 50))
    proposes(visit, 2, (10, 9000))
    visit.says(commands.AcceptPoints(1, 1, "away"))
    return visit


ANSWERS = {
    "a confirmation": commands.AcceptPoints(1, 2, "away"),
    "a dispute": commands.Dispute(fixture=1, hand=2, side="away", points=(1, 1)),
    "the same points": commands.Propose(fixture=1, hand=2, points=(10, 9000), side="away"),
    "another hand": commands.Propose(fixture=1, hand=3, points=(10, 9000), side="away"),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_no_hand_is_added_to_a_match_that_is_over(decided: Visit, answer: commands.Command):
    before = decided.shown().fixtures
    with pytest.raises(TournamentRefused, match="ya terminó") as refused:
        decided.says(answer)
    assert (refused.value.status, decided.shown().fixtures) == (409, before)


def test_a_judge_may_add_it_and_what_is_confirmed_again_changes_nothing(decided: Visit):
    assert decided.says(commands.AcceptPoints(1, 1, "away")).standing == "nothing"
    ruled = commands.Rule(fixture=1, hand=2, points=(10, 9000), seen=(10, 9000), reason="se jugaba a dos manos")
    assert decided.says(ruled).standing == "done"
    assert decided.shown().fixtures[0].totals == (1610, 9050)


def test_a_hand_is_confirmed_where_a_penalty_made_the_match_go_on(decided: Visit):
    entrant = decided.state.fixtures[1].home
    assert entrant
    decided.says(commands.Penalise(entrant=entrant, points=-200, reason="tarde", fixture=1))
    assert decided.says(commands.AcceptPoints(1, 2, "away")).standing == "done"


def test_a_file_of_before_is_taken(decided: Visit):
    for said, fits in (("away", True), ("home", False)):
        assert led_to(decided.state, PointsAccepted(fixture=1, hand=2, side=said)) == fits
        disputed = Disputed(fixture=1, hand=2, side=said, points=None, reason="no")
        assert led_to(decided.state, disputed) == fits
    assert not led_to(decided.state, PointsAccepted(fixture=1, hand=3, side="away"))


def test_a_file_of_before_may_tie_a_final_whose_players_were_unknown(decided: Visit):
    with pytest.raises(TournamentRefused, match="quiénes juegan"):
        decided.says(commands.LinkMatch(3, "0123456789"))
    assert led_to(decided.state, MatchLinked(3, "0123456789"))
    assert not led_to(decided.state, MatchLinked(3, "t123456789"))
    assert not led_to(decided.state, MatchLinked(4, "0123456789"))
