"""The journal asks who played where another hand was seen than is in turn, and is answered by the next turn."""

from __future__ import annotations

import pytest

from companion.match_commands import DealHand, Undo
from companion.matches.events import Answered, Asked
from companion.matches.service import MatchService
from engine.rules.verdict import Code
from tests.companion.live.watched_match import WatchedMatch, played
from tests.companion.tabletop import TILE_MM, Tabletop
from vision.watching.frame_results import FrameState

ROUND = (("12b", 0), ("9r", 1), ("8y", 0), ("2r", 1))
"""What the two players throw until both have had two turns."""
SEAT = "4k", 1
"""Then the second throws once more, by its hand, where it is the first's turn."""


def thrown(watched: WatchedMatch, table: Tabletop, face: str, seat: int | None) -> None:
    """Somebody throws a tile."""
    at = sum(piece.face != "back" for piece in table.pieces)
    table.puts(face, (150 + at * (TILE_MM[0] + 1), 0))
    watched.shows(table.sees(), seat)


@pytest.mark.parametrize(
    ("says", "next_seat", "moves"),
    [
        ("its hand was the first's", 1, ["0 draw", "0 discard 4k", "1 draw", "1 discard 13y"]),
        ("it was the second's turn", 0, ["1 turn", "1 draw", "1 discard 4k", "0 draw", "0 discard 13y"]),
    ],
)
def test_the_next_hand_answers_who_played(watched: WatchedMatch, says, next_seat, moves) -> None:
    table = Tabletop.dealt()
    watched.shows(table.sees())
    for face, seat in ROUND:
        thrown(watched, table, face, seat)
    known = len(tuple(watched.hand.events))
    thrown(watched, table, *SEAT)
    question = watched.service.state(watched.match).question
    assert question is not None
    assert isinstance(question.event, Asked)
    assert [fault.code for fault in question.event.doubts] == [Code.WHO_PLAYED]
    thrown(watched, table, "13y", next_seat)
    assert [str(event.move) for event in watched.hand.events][known:] == moves, says
    state = watched.service.state(watched.match)
    assert state.question is None
    assert sum(isinstance(recorded.event, Answered) for recorded in state.course.recorded) == 1


def test_a_question_stays_while_the_next_hand_comes_in(watched: WatchedMatch) -> None:
    table = Tabletop.dealt()
    watched.shows(table.sees())
    table.puts("4k", (150, 0))
    watched.shows(table.sees(), 1, then=FrameState.HAND)
    question = watched.service.state(watched.match).question
    assert question is not None
    assert [str(move) for move in question.event.answers[1]] == ["1 turn", "1 draw", "1 discard 4k"]
    assert list(watched.hand.events) == []


@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("profile", ["clasico", "parejas", "torneo"])
def test_where_the_wrong_player_was_said_to_start_nobody_played_out_of_turn(
    service: MatchService, profile: str, seed: int
):
    watched = WatchedMatch(service, played(seed, profile))
    watched.send(Undo())
    watched.send(DealHand(1 - watched.made.states[0].turn.seat))
    for at in range(8):
        watched.shows(watched.onlooker.sees(at), watched.made.seats[at - 1] if at else None)
    made, now = watched.made.states[7], watched.hand.state
    assert [fault for event in watched.hand.events for fault in event.violations] == []
    assert [rack.count for rack in now.racks] == [rack.count for rack in made.racks]
    assert sorted(sorted(meld.split()) for meld in watched.melds) == sorted(
        sorted(map(str, meld.tiles)) for meld in made.melds
    )
    assert service.state(watched.match).question is None
