"""Tell whose arm came over the table: by the side it came from and, once arms are known, by how they look.

Who sits at a corner, or leans across, comes in over another player's edge of the picture; sleeves and skin, and where
an arm usually comes in, tell players apart as well. Seats are counted to the left, in turn order, and the first sits
at the near side of the picture.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from companion.game_tracking.hand_passes import PlayerHand, TablePass
from vision.tracking.arm_appearance import SeenArm
from vision.tracking.hand_entry_side import PictureSide, ReachedOver, union_box
from vision.watching.frame_results import FrameResult

SIDES = {
    2: (PictureSide.NEAR, PictureSide.FAR),
    3: (PictureSide.NEAR, PictureSide.LEFT, PictureSide.FAR),
    4: (PictureSide.NEAR, PictureSide.LEFT, PictureSide.FAR, PictureSide.RIGHT),
}
"""By how many play: the side at which each seat sits."""
_DIRECTIONS = {PictureSide.NEAR: 90, PictureSide.LEFT: 180, PictureSide.FAR: -90, PictureSide.RIGHT: 0}
"""In degrees clockwise from the right, as of `SeenArm.entry_deg`."""
_FEWEST, _MOST = 2, 12
"""How many arms of a seat have to be known, and how many of the newest are remembered."""
_CLEARLY = 0.4
"""By how much an arm is more like another seat's than like those of the seat at its side, to be taken for that."""
_ALIKE = -0.45
"""How like a seat's arms it has to be where none are known of the seat at its side."""
_UNLIKE = -1.5
"""How unlike the arms of the seat at its side it is where it is a neighbour's at the corner, whose are unknown."""
_ASIDE_DEG = 60.0
"""How far from the neighbour's side it comes in then, at most."""
_ONE, _ONE_PLACE_DEG = -0.4, 12.0
"""How like each other two hands of one motion have to be to be one arm, or how near to each other they come in."""


def seat_at(side: PictureSide, players: int) -> int | None:
    """The seat at a side of the table; None for an unoccupied side."""
    sides = SIDES.get(players, ())
    return sides.index(side) if side in sides else None


class KnownArms:
    """The arms of the players of one table."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._of: dict[int, deque[SeenArm]] = {}

    def learn(self, seat: int, arm: SeenArm) -> None:
        """Remember an ``arm`` of the player at ``seat``."""
        self._of.setdefault(seat, deque(maxlen=_MOST)).append(arm)

    def seat_of(self, hand: ReachedOver, besides: Collection[PictureSide] = ()) -> int | None:
        """The seat whose hand it is; None where nobody sits at its side, and it is like nobody's.

        ``besides`` are the sides from which others came in the same motion.
        """
        seat = seat_at(hand.side, self._players)
        if hand.arm is None or not (alike := self._alike(hand.arm)):
            return seat
        likeliest = max(alike, key=lambda other: alike[other])
        if seat in alike and alike[likeliest] <= alike[seat] + _CLEARLY:
            beside = (side for side in (PictureSide.LEFT, PictureSide.RIGHT) if side not in besides
                      and hand.arm.aside_deg(_DIRECTIONS[side]) < _ASIDE_DEG)  # fmt: skip
            others = (other for side in beside if (other := seat_at(side, self._players)) not in (None, *alike))
            return next(others, seat) if alike[seat] < _UNLIKE else seat
        return likeliest if seat in alike or alike[likeliest] > _ALIKE else seat

    def passed(self, watched: FrameResult) -> TablePass:
        """The hands of a frame with which a motion ends, each with its seat."""
        arms = _arms(watched.hands)
        sides = [{hand.side for hand in arm} for arm in arms]
        seats = [self.seat_of(_joined(arm), frozenset[PictureSide]().union(*sides) - own)
                 for arm, own in zip(arms, sides, strict=True)]  # fmt: skip
        by_seat = {seat: [hand for arm, other in zip(arms, seats, strict=True) if other == seat for hand in arm]
                   for seat in seats}  # fmt: skip
        several = [self._hand(seat, hands) for seat, hands in by_seat.items() if seat is not None]
        if len(watched.hands) > 1 and len(by_seat) == len(several) == 1:
            return TablePass(tuple(several), watched.changed, watched.unchanged_until, watched.settled_from)
        side = watched.reached_from
        most = next((PlayerHand.of(seat, _joined(arm)) for arm, seat in zip(arms, seats, strict=True)
                     if any(hand.side is side for hand in arm)), None)  # fmt: skip
        if most is None:
            most = PlayerHand(None if side is None else seat_at(side, self._players), watched.reached, side=side)
        hands = (most, *(several if len(several) > 1 else ()))
        return TablePass(hands, watched.changed, watched.unchanged_until, watched.settled_from)

    def _hand(self, seat: int, hands: Sequence[ReachedOver]) -> PlayerHand:
        """Some hands as that of a seat."""
        hand = _joined(hands)
        alike = {} if hand.arm is None else self._alike(hand.arm)
        return PlayerHand.of(seat, hand, alike.get(seat, 0.0))

    def _alike(self, arm: SeenArm) -> dict[int, float]:
        """How like the arms of each known seat an arm is."""
        known = ((seat, arms) for seat, arms in self._of.items() if len(arms) >= _FEWEST)
        return {seat: sorted(arm.likeness(other) for other in arms)[len(arms) // 2] for seat, arms in known}


def _arms(hands: Sequence[ReachedOver]) -> list[list[ReachedOver]]:
    """The ``hands`` by arms: what came in from two sides near a corner, at one place or looking the same, is one."""
    arms: list[list[ReachedOver]] = []
    for hand in hands:
        same = next((arm for arm in arms if _are_one(arm[0].arm, hand.arm)), None)
        if same is None:
            arms.append([hand])
        else:
            same.append(hand)
    return arms


def _are_one(first: SeenArm | None, second: SeenArm | None) -> bool:
    """Whether two hands of one motion are one arm: of a hand that has just come in the sleeve is not in view."""
    if first is None or second is None:
        return False
    return first.aside_deg(second.entry_deg) < _ONE_PLACE_DEG or first.likeness(second) > _ONE


def _joined(hands: Sequence[ReachedOver]) -> ReachedOver:
    """Some hands of one arm as one, from the side that is nearest to where it comes in."""
    first, *others = hands
    for other in others:
        over = None if first.over is None or other.over is None else np.maximum(first.over, other.over)
        arm = first.arm + other.arm if first.arm and other.arm else first.arm
        first = replace(first, box=union_box(first.box, other.box), over=over, arm=arm)
    if not others or (arm := first.arm) is None:
        return first
    return replace(first, side=min((hand.side for hand in hands), key=lambda side: arm.aside_deg(_DIRECTIONS[side])))
