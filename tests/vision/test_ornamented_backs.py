"""Backs with an ornament are no jokers: more of them are alike than any set has jokers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.belief import BACK
from vision.predictions import JOKER, KINDS
from vision.recognition.ornamented_backs import backs_with_ornaments, may_be_backs

RNG = np.random.default_rng(5)


def printed(draw: str, noise: float = 6.0) -> NDArray[np.uint8]:
    """(52, 36): the darkness of a print: a diamond, its half, or a face."""
    out = np.zeros((52, 36), np.uint8)
    if draw == "diamond":
        cv2.polylines(
            out, [np.array([(18, 12), (27, 26), (18, 40), (9, 26)])], isClosed=True, color=(200,), thickness=2
        )
    elif draw == "arrow":
        cv2.arrowedLine(out, (18, 42), (18, 12), (200,), 3)
    elif draw == "arrow down":
        cv2.arrowedLine(out, (18, 12), (18, 42), (200,), 3)
    else:
        cv2.circle(out, (18, 20), 10, (200,), 2)
        cv2.ellipse(out, (18, 22), (5, 4), 0, 0, 180, (200,), 2)
    return np.clip(out + RNG.normal(0, noise, out.shape), 0, 255).astype(np.uint8)


def kinds_of(*names: tuple[str, float]) -> NDArray[np.float64]:
    """(n, 16): each kind with its probability, the rest spread evenly."""
    rows = [[chance if kind == name else (1 - chance) / (len(KINDS) - 1) for kind in KINDS] for name, chance in names]
    return np.array(rows)


@pytest.mark.parametrize(
    ("prints", "backs"),
    [
        pytest.param(["diamond"] * 6, [0, 1, 2, 3, 4, 5], id="six alike"),
        pytest.param(["diamond"] * 4, [], id="four: a set may have as many jokers"),
        pytest.param(["diamond"] * 5 + ["face"] * 2, [0, 1, 2, 3, 4], id="two jokers beside them"),
        pytest.param(["diamond"] * 3 + ["face"] * 3, [], id="three of each"),
        pytest.param(["arrow", "arrow down"] * 3, [0, 1, 2, 3, 4, 5], id="some upside down"),
    ],
)
def test_what_shows_one_ornament_too_often_lies_face_down(prints: list[str], backs: list[int]) -> None:
    kinds = kinds_of(*[("J", 0.97)] * len(prints))
    out = backs_with_ornaments(kinds, np.array([printed(name) for name in prints]))
    assert np.flatnonzero(out.argmax(axis=1) == KINDS.index(BACK)).tolist() == backs
    assert out.sum(axis=1) == pytest.approx(kinds.sum(axis=1))
    assert may_be_backs(kinds) == (len(prints) > 4)


def diamond(width: int) -> NDArray[np.uint8]:
    """(52, 36): the darkness of a diamond so many pixels wide."""
    corners = np.array([(18, 12), (18 + width // 2, 26), (18, 40), (18 - width // 2, 26)])
    return np.asarray(cv2.polylines(np.zeros((52, 36), np.uint8), [corners], True, (200,), 3), np.uint8)


@pytest.mark.parametrize(("width", "is_back"), [(22, True), (30, False)], ids=["seen askew", "another print"])
def test_so_does_what_is_like_one_of_them_though_not_like_all(width: int, is_back: bool) -> None:
    prints = np.array([diamond(wide) for wide in (20, 20, 18, 18, 18, width)])
    out = backs_with_ornaments(kinds_of(*[("J", 0.97)] * 6), prints)
    assert np.flatnonzero(out.argmax(axis=1) == KINDS.index(BACK)).tolist() == [0, 1, 2, 3, 4, *[5] * is_back]


def test_so_does_what_is_in_doubt_and_shows_it_too_and_a_number_stays_one() -> None:
    kinds = kinds_of(*[("J", 0.97)] * 5, ("4", 0.4), ("7", 0.99))
    out = backs_with_ornaments(kinds, np.array([printed("diamond") for _ in range(7)]))
    assert out.argmax(axis=1).tolist() == [KINDS.index(BACK)] * 6 + [KINDS.index("7")]
    assert out[:6, : JOKER + 1].max() == 0
