"""A score hangs on what was left to its likeliest answer, for as long as the hand is watched."""

from __future__ import annotations

import pytest

from companion.game_tracking.provisional_score import UnansweredQuestions
from companion.game_tracking.updates import Question
from engine import load_rules
from engine.hand.apply import replay
from engine.hand.notation import parse_moves
from engine.hand.state import dealt_table
from engine.rules.verdict import Code, Violation

RULES = load_rules("clasico")
LAID = "0 draw\n0 lay 7k 2k\n0 discard 9r"
SHRUNK = "0 correct new : 4r 5r 6r"


@pytest.mark.parametrize(
    ("code", "answers", "is_provisional"),
    [
        pytest.param(Code.TOO_SHORT, (LAID,), True, id="the rest of a meld may be out of view"),
        pytest.param(Code.FOREIGN, ("0 draw\n0 discard 9r",), True, id="a tile lies alone: others may be out of view"),
        pytest.param(Code.MISSED_TURN, ("0 draw\n0 discard 9r",), False, id="whatever it was, it costs nothing"),
        pytest.param(Code.MISSED_TURN, ("0 draw", "1 draw"), False, id="either way the points are the same"),
        pytest.param(Code.REREAD, ("0 draw", SHRUNK), True, id="the points are others"),
    ],
)
def test_a_question_that_was_left_makes_the_score_provisional_where_it_may_matter(
    code: Code, answers: tuple[str, ...], is_provisional: bool
) -> None:
    state, moves = dealt_table(2, RULES), tuple(tuple(parse_moves(answer)) for answer in answers)
    left = UnansweredQuestions(RULES)
    left.note_alternatives(state, Question(doubts=(Violation(code),), answers=moves))
    after = replay(state, moves[0], RULES).state
    assert bool(left) is is_provisional
    low_high = left.score_range(after, ())
    assert all(low <= high for low, high in low_high)
    assert any(low < high for low, high in low_high) == (code == Code.REREAD)
