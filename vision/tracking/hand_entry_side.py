"""Detect from which side of the picture a hand reached over the table, and how far."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tracking.arm_appearance import SeenArm, arm_of

_EDGE_PX = 2
_FEWEST_PX, _FEWEST_MORE = 3, 2
"""Small pixels by which a hand crosses one edge at least, and how many times as many as any other edge has."""
_RECENT = 15
"""Frames within which a hand left a moment ago."""
_ELONGATED = 2.0
"""How many times as far an arm near a corner extends one way as the other, in standard deviations of its pixels, where
it lies along an edge."""
_NEAR_CORNER, _MOSTLY = 0.12, 0.6
"""In picture widths, how near to both edges it lies; and how much of its length crosses the one that it lies along."""
_LEAST_SHARE, _LEAST_PEAK = 0.1, 0.15
"""The smallest area of a hand over all frames, or in the one in which it covers most, relative to the largest."""
_MOST_FRAMES = int(np.iinfo(np.uint16).max)
_KEPT, _STEPS, _MOST_LEVEL, _SAME = 300, 200, 127, 16
"""How many frames are remembered, the steps in which contrast is, and by how many a place looks the same."""
_BESIDE = np.ones((9, 9), np.uint8)
"""In small pixels: how far beyond its visible reach a hand may lay a tile, 2 % of the picture's width."""

U8 = NDArray[np.uint8]
Frames = NDArray[np.uint16]
"""Numbers of frames since the table was last at rest, counted from 1."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of a picture, in parts of its width."""


class PictureSide(StrEnum):
    """A side of the upright picture."""

    NEAR = "near"
    """The lower edge."""
    LEFT = "left"
    FAR = "far"
    RIGHT = "right"


_ACROSS, _DOWN = (PictureSide.LEFT, PictureSide.RIGHT), (PictureSide.FAR, PictureSide.NEAR)


@dataclass(frozen=True, slots=True)
class ReachedOver:
    """A hand that came over the table."""

    side: PictureSide
    box: Box
    """Its bounding box with the arm, including others that it touched."""
    over: Frames | None = field(default=None, compare=False)
    """(h, w): in which frame it was last there, or just beside, since a look showed that nothing had changed; 0 where
    it was not. None where only the box is known."""
    arm: SeenArm | None = field(default=None, compare=False)
    """How it looks; None where it always touched another, or only its outline is known."""


class EdgeCrossings:
    """Tracks what crossed the picture's edges since the table was last at rest."""

    def __init__(self) -> None:
        self._areas: Counter[PictureSide] = Counter()
        """How much was covered by what crossed just one edge, in all frames: a hand that only rests at the edge covers
        little."""
        self._peaks: dict[PictureSide, int] = {}
        """How much it covered in the frame in which it covered most: another that rests all the time covers more."""
        self._boxes: dict[PictureSide, Box] = {}
        """How far that reached, in the order in which they came."""
        self._covered: dict[PictureSide, Frames] = {}
        """(h, w): in which frame that was last there, or hands that it touched: which was where nobody knows."""
        self._present: dict[PictureSide, int] = {}
        """In which frame each of them was there last."""
        self._arms: dict[PictureSide, SeenArm] = {}
        """How each of them looks, of the frames in which it touched no other."""
        self.unchanged_until: NDArray[np.int32] | None = None
        """(h, w): by pixel, in which frame it last looked as before, counted from 1; 0 where it never did."""
        self._frames = 0
        self._looked: deque[NDArray[np.int8]] = deque(maxlen=_KEPT)
        """(h, w): the contrast of the newest frames, smoothed, in `_STEPS` to one."""

    def forget(self) -> None:
        """Reset: the table is at rest."""
        self.unchanged_until, self._frames = None, 0
        self._areas.clear()
        self._peaks.clear()
        self._boxes.clear()
        self._covered.clear()
        self._present.clear()
        self._arms.clear()
        self._looked.clear()

    def forget_earlier(self, unseen: U8) -> None:
        """Forget the hands that left some time ago, and where the others were but for what is ``unseen``.

        What they laid elsewhere was seen by a look at the table, which left it as it was where ``unseen`` (h, w) is 1.
        """
        self.note_unchanged(unseen)
        for side, frame in [*self._present.items()]:
            if frame < self._frames - _RECENT or not self._covered[side].any():
                for known in (self._areas, self._peaks, self._boxes, self._covered, self._present, self._arms):
                    known.pop(side, None)
            else:
                self._boxes[side] = _box_of(np.asarray(self._covered[side] > 0, np.uint8))

    def note_unchanged(self, unseen: U8) -> None:
        """Forget where hands were but for what is ``unseen`` (h, w): a look at the table showed nothing new."""
        self._covered = {side: covered * unseen for side, covered in self._covered.items()}

    def update(self, changed: U8, bgr: U8 | None = None, contrast: NDArray[np.float32] | None = None) -> None:
        """Add a frame: ``changed`` (h, w) is 1 where it differs from the table at rest; ``bgr`` (h, w, 3) is how it
        looks, where arms are to be known by that, and ``contrast`` (h, w), where it is to be known since when a place
        looks as it does."""
        self._frames += 1
        if contrast is not None:
            levels = cv2.blur(contrast, (3, 3)) * _STEPS
            self._looked.append(np.clip(levels, -_MOST_LEVEL, _MOST_LEVEL).astype(np.int8))
        before = np.zeros(changed.shape, np.int32) if self.unchanged_until is None else self.unchanged_until
        self.unchanged_until = np.where(changed > 0, before, np.int32(self._frames))
        _, parts, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
        edges = {
            PictureSide.NEAR: parts[-_EDGE_PX:],
            PictureSide.LEFT: parts[:, :_EDGE_PX],
            PictureSide.FAR: parts[:_EDGE_PX],
            PictureSide.RIGHT: parts[:, -_EDGE_PX:],
        }
        widths = {side: np.bincount(edge.ravel(), minlength=len(stats)) for side, edge in edges.items()}
        for part in range(1, len(stats)):
            crossed = Counter({side: int(width[part]) for side, width in widths.items()})
            side = _outstanding(crossed, _FEWEST_PX * _EDGE_PX)
            touching = [number for number in self._boxes if crossed[number] >= _FEWEST_PX * _EDGE_PX]
            if +crossed and (along := _along_an_edge(parts, part, stats[part].tolist(), crossed)):
                side, touching = along, []
            elif side and side not in self._boxes and touching:  # an arm that comes in near a corner
                side = touching[0] if len(touching) == 1 else None
            if side is not None:
                area = int(stats[part, cv2.CC_STAT_AREA])
                self._areas[side] += area
                self._peaks[side] = max(area, self._peaks.get(side, 0))
                self._present[side] = self._frames
            joined = touching if len(touching) > 1 else []
            mask = np.asarray(parts == part, np.uint8)
            for number in dict.fromkeys((*([side] if side else []), *joined)):
                self._add(number, mask)
            if side is not None and bgr is not None and not joined:
                arm, known = arm_of(bgr, mask), self._arms.get(side)
                self._arms[side] = arm if known is None else known + arm

    def _add(self, side: PictureSide, mask: U8) -> None:
        """Add a ``mask`` (h, w) to where the hand was that came from a side."""
        box = _box_of(mask)
        self._boxes[side] = union_box(self._boxes.get(side, box), box)
        covered = self._covered[side] if side in self._covered else np.zeros(mask.shape, np.uint16)
        self._covered[side] = np.where(mask > 0, np.uint16(min(self._frames, _MOST_FRAMES)), covered)

    @property
    def settled_from(self) -> NDArray[np.int32] | None:
        """(h, w): by pixel, the first frame in which it looked as in the last, and in the next one, since it looked as
        before; 0 where it still does, or did all the time. None where nobody knows."""
        if self.unchanged_until is None or not self._looked or self._looked[0].shape != self.unchanged_until.shape:
            return None
        until, settled = self.unchanged_until.ravel(), np.zeros(self.unchanged_until.size, np.int32)
        at = np.flatnonzero(until < self._frames)
        looked = np.stack([frame.ravel()[at] for frame in self._looked]).astype(np.int16)
        frames = np.arange(self._frames - len(looked), self._frames, dtype=np.int32) + 1
        same = (np.abs(looked - looked[-1]) <= _SAME) & (frames[:, None] > until[at])
        same[:-1] &= same[1:]
        settled[at] = frames[same.argmax(axis=0)]
        return settled.reshape(self.unchanged_until.shape)

    @property
    def side(self) -> PictureSide | None:
        """The side from which a hand came; None where there was none or it is ambiguous."""
        return _outstanding(self._areas, 1)

    @property
    def box(self) -> Box | None:
        """The bounding box of the hand that came from ``side``."""
        return None if self.side is None else self._boxes[self.side]

    @property
    def hands(self) -> tuple[ReachedOver, ...]:
        """Every hand in order of arrival.

        Several where one rests over the table while another plays, or where one comes as another leaves.
        """
        least = _LEAST_SHARE * max(self._areas.values(), default=0)
        least_peak = _LEAST_PEAK * max(self._peaks.values(), default=0)
        return tuple(
            ReachedOver(
                side, box, np.asarray(cv2.dilate(self._covered[side], _BESIDE), np.uint16), self._arms.get(side)
            )
            for side, box in self._boxes.items()
            if self._areas[side] >= least or self._peaks[side] >= least_peak
        )


def union_box(box: Box, other: Box) -> Box:
    """The bounding box of two boxes."""
    return (*map(min, box[:2], other[:2]), *map(max, box[2:], other[2:]))  # type: ignore[return-value]


def _box_of(mask: U8) -> Box:
    """The bounding box of what is 1 in a mask (h, w)."""
    (left, top, width, height), wide = cv2.boundingRect(mask), mask.shape[1]
    return left / wide, top / wide, (left + width) / wide, (top + height) / wide


def _along_an_edge(
    parts: NDArray[Any], part: int, stats: Sequence[int], crossed: Counter[PictureSide]
) -> PictureSide | None:
    """The side from which an arm near a corner of the picture comes that lies along an edge: it crosses that edge with
    most of its length, and comes from the other side of the corner.

    None where it lies otherwise. The arm is ``part`` of the labelled ``parts`` (h, w), with its ``stats``.
    """
    (rows, columns), (left, top, width, height, _) = parts.shape, stats
    sides = {PictureSide.LEFT: left, PictureSide.RIGHT: columns - left - width,
             PictureSide.FAR: top, PictureSide.NEAR: rows - top - height}  # fmt: skip
    across, down = (min(pair, key=lambda side: sides[side]) for pair in (_ACROSS, _DOWN))
    if max(sides[across], sides[down]) >= _NEAR_CORNER * columns:
        return None
    high, wide = (float(np.std(at)) for at in np.nonzero(parts[top : top + height, left : left + width] == part))
    if wide >= _ELONGATED * high and crossed[down] >= _MOSTLY * _EDGE_PX * width:
        return across if sides[PictureSide.LEFT] != sides[PictureSide.RIGHT] else None
    is_upright = high >= _ELONGATED * wide and crossed[across] >= _MOSTLY * _EDGE_PX * height
    return down if is_upright and sides[PictureSide.FAR] != sides[PictureSide.NEAR] else None


def _outstanding(counts: Counter[PictureSide], least: int) -> PictureSide | None:
    """The side with at least ``least`` and many more than any other."""
    (side, most), (_, second), *_ = [*counts.most_common(2), (None, 0), (None, 0)]
    return side if most >= max(least, _FEWEST_MORE * second) else None
