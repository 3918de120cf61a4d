"""Rows in which something seems to lie face down."""

from __future__ import annotations

import pytest

from companion.face_down import face_up, faint_jokers
from engine import load_rules
from engine.melds import judge_meld
from engine.placed import Placed
from engine.tiles import Tile
from vision.belief import BACK, Belief

ROWS = [
    # a row as it is seen, and what is left of it
    ("4r 5r 6r", ["4r 5r 6r"]),
    ("back 4r 5r 6r back", ["4r 5r 6r"]),
    ("back back", []),
    ("4k 5k J back 4b 5b 6b", ["4k 5k J", "4b 5b 6b"]),
    ("4k 5k J back back 4b 5b 6b", ["4k 5k J", "4b 5b 6b"]),
    ("4r back 6r", ["4r back 6r"]),
    ("4r 5r back 7r 8r 9r", ["4r 5r back 7r 8r 9r"]),
    ("4r 5r 6r back", ["4r 5r 6r"]),
]


def is_meld(faces: list[str]) -> bool:
    return BACK not in faces and judge_meld([Placed(Tile.parse(face)) for face in faces], load_rules("rummy")).lawful


@pytest.mark.parametrize(("row", "parts"), ROWS)
def test_nobody_lays_a_tile_face_down(row: str, parts: list[str]):
    faces = dict(enumerate(row.split()))
    found = face_up(tuple(faces), faces, is_meld)
    assert [" ".join(faces[at] for at in part) for part in found] == parts


@pytest.mark.parametrize(
    ("row", "joker", "asked"),
    [("11y 11k back", 0.03, [2]), ("11y 11k back", 0.001, []), ("back back back", 0.3, []), ("11y 11k 11b", 0.0, [])],
)
def test_a_pale_joker_looks_like_a_tile_face_down(row: str, joker: float, asked: list[int]):
    faces = dict(enumerate(row.split()))
    beliefs = [Belief.peaked(face, 0.99 - joker, ("J", joker)) for face in faces.values()]
    assert [at for at, _ in faint_jokers(tuple(faces), faces, beliefs)] == asked
