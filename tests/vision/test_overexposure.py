"""A lamp mirrored beside the tiles hides what lies below it; white tiles, a white table and a far lamp do not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.scenes import cloth, laid
from vision.layout.overexposure import overexposed_areas

TILE = np.array([[0, 0], [20, 0], [20, 28], [0, 28]], float)
ROW = np.stack([TILE + np.array([60 + 21 * at, 100]) for at in range(4)])
WHITE = (255, 255, 255)


def table() -> np.ndarray:
    """Four tiles on a green cloth of 320 by 240 pixels."""
    return laid(cloth(1), list(ROW))


def lit(bgr: np.ndarray, middle: tuple[int, int], radius: int) -> np.ndarray:
    """The picture with a lamp mirrored in it."""
    return cv2.circle(bgr.copy(), middle, radius, WHITE, cv2.FILLED)


@pytest.mark.parametrize(
    ("middle", "radius", "is_told"),
    [
        pytest.param((170, 114), 22, True, id="where the row goes on"),
        pytest.param((100, 160), 18, True, id="below the row"),
        pytest.param((280, 200), 22, False, id="far from all tiles"),
        pytest.param((170, 114), 8, False, id="smaller than a tile"),
        pytest.param((90, 112), 8, False, id="on a tile alone"),
    ],
)
def test_what_hides_a_place_beside_the_tiles_is_told(middle: tuple[int, int], radius: int, is_told: bool):
    burnt = overexposed_areas(lit(table(), middle, radius), ROW)
    assert len(burnt) == is_told
    assert all(cv2.pointPolygonTest(outline, middle, measureDist=False) >= 0 for outline in burnt)


def test_where_no_tile_is_seen_nothing_is_beside_one():
    assert overexposed_areas(lit(table(), (170, 114), 22), ROW[:0]) == ()


def test_an_evenly_lit_table_has_nothing_burnt_out():
    assert overexposed_areas(table(), ROW) == ()


def test_the_white_of_tiles_is_not_burnt_out():
    """Plastic as white as can be, in a row and in two that touch."""
    rows = np.concatenate([ROW, ROW + np.array([0, 29])])
    white = cloth(1)
    for quad in rows:
        cv2.fillConvexPoly(white, quad.astype(np.int32), WHITE)
    assert overexposed_areas(white, rows) == ()


def test_paper_that_is_white_all_over_is_the_ground():
    assert overexposed_areas(laid(np.full((240, 320, 3), 255, np.uint8), list(ROW)), ROW) == ()


@pytest.mark.parametrize("times", [1, 4])
def test_outlines_are_in_pixels_of_the_picture(times: int):
    large = cv2.resize(lit(table(), (170, 114), 22), None, fx=times, fy=times, interpolation=cv2.INTER_NEAREST)
    (outline,) = overexposed_areas(large, times * ROW)
    left, top, width, height = cv2.boundingRect(outline)
    assert (left + width / 2, top + height / 2) == pytest.approx((170 * times, 114 * times), abs=8 * times)
