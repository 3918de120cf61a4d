"""Hands come from the sides at which their players sit, however the camera was turned since."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.tracking.hand_entry_side import PictureSide, ReachedOver
from vision.watching.camera_rotation_tracking import TurnedPicture

NEAR, LEFT, FAR, RIGHT = PictureSide.NEAR, PictureSide.LEFT, PictureSide.FAR, PictureSide.RIGHT
TURNED = [
    # by how many degrees clockwise, one after another, and from where a hand of the near side seems to come
    ((), NEAR),
    ((40,), NEAR),
    ((90,), LEFT),
    ((180,), FAR),
    ((270,), RIGHT),
    ((180, 185), NEAR),
    ((-90,), RIGHT),
]


def turn(degrees: float) -> np.ndarray:
    return np.vstack([cv2.getRotationMatrix2D((640, 360), -degrees, 1.0), [0, 0, 1]])


@pytest.mark.parametrize(("turns", "seems"), TURNED)
def test_a_side_is_that_of_its_player(turns: tuple[float, ...], seems: PictureSide) -> None:
    picture = TurnedPicture()
    for degrees in turns:
        picture.moved(turn(degrees), is_bare=False)
    assert picture.side(seems) is NEAR
    assert picture.side(None) is None
    (hand,) = picture.hands([ReachedOver(seems, (0, 0, 1, 1))])
    assert hand == ReachedOver(NEAR, (0, 0, 1, 1))
    picture.moved(turn(0), is_bare=True)
    assert [picture.side(side) for side in PictureSide] == list(PictureSide), "a bare table begins anew"
