"""A hand that only seemed to be over is watched on, and one that people ended is not."""

from __future__ import annotations

import pytest

from companion.live.journal_prior import may_go_on
from companion.match_commands import Agree, Play, Sender
from companion.matches.service import MatchService
from tests.companion.live.watched_match import WatchedMatch, played
from tests.companion.tabletop import Tabletop


@pytest.mark.parametrize(("model", "goes_on"), [("m1", True), ("", False)])
def test_a_hand_that_a_camera_ended_may_go_on(watched: WatchedMatch, model: str, goes_on: bool) -> None:
    assert may_go_on(watched.hand)
    watched.service.handle(watched.match, Play("stock_out"), Sender(author="cámara", key="end", model=model))
    assert watched.hand.standing == "ended"
    assert may_go_on(watched.hand) == goes_on


def test_what_lay_there_before_stays_nobodys_when_somebody_gets_another_name(watched: WatchedMatch) -> None:
    table = Tabletop.dealt()
    table.lays("13y", (200, 200))
    watched.shows(table.sees())
    table.lays("4r 5r 6r", (-100, 120))
    watched.shows(table.sees())
    watched.send(Agree(players=("Anita", "B"), rules="clasico"))
    watched.waits()
    watched.shows(table.sees())
    assert (watched.melds, watched.service.state(watched.match).question) == (["4r 5r 6r"], None)
    watched.send(Agree(players=("Anita", "B"), rules="eburako"))
    watched.waits()
    assert watched.melds == ["4r 5r 6r"]


@pytest.mark.parametrize(
    ("profile", "seed", "at", "missed"), [("parejas", 7, 11, 1), ("parejas", 7, 11, 2), ("eburako", 7, 11, 2)]
)
def test_what_was_thrown_while_the_program_was_down_is_told_at_once(
    service: MatchService, profile: str, seed: int, at: int, missed: int
) -> None:
    watched = WatchedMatch(service, played(seed, profile))
    seats = watched.made.seats
    for state in range(at + 1):
        watched.shows(watched.onlooker.sees(state), seats[state - 1] if state else None)
    watched.begins_anew()
    watched.shows(watched.onlooker.sees(at + missed), seats[at + missed - 1])
    wanted = watched.made.states[at + missed]
    assert watched.hand.state.pozo == wanted.pozo
    assert [rack.count for rack in watched.hand.state.racks] == [rack.count for rack in wanted.racks]
