"""Where tiles that join a meld come to lie, and where the wilds go whose places they take."""

from __future__ import annotations

import pytest

from companion.matches.tile_order import joined
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
