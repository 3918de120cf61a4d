"""The tiles of a second photograph take the names of the first, each once."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from tests.companion.builders import belief
from vision.adaptation.same_tiles import _minimum_cost_columns, assign_faces


@pytest.mark.parametrize(
    ("seen", "faces", "expected"),
    [
        ("7r 8r J", "J 7r 8r", "7r 8r J"),
        ("9b.60/6b.35 9b", "6b 9b", "6b 9b"),
        ("3k.60/8k.40 3k.90/8k.10 8k.55/3k.45", "8k 8k 3k", "8k 3k 8k"),
        ("? 5y", "5y 4y", "4y 5y"),
        ("7r 7r", "7r 7r", "7r 7r"),
    ],
    ids=["any order", "a six taken for a nine", "the surest is right", "an unread one is what is left", "two copies"],
)
def test_each_face_is_given_once_and_all_are_as_likely_as_can_be(seen: str, faces: str, expected: str):
    beliefs = np.stack([np.asarray(belief(word).probabilities) for word in seen.split()])
    assert " ".join(assign_faces(beliefs, faces.split())) == expected


def test_no_other_order_of_the_columns_costs_less():
    rng = np.random.default_rng(5)
    for size in (1, 2, 3, 5, 6):
        costs = rng.random((size, size))
        rows = np.arange(size)
        cheapest = min(costs[rows, list(order)].sum() for order in permutations(range(size)))
        found = _minimum_cost_columns(costs)
        assert sorted(found) == list(rows)
        assert costs[rows, found].sum() == pytest.approx(cheapest)


def test_other_tiles_than_those_are_not_named():
    with pytest.raises(ValueError, match="2 faces"):
        assign_faces(np.full((3, 54), 1 / 54), ["7r", "8r"])
