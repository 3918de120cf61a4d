"""Which pictures have no colours at all."""

import cv2
import numpy as np
import pytest

from tests.vision.answers import PLACE, reader, said
from vision.predictions import COLORS
from vision.recognition.grayscale import is_colorless

RNG = np.random.default_rng(1)
GREY = np.full((240, 320, 3), 180, np.uint8)
GREY[60:140, 80:140], GREY[70:110, 100:120] = 230, 30


def compressed(bgr):
    return cv2.imdecode(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 40])[1], cv2.IMREAD_COLOR)


def with_dot(bgr):
    out = bgr.copy()
    out[100:110, 100:110] = 40, 40, 200
    return out


PICTURES = {
    "one of a camera by night": (GREY, True),
    "the same as JPEG": (compressed(GREY), True),
    "the same by a sensor that sees in grey": (
        np.clip(GREY + RNG.normal(0, 6, (240, 320, 1)), 0, 255).astype(np.uint8),
        True,
    ),
    "with one red number": (with_dot(GREY), False),
    "white that is a little yellow": (np.clip(GREY * (0.97, 1.0, 1.01), 0, 255).astype(np.uint8), False),
    "one tile alone with a red dot": (with_dot(GREY)[90:122, 90:122], False),
}


@pytest.mark.parametrize("name", PICTURES)
def test_what_has_no_colours(name):
    bgr, expected = PICTURES[name]
    assert is_colorless(bgr) == expected


@pytest.mark.parametrize(("tint", "red"), [((1, 1, 1), 0.25), ((0.95, 1, 1), 0.99)], ids=["grey", "tinted"])
def test_in_a_picture_without_colours_every_ink_is_as_likely(tint, red):
    bgr = (np.full((80, 80, 3), 200) * tint).astype(np.uint8)
    (tile,) = reader([said("7", "r")])(bgr, [PLACE])
    assert tile.belief.of("7r") == pytest.approx(red, abs=0.01)
    assert sum(tile.belief.of(f"7{color}") for color in COLORS) > 0.99
