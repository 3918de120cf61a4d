"""Quadrilaterals: what each function says of shapes whose answer is plain, and laws that hold for any quad."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.tables import Laid, camera
from vision.geometry import (
    are_convex,
    areas,
    centers,
    clockwise,
    expanded,
    have_room,
    headings_deg,
    overlaps,
    parts_under_neighbours,
    patch_from_image,
    polygon_iou,
    quads_of,
    short_sides,
    side_lengths,
    signed_areas,
    squareness,
    transform_points,
)

SQUARE = np.array([[0.0, 0], [2, 0], [2, 2], [0, 2]])
RIGHT = np.array([1.0, 0])
TALL = np.array([[1.0, 0], [3, 0], [3, 4], [1, 4]])
TURNED = np.roll(TALL, 1, axis=0)
ALL = quads_of([SQUARE, TALL, TURNED])
any_quad = st.builds(
    lambda x, y, turn, tilt: transform_points(camera(tilt), Laid("5r", x, y, turn).corners_mm()),
    st.floats(-200, 200),
    st.floats(-200, 200),
    st.floats(-180, 180),
    st.floats(0, 60),
)


def test_sizes_and_directions_of_plain_shapes() -> None:
    assert areas(ALL).tolist() == [4, 8, 8]
    assert centers(ALL).tolist() == [[1, 1], [2, 2], [2, 2]]
    assert side_lengths(ALL).tolist() == [[2, 2, 2, 2], [2, 4, 2, 4], [4, 2, 4, 2]]
    assert headings_deg(ALL).tolist() == [0, 0, -90]
    assert signed_areas(ALL[:, ::-1]).tolist() == [-4, -8, -8]
    assert expanded(ALL[:1], 2)[0].tolist() == [[-1, -1], [3, -1], [3, 3], [-1, 3]]


def test_no_quads_are_quads_too() -> None:
    none = quads_of(())
    for shape, result in {
        (0,): areas(none),
        (0, 4): side_lengths(none),
        (0, 2): centers(none),
        (0, 3): overlaps(none, ALL),
    }.items():
        assert result.shape == shape
    assert are_convex(none).tolist() == []


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (SQUARE, SQUARE, 1.0),
        (SQUARE, SQUARE[::-1], 1.0),
        (SQUARE, SQUARE + 1 * RIGHT, 1 / 3),
        (SQUARE, SQUARE + 3 * RIGHT, 0.0),
        (SQUARE, SQUARE + 2 * RIGHT, 0.0),
        (SQUARE, SQUARE / 2, 1 / 4),
        (SQUARE, np.zeros((4, 2)), 0.0),
        (np.zeros((4, 2)), np.zeros((4, 2)), 0.0),
        (SQUARE, [[0, 0], [2, 0], [0, 2]], 1 / 2),
    ],
    ids=["same", "other way round", "half", "apart", "touching", "inside", "a point", "two points", "triangle"],
)
def test_overlap_of_two_shapes(one: np.ndarray, other: np.ndarray, expected: float) -> None:
    assert polygon_iou(one, other) == pytest.approx(expected, abs=1e-6)


def test_overlaps_is_every_pair() -> None:
    table = overlaps(ALL, ALL[::-1] + 0.5)
    assert table == pytest.approx(np.array([[polygon_iou(a, b + 0.5) for b in ALL[::-1]] for a in ALL]))


@pytest.mark.parametrize(
    ("quad", "expected"),
    [
        (SQUARE, True),
        (SQUARE[::-1], False),
        (SQUARE[[0, 2, 1, 3]], False),
        (np.array([[0, 0], [2, 0], [0.5, 0.5], [0, 2]]), False),
        (np.zeros((4, 2)), False),
        (np.full((4, 2), np.nan), False),
    ],
    ids=["square", "counter-clockwise", "crossed", "dented", "a point", "unknown"],
)
def test_convex(quad: np.ndarray, expected: bool) -> None:
    assert are_convex(quads_of(quad)).tolist() == [expected]


@given(quad=any_quad, seed=st.integers(0, 99))
@settings(max_examples=60, derandomize=True, deadline=None)
def test_laws_of_any_quad(quad: np.ndarray, seed: int) -> None:
    quads = quads_of(quad)
    shuffled = np.random.default_rng(seed).permutation(quad)
    assert are_convex(quads).all()
    assert are_convex(quads_of(clockwise(shuffled))).all()
    assert areas(quads_of(clockwise(shuffled))) == pytest.approx(areas(quads), rel=1e-4)
    assert np.unique(clockwise(shuffled), axis=0).shape == (4, 2)
    assert areas(expanded(quads, 1.5)) == pytest.approx(areas(quads) * 2.25)
    back = (headings_deg(quads) - headings_deg(np.roll(quads, 2, axis=1))) % 360
    assert back == pytest.approx(180)


@given(quad=any_quad)
@settings(max_examples=60, derandomize=True, deadline=None)
def test_a_patch_begins_and_ends_at_the_corners(quad: np.ndarray) -> None:
    patch_from_quad = patch_from_image(quad, 48, 64)
    assert transform_points(patch_from_quad, quad) == pytest.approx(
        np.array([[0, 0], [48, 0], [48, 64], [0, 64]]), abs=0.01
    )
    assert transform_points(np.linalg.inv(patch_from_quad), [48.0, 64.0]) == pytest.approx(quad[2], abs=0.01)


def test_of_two_places_that_cover_each_other_the_surer_has_room_and_none_where_another_lies():
    square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)
    quads = np.stack([square + np.array((right, 0), np.float32) for right in (0, 6, 9, 30, 33)])
    lying = quads[3:4] + np.float32(2)
    ranks = np.array([0.8, 0.9, 0.7, 0.9, 0.95])
    assert have_room(quads, ranks, lying, 0.25).tolist() == [False, True, False, False, False]
    assert have_room(quads, ranks, lying[:0], 0.75).tolist() == [True, True, True, True, True]


@pytest.mark.parametrize(
    ("right", "ranks", "parts"),
    [
        ((0, 4), (0.8, 0.9), [0.6, 0]),
        ((0, 4), (0.9, 0.8), [0, 0.6]),
        ((0, 4), (0.9, 0.9), [0, 0]),
        ((0, 12), (0.8, 0.9), [0, 0]),
        ((0, 8, 3), (0.5, 0.6, 0.9), [0.7, 0.5, 0]),
        ((0,), (0.5,), [0]),
        ((), (), []),
    ],
    ids=["under a surer one", "over it", "equally sure", "beside", "under two", "alone", "none"],
)
def test_how_much_of_a_place_lies_under_a_surer_one(
    right: tuple[float, ...], ranks: tuple[float, ...], parts: list[float]
) -> None:
    square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float64)
    quads = quads_of([square + np.array((to, 0)) for to in right])
    assert parts_under_neighbours(quads, np.array(ranks)) == pytest.approx(parts)


def test_what_lies_above_or_below_is_no_neighbour() -> None:
    square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float64)
    assert parts_under_neighbours(quads_of([square, square + np.array((3, 4))]), np.array([0.5, 0.9])).tolist() == [
        0,
        0,
    ]
    assert parts_under_neighbours(quads_of([square, square + np.array((4, 3))]), np.array([0.5, 0.9])) == pytest.approx(
        [0.42, 0]
    )


@pytest.mark.parametrize(
    ("degrees", "least", "most"), [(0, 1, 1), (90, 1, 1), (45, 0.7, 0.72), (20, 0.93, 0.95), (70, 0.93, 0.95)]
)
def test_directions_are_square_to_each_other_along_and_across(degrees: float, least: float, most: float):
    told = squareness(np.array([abs(np.cos(np.radians(degrees)))]))
    assert least - 1e-9 <= told[0] <= most + 1e-9


def test_the_shortest_side_of_a_quad_is_its_width():
    upright = np.array([[0, 0], [30, 0], [30, 42], [0, 42]], np.float32)
    assert short_sides([upright, np.roll(upright, 1, axis=0), 2 * upright]).tolist() == [30, 30, 60]
    assert short_sides([]).tolist() == []
