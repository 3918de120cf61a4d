"""In Rummy the lawful moves of a turn are told as they are made, though a meld of the same turn breaks a rule.

A row: what lies on the table before, and what after it; what of that is told immediately. Melds are parted by ``|``.
"""

from __future__ import annotations

import pytest

from companion.game_tracking.part_at_once import part_at_once
from companion.game_tracking.updates import Change, Question
from companion.matches.observation_handlers import moves_of_observation
from companion.matches.typed_moves import InconsistentMoves
from engine import load_rules
from engine.hand.apply import replay
from engine.hand.events import events_of
from engine.hand.history import MoveHistory
from engine.hand.notation import parse_move
from engine.hand.state import TableState, dealt_table
from engine.inference.observation import Observation

RUMMY = load_rules("rummy")


def lying(rows: str) -> TableState:
    """A table with these melds, all laid in the first turn, and the second player in turn."""
    moves = ["0 draw", *(f"0 lay {row}" for row in rows.split(" | ")), "0 end"]
    return replay(dealt_table(2, RUMMY), [parse_move(move) for move in moves], RUMMY).state


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param("10b 11b 12b", "10b 11b 12b | 8r 9r 11r", None, id="only an unlawful meld: it waits"),
        pytest.param("10b 11b 12b", "10b 11b 12b 13b | 8r 9r 11r", ["1 draw", "1 extend #1 10b 11b 12b 13b"],
                     id="a tile on another meld beside it"),
        pytest.param("10b 11b 12b | 4r 5r 6r", "10b 11b 12b 2r | 3r 4r 5r 6r", ["1 draw", "1 extend #2 3r 4r 5r 6r"],
                     id="a wrong tile on a meld, and a right one on another"),
        pytest.param("10b 11b 12b | 4r 5r 6r", "10b 11b 12b | 7b 7r | 4r 5r 6r 7r",
                     ["1 draw", "1 extend #2 4r 5r 6r 7r"], id="the first two tiles of a meld, and one on another"),
        pytest.param("10b 11b 12b | 4r 5r 6r 7r", "10b 11b 12b | 7b 7y 7r | 4r 5r 6r | 8r 9r 11r",
                     ["1 draw", "1 rearrange #2 : 4r 5r 6r | 7b 7y 7r"], id="a table laid anew beside it"),
        pytest.param("10b 11b 12b", "10b 11b 12b 13b", ["1 draw", "1 extend #1 10b 11b 12b 13b"],
                     id="all of it lawful"),
    ],
)  # fmt: skip
def test_the_lawful_part_of_a_turn_is_told_at_once(before: str, after: str, told: list[str] | None) -> None:
    state, seen = lying(before), Observation.parse(f"table: {after}")
    moves = moves_of_observation(state, seen, RUMMY)
    assert not isinstance(moves, InconsistentMoves)
    part = part_at_once(Change(events=tuple(events_of(MoveHistory(state, moves), RUMMY)), seen=seen), state, RUMMY)
    assert (part and [str(event.move) for event in part.events]) == told


def test_a_question_is_never_told_in_part() -> None:
    assert part_at_once(Question(), lying("10b 11b 12b"), RUMMY) is None
