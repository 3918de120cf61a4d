"""Where tiles that join a meld come to lie, and where the wilds go whose places they take."""

from __future__ import annotations

import pytest

from companion.matches.tile_order import as_it_lay, joined
from engine import load_rules
from engine.hand.apply import replay
from engine.hand.notation import parse_move
from engine.hand.state import dealt_table
from engine.placed_tile import PlacedTile
from engine.tiles import Tile

RULES = load_rules("torneo")
JOINED = [
    # the meld, the tiles that join it, and the move
    ("6y 7y 8y 9y 10y", "11y 12y", "extend #1 6y 7y 8y 9y 10y 11y 12y"),
    ("6y 7y 8y J=9y", "9y", "swap #1 6y 7y 8y 9y J"),
    ("6y 7y 8y 9y 10y J=11y 2b=12y", "11y 12y", "swap #1 6y 7y 8y 9y 10y 11y 12y J 2b"),
    ("6y 7y 8y J=9y 2b=10y", "10y 9y", "swap #1 6y 7y 8y 9y 10y J 2b"),
    ("6y 7y 8y J=9y 2b=10y", "9y 9y", "extend #1 6y 7y 8y J 2b 9y 9y"),
]


@pytest.mark.parametrize(("meld", "added", "move"), JOINED)
def test_tiles_join_a_meld(meld: str, added: str, move: str):
    moves = [parse_move(f"0 correct new : {meld}"), parse_move("0 draw")]
    state = replay(dealt_table(2, RULES), moves, RULES).state
    row = tuple(PlacedTile(Tile.parse(word)) for word in added.split())
    assert str(joined(state, 0, state.melds[0], row, RULES)) == f"0 {move}"


HALF_PILED = [
    # the melds of the side, the row that is seen partly piled up, whether a tile may be new, and how it lies
    ("7b 8b 9b 10b | 5b 6b 7b 8b 9b 10b 2k", "2k 10b 9b 8b 7b 6b 5b", False, "5b 6b 7b 8b 9b 10b 2k"),
    ("7b 8b 9b 10b | 5b 6b 7b 8b 9b 10b 2k", "2k 10b 9b 8b 7b 6b 5b 4b", True, "4b 5b 6b 7b 8b 9b 10b 2k"),
    ("5b 6b 7b 8b 9b 10b 2k | 7b 8b 9b 10b", "7b 8b 10b 9b", False, "7b 8b 9b 10b"),
    ("7b 8b 9b | 5k 6k 7k 8k 9k 10k 11k", "11k 10k 9k 8k 7k 6k 5k", False, "5k 6k 7k 8k 9k 10k 11k"),
    ("7b 8b 9b", "1b 2b 3b 4b 7b 8b 9b", False, "1b 2b 3b 4b 7b 8b 9b"),
]


@pytest.mark.parametrize(("melds", "seen", "may_grow", "lies"), HALF_PILED)
def test_a_half_piled_row_lies_as_the_longest_meld_that_it_holds(melds: str, seen: str, may_grow: bool, lies: str):
    moves = [parse_move(f"0 correct new : {meld}") for meld in melds.split(" | ")]
    state = replay(dealt_table(2, RULES), [*moves, parse_move("0 draw")], RULES).state
    row = tuple(PlacedTile(Tile.parse(word)) for word in seen.split())
    assert " ".join(map(str, as_it_lay(state, row, 0, RULES, may_grow=may_grow))) == lies
