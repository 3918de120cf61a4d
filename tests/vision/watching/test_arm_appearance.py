"""An arm is like itself: the same colours, coming in at about the same place of the picture's edge."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.watching.gate import TABLE, Watch
from vision.tracking.arm_appearance import SeenArm, arm_of
from vision.tracking.hand_entry_side import PictureSide

SIZE = (192, 108)
SKIN, WOOL, SILK = (120, 150, 205), (40, 60, 30), (150, 40, 130)


def arm(colour: tuple[int, int, int], at: tuple[int, int]) -> SeenArm:
    """An arm of one colour from a place on the picture's edge to its middle."""
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.line(mask, at, (96, 54), 1, 14)
    picture[mask > 0] = colour
    return arm_of(picture, mask)


NEAR, LEFT, FAR, CORNER = (96, 107), (0, 54), (96, 0), (4, 4)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((SKIN, NEAR), (WOOL, NEAR)),
        ((SKIN, (120, 107)), (SKIN, FAR)),
        ((SKIN, (120, 107)), (WOOL, FAR)),
        ((SKIN, (120, 107)), (WOOL, LEFT)),
    ],
    ids=["another sleeve", "another side", "both", "both, beside it"],
)
def test_an_arm_is_more_like_its_own_than_like_others(first: tuple, second: tuple) -> None:
    here = arm(SKIN, NEAR)
    assert here.likeness(arm(*first)) > here.likeness(arm(*second)) + 0.3
    assert here.likeness(here) == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize(("at", "degrees"), [(NEAR, 90), (LEFT, 180), (FAR, -90), ((191, 54), 0), (CORNER, -135)])
def test_where_it_comes_in_is_an_angle(at: tuple[int, int], degrees: float) -> None:
    assert (arm(SKIN, at).entry_deg - degrees + 180) % 360 - 180 == pytest.approx(0, abs=8)


@pytest.mark.parametrize(("quarters", "at"), [(0, NEAR), (1, LEFT), (2, FAR), (3, (191, 54)), (-1, (191, 54))])
def test_a_picture_that_turns_turns_the_arm(quarters: int, at: tuple[int, int]) -> None:
    turned = arm(SKIN, NEAR).turned(quarters)
    assert (turned.entry_deg - arm(SKIN, at).entry_deg + 180) % 360 - 180 == pytest.approx(0, abs=4)


def test_more_frames_are_the_same_arm() -> None:
    both = arm(SKIN, NEAR) + arm(SKIN, (110, 107))
    assert both.colours.sum() == pytest.approx(arm(SKIN, NEAR).colours.sum() * 2, rel=0.1)
    assert 70 < both.entry_deg < 92


def test_the_gate_tells_how_an_arm_looks() -> None:
    """Two hands from two sides at once, that never touch."""
    watch = Watch()
    watch.sees_all([TABLE] * 3)
    for far in (20, 60, 70, 40):
        picture = TABLE.copy()
        cv2.rectangle(picture, (140, 240 - far), (180, 239), SKIN, -1)
        cv2.rectangle(picture, (0, 130), (far, 165), WOOL[::-1], -1)
        watch.sees(picture)
    watch.sees_all([TABLE] * 3)
    arms = {hand.side: hand.arm for hand in watch.gate.crossings.hands}
    near, left = arms[PictureSide.NEAR], arms[PictureSide.LEFT]
    assert near is not None
    assert left is not None
    assert near.likeness(left) < -1
    assert (round(near.entry_deg / 10), round(abs(left.entry_deg) / 10)) == (9, 17)
