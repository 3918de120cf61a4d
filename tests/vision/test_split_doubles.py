"""Two tiles that touch, taken for one that lies across, are two again."""

import numpy as np
import pytest

from vision.detection.split_doubles import halved

SURE = 0.6


def upright(left, top=0.0, width=26.0, height=38.0):
    """Corners of a place as it is seen, its number upright."""
    return [[left, top], [left + width, top], [left + width, top + height], [left, top + height]]


def across(left, top=0.0, length=52.0, breadth=38.0):
    """Corners of one whose number seems to lie."""
    return [[left + length, top], [left + length, top + breadth], [left, top + breadth], [left, top]]


def lefts(quads):
    return sorted(float(quad[0, 0]) for quad in quads)


@pytest.mark.parametrize(
    ("odd", "sure", "found"),
    [
        (across(104), 4, [0, 26, 52, 78, 104, 130]),
        (across(104, length=55, breadth=40), 4, [0, 26, 52, 78, 104, 131.5]),
        (across(104, length=38, breadth=26), 4, [0, 26, 52, 78, 142]),
        (across(104, length=76, breadth=52), 4, [0, 26, 52, 78, 180]),
        (upright(104, width=52, height=76), 4, [0, 26, 52, 78, 104]),
        (across(52), 4, [0, 26, 52, 78]),
        (across(72), 4, [0, 26, 52, 78, 98]),
        (across(104), 2, [0, 26, 52, 78, 156]),
    ],
    ids=["two", "two, framed widely", "a tile across", "a larger one", "a larger one upright", "both seen too",
         "one seen too", "few sure"],
)  # fmt: skip
def test_what_is_two_tiles_wide_and_one_high_is_two(odd, sure, found):
    quads = np.array([upright(left) for left in (0, 26, 52, 78)] + [odd], np.float32)
    scores = np.array([0.9 if at < sure else 0.5 for at in range(4)] + [0.45], np.float32)
    parts, their_scores = halved(quads, scores, SURE)
    assert lefts(parts) == found
    assert list(their_scores) == sorted(their_scores, reverse=True)


def test_the_halves_lie_as_their_neighbours_do():
    """On the other side of the table everything stands on its head."""
    quads = np.array([np.roll(upright(left), 2, axis=0) for left in (0, 26, 52)] + [across(78)], np.float32)
    parts, _ = halved(quads, np.array([0.9, 0.9, 0.9, 0.5], np.float32), SURE)
    assert [quad[0].tolist() for quad in parts] == [[26, 38], [52, 38], [78, 38], [130, 38], [104, 38]]


def test_nothing_is_halved_on_an_empty_table():
    quads, scores = halved(np.empty((0, 4, 2), np.float32), np.empty(0, np.float32), SURE)
    assert len(quads) == len(scores) == 0
