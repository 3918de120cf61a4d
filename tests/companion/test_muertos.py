"""How many muertos lie there, look by look."""

from __future__ import annotations

import numpy as np
import pytest

from companion.muertos import MuertosInView

BOTH = {1: (0, 0), 2: (60, 0)}
LOOKS = [
    # what happens; for each look whether somebody can have taken a muerto, the piles by number with their places in
    # millimetres, and how many muertos are told to lie there
    ("both, then one is taken, then the other", [(0, BOTH, 2), (1, {1: (0, 0)}, 1), (1, {}, 0)]),
    ("two looks after one was taken", [(0, BOTH, 2), (1, {1: (0, 0)}, 1), (1, {1: (0, 0)}, 1), (0, {1: (0, 0)}, 1)]),
    ("not both yet", [(0, {1: (0, 0)}, None), (0, BOTH, 2), (1, {2: (60, 0)}, 1)]),
    ("the floor where one was taken", [(0, BOTH, 2), (1, {1: (0, 0), 7: (56, 24)}, 1), (0, {1: (0, 0)}, 1)]),
    ("that floor stays", [(0, BOTH, 2), (1, {1: (0, 0), 7: (56, 24)}, 1), (0, {1: (0, 0), 7: (56, 24)}, 1),
                          (1, {7: (56, 24)}, 0)]),
    ("a pattern somewhere else", [(0, BOTH, 2), (1, BOTH | {7: (150, 90)}, 2)]),
    ("a pattern from the beginning", [(0, BOTH | {7: (30, 0)}, 2), (1, {1: (0, 0), 7: (30, 0)}, 1)]),
    ("patterns that went before", [(0, BOTH | {7: (30, 0), 8: (90, 0)}, 2), (0, BOTH, 2), (1, {2: (60, 0)}, 1)]),
    ("out of sight for a look", [(0, BOTH, 2), (0, {1: (0, 0)}, 1), (1, {1: (0, 0), 9: (62, 3)}, 2)]),
    ("pushed aside", [(0, BOTH, 2), (1, {1: (0, 0), 2: (90, 40)}, 2), (1, {1: (0, 0), 5: (91, 41)}, 2)]),
    ("the camera pushed", [(0, BOTH, 2), (0, {8: (20, 9), 9: (80, 9)}, 2), (1, {9: (80, 9)}, 1)]),
]  # fmt: skip


@pytest.mark.parametrize(("says", "looks"), LOOKS, ids=[says for says, _ in LOOKS])
def test_muertos_are_counted_where_they_lay(says: str, looks: list[tuple[int, dict[int, tuple[int, int]], int | None]]):
    count, left = MuertosInView(), 2
    for may_go, piles, there in looks:
        spots = {number: np.array(spot, float) for number, spot in piles.items()}
        assert count(spots, left, may_go=bool(may_go)) == there, piles
        left = there if may_go and there is not None else left


def test_where_no_muertos_are_dealt_none_lie_there():
    assert MuertosInView()({}, 0, may_go=False) == 0
