"""A hand ended when it was confirmed first: a correction of it after the time of the match ends nothing."""

from __future__ import annotations

import pytest

from companion import match_commands
from tests.companion.matches.visit import Visit

LIMIT = ("time_limit_min=20",)


@pytest.fixture
def played(visit: Visit) -> Visit:
    """Two hands of a match with a time limit, ended in time; the clock ticks a minute at each entry."""
    visit.agrees(("Ana", "Beto"), "torneo", overrides=LIMIT)
    for points in ((500, 100), (300, 200)):
        visit.deals()
        visit.says(match_commands.Note(points), match_commands.Confirm())
    return visit


def late(visit: Visit) -> None:
    """Half an hour goes by."""
    for _ in range(15):
        visit.says(match_commands.Archive(), match_commands.RestoreArchived())


@pytest.mark.parametrize("hand", [1, 2])
def test_a_correction_is_of_the_hand_as_it_ended(played: Visit, hand: int):
    assert played.state.verdict().next == "hand"
    late(played)
    played.says(match_commands.Note((310, 200), hand=hand), match_commands.Confirm(hand=hand))
    verdict = played.state.verdict()
    assert verdict.next == "hand", "the time was not over when it ended"
    assert sum(verdict.totals) == {1: 1010, 2: 1110}[hand]


def test_a_hand_that_ends_after_the_time_ends_the_match(played: Visit):
    late(played)
    played.deals()
    played.says(match_commands.Note((10, 0)), match_commands.Confirm())
    assert played.state.verdict().next == "over"


def test_so_does_one_whose_confirmation_in_time_was_taken_back(played: Visit):
    played.says(match_commands.Undo())
    late(played)
    for _ in range(30):
        played.says(match_commands.Undo())
    played.says(match_commands.Confirm(hand=2))
    assert played.state.verdict().next == "over"
