"""The same picture smaller, by halves and then by what is left."""

import cv2
import numpy as np
import pytest

from vision.detection.resize import halves, shrunk

SMOOTH = cv2.GaussianBlur(np.random.default_rng(7).integers(0, 256, (480, 640, 3), np.uint8), (0, 0), 6)


@pytest.mark.parametrize(
    ("side", "times", "sides"), [(64, 0, [64]), (64, 2, [64, 32, 16]), (9, 3, [9, 4, 2]), (3, 2, [3])]
)
def test_halving_goes_on_while_there_is_something_to_halve(side, times, sides):
    assert [len(copy) for copy in halves(np.zeros((side, side, 3), np.uint8), times)] == sides


@pytest.mark.parametrize("size", [(640, 480), (500, 300), (320, 240), (200, 150), (111, 77), (40, 30)])
def test_what_is_shrunk_by_halves_is_what_is_shrunk_at_once(size):
    at_once = cv2.resize(SMOOTH, size, interpolation=cv2.INTER_AREA)
    small = shrunk(SMOOTH, *size)
    assert small.shape == at_once.shape
    assert np.abs(small.astype(int) - at_once).max() <= 3


def test_a_grey_picture_is_shrunk_too():
    assert shrunk(SMOOTH[..., 0], 100, 75).shape == (75, 100)
