"""The table of the hand before, which still lies there when the next one begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game_tracking.rejected_detections import without_rejected
from companion.live.camera_settings import CameraMemory
from companion.live.match_recorder import NOTHING_ODD, MatchRecorder
from companion.match_commands import Agree, Annul, Confirm, DealHand, Note, Sender, Undo
from companion.matches.service import MatchService
from tests.companion.live.watched_match import WatchedMatch, played
from vision.belief import BACK


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


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_who_clears_away_the_tile_to_close_with_took_none(service: MatchService, seed: int):
    watched = WatchedMatch(service, played(seed, "rummy"))
    starter = watched.made.states[0].turn.seat
    watched.send(Undo())
    watched.send(DealHand(starter))
    for at in range(7):
        watched.sees(at)
    watched.send(Note((10, 0)))
    watched.send(Confirm())
    watched.send(DealHand(starter))
    watched.waits()
    assert watched.attendant.attention.leftover
    dealt = watched.onlooker.sees(0)
    tiles = dealt.settled.reading.tiles
    watched.shows(without_rejected(dealt, {at for at, tile in enumerate(tiles) if tile.belief.best != BACK}))
    watched.shows(dealt)
    assert (watched.attendant.attention, list(watched.hand.events)) == (NOTHING_ODD, [])
    watched.sees(6)
    wanted = sorted(sorted(map(str, meld.tiles)) for meld in watched.made.states[6].melds)
    assert sorted(sorted(meld.split()) for meld in watched.melds) == wanted


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


def test_what_was_undone_in_the_hand_before_is_told_of_the_next_one(watched: WatchedMatch):
    """The same players deal the same tiles again, and lay the same first meld."""
    watched.sees(0)
    watched.sees(1)
    assert watched.melds == ["7k 2y 9k"]
    watched.send(Undo())
    watched.send(Annul(1))
    watched.send(DealHand(0))
    watched.sees(0)
    assert watched.melds == []
    watched.sees(1)
    assert watched.melds == ["7k 2y 9k"]
