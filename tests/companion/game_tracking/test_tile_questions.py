"""What is asked once is not asked again; who plays on leaves it to its likeliest answer, and a name puts it right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game_tracking.observation import NO_FACES, ObservedTable, UnsureTile
from companion.game_tracking.tile_questions import TileQuestions, left_open
from companion.game_tracking.updates import Question
from companion.view_models import NO_TILE
from engine.hand.moves import Discard, Draw, GoOn
from engine.inference.observation import Observation
from engine.rules.verdict import Code, Violation
from engine.tiles import Tile

SEVEN = UnsureTile(number=7, options=(("6r", 0.6), ("9r", 0.4)))
LYING = (5, 7, 8)


def observed(melds: str, *unsure: UnsureTile) -> ObservedTable:
    return ObservedTable(observation=Observation.parse(melds), unsure=unsure, faces=NO_FACES, guesses={7: "6r"},
                         laid=frozenset(LYING), doubtful=len(unsure), shown=3)  # fmt: skip


@pytest.fixture
def asking() -> TileQuestions:
    """Somebody was asked which tile the seventh is."""
    asking, question = TileQuestions(), Question(unsure=(SEVEN,))
    asking.ask(question, left_open(question, observed("0: 5r ? 7r", SEVEN), LYING))
    return asking


def test_while_the_table_lies_the_same_nobody_has_played_on(asking: TileQuestions) -> None:
    assert asking.left(LYING) is None
    assert asking.known(NO_FACES).guesses == NO_FACES


def test_who_plays_on_leaves_a_tile_to_what_it_most_likely_is(asking: TileQuestions) -> None:
    assert asking.left((*LYING, 9)) is None
    assert asking.known(NO_FACES).guesses == {7: "6r"}


def test_a_tile_is_asked_about_once_and_goes_on_when_it_can_be_guessed(asking: TileQuestions) -> None:
    assert asking.may_wait(observed("0: 5r 6r 7r", SEVEN))
    assert not asking.may_wait(observed("0: 5r ? 7r", SEVEN))
    assert not asking.may_wait(observed("0: 5r 6r 7r", UnsureTile(number=8, options=())))


@pytest.mark.parametrize("played_on", [False, True])
def test_a_name_puts_right_what_was_guessed(asking: TileQuestions, played_on: bool) -> None:
    if played_on:
        asking.left((*LYING, 9))
    asking.hear({7: "9r"})
    asking.unread = (SEVEN,)
    assert (asking.known(NO_FACES).said, asking.guessed, asking.is_named) == ({7: "9r"}, (), True)
    assert asking.left(()) is None


def test_what_is_no_tile_has_no_face(asking: TileQuestions) -> None:
    asking.hear({7: NO_TILE})
    assert asking.denied(LYING) == {1}
    assert asking.known(NO_FACES).said == {}


@pytest.mark.parametrize(
    ("code", "answers", "is_left"),
    [
        pytest.param(Code.MISSED_TURN, ((Draw(0),),), True, id="a turn that nobody saw"),
        pytest.param(Code.MISSED_TURN, (), False, id="nothing that may have happened"),
        pytest.param(Code.MELD_LOST, ((Draw(0),),), True, id="something may lie over a meld"),
        pytest.param(Code.TOO_SHORT, ((Draw(0),),), False, id="the rest of a meld is still being laid"),
        pytest.param(Code.TOO_SHORT, ((Draw(0), Discard(0, None)),), True, id="it was left so when the turn ended"),
        pytest.param(Code.SHRINK, ((Draw(0),),), True, id="a tile may be overlooked"),
        pytest.param(Code.AFTER_END, ((GoOn(), Draw(0)),), False, id="racks are laid open after the end"),
        pytest.param(Code.AFTER_END, ((GoOn(), Discard(0, Tile.parse("5r"))),), True, id="nobody throws a tile then"),
    ],
)
def test_a_move_that_nobody_saw_is_left_to_its_likeliest_answer(
    asking: TileQuestions, code: Code, answers: tuple, is_left: bool
) -> None:
    question = Question(doubts=(Violation(code, (), ()),), answers=answers)
    table = observed("0: 5r 6r 7r")
    asking.ask(question, left_open(question, table, LYING))
    assert asking.left((*LYING, 9)) == (question if is_left else None)
    asking.ask(question, left_open(question, table, LYING))
    asking.answered()
    assert asking.left((*LYING, 9)) is None


def test_only_what_nobody_can_guess_is_left_out_not_what_was_guessed_before() -> None:
    """The seventh was guessed; the ninth, beside a two alone, cannot be."""
    nine = UnsureTile(number=9, options=())
    table = replace(observed("0: 5r 6r 7r | 2y ?", SEVEN, nine), guesses=NO_FACES, taken={7: "6r"},
                    laid=frozenset((*LYING, 9)))  # fmt: skip
    assert left_open(Question(unsure=(SEVEN, nine)), table, LYING).unguessable == (nine,)
