"""What people put right holds against a camera that goes on reading it otherwise."""

from __future__ import annotations

import pytest

from companion.match_commands import Play, Revise, Undo
from tests.companion.live.watched_match import WatchedMatch
from vision.belief import Belief


@pytest.mark.parametrize("instead", ["8k", "J", "2r"])
def test_a_tile_that_people_put_right_stays_so_however_surely_it_is_read(watched: WatchedMatch, instead: str):
    watched.sees(1)
    assert watched.melds == ["7k 2y 9k"]
    watched.send(Play(f"0 correct #1 : 7k 2y {instead}"))
    watched.waits()
    before = watched.revision
    watched.sees(1)
    assert (watched.revision, watched.melds) == (before, [f"7k 2y {instead}"])
    watched.sees(2)
    assert watched.melds == [f"7k 2y {instead} 10k"]
    before = watched.revision
    watched.sees(2)
    watched.begins_anew()
    watched.sees(2)
    assert (watched.revision, watched.melds) == (before, [f"7k 2y {instead} 10k"])


def test_a_correction_that_is_taken_back_leaves_the_tile_to_the_camera(watched: WatchedMatch):
    watched.sees(1)
    watched.send(Play("0 correct #1 : 7k 2y J"))
    watched.waits()
    watched.send(Undo())
    watched.sees(2)
    assert watched.melds == ["7k 2y 9k 10k"]
    assert [fault for event in watched.hand.events for fault in event.violations] == []


def test_a_wild_that_people_named_is_still_swapped_for_another_tile(watched: WatchedMatch):
    watched.sees(1)
    watched.send(Play("0 correct #1 : 7k J 9k"))
    watched.waits()
    watched.sees(1, {"2y": Belief.peaked("8k", 0.9999)})
    assert watched.melds == ["7k 8k 9k"]


def test_an_entry_put_right_in_the_history_holds_too(watched: WatchedMatch):
    watched.sees(1)
    laid = watched.revision
    watched.send(Revise(laid, "0 draw\n0 lay 7k 2y J"))
    watched.waits()
    before = watched.revision
    watched.sees(1)
    assert (watched.revision, watched.melds) == (before, ["7k 2y J"])
