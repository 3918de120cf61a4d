"""The table's plane out of tiles of one size, seen by cameras whose place is known."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.tables import Laid, camera, row, seen
from vision.geometry import F64, quads_of, transform_points
from vision.tracking.table_surface import (
    TILE_MM,
    SurfaceFix,
    SurfaceTuning,
    checked_surface,
    find_surface,
    misfits_of,
    turn_and_shift,
)

MIDDLE = (640, 480)
ROWS = [
    *row("1r 2r 3r 4r 5r 6r 7r", -210, -150),
    *row("9r 9k 9b", 60, -140, turned_deg=90),
    *row("3b 4b 5b", 150, 20, turned_deg=180),
    *row("10k 11k 12k 13k", -150, 30),
    *row("2y 3y 4y", -60, 130, turned_deg=-8),
]
MIDDLES = np.array([[tile.x, tile.y] for tile in ROWS])


def quads(tiles: list[Laid], view: F64, noise: float = 0.0) -> F64:
    return quads_of([tile.place.corners_px for tile in seen(tiles, view, noise)])


def error_mm(fix: SurfaceFix, view: F64) -> float:
    """How far off the worst tile's place is, once turned and shifted to where the truth has it."""
    found = fix.on_table(transform_points(view, MIDDLES))
    return float(np.linalg.norm(transform_points(turn_and_shift(found, MIDDLES), found) - MIDDLES, axis=1).max())


def found(tiles: list[Laid], view: F64, noise: float = 0.0) -> SurfaceFix:
    fix = find_surface(quads(tiles, view, noise), MIDDLE)
    assert fix is not None
    return fix


@pytest.mark.parametrize("roll_deg", [0, 45, -100])
@pytest.mark.parametrize(("tilt_deg", "noise", "limit_mm"), [(0, 0, 0.1), (35, 0, 0.3), (55, 0, 1), (35, 0.03, 5)])
def test_the_table_is_found_through_any_view(tilt_deg: float, roll_deg: float, noise: float, limit_mm: float) -> None:
    view = camera(tilt_deg, roll_deg)
    fix = found(ROWS, view, noise)
    assert error_mm(fix, view) < limit_mm
    assert fix.misfit <= 2 * noise + 0.01
    assert fix.tiles >= 0.9 * len(ROWS)


@pytest.mark.parametrize("faces", ["1r 2r 3r", "1r 2r 3r 4r 5r 6r"])
@pytest.mark.parametrize("left_mm", [-210, -60, 100])
def test_a_few_tiles_side_by_side_slant_nothing_far_from_them(faces: str, left_mm: float) -> None:
    """A first meld, seen from straight above: how its tiles differ is chance, and the pozo lies half a metre away."""
    tiles, view = row(faces, left_mm, -150), camera(0)
    corners = np.array([(0, 0), (1280, 0), (1280, 960), (0, 960)], np.float64)
    truth, seen_at = transform_points(np.linalg.inv(view), corners), found(tiles, view, 0.02).on_table(corners)
    assert np.linalg.norm(transform_points(turn_and_shift(seen_at, truth), seen_at) - truth, axis=1).max() < 40


def test_a_found_table_measures_in_tiles_and_has_its_origin_in_the_middle_of_the_picture() -> None:
    fix = found(ROWS, camera(30, 20))
    tile = fix.on_table(quads(ROWS, camera(30, 20))[0])
    assert np.linalg.norm(tile[1] - tile[0]) == pytest.approx(TILE_MM[0], rel=0.02)
    assert np.linalg.norm(tile[3] - tile[0]) == pytest.approx(TILE_MM[1], rel=0.02)
    assert fix.on_table(MIDDLE) == pytest.approx([0, 0], abs=1e-6)
    ahead = fix.on_table((641, 480))
    assert ahead[0] > 0
    assert ahead[1] == pytest.approx(0, abs=1e-6)
    assert fix.in_picture(fix.on_table((100, 200))) == pytest.approx([100, 200])


def test_tiles_that_stand_or_lie_on_others_have_no_say() -> None:
    view = camera(30)
    flat = quads(ROWS, view)
    middles = flat.mean(axis=1, keepdims=True)
    odd = flat[::4].copy()
    odd[..., 1] = middles[::4, :, 1] + (odd[..., 1] - middles[::4, :, 1]) * 0.5
    large = middles[2::9] + (flat[2::9] - middles[2::9]) * 1.2
    fix = find_surface(np.concatenate([flat, odd, large]), MIDDLE)
    assert fix is not None
    assert error_mm(fix, view) < 4
    assert fix.tiles == pytest.approx(len(flat), abs=1)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_tiles_tell_nothing(count: int) -> None:
    assert find_surface(quads(ROWS[:count], camera(30)), MIDDLE) is None


@pytest.mark.parametrize("count", [3, 5])
def test_one_row_tells_enough_for_its_own_surroundings(count: int) -> None:
    view = camera(35)
    fix = found(ROWS[:count], view, 0.02)
    places = fix.on_table(transform_points(view, MIDDLES[:count]))
    assert np.linalg.norm(places[-1] - places[0]) == pytest.approx(26 * (count - 1), rel=0.06)


def test_crumpled_quads_are_left_out_and_nothing_else_is_no_table() -> None:
    crumpled = np.zeros((4, 4, 2))
    view = camera(30)
    assert find_surface(crumpled, MIDDLE) is None
    fix = find_surface(np.concatenate([quads(ROWS, view), crumpled]), MIDDLE)
    assert fix is not None
    assert error_mm(fix, view) < 0.3


def test_misfits_are_parts_of_a_tiles_size() -> None:
    tile = Laid("5r", 0, 0).corners_mm()
    wide, leaning = tile * (1.1, 1), tile @ np.array([[1.0, 0.2], [0, 1]])
    misfits = misfits_of(np.eye(3), quads_of([tile, wide, leaning, np.zeros((4, 2))]))
    assert misfits[:2] == pytest.approx([0, np.log(1.1)], abs=1e-6)
    assert misfits[2] > 0.1
    assert misfits[3] > 1


def test_a_fix_that_fits_is_kept() -> None:
    view = camera(30)
    fix = found(ROWS, view)
    assert checked_surface(fix, quads(ROWS, view, 0.03), MIDDLE) is fix
    assert checked_surface(fix, quads(ROWS[:2], camera(0)), MIDDLE) is fix
    assert checked_surface(None, quads(ROWS[:2], view), MIDDLE) is None


def test_a_surface_is_found_again_when_the_camera_leans_and_keeps_its_coordinates() -> None:
    fix, leant = found(ROWS, camera(20)), camera(45)
    again = checked_surface(fix, quads(ROWS, leant), MIDDLE)
    assert again is not None
    assert again is not fix
    assert again.misfit < 0.02
    before, after = fix.on_table(transform_points(leant, MIDDLES)), again.on_table(transform_points(leant, MIDDLES))
    assert np.abs((after - before).mean(axis=0)).max() < 0.1


def test_a_surface_is_found_again_when_many_more_tiles_tell_of_it() -> None:
    view = camera(40)
    first = found(ROWS[:4], view, 0.02)
    again = checked_surface(first, quads(ROWS, view, 0.02), MIDDLE)
    assert again is not None
    assert again is not first
    assert error_mm(again, view) < error_mm(first, view)
    one_more = checked_surface(again, quads(ROWS, view, 0.02), MIDDLE, SurfaceTuning())
    assert one_more is again


@pytest.mark.parametrize(("turn_deg", "shift"), [(0, (3, 4)), (30, (-5, 2)), (-170, (0, 0))])
def test_a_motion_carries_points_onto_their_targets(turn_deg: float, shift: tuple[int, int]) -> None:
    turn = np.radians(turn_deg)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    targets = MIDDLES @ matrix.T + shift
    assert transform_points(turn_and_shift(MIDDLES, targets), MIDDLES) == pytest.approx(targets)
    assert transform_points(turn_and_shift(MIDDLES[:1], targets[:1]), MIDDLES[:1]) == pytest.approx(targets[:1])
    stretched = transform_points(turn_and_shift(MIDDLES, 1.5 * targets), MIDDLES)
    assert np.linalg.norm(np.ptp(stretched, axis=0)) < 1.45 * np.linalg.norm(np.ptp(targets, axis=0))
