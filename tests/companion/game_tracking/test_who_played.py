"""A seat that was told wrongly: the hand of another than is in turn is asked about, and the next turn puts it right.

Four play; the second has thrown 9r, alone on the pozo, and the third is in turn. Every row is what lies on the table
more than before, and whose hand was seen over it.
"""

from __future__ import annotations

import pytest

from companion.game_tracking.updates import Question
from tests.companion.game_tracking.test_several_hands import BESIDE_MAZO, OVER_POZO, FourPlayers
from tests.companion.tabletop import TILE_MM

ELSEWHERE = OVER_POZO[0] - 40, OVER_POZO[1], OVER_POZO[2] + 140, OVER_POZO[3]
BY_THE_LAW, ANEW = ["2 draw", "2 discard 4k"], ["3 turn", "3 draw", "3 discard 4k"]


class Throwing(FourPlayers):
    """Players who throw one tile after another."""

    def throws(self, face: str, seat: int | None) -> list[str]:
        """What is told once a tile lies on the pozo more and, where it was seen, the hand of ``seat`` was over it."""
        self.table.puts(face, (self.table.pieces[-1].spot[0] + TILE_MM[0] + 1, 0))
        return self.looks(() if seat is None else [(seat, ELSEWHERE)])

    @property
    def questions(self) -> list[Question]:
        """What was asked."""
        return [move for move in self.updates if isinstance(move, Question)]


@pytest.mark.parametrize(
    ("says", "seat", "moves"),
    [("the third's hand", 2, BY_THE_LAW), ("nobody's that was seen", None, BY_THE_LAW), ("the fourth's", 3, [])],
)
def test_a_tile_that_another_hand_throws_than_is_in_turn_is_asked_about(says, seat, moves):
    four = Throwing()
    assert four.throws("4k", seat) == moves, says
    assert bool(four.questions) == four.hand.is_provisional == (not moves)
    assert [list(map(str, answer)) for question in four.questions for answer in question.answers] == (
        [] if moves else [BY_THE_LAW, ANEW]
    )


@pytest.mark.parametrize(
    ("says", "next_seat", "then", "is_provisional"),
    [
        ("the fourth plays: its hand was taken for the third's", 3, [*BY_THE_LAW, "3 draw", "3 discard 8y"], False),
        ("the first plays: a turn before was told as another's", 0, [*ANEW, "0 draw", "0 discard 8y"], False),
        ("nobody saw whose hand it was", None, [*BY_THE_LAW, "3 draw", "3 discard 8y"], True),
        ("the second's, whose turn it is by neither", 1, BY_THE_LAW, True),
    ],
)
def test_the_next_turn_tells_who_played(says, next_seat, then, is_provisional):
    four = Throwing()
    four.throws("4k", 3)
    assert four.throws("8y", next_seat) == then, says
    assert four.hand.is_provisional == is_provisional


def test_what_nobody_saw_is_certain_once_a_later_hand_is_of_whose_turn_it_is():
    four = Throwing()
    four.throws("4k", 3)
    four.throws("8y", None)
    assert four.hand.is_provisional
    assert four.throws("2r", 0) == ["0 draw", "0 discard 2r"]
    assert not four.hand.is_provisional


def test_somebody_may_say_who_played():
    four = Throwing()
    four.throws("4k", 3)
    four.hand.answer(four.questions[0], 1)
    assert (four.hand.state.turn.seat, four.hand.is_provisional) == (0, False)
    assert four.throws("8y", 0) == ["0 draw", "0 discard 8y"]
    assert len(four.questions) == 1


def test_a_hand_over_the_mazo_beside_that_of_whose_turn_it_is_is_no_question():
    four = Throwing()
    four.table.puts("4k", (OVER_POZO[2] + 20, 0))
    assert four.looks([(2, ELSEWHERE), (3, BESIDE_MAZO)]) == BY_THE_LAW
    assert not four.questions


def test_whoever_takes_the_pozo_after_a_discard_that_never_was_has_taken_it():
    """A tile was read as another and then as itself, which looked like the next player's discard."""
    four = Throwing()
    for face, seat in (("4k", 2), ("8y", 3), ("2r", 0), ("6b", 1), ("7k", None)):
        four.throws(face, seat)
    assert [str(move) for move in four.hand.moves[-2:]] == ["2 draw", "2 discard 7k"]
    four.table.takes(four.table.pieces[-6:])
    assert four.looks([(2, ELSEWHERE)]) == []
    assert [list(map(str, answer)) for answer in four.questions[0].answers] == [["3 pozo"], ["2 turn", "2 pozo"]]
    four.table.puts("13y", (OVER_POZO[0] + 10, 0))
    assert four.looks([(2, ELSEWHERE)]) == ["2 turn", "2 pozo", "2 discard 13y"]
    assert not four.hand.is_provisional
