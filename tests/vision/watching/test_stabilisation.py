"""A stand that sways is no motion: tiles that arrive, hands and bumps are told all the same."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from tests.vision.scenes import U8, cloth, handed, laid, noisy, upright
from vision.change_detection.small_pictures import ContrastTuning, GreyView
from vision.reading import Frame
from vision.tracking.hand_entry_side import PictureSide
from vision.tracking.stabilisation import Anchor, SwayRegistration, SwayTuning, stabilised
from vision.tracking.table_at_rest import Stillness, StillnessGate

SIZE = (640, 360)
TABLE = laid(cloth(5, SIZE), [upright(60 + 26 * place, 90 + 90 * (place % 3), 24, 34) for place in range(18)])
STILL, MOVING, HAND = Stillness.STILL, Stillness.MOVING, Stillness.HAND
SMALL, TUNING = ContrastTuning(), SwayTuning()
PER_SMALL = SIZE[0] / SMALL.width_px


def moved(bgr: U8, x: float = 0.0, y: float = 0.0, turn_deg: float = 0.0) -> U8:
    """The picture of a camera that was shifted by so many pixels and turned about its middle."""
    move = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn_deg, 1.0)
    move[:, 2] += (x, y)
    return np.asarray(cv2.warpAffine(bgr, move, SIZE, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.uint8)


class Swinging:
    """A gate, and a camera on a stand that swings by ``reach_px`` to either side, ten frames a second."""

    def __init__(self, reach_px: float, hz: float) -> None:
        self.gate, self.reach_px, self.hz, self.count = StillnessGate(), reach_px, hz, 0

    def sees(self, picture: U8, frames: int = 1) -> list[Stillness]:
        return list(self._sees(picture, frames))

    def _sees(self, picture: U8, frames: int) -> Iterator[Stillness]:
        for _ in range(frames):
            self.count += 1
            at_s = 0.1 * self.count
            swing = self.reach_px * np.sin(2 * np.pi * self.hz * np.array([at_s, 1.2 * at_s]) + (0.3, 1.4))
            shown = noisy(moved(picture, *swing, turn_deg=0.02 * float(swing[0])), self.count, 2.0)
            yield self.gate(Frame(shown, self.count, at_s))


@pytest.mark.parametrize("hz", [0.3, 0.8, 2.0])
@pytest.mark.parametrize("reach_px", [0.5, 1.0, 1.5])
def test_a_stand_that_sways_is_no_motion(reach_px: float, hz: float) -> None:
    """A pixel and a half of 640 is as much as three of 1280."""
    seen = Swinging(reach_px, hz).sees(TABLE, 50)
    assert seen[5:].count(STILL) >= 43


def test_without_being_laid_back_it_would_be() -> None:
    swinging = Swinging(1.5, 0.8)
    swinging.sees(TABLE)
    swinging.gate._sway = SwayRegistration(SMALL, SwayTuning(most_px=0.0))
    assert swinging.sees(TABLE, 50).count(STILL) < 10


def test_what_a_hand_lays_while_the_stand_sways_is_motion_until_the_hand_has_left() -> None:
    swinging = Swinging(1.5, 0.8)
    swinging.sees(TABLE, 20)
    table = laid(TABLE, [upright(420, 200, 24, 34)])
    came = [frame for reach in (0.1, 0.3, 0.5) for frame in swinging.sees(handed(TABLE, reach, 0.65))]
    left = [frame for reach in (0.4, 0.2) for frame in swinging.sees(handed(table, reach, 0.65))]
    assert STILL not in came[1:] + left
    assert swinging.sees(table, 10)[2:].count(STILL) >= 7
    assert swinging.gate.crossings.side is PictureSide.NEAR


def test_one_new_tile_is_motion_and_then_rest() -> None:
    swinging = Swinging(1.5, 0.8)
    swinging.sees(TABLE, 20)
    seen = swinging.sees(laid(TABLE, [upright(420, 200, 20, 28)]), 8)
    assert seen[0] is MOVING
    assert seen[2:].count(STILL) >= 5


def test_a_hand_that_keeps_still_over_a_swaying_picture_is_a_hand() -> None:
    swinging = Swinging(1.0, 0.8)
    swinging.sees(TABLE, 20)
    seen = swinging.sees(handed(TABLE, 0.5), 20)
    assert STILL not in seen
    assert seen.count(HAND) >= 15
    assert swinging.sees(TABLE, 10)[3:].count(STILL) >= 6


def test_a_camera_that_was_bumped_is_seen_from_its_new_place_after_two_seconds() -> None:
    """A shift that stays is no sway: the picture is taken as it is again, and looked at once more."""
    watch = Swinging(0.0, 1.0)
    watch.sees(TABLE, 10)
    bumped = moved(TABLE, 2.0, -1.5)
    first = watch.sees(bumped, 5)
    assert watch.gate.picture_from_table is not None
    assert first[2:] == [STILL] * 3
    later = watch.sees(bumped, 30)
    assert later.count(MOVING) == 1
    assert watch.gate.picture_from_table is None


def test_a_camera_that_was_moved_far_is_not_laid_back() -> None:
    watch = Swinging(0.0, 1.0)
    watch.sees(TABLE, 10)
    assert watch.sees(moved(TABLE, 14, 9), 6)[1:] == [STILL] * 5
    assert watch.gate.picture_from_table is None


MOTIONS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (-2.3, 1.7, 0.0), (0.4, -0.9, 0.15), (2.5, 2.0, -0.1)]


@pytest.mark.parametrize(("x", "y", "turn_deg"), MOTIONS)
@pytest.mark.parametrize("reach", [None, 0.6], ids=["alone", "with an arm"])
def test_the_motion_is_found_to_a_part_of_a_pixel(x: float, y: float, turn_deg: float, reach: float | None) -> None:
    seen = moved(TABLE if reach is None else handed(TABLE, reach), x, y, turn_deg)
    anchor = Anchor(GreyView.of(TABLE, SMALL.width_px).seen(SMALL).contrast, TUNING)
    found = anchor.motion(GreyView.of(noisy(seen, 3, 2.0), SMALL.width_px).seen(SMALL).contrast, np.zeros(3))
    assert found is not None
    assert found[:2] * PER_SMALL == pytest.approx([x, y], abs=0.25)
    assert found[2] * PER_SMALL == pytest.approx(-np.radians(turn_deg) * SIZE[0] / 2, abs=0.3)


def test_another_scene_is_no_sway() -> None:
    anchor = Anchor(GreyView.of(TABLE, SMALL.width_px).seen(SMALL).contrast, TUNING)
    other = laid(cloth(9, SIZE), [upright(80 + 41 * place, 60 + 37 * (place * 5 % 7), 30, 21) for place in range(12)])
    assert anchor.motion(GreyView.of(other, SMALL.width_px).seen(SMALL).contrast, np.zeros(3)) is None


def test_an_empty_plain_table_tells_of_no_sway() -> None:
    plain = np.full_like(TABLE, 90)
    anchor = Anchor(GreyView.of(plain, SMALL.width_px).seen(SMALL).contrast, TUNING)
    found = anchor.motion(GreyView.of(noisy(plain, 1), SMALL.width_px).seen(SMALL).contrast, np.zeros(3))
    assert found is not None
    assert found.tolist() == [0, 0, 0]


@pytest.mark.parametrize(("x", "y", "turn_deg"), MOTIONS)
def test_a_picture_is_laid_back_to_where_the_table_lay(x: float, y: float, turn_deg: float) -> None:
    sway = SwayRegistration(SMALL)
    for at, picture in enumerate((TABLE, moved(TABLE, x, y, turn_deg))):
        view = GreyView.of(picture, SMALL.width_px)
        sway.laid(view, view.seen(SMALL), 0.1 * at)
    back = stabilised(moved(TABLE, x, y, turn_deg), sway.picture_from_table)
    inner = np.s_[10:-10, 10:-10]
    assert np.abs(back[inner].astype(int) - TABLE[inner]).mean() < 2.5
