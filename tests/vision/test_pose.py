"""How a camera stands, told by tiles alone, also where a third of their places are wrong."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.tables import HEIGHT_MM, WIDTH_MM, Laid, camera
from vision.geometry import F64, transform_points
from vision.rectification.pose import find_pose, looks_oblique

SIZE = (1280, 960)
TILTS = [0, 15, 30, 45, 60, 70]


def table(tilt_deg: float, roll_deg: float = 0.0, turned_deg: float = 0.0) -> F64:
    """Thirty tiles in five rows, as corners in pixels."""
    image_from_table = camera(tilt_deg, roll_deg)
    laid = [
        Laid("5r", (column - 2.5) * WIDTH_MM * 1.4, (line - 2) * HEIGHT_MM * 1.5, turned_deg + 3 * (column - line))
        for line in range(5)
        for column in range(6)
    ]
    return np.array([transform_points(image_from_table, tile.corners_mm()) for tile in laid])


@pytest.mark.parametrize("turned_deg", [0, 40])
@pytest.mark.parametrize("roll_deg", [0, 20])
@pytest.mark.parametrize("tilt_deg", TILTS)
def test_the_tilt_is_told_by_the_tiles(tilt_deg: float, roll_deg: float, turned_deg: float) -> None:
    pose = find_pose(table(tilt_deg, roll_deg, turned_deg), SIZE)
    assert pose is not None
    assert abs(pose.tilt_deg - tilt_deg) < 2
    assert np.median(pose.misfits) < 0.02


@pytest.mark.parametrize("tilt_deg", TILTS)
def test_a_third_of_the_places_may_be_wrong(tilt_deg: float) -> None:
    quads = table(tilt_deg)
    rng = np.random.default_rng(4)
    quads[::3] += rng.normal(0, 12, quads[::3].shape)
    pose = find_pose(quads, SIZE)
    assert pose is not None
    assert abs(pose.tilt_deg - tilt_deg) < 4


def test_millimetres_are_those_of_a_tile() -> None:
    quads = table(60)
    pose = find_pose(quads, SIZE)
    assert pose is not None
    tiles = transform_points(pose.table_from_image, quads)
    widths = np.linalg.norm(tiles[:, 1] - tiles[:, 0], axis=1)
    assert abs(np.median(widths) - WIDTH_MM) < 0.5
    assert np.allclose(transform_points(pose.image_from_table, tiles), quads, atol=1e-3)


def test_few_tiles_tell_nothing() -> None:
    assert find_pose(table(40)[:5], SIZE) is None


@pytest.mark.parametrize(("tilt_deg", "oblique"), [(0, False), (10, False), (40, True), (60, True), (70, True)])
def test_a_straight_view_is_told_quickly(tilt_deg: float, oblique: bool) -> None:
    assert looks_oblique(table(tilt_deg), 25.0) is oblique


def test_no_tiles_look_like_no_view() -> None:
    assert not looks_oblique(np.zeros((0, 4, 2)), 25.0)
    assert not looks_oblique(np.zeros((3, 4, 2)), 25.0)
