"""A pile and what lies at its foot, as one meld: the order in a pile is not in view."""

from __future__ import annotations

import numpy as np
import pytest

from companion.recognition.pile_order import as_one_meld, as_one_row
from engine.rules.profiles import load_rules

PILES = [
    # the tiles of the pile with its top last, those at its foot, and the meld that both are, or none
    ("a wild gives way to its tile", "4y 5y 6y 7y 2b 9y 10y", "2b 8y", "2b 4y 5y 6y 7y 8y 9y 10y"),
    ("and more is added below", "4y 5y 6y 7y 2b 9y 10y 8y", "2b 2y 3y", "2b 2y 3y 4y 5y 6y 7y 8y 9y 10y"),
    ("a joker gives way", "7r 8r J 10r 11r 12r", "J 9r", "J 7r 8r 9r 10r 11r 12r"),
    ("one more of a group", "5r 5y 5b 2b 5r 5k", "5b 5y", "5r 5y 5b 2b 5r 5k 5b 5y"),
    ("two wilds and no place for one", "4y 5y 6y 7y 2b 9y 10y", "2k 11y", None),
    ("another number", "5r 5y 5b 2b 5r 5k", "5b 6y", None),
    ("a face that cannot be read", "4y 5y 6y 7y 8y", "9y ?", None),
    ("a back", "4y 5y 6y 7y 8y", "9y back", None),
]


@pytest.mark.parametrize(("pile", "in_view", "meld"), [case[1:] for case in PILES], ids=[case[0] for case in PILES])
def test_a_pile_is_one_meld_with_what_lies_at_its_foot(pile: str, in_view: str, meld: str | None):
    under, seen = pile.split(), in_view.split()
    faces = dict(enumerate([*under, *seen]))
    found = as_one_meld(range(len(faces)), faces=faces, hidden=range(len(under)), rules=load_rules("clasico"))
    assert (found and [faces[at] for at in found]) == (meld and meld.split())


@pytest.mark.parametrize(
    ("says", "pile", "in_view", "beside_mm", "row"),
    [
        ("a tile that does not go on with it", "4r 5r 6r 7r 8r 9r", "10r 12k", (34, 20), "4r 5r 6r 7r 8r 9r 10r 12k"),
        ("at the foot of a high one", "4r 5r 6r 7r 8r 9r", "10r 12k", (30, 60), "4r 5r 6r 7r 8r 9r 10r 12k"),
        ("farther away", "4r 5r 6r 7r 8r 9r", "10r 12k", (50, 20), None),
        ("nearer than its foot", "4r 5r 6r 7r 8r 9r", "10r 12k", (10, 110), None),
        ("one that goes on, in its place", "4r 5r 6r 7r 8r 9r", "10r 3r", (50, 0), "3r 4r 5r 6r 7r 8r 9r 10r"),
        ("a row of others", "4r 5r 6r 7r 8r 9r", "10r 12k 13k", (34, 20), None),
    ],
)
def test_a_single_tile_close_to_the_foot_of_a_pile_was_laid_there(
    says: str, pile: str, in_view: str, beside_mm: tuple[float, float], row: str | None
):
    under, seen = pile.split(), in_view.split()
    faces = dict(enumerate([*under, *seen]))
    spots = np.array([*[(0.0, 0.0)] * (len(under) + 1), *[beside_mm] * (len(seen) - 1)])
    found = as_one_row(
        range(len(faces)), faces=faces, hidden=range(len(under)), rules=load_rules("clasico"), spots_mm=spots
    )
    assert (found and [faces[at] for at in found]) == (row and row.split()), says
