"""A signature changes with what a place shows, and hardly with noise, lamps or a part of a pixel."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.scenes import U8, banded, cloth, laid, lit, noisy, upright
from vision.change_detection.signatures import distances, signatures
from vision.tracking.tracked_table import TrackTuning

UNCHANGED = TrackTuning().unchanged
CLOTH = cloth(1, (640, 480))
PLACE = upright(300, 200, 40, 56)


def picture(label: str | None) -> U8:
    return laid(CLOTH, [PLACE], [label]) if label else CLOTH


def apart(one: U8, other: U8, shift: float = 0.0) -> float:
    quad = PLACE.astype(np.float32)[None]
    return float(distances(signatures(one, quad), signatures(other, quad + np.float32(shift)))[0])


@pytest.mark.parametrize("label", ["7", "11", "1", " "])
@pytest.mark.parametrize(
    "change",
    [
        lambda bgr: noisy(bgr, 5, 6.0),
        lambda bgr: lit(bgr, 0.6),
        lambda bgr: banded(bgr, 0.2),
        lambda bgr: np.asarray(cv2.GaussianBlur(bgr, (0, 0), 0.8), np.uint8),
    ],
    ids=["noise", "dimmer", "bands", "out of focus"],
)
def test_the_same_tile_looks_the_same(label: str, change: object) -> None:
    assert apart(picture(label), change(noisy(picture(label), 1))) < UNCHANGED  # type: ignore[operator]


@pytest.mark.parametrize("labels", [("7", "8"), ("1", "2"), ("5", None), (" ", None), ("11", "12")])
def test_another_tile_or_none_looks_otherwise(labels: tuple[str | None, str | None]) -> None:
    assert apart(noisy(picture(labels[0]), 1), noisy(picture(labels[1]), 2)) > UNCHANGED


def test_another_ink_looks_otherwise() -> None:
    black = picture("7").copy()
    black[..., 2] = np.where(picture("7")[..., 2] > picture("7")[..., 1].astype(int) + 60, 30, black[..., 2])
    assert apart(picture("7"), black) > UNCHANGED


def test_a_part_of_a_pixel_more_or_less_is_no_change() -> None:
    assert apart(noisy(picture("7"), 1), noisy(picture("7"), 2), 0.3) < UNCHANGED


def test_no_places_have_no_signatures() -> None:
    assert signatures(CLOTH, np.zeros((0, 4, 2), np.float32)).shape[0] == 0
