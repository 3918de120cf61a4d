"""Upright patches: geometry, quarter turns and the common white."""

import cv2
import numpy as np
import pytest

from vision.detection.patches import PATCH_HEIGHT_PX, PATCH_WIDTH_PX, balance, quarter_turned, rectify


def picture_of_a_tile(scale=1.0):
    """A dark table with a tile 60 wide and 80 high at (100, 120), red in its top left quarter."""
    bgr = np.full((int(400 * scale), int(400 * scale), 3), 40, np.uint8)
    x, y, w, h = (int(v * scale) for v in (100, 120, 60, 80))
    bgr[y : y + h, x : x + w] = 230
    bgr[y : y + h // 2, x : x + w // 2] = (0, 0, 220)
    return bgr, np.array([[[x, y], [x + w, y], [x + w, y + h], [x, y + h]]], np.float32)


@pytest.mark.parametrize("scale", [0.4, 1.0, 4.0])
def test_the_first_corner_becomes_the_top_left_at_any_size(scale):
    bgr, quads = picture_of_a_tile(scale)
    patch = rectify(bgr, quads)[0]
    assert patch.shape == (PATCH_HEIGHT_PX, PATCH_WIDTH_PX, 3)
    assert patch[20, 14].tolist() == pytest.approx([0, 0, 220], abs=6)
    assert patch[45, 34].tolist() == pytest.approx([230] * 3, abs=6)
    assert patch[1, 1].max() < 60


@pytest.mark.parametrize(("quarters", "red_at"), [(0, (20, 14)), (1, (44, 14)), (2, (44, 34)), (3, (20, 34))])
def test_quarter_turns_renumber_the_corners(quarters, red_at):
    bgr, quads = picture_of_a_tile()
    patch = rectify(bgr, quarter_turned(quads, [quarters]))[0]
    assert patch[red_at].tolist() == pytest.approx([0, 0, 220], abs=6)


def test_turning_there_and_back_changes_nothing():
    _, quads = picture_of_a_tile()
    for quarters in range(4):
        assert (quarter_turned(quarter_turned(quads, [quarters]), [-quarters]) == quads).all()


@pytest.mark.parametrize("light", [(0.3, 0.5, 0.9), (1.0, 1.0, 1.0), (0.9, 0.6, 0.4)])
def test_the_colour_of_the_light_drops_out(light):
    bgr, quads = picture_of_a_tile()
    lit = (bgr * np.array(light)).astype(np.uint8)
    patch = balance(rectify(lit, quads))[0]
    assert patch[45, 34].tolist() == pytest.approx([235] * 3, abs=4)
    assert patch[20, 14, 2] > 200


def test_no_tiles_give_no_patches():
    bgr, quads = picture_of_a_tile()
    assert balance(rectify(bgr, quads[:0])).shape == (0, PATCH_HEIGHT_PX, PATCH_WIDTH_PX, 3)


def test_a_patch_is_what_a_warp_of_its_own_would_give():
    rng = np.random.default_rng(5)
    bgr = cv2.GaussianBlur(rng.integers(0, 256, (300, 400, 3), np.uint8), (0, 0), 2)
    quads = np.array([[40, 40], [80, 40], [80, 100], [40, 100]]) + rng.uniform(-9, 9, (20, 4, 2)) + [150, 90]
    quads = quads.astype(np.float32)
    upright = np.array([[4, 5.333], [44, 5.333], [44, 58.667], [4, 58.667]], np.float32)
    alone = [
        cv2.warpPerspective(bgr, cv2.getPerspectiveTransform(quad, upright), (48, 64), borderMode=cv2.BORDER_REPLICATE)
        for quad in quads
    ]
    assert np.abs(rectify(bgr, quads).astype(int) - alone).max() <= 2


def test_a_picture_longer_than_opencv_takes_pixels_from_is_halved():
    bgr = np.zeros((80, 33000, 3), np.uint8)
    bgr[20:60, 32000:32030] = 230
    quads = np.array([[[32000, 20], [32030, 20], [32030, 60], [32000, 60]]], np.float32)
    assert rectify(bgr, quads)[0, 32, 24].min() > 200


@pytest.mark.parametrize(
    "quad", [[[5, 5]] * 4, [[0, 0], [10, 0], [20, 0], [30, 0]], [[10, 10], [90, 10], [10, 90], [90, 90]]],
    ids=["point", "line", "crossed"],
)  # fmt: skip
def test_what_is_no_quadrilateral_gives_a_patch_too(quad):
    bgr, _ = picture_of_a_tile()
    assert rectify(bgr, np.array([quad], np.float32)).shape == (1, PATCH_HEIGHT_PX, PATCH_WIDTH_PX, 3)
