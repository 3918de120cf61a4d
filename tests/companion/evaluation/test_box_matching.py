"""Which place is which tile."""

from __future__ import annotations

import numpy as np
import pytest

from companion.evaluation.box_matching import cut_by_frame, match, overlap
from companion.evaluation.labelled_pictures import TrueTile

SIZE = (200, 100)


def box(left: float, top: float, width: float = 20, height: float = 30) -> np.ndarray:
    return np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32)


def turned(quad: np.ndarray, degrees: float) -> np.ndarray:
    angle, middle = np.radians(degrees), quad.mean(axis=0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return ((quad - middle) @ turn.T + middle).astype(np.float32)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        pytest.param(box(0, 0), box(0, 0), 1.0, id="the same"),
        pytest.param(box(0, 0), box(10, 0), 1 / 3, id="half beside"),
        pytest.param(box(0, 0), box(50, 50), 0.0, id="apart"),
        pytest.param(box(0, 0), box(0, 0)[::-1], 1.0, id="the other way round"),
        pytest.param(box(0, 0, 40, 40), box(10, 10, 20, 20), 0.25, id="inside"),
        pytest.param(box(0, 0, 20, 20), turned(box(0, 0, 20, 20), 45), 0.7071, id="turned by an eighth"),
        pytest.param(box(0, 0), np.zeros((0, 2), np.float32), 0.0, id="nothing"),
    ],
)
def test_overlap_is_intersection_over_union(first: np.ndarray, second: np.ndarray, expected: float) -> None:
    assert overlap(first, second) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize(
    ("labels", "places", "pairs", "missed", "invented"),
    [
        pytest.param([], [], (), (), (), id="an empty table"),
        pytest.param([box(0, 0)], [], (), (0,), (), id="a miss"),
        pytest.param([], [box(0, 0)], (), (), (0,), id="an invention"),
        pytest.param([box(0, 0), box(20, 0)], [box(21, 0), box(1, 0)], ((0, 1), (1, 0)), (), (), id="touching tiles"),
        pytest.param([box(0, 0)], [box(3, 0), box(1, 0)], ((0, 1),), (), (0,), id="one tile detected twice"),
        pytest.param([box(0, 0)], [box(14, 0)], (), (0,), (0,), id="too far off"),
        pytest.param([box(0, 0), box(6, 0)], [box(4, 0)], ((1, 0),), (0,), (), id="the nearer label takes the place"),
    ],
)
def test_places_are_matched_one_to_one(
    labels: list[np.ndarray],
    places: list[np.ndarray],
    pairs: tuple[tuple[int, int], ...],
    missed: tuple[int, ...],
    invented: tuple[int, ...],
) -> None:
    found = match([TrueTile("7r", label, is_box=False) for label in labels], places, SIZE)
    assert (found.pairs, found.missed, found.invented) == (pairs, missed, invented)


def test_a_place_that_reaches_over_the_edge_is_compared_with_its_visible_part() -> None:
    label = TrueTile("7r", box(0, 0, 8, 30), is_box=False)
    assert match([label], [box(-12, 0)], SIZE).pairs == ((0, 0),)


def test_a_place_outside_the_picture_is_an_invention() -> None:
    assert match([], [box(-90, 0)], SIZE).invented == (0,)
    assert len(cut_by_frame(box(-90, 0), SIZE)) == 0


def test_a_labelled_box_is_compared_with_the_box_around_a_place() -> None:
    place = turned(box(50, 30), 45)
    around = np.concatenate([place.min(axis=0), place.max(axis=0) - place.min(axis=0)])
    as_box = TrueTile("7", box(*around), is_box=True)
    as_outline = TrueTile("7", box(*around), is_box=False)
    assert overlap(as_outline.outline, place) < 0.5
    assert match([as_box], [place], SIZE).pairs == ((0, 0),)
    assert match([as_outline], [place], SIZE).missed == (0,)


def test_a_tile_that_is_hardly_seen_is_neither_missed_nor_invented() -> None:
    tile = TrueTile("7r", box(0, 0), is_box=False)
    places = [box(0, 0), box(42, 4, 10, 14), box(100, 50)]
    matching = match([tile], places, SIZE, [box(40, 0), box(70, 0)])
    assert matching.pairs == ((0, 0),)
    assert matching.partly_seen == (1,)
    assert matching.invented == (2,)
    assert not matching.missed
