"""Which side of the table a hand came from, where the camera was turned about its axis meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.geometry import F64
from vision.tracking.hand_entry_side import PictureSide, ReachedOver
from vision.tracking.matching import turn_deg

_CLOCKWISE = (PictureSide.NEAR, PictureSide.LEFT, PictureSide.FAR, PictureSide.RIGHT)


class TurnedPicture:
    """How far the picture is turned against the one in which players took their sides."""

    def __init__(self) -> None:
        self._turn_deg = 0.0

    def moved(self, now_from_then: F64, *, is_bare: bool) -> None:
        """The picture moved so (3, 3), in pixels; over a bare table sides are those of the picture."""
        self._turn_deg = 0.0 if is_bare else (self._turn_deg + turn_deg(now_from_then)) % 360

    def side(self, side: PictureSide | None) -> PictureSide | None:
        """The side at which that side of the picture was before it was turned."""
        quarters = int(np.round(self._turn_deg / 90))
        return side and _CLOCKWISE[(_CLOCKWISE.index(side) - quarters) % 4]

    def hands(self, hands: Sequence[ReachedOver]) -> tuple[ReachedOver, ...]:
        """The hands, from the sides at which their players sit."""
        return tuple(replace(hand, side=self.side(hand.side) or hand.side) for hand in hands)
