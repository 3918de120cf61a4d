"""The hands that came over the table between two moments of rest: where each was, and what looked otherwise after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.tracking.arm_appearance import SeenArm
from vision.tracking.hand_entry_side import Box, Frames, PictureSide, ReachedOver

_NEAR = 0.02
"""In picture widths: how far beyond its visible reach a hand may lay a tile."""
_MOST_CHANGED = 0.02
"""The part of the picture that what people lay changes at most; more is light, or a thing that was put there."""
_HAND = 0.34
"""The part of what another hand over the same place was over that a hand was over, at least."""
_LESS_LIKE = 1.05
"""How much less like the arms of its seat than the other it is, at most."""
_UNKNOWN, _CLEARLY = -0.9, 0.4
"""How like the arms of its seat a hand counts of which none are known, and by how much more like them one of two that
were over a place alike has to be."""
_LEFT = 8
"""In how many frames before or after a place first looks as it does the hand that made it look so has gone."""
_NEVER = int(np.iinfo(np.int32).max)
F64 = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """A hand that came over the table."""

    seat: int | None
    """Its seat; None where unknown."""
    reached: Box | None = None
    """Its bounding box; None where unknown."""
    over: Frames | None = field(default=None, compare=False)
    """(h, w): in which frame it was last there, or just beside, 0 where it was not; None where only the box is
    known."""
    side: PictureSide | None = field(default=None, compare=False)
    """From where it came; None where unknown."""
    arm: SeenArm | None = field(default=None, compare=False)
    """How it looks."""
    likeness: float = field(default=0.0, compare=False)
    """How like those known of its seat it is, as of `SeenArm.likeness`; 0 where none are known."""

    @classmethod
    def of(cls, seat: int | None, hand: ReachedOver, likeness: float = 0.0) -> PlayerHand:
        """A ``hand`` that is taken for that of a seat."""
        return cls(seat, hand.box, hand.over, hand.side, hand.arm, likeness)

    @property
    def area(self) -> int:
        """In how many pixels of ``over`` it was."""
        return 0 if self.over is None else int(np.count_nonzero(self.over))

    def last_over(self, spots: F64) -> NDArray[np.uint16]:
        """(n,): in which frame it was last over each of some ``spots`` (n, 2), in fractions of the picture's width.

        0 where it was not, or nobody knows.
        """
        return np.zeros(len(spots), np.uint16) if self.over is None else _at(self.over, spots)

    def was_over(self, spots: F64) -> bool:
        """Whether it may have been over one of some ``spots`` (n, 2), in fractions of the picture's width."""
        if self.seat is None or self.reached is None:
            return True
        if self.over is not None:
            return bool(self.last_over(spots).any())
        low, high = np.array(self.reached[:2]) - _NEAR, np.array(self.reached[2:]) + _NEAR
        return bool(((spots > low) & (spots < high)).all(axis=1).any())


@dataclass(frozen=True, slots=True)
class TablePass:
    """The hands between two moments of rest."""

    hands: tuple[PlayerHand, ...]
    """First the one that covered most of the table, its seat None where ambiguous; then, if there were several, all in
    order."""
    changed: NDArray[np.uint8] | None = field(default=None, compare=False)
    """(h, w): 1 where the table looked otherwise after it; None where unknown."""
    unchanged_until: NDArray[np.int32] | None = field(default=None, compare=False)
    """(h, w): in which frame it last looked as before; None where unknown."""
    settled_from: NDArray[np.int32] | None = field(default=None, compare=False)
    """(h, w): since which frame it looks as it does; None where unknown."""

    def has_changed(self, spots: F64) -> bool:
        """Whether it surely changed what lies at most of some ``spots`` (n, 2), in fractions of the picture's width."""
        if self.changed is None or self.changed.mean() > _MOST_CHANGED:
            return False
        return 2 * int(_at(self.changed, spots).sum()) > len(spots)

    def who_changed(self, spots: F64, hands: Sequence[PlayerHand], plays: int | None) -> PlayerHand | None:
        """Which of its ``hands`` changed most of those of some ``spots`` (n, 2) that they were over; None without such
        a one.

        The one that had left a place when it first looked as it does: one that came later laid nothing there. Where
        that is not known, the last. What seems to be a hand, and was over far less than another over the same, or looks
        much less like those of its seat, is what that one laid at the edge.
        """
        frames = np.stack([hand.last_over(spots) for hand in hands]).astype(np.int32)
        until, settled = self._times(spots)
        may_have = frames > np.where((frames > until).any(axis=0), until, 0)
        apart = np.where(may_have, np.abs(frames - settled), _NEVER)
        nearest, latest = frames[apart.argmin(axis=0), np.arange(len(spots))], frames.max(axis=0)
        is_told = (apart.min(axis=0) <= _LEFT) | (latest - nearest > _LEFT)
        is_playing = np.array([[hand.seat == plays] for hand in hands])
        playing = may_have & is_playing & (latest - frames <= _LEFT) & (settled < _NEVER)
        by_turn = np.where(playing.any(axis=0), playing, frames == latest)
        made = may_have & np.where(is_told, frames == nearest, by_turn)
        alike = np.where(made, np.array([[hand.likeness or _UNKNOWN] for hand in hands]), -np.inf)
        made &= (alike >= alike.max(axis=0)) | ~_is_clear(alike)
        most = (made & (made.sum(axis=0) == 1)).sum(axis=1)
        found = hands[int(most.argmax())]
        there = [hand for hand, over in zip(hands, frames, strict=True) if over.any() or hand is found]
        is_hand = found.area >= _HAND * max(hand.area for hand in there)
        is_known = found.likeness >= max(hand.likeness for hand in there) - _LESS_LIKE
        return found if is_hand and is_known and 2 * most.max() > int(frames.any(axis=0).sum()) else None

    def _times(self, spots: F64) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """(n,) each: in which frame some ``spots`` last looked as before, and since which they look as they do; 0 and
        for ever where that is not known, or they did not change."""
        never = np.full(len(spots), _NEVER)
        if self.unchanged_until is None or self.settled_from is None:
            return np.zeros(len(spots), np.int32), never
        until, settled = _at(self.unchanged_until, spots), _at(self.settled_from, spots)
        return np.where(settled > 0, until, 0), np.where(settled > 0, settled, never)


def _is_clear(alike: F64) -> NDArray[np.bool_]:
    """(n,): whether in a column of ``alike`` (k, n) one is clearly above all others."""
    second, first = np.sort(alike, axis=0)[-2:] if len(alike) > 1 else (np.full_like(alike, -np.inf)[0], alike[0])
    return np.asarray(first >= second + _CLEARLY, np.bool_)


def _at(mask: NDArray[Any], spots: F64) -> NDArray[Any]:
    """(n,): what a ``mask`` (h, w) of the picture is at some ``spots`` (n, 2), in fractions of the width."""
    height, width = mask.shape
    columns, rows = np.clip((spots * width).astype(int), 0, (width - 1, height - 1)).T
    return np.asarray(mask[rows, columns])
