"""What is read of a picture, and what along with it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.change_detection.lazy_frame import LazyFrame
from vision.reading import DetectedTile

ROW = 30
"""Places of 30 x 40 pixels in a row."""


def picture(asked: list[list[int]]) -> LazyFrame:
    """A row of thirty places and three far from it; ``asked`` hears which are read together."""
    corners = np.array([[0, 0], [28, 0], [28, 40], [0, 40]], np.float32)
    lefts = [(30.0 * at, 0.0) for at in range(ROW)] + [(0.0, 400.0 + 200 * at) for at in range(3)]
    places = [DetectedTile((corners + left).astype(np.float32), 0.9) for left in lefts]
    numbers = {tuple(place.corners_px[0]): at for at, place in enumerate(places)}

    def judge(_bgr, wanted):
        asked.append([numbers[tuple(place.corners_px[0])] for place in wanted])
        return [None] * len(wanted)

    return LazyFrame(np.zeros((8, 8, 3), np.uint8), places, judge)


@pytest.mark.parametrize(("wanted", "beside"), [(10, {9, 11}), (0, {1}), (31, set())])
def test_neighbours_are_read_along(wanted: int, beside: set[int]):
    asked: list[list[int]] = []
    picture(asked).read([wanted])
    assert asked[0][0] == wanted
    assert set(asked[0][1 : 1 + len(beside)]) == beside


def test_neighbours_that_were_read_before_are_read_along_again():
    asked: list[list[int]] = []
    lazy = picture(asked)
    lazy.read([4])
    unread = next(at for at in range(8, ROW) if at not in asked[0] and at - 1 in asked[0])
    lazy.read([unread])
    assert {unread - 1, unread, unread + 1} <= set(asked[1])
    lazy.read([unread])
    assert len(asked) == 2
