"""Tell whose arm came over the table: by the side it came from and, once arms are known, by how they look.

Who sits at a corner, or leans across, comes in over another player's edge of the picture; sleeves and skin, and where
an arm usually comes in, tell players apart as well. Seats are counted to the left, in turn order, and the first sits
at the near side of the picture.
"""

from __future__ import annotations

from collections import deque

from vision.tracking.arm_appearance import Arm
from vision.tracking.hand_entry_side import PictureSide, ReachedOver

SIDES = {
    2: (PictureSide.NEAR, PictureSide.FAR),
    3: (PictureSide.NEAR, PictureSide.LEFT, PictureSide.FAR),
    4: (PictureSide.NEAR, PictureSide.LEFT, PictureSide.FAR, PictureSide.RIGHT),
}
"""By how many play: the side at which each seat sits."""
_FEWEST, _MOST = 2, 12
"""How many arms of a seat have to be known, and how many of the newest are remembered."""
_CLEARLY = 0.4
"""By how much an arm is more like another seat's than like those of the seat at its side, to be taken for that."""
_ALIKE = -0.45
"""How like a seat's arms it has to be where none are known of the seat at its side."""


def seat_at(side: PictureSide, players: int) -> int | None:
    """The seat at a side of the table; None for an unoccupied side."""
    sides = SIDES.get(players, ())
    return sides.index(side) if side in sides else None


class KnownArms:
    """The arms of the players of one table."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._of: dict[int, deque[Arm]] = {}

    def learn(self, seat: int, arm: Arm) -> None:
        """Remember an ``arm`` of the player at ``seat``."""
        self._of.setdefault(seat, deque(maxlen=_MOST)).append(arm)

    def seat_of(self, hand: ReachedOver) -> int | None:
        """The seat whose hand it is; None where nobody sits at its side, and it is like nobody's."""
        seat = seat_at(hand.side, self._players)
        if hand.arm is None or not (alike := self._alike(hand.arm)):
            return seat
        likeliest = max(alike, key=lambda other: alike[other])
        if seat in alike:
            return likeliest if alike[likeliest] > alike[seat] + _CLEARLY else seat
        return likeliest if alike[likeliest] > _ALIKE else seat

    def _alike(self, arm: Arm) -> dict[int, float]:
        """How like the arms of each known seat an arm is."""
        known = ((seat, arms) for seat, arms in self._of.items() if len(arms) >= _FEWEST)
        return {seat: sorted(arm.likeness(other) for other in arms)[len(arms) // 2] for seat, arms in known}
