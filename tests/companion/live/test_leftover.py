"""The table of the hand before, which still lies there when the next one begins."""

from __future__ import annotations

from companion.live.match_recorder import NOTHING_ODD
from companion.match_commands import Confirm, DealHand, Note
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
