"""From which side hands come over the table, how far they reach, and when what lies there changed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.scenes import SIZE, U8, handed, laid, upright
from tests.vision.watching.gate import STILL, TABLE, Watch
from vision.tracking.hand_entry_side import EdgeCrossings, PictureSide


@pytest.mark.parametrize(
    ("turns", "side"),
    [(None, PictureSide.NEAR), (cv2.ROTATE_180, PictureSide.FAR), (cv2.ROTATE_90_CLOCKWISE, PictureSide.LEFT),
     (cv2.ROTATE_90_COUNTERCLOCKWISE, PictureSide.RIGHT)],
)  # fmt: skip
def test_a_hand_comes_from_one_side(turns: int | None, side: PictureSide) -> None:
    def turned(bgr: U8) -> U8:
        return bgr if turns is None else np.asarray(cv2.rotate(bgr, turns), np.uint8)

    watch = Watch()
    for table in (TABLE, laid(TABLE, [upright(160, 150)])):
        watch.sees_all(turned(picture) for picture in (table, table, table))
        watch.sees_all(turned(handed(table, reach, 0.4)) for reach in (0.1, 0.4, 0.2))
        watch.sees_all([turned(table)] * 3)
        assert watch.gate.crossings.side is side


@pytest.mark.parametrize(("x", "reach"), [(0.4, 0.3), (0.7, 0.6)])
def test_how_far_a_hand_reached_is_told_in_parts_of_the_width(watch: Watch, x: float, reach: float) -> None:
    watch.sees_all([TABLE] * 3)
    watch.sees_all(handed(TABLE, far, x) for far in (0.1, reach, 0.2))
    watch.sees_all([TABLE] * 3)
    height = TABLE.shape[0] / TABLE.shape[1]
    half = 0.08
    wanted = (x - half, (1 - reach) * height - 0.8 * half, x + half, height)
    assert watch.gate.crossings.box == pytest.approx(wanted, abs=0.045)


@pytest.mark.parametrize("reach", [0.3, 0.52], ids=["apart", "touching"])
def test_all_hands_are_told_in_the_order_in_which_they_came_whoever_rests_longest(watch: Watch, reach: float) -> None:
    """One comes from below and rests; another comes from above, takes, and leaves first."""

    def both(low: float, high: float) -> U8:
        far = cv2.rotate(handed(np.asarray(cv2.rotate(TABLE, cv2.ROTATE_180), np.uint8), high), cv2.ROTATE_180)
        return handed(np.asarray(far, np.uint8), low)

    watch.sees_all([TABLE] * 3)
    watch.sees_all([handed(TABLE, 0.2), handed(TABLE, 0.4), handed(TABLE, 0.4)])
    watch.sees_all([both(0.4, 0.2), both(0.4, reach), both(0.4, 0.2)])
    watch.sees_all([handed(TABLE, 0.4)] * 5 + [handed(TABLE, 0.2)])
    watch.sees_all([TABLE] * 3)
    near, far = watch.gate.crossings.hands
    assert (near.side, far.side) == (PictureSide.NEAR, PictureSide.FAR)
    height = TABLE.shape[0] / TABLE.shape[1]
    assert far.box[3] == pytest.approx(height if reach > 0.5 else reach * height, abs=0.09)


@pytest.mark.parametrize(
    ("says", "arm", "sides"),
    [
        ("the hand of an arm from above comes over the left edge, too", (0, 5), [PictureSide.FAR]),
        ("another comes over the left edge", (14, 0), [PictureSide.FAR, PictureSide.LEFT]),
    ],
)
def test_an_arm_near_a_corner_is_one(says: str, arm: tuple[int, int], sides: list[PictureSide]) -> None:
    """It crosses the edge above in so many columns at last, and the left one in many more rows."""
    crossings, changed = EdgeCrossings(), np.zeros((54, 96), np.uint8)
    changed[:20, 4:12] = 1
    crossings.update(changed)
    top, columns = arm
    changed[:] = 0
    changed[top:42, :8] = 1
    changed[:4, columns:8] = 0
    crossings.update(changed)
    assert [hand.side for hand in crossings.hands] == sides, says


@pytest.mark.parametrize(
    ("says", "rows", "columns", "side"),
    [
        ("along the edge above, from the right", (0, 9), (50, 96), PictureSide.RIGHT),
        ("along the right edge, from above", (0, 42), (86, 96), PictureSide.FAR),
        ("along the edge below, from the left", (45, 54), (0, 40), PictureSide.LEFT),
        ("along the left edge, from below", (20, 54), (0, 9), PictureSide.NEAR),
        ("along the edge above, its sleeve as dark as what is behind it", (0, 9), (45, 90), PictureSide.RIGHT),
        ("along the edge above, in its middle", (0, 9), (30, 70), PictureSide.FAR),
        ("along the whole edge above", (0, 9), (0, 96), PictureSide.FAR),
        ("as far one way as the other", (0, 20), (76, 96), None),
    ],
)
def test_an_arm_over_a_corner_comes_from_where_it_points(
    says: str, rows: tuple[int, int], columns: tuple[int, int], side: PictureSide | None
) -> None:
    """It crosses the edge that it lies along with its whole length."""
    crossings, changed = EdgeCrossings(), np.zeros((54, 96), np.uint8)
    changed[slice(*rows), slice(*columns)] = 1
    crossings.update(changed)
    assert crossings.side is side, says


def test_a_hand_that_reaches_for_the_corner_comes_from_where_its_arm_is() -> None:
    """Somebody who sits below reaches for a tile on the right: the arm crosses the edge below far from the corner."""
    crossings, changed = EdgeCrossings(), np.zeros((54, 96), np.uint8)
    changed[44:, 40:50] = 1
    changed[40:48, 40:93] = 1
    crossings.update(changed)
    assert crossings.side is PictureSide.NEAR


def test_an_arm_along_an_edge_is_not_the_hand_that_rests_there() -> None:
    """A hand rests at the edge above while somebody reaches in along it, from the right."""
    crossings, resting = EdgeCrossings(), np.zeros((54, 96), np.uint8)
    resting[:15, 20:30] = 1
    crossings.update(resting)
    both = resting.copy()
    both[:9, 50:] = 1
    crossings.update(both)
    boxes = {hand.side: hand.box for hand in crossings.hands}
    assert boxes[PictureSide.FAR] == pytest.approx((20 / 96, 0, 30 / 96, 15 / 96))
    assert boxes[PictureSide.RIGHT] == pytest.approx((50 / 96, 0, 1, 9 / 96))


def test_a_hand_that_comes_for_a_moment_counts_beside_one_that_rests_all_the_time() -> None:
    crossings, resting = EdgeCrossings(), np.zeros((54, 96), np.uint8)
    resting[40:, 20:35] = 1
    for _ in range(60):
        crossings.update(resting)
    both = resting.copy()
    both[:20, 50:56] = 1
    for _ in range(3):
        crossings.update(both)
    crossings.update(resting)
    assert {hand.side for hand in crossings.hands} == {PictureSide.NEAR, PictureSide.FAR}


def reached_and_rested() -> EdgeCrossings:
    """A hand reaches far in and rests at the edge now; another has left long ago."""
    crossings, (far, reaching, resting) = EdgeCrossings(), np.zeros((3, 54, 96), np.uint8)
    far[:20, 40:50] = 1
    reaching[20:28, :70] = 1
    resting[20:28, :10] = 1
    crossings.update(far)
    crossings.update(reaching)
    for _ in range(20):
        crossings.update(resting)
    return crossings


UNSEEN = np.zeros((54, 96), np.uint8)
UNSEEN[15:33, :15] = 1


def test_a_look_forgets_where_a_hand_was_but_for_what_it_did_not_see() -> None:
    crossings = reached_and_rested()
    crossings.forget_earlier(UNSEEN)
    (hand,) = crossings.hands
    assert (hand.side, hand.box) == (PictureSide.LEFT, pytest.approx((0, 20 / 96, 15 / 96, 28 / 96)))


def test_a_look_that_shows_nothing_new_forgets_no_hand_and_that_they_were_over_what_it_saw() -> None:
    crossings = reached_and_rested()
    crossings.note_unchanged(UNSEEN)
    far, left = crossings.hands
    assert (far.side, left.side) == (PictureSide.FAR, PictureSide.LEFT)
    assert far.over is not None
    assert left.over is not None
    assert (far.over.any(), left.over[24, 5] > 0, left.over[24, 60]) == (False, True, 0)


def test_a_hand_was_over_what_it_covered_and_not_over_all_of_its_box() -> None:
    """It lays a tile far on the right, then one below where it comes in."""
    crossings, (right, below) = EdgeCrossings(), np.zeros((2, 54, 96), np.uint8)
    right[4:8, :80] = 1
    below[4:50, :8] = 1
    crossings.update(right)
    crossings.update(below)
    (hand,) = crossings.hands
    assert hand.over is not None
    assert (hand.over[6, 78] > 0, hand.over[48, 5] > 0, hand.over[46, 78]) == (True, True, 0)


def test_until_when_each_part_looked_as_before_is_known_after_a_motion(watch: Watch) -> None:
    """A tile comes with a hand; another hand passes over the table and leaves it as it was."""
    table = laid(TABLE, [upright(160, 150)])
    watch.sees_all([TABLE] * 3)
    assert watch.gate.crossings.unchanged_until is None
    watch.sees_all([handed(TABLE, 0.2), handed(table, 0.4), handed(table, 0.2), handed(table, 0.6, 0.8), table])
    watch.sees_all([table] * 2)
    until = watch.gate.crossings.unchanged_until
    assert until is not None
    scale = until.shape[1] / SIZE[0]
    at_tile = until[round(150 * scale) - 1 : round(150 * scale) + 2, round(160 * scale) - 1 : round(160 * scale) + 2]
    assert np.median(at_tile) <= 2
    assert until[round(75 * scale), round(260 * scale)] == until.max() >= 4


@pytest.mark.parametrize(
    ("says", "looks", "since"),
    [
        ("a hand lays a tile; an arm passes over it later", "hand hand tile tile arm arm tile tile", 3),
        ("it is covered until the end", "hand hand hand arm arm tile tile", 6),
        ("a sleeve looks like it for a moment", "hand tile hand hand tile tile", 5),
        ("it is moved a little after it was laid", "hand tile tile bare hand tile tile", 6),
        ("nothing was laid", "hand hand bare bare", 0),
    ],
)
def test_since_when_a_part_looks_as_it_does_is_known_though_something_was_over_it_again(
    says: str, looks: str, since: int
) -> None:
    crossings, levels = EdgeCrossings(), {"bare": 0.0, "hand": 0.5, "arm": -0.4, "tile": 0.25}
    for look in looks.split():
        changed, contrast = np.zeros((54, 96), np.uint8), np.zeros((54, 96), np.float32)
        changed[20:30, 40:60], contrast[20:30, 40:60] = look != "bare", levels[look]
        crossings.update(changed, contrast=contrast)
    settled = crossings.settled_from
    assert settled is not None
    assert (settled[25, 50], settled[5, 5]) == (since, 0), says


def test_what_came_over_no_edge_came_from_no_side(watch: Watch) -> None:
    assert watch.sees_all([laid(TABLE, [upright(160, 150)])] * 3)[-1] is STILL
    assert watch.gate.crossings.side is None
    assert watch.gate.crossings.box is None
    assert watch.gate.crossings.hands == ()
