"""What people put right holds against a camera that goes on reading it otherwise."""

from __future__ import annotations

import pytest

from companion.match_commands import Play, Revise, Undo
from companion.matches.service import MatchService
from tests.companion.live.watched_match import WatchedMatch, played
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


@pytest.mark.parametrize("way", ["put right in the history", "taken back and typed"])
@pytest.mark.parametrize(
    ("profile", "face", "after"), [("clasico", "12y", ["1 pozo"]), ("torneo", "13y", ["1 draw", "1 lay 2b 3b 4b"])]
)
def test_a_discard_that_people_put_right_is_no_other_turn(
    service: MatchService, profile: str, face: str, after: list[str], way: str
):
    watched = WatchedMatch(service, played(3, profile))
    thrown = next(at for at, state in enumerate(watched.made.states) if state.pozo)
    misread = {face: Belief.peaked("10k", 0.99)}
    for at in range(thrown + 1):
        watched.sees(at, misread)
    told = [str(event.move) for event in watched.hand.events]
    assert told[-1] == "0 discard 10k"
    last = [str(event.move) for event in watched.hand.steps[-1].events]
    right = "\n".join([*last[:-1], f"0 discard {face}"])
    if way == "taken back and typed":
        watched.send(Undo())
        watched.waits()
        watched.send(Play(right))
    else:
        watched.send(Revise(watched.revision, right))
    watched.waits()
    watched.begins_anew()
    watched.sees(thrown, misread)
    assert [str(event.move) for event in watched.hand.events] == [*told[:-1], f"0 discard {face}"]
    watched.sees(thrown + 1, misread)
    assert [str(event.move) for event in watched.hand.events] == [*told[:-1], f"0 discard {face}", *after]
