"""Rows in which something seems to lie face down."""

from __future__ import annotations

import pytest

from companion.game_tracking.face_down import face_up, faceless, faint_jokers, is_all_down
from engine import load_rules
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile
from engine.tiles import Tile
from vision.belief import BACK, Belief
from vision.reading import TileRow

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
    return (
        BACK not in faces and judge_meld([PlacedTile(Tile.parse(face)) for face in faces], load_rules("rummy")).lawful
    )


@pytest.mark.parametrize(("row", "parts"), ROWS)
def test_nobody_lays_a_tile_face_down(row: str, parts: list[str]):
    faces = dict(enumerate(row.split()))
    found = face_up(tuple(faces), faces, is_meld)
    assert [" ".join(faces[at] for at in part) for part in found] == parts


@pytest.mark.parametrize(
    ("row", "joker", "asked"),
    [
        ("11y 11k back", 0.03, [2]),
        ("11y 11k back", 0.001, []),
        ("back back back", 0.3, []),
        ("11y 11k 11b", 0.0, []),
        ("11y back 11b", 0.0, [1]),
        ("11y 11k 11b plain", 0.0, [3]),
        ("plain 11k 11b", 0.0, [0]),
        ("back plain 11k 11b", 0.0, []),
        ("plain plain", 0.0, []),
        ("11y", 0.0, []),
        ("4k 5k 6k back 4b 5b 6b", 0.0, []),
    ],
)
def test_a_pale_joker_looks_like_a_tile_face_down(row: str, joker: float, asked: list[int]):
    """``plain`` is a back where it is plain that a tile lies."""
    plain = [at for at, face in enumerate(row.split()) if face == "plain"]
    faces = dict(enumerate(row.replace("plain", BACK).split()))
    beliefs = [Belief.peaked(face, 0.99 - joker, ("J", joker)) for face in faces.values()]
    assert [at for at, _ in faint_jokers(tuple(faces), faces, beliefs, is_meld, plain)] == asked


@pytest.mark.parametrize(
    ("belief", "is_down"),
    [
        (Belief.peaked(BACK, 0.86), True),
        (Belief.peaked(BACK, 0.6), True),
        (Belief.peaked(BACK, 0.86, ("J", 0.05)), False),
        (Belief.peaked(BACK, 0.55, ("3b", 0.4)), False),
        (Belief.peaked("3b", 0.86), False),
        (Belief.flat(), False),
    ],
    ids=["nearly sure", "hardly, and no face", "a pale joker", "or a face", "a face", "anything"],
)
def test_what_can_show_no_face_lies_face_down_though_nobody_can_be_sure_of_it(belief: Belief, is_down: bool):
    row, beliefs = TileRow((0, 1, 2)), [Belief.peaked("5r", 0.99), Belief.peaked("5b", 0.99), belief]
    assert list(faceless(row.tiles, {0: "5r", 1: "5b", 2: "?"}, beliefs)) == [2] * is_down
    assert list(faceless(row.tiles, {0: "5r", 1: "5b", 2: "back"}, beliefs)) == []
    assert list(faceless([], {2: "?"}, beliefs)) == []


@pytest.mark.parametrize(
    ("row", "is_down"),
    [("J J back", True), ("back back", True), ("J J", False), ("J back 4r", False), ("J 4r 5r", False)],
)
def test_a_row_without_a_number_and_with_a_back_lies_face_down(row: str, is_down: bool):
    """A back with an ornament passes for a joker; a meld has a number."""
    beliefs = [Belief.peaked(face, 0.95) for face in row.split()]
    assert is_all_down(beliefs, tuple(range(len(beliefs)))) is is_down
