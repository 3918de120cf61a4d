"""Track the rotation of the camera, to name the side of the table from which a hand came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.geometry import F64
from vision.tracking.hand_entry_side import PictureSide, ReachedOver
from vision.tracking.tile_matching import turn_deg

_CLOCKWISE = (PictureSide.NEAR, PictureSide.LEFT, PictureSide.FAR, PictureSide.RIGHT)


class TurnedPicture:
    """The rotation of the picture since the players took their sides."""

    def __init__(self) -> None:
        self._turn_deg = 0.0

    def moved(self, now_from_then: F64, *, is_bare: bool) -> None:
        """Apply motion (3, 3) of the picture, in pixels; over an empty table it is reset."""
        self._turn_deg = 0.0 if is_bare else (self._turn_deg + turn_deg(now_from_then)) % 360

    def side(self, side: PictureSide | None) -> PictureSide | None:
        """The original side of the picture for a present one."""
        quarters = int(np.round(self._turn_deg / 90))
        return side and _CLOCKWISE[(_CLOCKWISE.index(side) - quarters) % 4]

    def hands(self, hands: Sequence[ReachedOver]) -> tuple[ReachedOver, ...]:
        """The hands, with the sides at which their players sit."""
        quarters = int(np.round(self._turn_deg / 90))
        arms = (hand.arm and hand.arm.turned(-quarters) for hand in hands)
        return tuple(replace(hand, side=self.side(hand.side) or hand.side, arm=arm)
                     for hand, arm in zip(hands, arms, strict=True))  # fmt: skip
