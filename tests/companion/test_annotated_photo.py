"""Drawings: what is green, what is red, and letters that any OpenCV can draw."""

from __future__ import annotations

import numpy as np
import pytest

from companion.pictures.annotated_photo import IN_DOUBT, LAWFUL, UNLAWFUL, drawn_score, encoded, plain
from companion.recognition.interpret import interpret
from engine import load_rules
from tests.companion.builders import corners, reading
from vision.reading import Frame

GREY = np.full((480, 640, 3), 160, np.uint8)


def drawn(table: str, loose: str = "") -> np.ndarray:
    return drawn_score(Frame(GREY), interpret(reading(table, loose), (640, 480), load_rules("clasico"), "a.jpg"))


@pytest.mark.parametrize(
    ("table", "light"),
    [
        pytest.param("7r 8r J", LAWFUL, id="a lawful row is green"),
        pytest.param("5r 6b 7r", UNLAWFUL, id="an unlawful one red"),
        pytest.param("5r ? 7r", IN_DOUBT, id="one that nobody can judge orange"),
    ],
)
def test_a_row_is_outlined_by_its_verdict(table: str, light: tuple[int, int, int]) -> None:
    left, middle = corners(0, 0)[0][0], corners(0, 0)[:, 1].mean()
    beside = drawn(table)[int(middle), int(left) - 1 : int(left) + 2].astype(int)
    assert np.abs(beside - light).sum(axis=1).min() < 40


def test_the_picture_itself_is_left_alone() -> None:
    drawn("7r 8r 9r", loose="J back ?")
    assert (GREY == 160).all()


def test_tiles_beyond_the_frame_are_drawn_as_far_as_they_go() -> None:
    small = np.full((40, 60, 3), 160, np.uint8)
    score = interpret(reading("7r 8r 9r | 1b 2b"), (60, 40), load_rules("clasico"), "a.jpg")
    assert drawn_score(Frame(small), score).shape == small.shape


def test_a_picture_that_was_opened_with_fewer_pixels_is_drawn_on_where_its_tiles_lie_there() -> None:
    score = interpret(reading("7r 8r 9r"), (640, 480), load_rules("clasico"), "a.jpg")
    whole, half = (drawn_score(frame, score) for frame in (Frame(GREY), Frame(GREY[::2, ::2], reduction=2)))
    (right, bottom), (half_right, half_bottom) = (
        np.argwhere((picture != 160).any(axis=2)).max(0) for picture in (whole, half)
    )
    assert half.shape == (240, 320, 3)
    assert (abs(right / 2 - half_right), abs(bottom / 2 - half_bottom)) < (12, 12)


def test_letters_are_ascii() -> None:
    assert plain("Año · 2.ª ficha × ñandú…") == "Ano - 2.a ficha x nandu..."


@pytest.mark.parametrize(("suffix", "magic"), [(".png", b"\x89PNG"), (".JPG", b"\xff\xd8")])
def test_a_drawing_is_encoded_by_its_suffix(suffix: str, magic: bytes) -> None:
    assert encoded(GREY, suffix).startswith(magic)
