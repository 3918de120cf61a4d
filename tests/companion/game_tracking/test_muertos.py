"""How many muertos lie there, look by look."""

from __future__ import annotations

import numpy as np
import pytest

from companion.game_tracking.muertos import MuertosByPlace, MuertosInView, combined_count

BOTH = {1: (0, 0), 2: (60, 0)}
FAR_ROW, NEAR_ROW = ({row + at: (27 * at, 5 * row) for at in range(3)} for row in (0, 10))
"""Two muertos of three piles each."""
LOOKS = [
    # what happens; for each look whether somebody can have taken a muerto, the piles by number with their places in
    # millimetres, and how many muertos are told to lie there
    ("both, then one is taken, then the other", [(0, BOTH, 2), (1, {1: (0, 0)}, 1), (1, {}, 0)]),
    ("two looks after one was taken", [(0, BOTH, 2), (1, {1: (0, 0)}, 1), (1, {1: (0, 0)}, 1), (0, {1: (0, 0)}, 1)]),
    ("muertos of three piles, taken pile by pile", [
        (0, FAR_ROW | NEAR_ROW, 2), (1, FAR_ROW | {10: NEAR_ROW[10]}, 2), (1, FAR_ROW, 1),
        (1, {20: FAR_ROW[0], 1: FAR_ROW[1]}, 1), (1, {20: FAR_ROW[0]}, 1), (1, {}, 0)]),
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


def test_a_known_muerto_whose_back_is_read_with_less_certainty_under_a_new_number_is_there():
    count, both = MuertosInView(), {number: np.array(spot, float) for number, spot in BOTH.items()}
    count(both, 2, may_go=False)
    assert count({1: both[1]}, 2, may_go=True, likely={1: both[1], 7: np.array((150.0, 90.0))}) == 1
    assert count({1: both[1]}, 2, may_go=True, likely={1: both[1], 9: np.array((62.0, 3.0))}) == 2


def test_where_no_muertos_are_dealt_none_lie_there():
    assert MuertosInView()({}, 0, may_go=False) == 0


SAID_TO_BE_THERE = [
    # what happens after one of two was missed and people said that it is there; the piles, and how many are told
    ("still out of view", [({1: (0, 0)}, None), ({1: (0, 0)}, None)]),
    ("in view again, then taken", [(BOTH, 2), ({2: (60, 0)}, 1)]),
    ("the other is taken", [({}, 1)]),
]


@pytest.mark.parametrize(("says", "looks"), SAID_TO_BE_THERE, ids=[says for says, _ in SAID_TO_BE_THERE])
def test_a_muerto_that_people_say_is_there_is_not_missed_again(
    says: str, looks: list[tuple[dict[int, tuple[int, int]], int | None]]
):
    count = MuertosInView()
    for piles in (BOTH, {1: BOTH[1]}):
        count({number: np.array(spot, float) for number, spot in piles.items()}, 2, may_go=piles is not BOTH)
    count.stay()
    for piles, there in looks:
        spots = {number: np.array(spot, float) for number, spot in piles.items()}
        assert count(spots, 2, may_go=True) == there, piles


BY_PLACE = [
    # what happens; for each look how many were known to lie there, the part of their place that is filled, and how many
    # are told to lie there
    ("one is taken, then the other", [(2, 1.0, 2), (2, 0.52, 1), (1, 0.48, 1), (1, 0.02, 0)]),
    ("seen a little worse", [(2, 1.0, 2), (2, 0.9, 2)]),
    ("half hidden, nobody can tell", [(2, 1.0, 2), (2, 0.74, None)]),
    ("begun when one was taken", [(1, 1.0, 1), (1, 0.0, 0)]),
    ("their place does not tell", [(2, None, None)]),
    ("none were dealt", [(0, 1.0, None)]),
]  # fmt: skip


@pytest.mark.parametrize(("says", "looks"), BY_PLACE, ids=[says for says, _ in BY_PLACE])
def test_muertos_are_counted_by_what_they_fill(says: str, looks: list[tuple[int, float | None, int | None]]):
    count = MuertosByPlace()
    for left, share, there in looks:
        assert count(share, left) == there, share


@pytest.mark.parametrize(
    ("by_backs", "by_place", "left"),
    [(None, None, None), (None, 1, 1), (1, None, 1), (1, 2, 2), (1, 1, 1), (2, 1, 2), (0, 1, 1), (0, 0, 0)],
)
def test_backs_that_are_seen_lie_there_and_so_does_what_fills_its_place(by_backs, by_place, left):
    """Of muertos that lie in two piles each, both piles of one gone are not two muertos."""
    assert combined_count(by_backs, by_place) == left


@pytest.mark.parametrize(
    ("by_backs", "by_place", "left"), [(2, 1, 1), (2, None, 2), (None, 1, 1), (1, 2, 2), (2, 2, 2)]
)
def test_where_only_some_backs_are_known_their_place_tells(by_backs, by_place, left):
    """Two backs of one muerto are not the backs of two."""
    assert combined_count(by_backs, by_place, knows_all=False) == left


@pytest.mark.parametrize(
    ("piles", "tiles", "knows_all"),
    [(2, 0.0, True), (2, 2.6, True), (2, 3.8, True), (2, 7.5, False), (4, 7.5, True), (22, 26.0, True)],
)
def test_a_place_that_is_too_large_for_the_backs_has_more_of_them(piles: int, tiles: float, knows_all: bool):
    count = MuertosInView()
    count({number: np.array([60.0 * number, 0]) for number in range(piles)}, 2, may_go=False)
    assert count.knows_all(tiles) is knows_all
