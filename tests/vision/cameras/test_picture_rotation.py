"""Turned pictures: a table of what the camera shows and what is looked at."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cameras import UPRIGHT, PictureRotation, parse_rotation
from vision.errors import BadSource
from vision.reading import Frame

SHOWN = ["ab", "cd", "ef"]


def picture(rows: list[str]) -> np.ndarray:
    letters = np.array([[ord(letter) for letter in row] for row in rows], np.uint8)
    return np.repeat(letters[..., None], 3, axis=2)


@pytest.mark.parametrize(
    ("turn", "seen"),
    [
        ("", SHOWN),
        ("0", SHOWN),
        ("90", ["eca", "fdb"]),
        ("180", ["fe", "dc", "ba"]),
        ("270", ["bdf", "ace"]),
        ("mirrored", ["ba", "dc", "fe"]),
        ("90 mirrored", ["fdb", "eca"]),
        ("mirrored 180", ["ef", "cd", "ab"]),
    ],
)
def test_a_picture_is_mirrored_and_then_turned_to_the_right(turn: str, seen: list[str]):
    way = parse_rotation(turn)
    frame = Frame(picture(SHOWN), 7, 1.5)
    turned = way.of_frame(frame)
    assert np.array_equal(turned.bgr, picture(seen))
    assert (turned.index, turned.captured_at_s) == (7, 1.5)
    assert parse_rotation(str(way)) == way
    assert (turned is frame) is (way == UPRIGHT)


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_each_tap_changes_what_is_seen_then(degrees: int, is_mirrored: bool):
    way = PictureRotation(degrees, is_mirrored)
    seen = way.of_picture(picture(SHOWN))
    assert np.array_equal(way.clockwise().of_picture(picture(SHOWN)), np.rot90(seen, -1))
    assert np.array_equal(way.mirrored().of_picture(picture(SHOWN)), seen[:, ::-1])


@pytest.mark.parametrize("turn", ["45", "90 180", "espejo", "mirrored mirrored", "90,mirrored"])
def test_what_is_no_turn_is_refused(turn: str):
    with pytest.raises(BadSource):
        parse_rotation(turn)
