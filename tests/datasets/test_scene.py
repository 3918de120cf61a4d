"""The camera and the tiles in space: where a tile is drawn is where its label says."""

from itertools import pairwise

import numpy as np
import pytest

from datasets.synthetic_tables.layouts import LAYOUTS, arrange
from datasets.synthetic_tables.scene import Solids, TilePose, aim

SIZE_MM = (28.0, 38.0, 10.0)


def seeded(number=1):
    return np.random.default_rng(number)


@pytest.mark.parametrize("tilt_deg", [0.0, 30.0, 60.0])
@pytest.mark.parametrize("size_px", [(416, 416), (1280, 960)])
def test_the_camera_sees_the_origin_in_the_middle_at_the_scale_asked_for(tilt_deg, size_px):
    view = aim(seeded(), size_px, 2.0, tilt_deg)
    middle, east = view.project(np.array([[0.0, 0, 0], [5, 0, 0]]))
    assert np.hypot(*(middle - np.array(size_px) / 2)) < 1
    assert np.linalg.norm(east - middle) == pytest.approx(10, rel=0.2)


def test_a_tile_on_the_table_has_its_corners_clockwise_from_the_numbers_top_left():
    view = aim(seeded(), (416, 416), 2.0, 0.0)
    tile = TilePose("7r", np.array([0.0, 0, 10]), np.array([1.0, 0, 0]), np.array([0, 1.0, 0]), SIZE_MM)
    top = Solids.of([tile], view).tops_px[0]
    tl, tr, br, bl = top
    assert tl[0] < tr[0]
    assert bl[1] > tl[1]
    across, along = tr - tl, bl - tl
    assert across[0] * along[1] - across[1] * along[0] > 0
    assert np.linalg.norm(br - tr) > np.linalg.norm(tr - tl)


@pytest.mark.parametrize("kind", sorted(LAYOUTS))
def test_no_two_tiles_of_a_layout_stand_in_one_another(kind):
    tiles = arrange(seeded(4), SIZE_MM, 150.0, kind).tiles
    for level in {t.level for t in tiles}:
        middles = np.array([t.center_mm for t in tiles if t.level == level and t.normal[2] > 0.99]).reshape(-1, 3)
        gaps = np.linalg.norm(middles[:, None] - middles[None], axis=2) + 1e9 * np.eye(len(middles))
        assert kind == "heap" or gaps.min(initial=1e9) > 0.3 * SIZE_MM[0]


@pytest.mark.parametrize("kind", ["melds", "grid", "rack"])
def test_a_row_is_laid_from_left_to_right(kind):
    tiles = arrange(seeded(2), SIZE_MM, 150.0, kind).tiles
    for row in {t.row for t in tiles} - {-1}:
        inside = [t for t in tiles if t.row == row]
        turned = np.mean([t.right @ inside[0].right for t in inside])
        steps = [(b.center_mm - a.center_mm) @ a.right for a, b in pairwise(inside)]
        assert turned < 0.9 or all(abs(step) > 0.9 * SIZE_MM[0] for step in steps)


def test_melds_lie_behind_some_racks_and_are_painted_before_them():
    for seed in range(20):
        tiles = arrange(seeded(seed), SIZE_MM, 150.0, "rack").tiles
        leaning = [t for t in tiles if t.normal[2] < 0.99]
        behind = [t for t in tiles if t.normal[2] > 0.99 and t.order < min(tile.order for tile in leaning)]
        if behind:
            assert max(t.center_mm[1] for t in behind) > min(t.center_mm[1] for t in leaning)
            return
    pytest.fail("no rack has a meld behind it")


def test_what_lies_behind_the_camera_or_beside_the_picture_is_not_in_view():
    view = aim(seeded(), (416, 416), 2.0, 50.0)
    right, up = np.array([1.0, 0, 0]), np.array([0, 1.0, 0])
    places = [(0, 0), (5000, 0), (0, -1e5)]
    tiles = [TilePose("7r", np.array([x, y, 10.0]), right, up, SIZE_MM) for x, y in places]
    assert Solids.of(tiles, view).in_view.tolist() == [True, False, False]
