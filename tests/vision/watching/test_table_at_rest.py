"""A table at rest goes on; motion and hands do not; lamps, exposures and noise are neither."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tests.vision.scenes import SIZE, U8, banded, cloth, handed, laid, lit, upright
from tests.vision.watching.gate import HAND, MOVING, STILL, TABLE, Watch
from vision.change_detection.small_pictures import contrast_of, small_grey
from vision.tracking.table_at_rest import StillnessGate, StillnessTuning


@pytest.mark.parametrize("sigma", [0.0, 2.0, 8.0, 14.0])
def test_noise_is_no_motion(sigma: float) -> None:
    begun = Watch()
    assert [begun.sees(TABLE, sigma) for _ in range(14)][4:] == [STILL] * 10


def test_what_an_encoder_leaves_on_a_black_cloth_is_no_motion() -> None:
    """Blocks of a level or two that come and go, between white tiles."""
    begun, rng = Watch(), np.random.default_rng(4)
    black = laid(np.full_like(TABLE, 4), [upright(50 + 21 * place, 75) for place in range(8)])
    blocks = (rng.integers(0, 3, (TABLE.shape[0] // 8, TABLE.shape[1] // 8, 1)).repeat(3, axis=2) for _ in range(14))
    looks = [black + cv2.resize(block.astype(np.uint8), SIZE, interpolation=cv2.INTER_NEAREST) for block in blocks]
    assert [begun.sees(look, 0.0) for look in looks][4:] == [STILL] * 10


LIGHTS: dict[str, Callable[[int], U8]] = {
    "exposure that drifts": lambda step: lit(TABLE, 1 - 0.03 * step),
    "exposure that jumps": lambda step: lit(TABLE, 1.0 if step % 4 < 2 else 0.8),
    "a lamp that flickers": lambda step: banded(TABLE, 0.37 * step),
    "a cloud": lambda step: lit(TABLE, 1 - 0.02 * step, 1 + 0.01 * step),
}


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
def test_another_light_is_no_motion(watch: Watch, light: Callable[[int], U8]) -> None:
    assert watch.sees_all(light(step) for step in range(12)) == [STILL] * 12


def test_a_lamp_switched_on_is_rest_again_soon(watch: Watch) -> None:
    assert watch.sees_all([lit(TABLE, 0.35, 1.3)] * 5)[2:] == [STILL] * 3
    assert watch.sees_all([TABLE] * 5)[2:] == [STILL] * 3


@pytest.mark.parametrize("step_px", [1, 2, 6, 20], ids=["crawls", "is pushed", "is moved", "jumps"])
def test_a_tile_that_moves_is_motion_and_rests_where_it_lies(watch: Watch, step_px: int) -> None:
    path = [laid(TABLE, [upright(100 + step_px * step, 150)]) for step in range(6)]
    seen = watch.sees_all(path)
    assert seen[2:] == [MOVING] * 4
    assert watch.sees_all([path[-1]] * 4)[1:] == [STILL] * 3


@pytest.mark.parametrize("size_px", [(8.0, 11.0), (20.0, 28.0), (40.0, 56.0)])
def test_one_new_tile_is_motion_and_then_rest(watch: Watch, size_px: tuple[float, float]) -> None:
    table = laid(TABLE, [upright(200, 150, *size_px)])
    assert watch.sees_all([table] * 3) == [MOVING, STILL, STILL]


@pytest.mark.parametrize("far_px", [3, 6, 10])
@pytest.mark.parametrize("gain", [1.0, 0.85], ids=["as before", "in other light"])
def test_a_meld_near_the_edge_is_no_hand(watch: Watch, far_px: int, gain: float) -> None:
    meld = [upright(far_px + 10 + 21 * place, 160) for place in range(3)]
    assert watch.sees_all([lit(laid(TABLE, meld), gain)] * 4)[-3:] == [STILL] * 3
    assert watch.sees_all([handed(laid(TABLE, meld), 0.4)] * 3) == [MOVING, HAND, HAND]


def test_a_hand_that_lays_a_tile_is_motion_until_it_has_left(watch: Watch) -> None:
    table = laid(TABLE, [upright(160, 150)])
    comes = [handed(TABLE, reach) for reach in (0.1, 0.25, 0.4)]
    leaves = [handed(table, reach) for reach in (0.4, 0.25, 0.1)]
    assert STILL not in watch.sees_all(comes + leaves)
    assert watch.sees_all([table] * 3) == [MOVING, STILL, STILL]


@pytest.mark.parametrize("reach", [0.15, 0.4, 0.8])
def test_a_hand_that_keeps_still_is_a_hand(watch: Watch, reach: float) -> None:
    seen = watch.sees_all([handed(TABLE, reach)] * 20)
    assert seen[0] is MOVING
    assert seen[1:] == [HAND] * 19
    assert watch.sees_all([TABLE] * 3) == [MOVING, STILL, STILL]


def test_what_keeps_still_for_long_is_a_thing_and_may_go_again(watch: Watch) -> None:
    seen = watch.sees_all([handed(TABLE, 0.3)] * 100)
    assert seen[-1] is STILL
    assert 50 < seen.count(HAND) < 65
    assert watch.sees_all([TABLE] * 3) == [MOVING, STILL, STILL]
    assert watch.sees_all([handed(TABLE, 0.3)] * 3) == [MOVING, HAND, HAND]


def test_what_is_the_same_after_something_else_moved_is_a_thing(watch: Watch) -> None:
    changed = handed(TABLE, 0.35, 0.2)
    assert watch.sees_all([changed] * 10)[1:] == [HAND] * 9
    passes = [handed(changed, 0.3 + 0.1 * step, 0.7) for step in range(4)]
    assert STILL not in watch.sees_all(passes)
    assert watch.sees_all([changed] * 12)[-1] is STILL
    assert watch.sees_all([handed(changed, 0.4, 0.7)] * 5)[1:] == [HAND] * 4


def test_a_hand_that_was_taken_for_the_table_is_forgotten_as_soon_as_it_is_gone(watch: Watch) -> None:
    """As dark as the table: nobody saw that it lay over it, until it left and laid a tile."""
    watch.gate._has_hand, sees = lambda *_: False, watch.gate._has_hand  # type: ignore[method-assign]
    assert watch.sees_all([handed(TABLE, 0.4)] * 3) == [MOVING, STILL, STILL]
    watch.gate._has_hand = sees  # type: ignore[method-assign]
    table = laid(TABLE, [upright(160, 150)])
    assert watch.sees_all([table] * 3) == [MOVING, STILL, STILL]
    assert watch.sees_all([handed(table, 0.4)] * 3) == [MOVING, HAND, HAND]


def test_a_hand_that_comes_back_elsewhere_is_a_hand_again(watch: Watch) -> None:
    for step in range(6):
        seen = watch.sees_all([handed(TABLE, 0.4 + 0.05 * step, 0.3 + 0.1 * step)] * 8)
        assert seen[2:] == [HAND] * 6


def test_a_thing_in_the_middle_is_no_hand(watch: Watch) -> None:
    table = laid(TABLE, [upright(160, 140, 60, 45)])
    assert watch.sees_all([table] * 3) == [MOVING, STILL, STILL]


@pytest.mark.parametrize("shift", [(1, 1), (7, 11), (-9, 4)])
def test_a_camera_that_was_bumped_rests_again_and_still_knows_a_hand(watch: Watch, shift: tuple[int, int]) -> None:
    moved = cv2.warpAffine(TABLE, np.array([[1.0, 0, shift[0]], [0, 1, shift[1]]]), SIZE, borderMode=cv2.BORDER_REFLECT)
    assert watch.sees_all([moved] * 4)[1:] == [STILL] * 3
    assert watch.sees_all([handed(moved, 0.4)] * 3) == [MOVING, HAND, HAND]


@pytest.mark.parametrize(("turn_deg", "shift"), [(0.5, (-2.0, 3.0)), (-0.5, (3.0, -1.0)), (0.8, (0.0, 0.0))])
def test_a_camera_that_was_turned_rests_again_on_a_table_with_veins_at_its_edge(
    turn_deg: float, shift: tuple[float, float]
) -> None:
    table = laid(np.full_like(TABLE, 45), [upright(50 + 21 * place, 75) for place in range(5)])
    for x in (SIZE[0] - 60, SIZE[0] - 35, SIZE[0] - 14):
        cv2.polylines(table, [np.array([[x, 0], [x + 9, 60], [x - 8, 120], [x + 6, SIZE[1]]])], False, (220,) * 3, 4)
    table = cv2.GaussianBlur(table, (0, 0), 2)
    turned = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn_deg, 1.0)
    turned[:, 2] += shift
    bumped = cv2.warpAffine(table, turned, SIZE, borderMode=cv2.BORDER_REFLECT)
    watch = Watch()
    assert watch.sees_all([table] * 4)[1:] == [STILL] * 3
    assert watch.sees_all([bumped] * 4)[1:] == [STILL] * 3
    assert watch.sees_all([handed(bumped, 0.4)] * 3) == [MOVING, HAND, HAND]


def test_a_camera_that_was_turned_rests_again_where_the_edge_of_the_table_fits_to_a_pixel_only() -> None:
    def floor_beyond(table: U8, x: float) -> U8:
        edge = np.array([[x, 0], [x + 60, SIZE[1]], [SIZE[0], SIZE[1]], [SIZE[0], 0]], np.float64)
        seen = cv2.fillPoly(table.copy(), [np.round(edge).astype(np.int32)], (30, 30, 30))
        return np.asarray(cv2.GaussianBlur(seen, (0, 0), 1), np.uint8)

    table = laid(TABLE, [upright(50 + 21 * place, 75) for place in range(5)])
    turned = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), 0.5, 1.0)
    turned[:, 2] += (-2.0, 3.0)
    floored = floor_beyond(table, 212)
    bumped = np.asarray(cv2.warpAffine(floored, turned, SIZE, borderMode=cv2.BORDER_REFLECT), np.uint8)
    watch = Watch()
    assert watch.sees_all([floor_beyond(table, 210)] * 4)[1:] == [STILL] * 3
    assert watch.sees_all([bumped] * 4)[1:] == [STILL] * 3
    assert watch.sees_all([handed(bumped, 0.4)] * 3) == [MOVING, HAND, HAND]


@pytest.mark.parametrize(
    ("seed", "floor_px", "turn_deg"),
    [(1, (16, 10), 10), (2, (8, 10), 10), (3, (8, 40), 10), *((1, (16, 10), turn) for turn in (20, 45, 90, 137, 180))],
)
def test_a_camera_that_was_turned_far_rests_again_at_once_and_still_knows_a_hand(
    seed: int, floor_px: tuple[int, int], turn_deg: float
) -> None:
    """What lies beside the table changes in pieces as large as a hand, which reach in from the edge."""
    rng, begun = np.random.default_rng(seed), Watch()
    tiles = [
        upright(50 + 20 * place + 60 * (y // 70 % 2), y + rng.integers(0, 10))
        for y in (60, 110, 165)
        for place in range(rng.integers(3, 9))
    ]
    table = laid(cloth(), tiles)
    table[: floor_px[0]], table[60:190, -floor_px[1] :] = 250, 30
    turned = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn_deg, 1.0)
    there = np.asarray(cv2.warpAffine(table, turned, SIZE, borderMode=cv2.BORDER_REFLECT), np.uint8)
    begun.sees_all([table] * 4)
    for now in (there, table):
        assert begun.sees_all([now] * 4)[2:] == [STILL] * 2
        assert begun.sees_all([handed(now, 0.4)] * 3) == [MOVING, HAND, HAND]
        assert begun.sees_all([now] * 3)[1:] == [STILL] * 2


def test_a_camera_of_another_size_begins_anew(watch: Watch) -> None:
    other = np.ascontiguousarray(TABLE[::2])
    assert watch.sees_all([other] * 3) == [MOVING, STILL, STILL]
    portrait = np.ascontiguousarray(TABLE.transpose(1, 0, 2))
    assert watch.sees_all([portrait] * 3) == [MOVING, STILL, STILL]


def test_what_moves_outside_the_area_is_no_matter_and_a_hand_comes_over_its_edge() -> None:
    inner = np.array([[0.1, 0.1], [0.9, 0.1], [0.9, 0.7], [0.1, 0.7]])
    watch = Watch(StillnessGate(area=inner))
    watch.sees_all([TABLE] * 3)
    assert watch.sees_all([handed(TABLE, 0.1 + 0.02 * (step % 3)) for step in range(5)]) == [STILL] * 5
    assert watch.sees_all([handed(TABLE, 0.6)] * 3) == [MOVING, HAND, HAND]


@pytest.mark.parametrize("rest_s", [0.05, 0.35])
def test_rest_begins_after_the_wanted_time(rest_s: float) -> None:
    watch = Watch(StillnessGate(StillnessTuning(rest_s=rest_s)))
    seen = watch.sees_all([TABLE] * 6)
    assert seen.index(STILL) == (1 if rest_s < 0.1 else 4)


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (1280, 720), (1920, 1080), (200, 150), (100, 3000)])
def test_small_pictures_keep_their_shape(size: tuple[int, int]) -> None:
    width, height = size
    small = small_grey(np.full((height, width, 3), 90, np.uint8), 192)
    assert max(small.shape) == 192
    assert small.shape[1] / small.shape[0] == pytest.approx(width / height, rel=0.02 * max(size) / min(size))
    assert (small == 90).all()
    assert np.abs(contrast_of(np.full((height, width, 3), 90, np.uint8))).max() < 1e-5
