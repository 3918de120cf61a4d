"""Tiles of a meld that people say are there though nobody sees them."""

from __future__ import annotations

import pytest

from companion.game_tracking.hidden_melds import as_accepted, smaller_melds
from engine import load_rules
from engine.hand.apply import replay
from engine.hand.notation import parse_moves
from engine.hand.state import dealt_table
from engine.inference.observation import Observation

RULES = load_rules("clasico")
MELDS = "0 correct new : 4r 5r 6r 7r\n0 correct new : 9k 9b 9y\n1 correct new : 4r 5r 6r"
REST = " | 9k 9b 9y; 1: 4r 5r 6r"
LOOKS = [
    # the look after which the melds above were accepted, the next look, and what it is taken for
    (f"0: 4r 6r 7r{REST}", f"0: 4r 6r 7r{REST}; pozo: 3b", f"0: 4r 5r 6r 7r{REST}; pozo: 3b"),
    (f"0: 4r 6r 7r{REST}", f"0: 4r 5r 6r 7r{REST}", f"0: 4r 5r 6r 7r{REST}"),
    (f"0: 4r 6r 7r{REST}", f"0: 6r 7r{REST}", f"0: 6r 7r{REST}"),
    (f"0: 4r 5r 6r 7r{REST}", f"0: 4r 6r 7r{REST}", f"0: 4r 6r 7r{REST}"),
    (f"0: 4r 7r 8r{REST}", f"0: 4r 7r 8r{REST}", f"0: 4r 7r 8r{REST}"),
    (f"0: 7r{REST}", f"0: 7r{REST}", f"0: 7r{REST}"),
    (
        "0: 4r 5r 6r 7r | 9k 9b 9y; 1: 4r 6r 7r",
        "0: 4r 5r 6r 7r | 9k 9b 9y; 1: 4r 6r 7r",
        "0: 4r 5r 6r 7r | 9k 9b 9y; 1: 4r 6r 7r",
    ),
    # nothing of it was in view
    ("0: 9k 9b 9y; 1: 4r 5r 6r", "0: 9k 9b 9y 9r; 1: 4r 5r 6r", "0: 9k 9b 9y 9r | 4r 5r 6r 7r; 1: 4r 5r 6r"),
    ("0: 9k 9b 9y; 1: 4r 5r 6r", f"0: 4r 5r 6r 7r 8r{REST}", f"0: 4r 5r 6r 7r 8r{REST}"),
    (f"0: 4r 5r 6r 7r{REST}", "0: 9k 9b 9y; 1: 4r 5r 6r", "0: 9k 9b 9y; 1: 4r 5r 6r"),
]


@pytest.mark.parametrize(("accepted", "seen", "taken_for"), LOOKS)
def test_a_meld_of_which_a_tile_was_overlooked_is_whole_as_long_as_it_looks_so(
    accepted: str, seen: str, taken_for: str
):
    state = replay(dealt_table(2, RULES), parse_moves(MELDS), RULES).state
    smaller = tuple(smaller_melds(Observation.parse(accepted), state))
    assert str(as_accepted(Observation.parse(seen), smaller, state)) == taken_for
