"""Tiles of one picture agree on their size, in perspective too; what is much smaller or larger is none of them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.filtering.size_outliers import ENOUGH, are_odd_in_size, size_oddities


def table(count: int, rise: float = 0.0) -> np.ndarray:
    """So many tiles in rows of four, the farther right the larger: ``rise`` is the share for each tile's place."""
    quads = []
    for at in range(count):
        left, top = 60.0 * (at % 4), 90.0 * (at // 4)
        wide, high = np.array([30.0, 42.0]) * (1 + rise * (at % 4))
        quads.append([[left, top], [left + wide, top], [left + wide, top + high], [left, top + high]])
    return np.array(quads)


def scaled(quads: np.ndarray, factor: float) -> np.ndarray:
    """The same places, so much larger."""
    middle = quads.mean(axis=1, keepdims=True)
    return middle + (quads - middle) * factor


@pytest.mark.parametrize("rise", [0.0, 0.15])
@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_something_of_another_size_is_odd_and_the_tiles_are_not(rise: float, factor: float):
    quads = table(16, rise)
    quads[5] = scaled(quads[5:6], factor)[0]
    odd = size_oddities(quads, np.where(np.arange(16) == 5, 0.4, 0.9))
    assert abs(odd[5] - np.log(factor)) < 0.1
    assert np.abs(np.delete(odd, 5)).max() < 0.1


@pytest.mark.parametrize(("keys", "size", "sure"), [(14, 0.5, 0.5), (32, 0.4, 0.6)], ids=["few", "more than tiles"])
def test_a_keyboard_beside_the_tiles_does_not_count(keys: int, size: float, sure: float):
    """However many keys there are, as sure as they are if tiles are 1."""
    others = scaled(table(keys), size) + np.array([400.0, 0.0])
    odd = size_oddities(np.concatenate([table(16), others]), 0.8 * np.array([1.0] * 16 + [sure] * keys))
    assert np.abs(odd[:16]).max() < 0.1
    assert odd[16:].max() < -0.5


CALENDAR, MELD, BACKS = (0.3, 0.8, 0.95, 1.0), (0.6, 1.0, 1.0, 1.0), (0, 0, 0, 0)
"""How clearly four small places show a face: numbers in print, a meld far away, tiles that lie face down."""


@pytest.mark.parametrize(
    ("clearness", "size", "odd"),
    [(CALENDAR, 0.55, True), (MELD, 0.55, False), (MELD, 0.4, True), (MELD, 1.9, True), (BACKS, 0.55, True)],
    ids=["print", "far meld", "too far", "larger", "backs"],
)
def test_what_is_smaller_and_plain_lies_far_away(clearness: tuple[float, ...], size: float, odd: bool):
    quads = np.concatenate([table(16), scaled(table(4), size) + np.array([0.0, 500.0])])
    weights = np.array([0.9] * 16 + [0.6] * 4) ** 6
    found = are_odd_in_size(quads, weights, np.array([1.0] * 16 + list(clearness)))
    assert found.tolist() == [False] * 16 + [odd] * 4


def test_few_tiles_do_not_tell():
    quads = table(ENOUGH)
    quads[0] = scaled(quads[:1], 0.4)[0]
    assert not size_oddities(quads, np.array([0.0] + [0.9] * (ENOUGH - 1))).any()


def test_no_place_is_no_trouble():
    assert size_oddities(np.empty((0, 4, 2)), np.empty(0)).shape == (0,)
