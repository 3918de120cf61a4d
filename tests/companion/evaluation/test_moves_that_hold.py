"""What was told and holds: what a player takes back in the turn is as if nobody had told it."""

from __future__ import annotations

import pytest

from companion.evaluation.film_truth import plain
from companion.evaluation.moves_that_hold import by_parts, holding
from engine.hand.events import events_of
from engine.hand.history import MoveHistory
from engine.hand.notation import parse_move
from engine.hand.state import dealt_table
from engine.rules.profiles import load_rules

CASES = (
    ("a meld is taken back", "0 draw\n0 lay 5r 6r 7r\n0 correct #1 :", "0 draw"),
    ("one tile of it", "0 draw\n0 lay 5r 6r 7r 8r\n0 correct #1 : 5r 6r 7r", "0 draw; 0 lay 5r 6r 7r"),
    ("what was added", "0 draw\n0 lay 5r 6r 7r\n0 extend #1 5r 6r 7r 8r\n0 correct #1 : 5r 6r 7r",
     "0 draw; 0 lay 5r 6r 7r"),
    ("a wrong tile", "0 draw\n0 lay 5r 6r 7r\n0 extend #1 5r 6r 7r 9r\n0 rearrange #1 : 5r 6r 7r",
     "0 draw; 0 lay 5r 6r 7r"),
    ("laid anew and not taken back", "0 draw\n0 lay 5r 6r 7r\n0 correct #1 : 5b 6r 7r",
     "0 draw; 0 lay 5r 6r 7r; 0 correct #1 : 5b 6r 7r"),
    ("a meld that was overlooked", "0 draw\n0 discard 9k\n0 correct new : 5r 6r 7r",
     "0 draw; 0 discard 9k; 0 lay 5r 6r 7r"),
    ("a tile of it that was overlooked", "0 draw\n0 lay 5r 6r 7r\n0 discard 9k\n0 correct #1 : 5r 6r 7r 8r",
     "0 draw; 0 lay 5r 6r 7r; 0 discard 9k; 0 extend #1 5r 6r 7r 8r"),
    ("a tile that was changed for another", "0 draw\n0 discard 9k\n0 redraw 9k", "0 draw; 0 redraw 9k"),
)  # fmt: skip


@pytest.mark.parametrize(("moves", "holds"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_was_told_holds_unless_it_is_taken_back(moves: str, holds: str) -> None:
    rules = load_rules("clasico")
    history = MoveHistory(dealt_table(2, rules), tuple(map(parse_move, moves.split("\n"))))
    moves_held = holding((event, 7) for event in events_of(history, rules))
    assert "; ".join(str(true_move.move) for true_move in moves_held) == holds


def test_a_meld_that_is_told_in_two_parts_is_told() -> None:
    rules = load_rules("clasico")
    moves = tuple(map(parse_move, ("0 draw", "0 lay 5r 6r 7r", "0 extend #1 5r 6r 7r 8r")))
    moves_held = holding(
        (event, at) for at, event in enumerate(events_of(MoveHistory(dealt_table(2, rules), moves), rules))
    )
    left = {plain(true_move.move): [true_move.frame] for true_move in moves_held}
    assert by_parts(parse_move("0 lay 5r 6r 7r 8r"), moves_held, left) == 2
    assert by_parts(parse_move("0 lay 5r 6r 7r 8r"), moves_held, left) is None
    assert by_parts(parse_move("0 discard 9k"), moves_held, left) is None
