"""On whose side a row lies, given the melds that lay there before."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.recognition.row_sides import assign_sides
from engine import load_rules
from engine.hand.state import LaidMeld
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile
from engine.tiles import Tile
from vision.table_plan.zones import TableZone

RULES = load_rules("clasico")


def meld(number: int, team: int, tiles: str) -> LaidMeld:
    return LaidMeld(number, team, judge_meld([PlacedTile(tile) for tile in map(Tile.parse, tiles.split())], RULES))


@pytest.mark.parametrize(
    ("rows", "melds", "expected"),
    [
        ("ours 5r 6r 7r", "", "ours"),
        ("pozo 5r 6r 7r", "0 5r 6r 7r", "ours"),
        ("theirs 5r 6r 7r 8r", "0 5r 6r 7r", "ours"),
        ("ours 5r 6r 7r / theirs 5r 6r 7r 8r", "0 5r 6r 7r", "ours theirs"),
        ("mazo 5r 6r 7r / theirs 5r 6r 7r 8r", "0 5r 6r 7r / 1 5r 6r 7r", "ours theirs"),
        ("theirs 5r 6r 7r", "0 5r 6r 7r / 1 5r 6r 7r", "theirs"),
        ("ours 3y 4y 5y / pozo 3y 4y 5y", "1 3y 4y 5y", "ours theirs"),
        ("ours 3y 4y 5y / pozo 3y 4y 5y", "1 3y 4y 5y / 1 3y 4y 5y", "theirs theirs"),
        ("none 9b 9k 9r", "1 5r 6r 7r", "none"),
    ],
)
def test_a_row_lies_on_the_side_of_the_meld_that_it_was(rows: str, melds: str, expected: str):
    seen = [row.split() for row in rows.split(" / ")]
    zones = [(Counter(faces), TableZone(zone) if zone != "none" else None) for zone, *faces in seen]
    known = [meld(at, int(text[0]), text[2:]) for at, text in enumerate(filter(None, melds.split(" / ")))]
    assert [zone or "none" for zone in assign_sides(zones, known)] == expected.split()
