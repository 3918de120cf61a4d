"""What went before a look where no discard tells: tiles that were taken back, and turns that ended."""

from __future__ import annotations

import pytest

from companion.game_tracking.preceding_moves import passed_on, preceding_moves
from companion.matches.observation_handlers import moves_of_observation
from companion.matches.typed_moves import InconsistentMoves
from engine import load_rules
from engine.hand.apply import replay
from engine.hand.notation import parse_move
from engine.hand.state import dealt_table
from engine.inference.observation import Observation


@pytest.mark.parametrize(
    ("seats", "moves"),
    [((), []), ((0,), []), ((1,), ["0 draw", "0 end"]), ((1, 0), ["0 draw", "0 end", "1 draw", "1 end"])],
)
def test_where_no_discard_tells_the_turn_passes_with_the_hands(seats: tuple[int, ...], moves: list[str]) -> None:
    rules = load_rules("rummy")
    assert [str(move) for move in passed_on(dealt_table(2, rules), seats, rules)] == moves


LAID = "0 draw", "0 lay 9k 10k 11k 12k 9b"
TURNS_ON = "0 end", "1 draw"


@pytest.mark.parametrize(
    ("says", "laid", "seats", "lies", "moves"),
    [
        ("a tile too many goes back", LAID, (1,), "9k 10k 11k 12k", ("0 correct #1 : 9k 10k 11k 12k", "0 end")),
        ("and what comes next is laid", LAID, (1, 0), "9k 10k 11k 12k | 9b 9r 9y",
         ("0 correct #1 : 9k 10k 11k 12k", "0 end", "1 draw", "1 end")),
        ("a meld that is none goes back whole", ("0 draw", "0 lay 9k 5r"), (1,), "", ("0 correct #1 :", "0 end")),
        ("the same player's hand came again", LAID, (0,), "9k 10k 11k 12k", ()),
        ("it still lies there", LAID, (1,), "9k 10k 11k 12k 9b", ("0 end",)),
        ("no less wrong", LAID, (1,), "9k 10k 11k 9b", ("0 end",)),
        ("a good meld", ("0 draw", "0 lay 9k 10k 11k 12k"), (1,), "9k 10k 11k", ("0 end",)),
        ("too little to open, and the meld of whom a hand came over after", ("0 draw", "0 lay 6r 7r 8r"), (0, 1),
         "6r 7r 8r | 6b J 8b", ()),
        ("too little, and nothing more", ("0 draw", "0 lay 6r 7r 8r"), (0, 1), "6r 7r 8r", ("0 end",)),
        ("too little all the same", ("0 draw", "0 lay 2r 3r 4r"), (0, 1), "2r 3r 4r | 1b J 3b", ("0 end",)),
        ("nobody's but the other's hand", ("0 draw", "0 lay 6r 7r 8r"), (1,), "6r 7r 8r | 6b J 8b", ("0 end",)),
        ("enough to open", ("0 draw", "0 lay 10r 11r 12r"), (0, 1), "10r 11r 12r | 6b J 8b", ("0 end",)),
        ("it lay there before", (*LAID, *TURNS_ON), (0,), "9k 10k 11k 12k", ("1 end",)),
    ],
)  # fmt: skip
def test_what_was_laid_wrongly_and_lies_there_no_more_was_taken_back_by_whoever_laid_it(says, laid, seats, lies, moves):
    rules = load_rules("rummy")
    state = replay(dealt_table(2, rules), [parse_move(placed) for placed in laid], rules).state
    seen = Observation.parse(f"table: {lies}" if lies else "")
    explained = preceding_moves(state, seen, seats, rules)
    assert tuple(str(move).strip() for move in explained)[: len(moves) or None] == moves, says


def test_tiles_that_went_back_are_no_offence_of_whoever_plays_next() -> None:
    rules = load_rules("rummy")
    state = replay(dealt_table(2, rules), [parse_move(line) for line in LAID], rules).state
    seen = Observation.parse("table: 9k 10k 11k 12k")
    explained = moves_of_observation(state, seen, rules, preceding_moves(state, seen, (1,), rules))
    assert not isinstance(explained, InconsistentMoves)
    after = replay(state, explained, rules)
    assert not after.violations
    assert after.state.turn.seat == 1
