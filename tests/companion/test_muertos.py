"""How many muertos lie there, look by look."""

from __future__ import annotations

import numpy as np
import pytest

from companion.muertos import MuertosInView

LOOKS = [
    # what is told of each look: the piles by number, with their places in millimetres, and how many are known there
    ("both, then one is taken", [({1: (0, 0), 2: (60, 0)}, 2), ({1: (0, 0)}, 1), ({}, 0)]),
    ("not both yet", [({1: (0, 0)}, None), ({1: (0, 0), 2: (60, 0)}, 2), ({2: (60, 0)}, 1)]),
    ("the floor where one was taken", [({1: (0, 0), 2: (60, 0)}, 2), ({1: (0, 0), 7: (56, 24)}, 1)]),
    ("a pattern somewhere else", [({1: (0, 0), 2: (60, 0)}, 2), ({1: (0, 0), 2: (60, 0), 7: (150, 90)}, 2)]),
    ("a pattern from the beginning", [({1: (0, 0), 2: (60, 0), 7: (30, 0)}, 2), ({1: (0, 0), 7: (30, 0)}, 1)]),
    ("out of sight for a look", [({1: (0, 0), 2: (60, 0)}, 2), ({1: (0, 0)}, 1), ({1: (0, 0), 9: (62, 3)}, 2)]),
    ("pushed aside", [({1: (0, 0), 2: (60, 0)}, 2), ({1: (0, 0), 2: (90, 40)}, 2), ({1: (0, 0), 5: (91, 41)}, 2)]),
    ("numbers forgotten", [({1: (0, 0), 2: (60, 0)}, 2), ({8: (1, 1), 9: (59, 2)}, 2), ({9: (59, 2)}, 1)]),
]


@pytest.mark.parametrize(("says", "looks"), LOOKS, ids=[says for says, _ in LOOKS])
def test_muertos_are_counted_where_they_lay(says: str, looks: list[tuple[dict[int, tuple[int, int]], int | None]]):
    count = MuertosInView(2)
    for piles, there in looks:
        assert count({number: np.array(spot, float) for number, spot in piles.items()}) == there, piles


def test_where_no_muertos_are_dealt_none_are_counted():
    assert MuertosInView(0)({1: np.zeros(2)}) is None
