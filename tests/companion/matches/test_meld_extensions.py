"""Where tiles in hand may be added: every meld that takes them lawfully, whoever is in turn."""

from __future__ import annotations

import pytest

from companion.matches.meld_extensions import fitting
from engine import load_rules
from engine.hand.apply import replay
from engine.hand.notation import parse_moves
from engine.hand.state import dealt_table
from engine.placed_tile import parse_meld

FITS = [
    # the rules, the melds in order (of seat 0, then of seat 1), who adds, the tiles, and the melds that take them
    ("clasico", ("4r 5r 6r", "9k 9b 9r"), "10b 11b 12b", 0, "7r", (1,)),
    ("clasico", ("4r 5r 6r", "9k 9b 9r"), "10b 11b 12b", 0, "7r 8r", (1,)),
    ("clasico", ("4r 5r 6r", "9k 9b 9r"), "10b 11b 12b", 0, "3r 7r", (1,)),
    ("clasico", ("4r 5r 6r", "9k 9b 9r"), "10b 11b 12b", 0, "9y", (2,)),
    ("clasico", ("4r 5r 6r", "9k 9b 9r"), "10b 11b 12b", 0, "J", (1, 2)),
    ("clasico", ("4r 5r 6r", "9k 9b 9r"), "10b 11b 12b", 0, "13b", ()),
    ("clasico", ("4r 5r 6r", "9k 9b 9r"), "10b 11b 12b", 1, "13b", (3,)),
    ("clasico", ("4r 5r J=6r", "9k 9b 9r"), "10b 11b 12b", 0, "J", (2,)),
    ("clasico", ("4r 5r J=6r", "9k 9b 9r"), "10b 11b 12b", 0, "6r", (1,)),
]


@pytest.mark.parametrize(("rules", "mine", "theirs", "seat", "tiles", "melds"), FITS)
def test_tiles_fit(rules: str, mine: tuple[str, ...], theirs: str, seat: int, tiles: str, melds: tuple[int, ...]):
    law = load_rules(rules)
    lines = [*(f"0 correct new : {meld}" for meld in mine), f"1 correct new : {theirs}"]
    state = replay(dealt_table(2, law), parse_moves("\n".join(lines)), law).state
    assert fitting(state, seat, parse_meld(tiles), law) == melds
