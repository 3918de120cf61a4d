"""The plastic of a set has one tint; what has another is no tile of it, and what is darker arrives as none."""

from __future__ import annotations

import numpy as np
import pytest

from vision.filtering.tile_background import ENOUGH, ground_colors, ground_oddities, look_like_tiles

IVORY, CARDBOARD, IN_SHADOW, SHADOWED_CLOTH = (225, 238, 244), (150, 205, 235), (170, 180, 184), (96, 102, 106)
"""Blue, green, red."""


def picture(*grounds: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Places of 30 by 40 pixels side by side, each with black print on a ground of its own, and where they lie."""
    bgr = np.full((60, 40 * len(grounds) + 10, 3), 40, np.uint8)
    quads = []
    for at, ground in enumerate(grounds):
        left, top = 40 * at + 5, 10
        bgr[top : top + 40, left : left + 30] = ground
        bgr[top + 8 : top + 30, left + 12 : left + 18] = 20
        quads.append([[left, top], [left + 30, top], [left + 30, top + 40], [left, top + 40]])
    return bgr, np.array(quads, np.float64)


def test_the_ground_is_what_the_print_stands_on():
    colors = ground_colors(*picture(IVORY, CARDBOARD))
    assert np.exp(colors) == pytest.approx(np.array([IVORY, CARDBOARD]), rel=1e-6)


def test_a_place_at_the_edge_of_the_picture_has_a_ground_too():
    bgr, quads = picture(IVORY)
    assert ground_colors(bgr, quads - np.array([20.0, 30.0])).shape == (1, 3)


def test_what_is_printed_on_another_ground_is_odd_however_bright_the_tiles_are():
    colors = ground_colors(*picture(IVORY, IVORY, IN_SHADOW, IVORY, CARDBOARD))
    odd = ground_oddities(colors, np.array([0.9, 0.9, 0.9, 0.9, 0.6]))
    assert (odd > 4).tolist() == [False, False, False, False, True]


def test_many_pale_cells_of_a_calendar_do_not_outvote_few_sure_tiles():
    colors = ground_colors(*picture(*[IVORY] * 5, *[CARDBOARD] * 20))
    odd = ground_oddities(colors, np.array([0.9] * 5 + [0.65] * 20))
    assert (odd > 4).tolist() == [False] * 5 + [True] * 20


def test_few_places_do_not_tell_what_is_odd():
    colors = ground_colors(*picture(*[IVORY] * (ENOUGH - 1), CARDBOARD))
    assert not ground_oddities(colors, np.array([0.9] * (ENOUGH - 1) + [0.0])).any()
    assert not ground_oddities(np.empty((0, 3)), np.empty(0)).any()


def test_a_patch_of_cloth_in_the_shadow_of_a_tile_does_not_look_like_one():
    known = ground_colors(*picture(*[IVORY] * ENOUGH))
    seen = ground_colors(*picture(IVORY, IN_SHADOW, SHADOWED_CLOTH, CARDBOARD))
    assert look_like_tiles(seen, known).tolist() == [True, True, False, False]


def test_until_tiles_are_known_everything_may_look_like_them():
    known = ground_colors(*picture(*[IVORY] * (ENOUGH - 1)))
    assert look_like_tiles(ground_colors(*picture(SHADOWED_CLOTH)), known).all()
