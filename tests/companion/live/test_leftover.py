"""The table of the hand before, which still lies there when the next one begins."""

from __future__ import annotations

from pathlib import Path

from companion.live.camera_settings import CameraMemory
from companion.live.match_recorder import NOTHING_ODD, MatchRecorder
from companion.match_commands import Agree, Confirm, DealHand, Note, Sender
from companion.matches.service import MatchService
from tests.companion.live.watched_match import WatchedMatch, played


def test_the_melds_of_the_hand_before_are_nobodys(watched: WatchedMatch):
    watched.sees(2)
    watched.send(Note((10, 0)))
    watched.send(Confirm())
    watched.send(DealHand(0))
    watched.waits()
    assert watched.attendant.attention.leftover
    assert watched.melds == []
    watched.sees(0)
    assert not watched.attendant.attention.leftover
    watched.sees(1)
    assert watched.melds == ["7k 2y 9k"]


def test_a_table_full_of_the_hand_before_is_nobodys_until_it_is_cleared(service: MatchService):
    watched = WatchedMatch(service, played(3, "clasico"))
    for at in range(len(watched.made.states) - 1):
        watched.sees(at)
    watched.send(Note((10, 0)))
    watched.send(Confirm())
    watched.send(DealHand(0))
    watched.waits()
    assert watched.attendant.attention.leftover
    watched.sees(0)
    assert watched.attendant.attention == NOTHING_ODD
    assert watched.melds == []


def test_the_melds_of_the_match_before_are_nobodys_in_the_next_match(service: MatchService):
    watched = WatchedMatch(service, played(3, "clasico"))
    last = len(watched.made.states) - 2
    for at in range(last + 1):
        watched.sees(at)
    before, told = watched.match, Sender(author="A", key="another match")
    watched.match = service.agree(Agree(players=("C", "D"), rules="rummy"), told).match
    watched.send(DealHand(0))
    watched.attendant = MatchRecorder(service, watched.match, before)
    watched.sees(last)
    watched.waits()
    assert watched.attendant.attention.leftover
    assert watched.melds == []
    watched.sees(0)
    assert watched.attendant.attention == NOTHING_ODD


def test_a_meld_like_one_of_the_hand_before_is_told_once_the_table_was_cleared(watched: WatchedMatch):
    watched.sees(2)
    watched.send(Note((10, 0)))
    watched.send(Confirm())
    watched.send(DealHand(0))
    watched.sees(0)
    watched.sees(2)
    assert not watched.attendant.attention.leftover
    assert watched.melds == ["7k 2y 9k 10k"]


def test_a_camera_remembers_the_match_that_it_followed_before(tmp_path: Path):
    memory = CameraMemory(tmp_path / "cameras.json")
    for match in ("first", "first", None, "second"):
        memory.follow("0", match)
    assert (memory.of("0").match, memory.of("0").before) == ("second", "first")
    assert CameraMemory(tmp_path / "cameras.json").of("0").before == "first"
