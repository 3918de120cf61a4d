"""Detect whether the table is at rest: no motion, and no hand over it.

Frames are compared as reduced contrast pictures: the logarithm of the brightness less that of its surroundings. Another
exposure, a lamp that flickers or a shadow as wide as the table change brightness and hardly change contrast; a tile, a
sleeve or a finger changes it where it is. A change that reaches in from the edge and stays is a hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change_detection.small_pictures import ContrastTuning, GreyView, SmallView, noise_between
from vision.reading import Frame
from vision.tracking.camera_motion import is_from_elsewhere, refine_rotation, warp_and_fill
from vision.tracking.hand_entry_side import EdgeCrossings
from vision.tracking.stabilisation import SwayRegistration

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]

_NEAR = np.ones((3, 3), np.uint8)
"""The tolerance, in small pixels, for the fit of a rotated picture: its sharpest edges are known that precisely."""
_NOISE_STEP, _MOST_NOISE = 0.008, 0.03
"""Noise grows slowly and so far: what changes everywhere at once is no noise."""
_RIM = 2
"""Small pixels at the edge that a picture may lack after it was laid back; they count as those beside them."""


class Stillness(StrEnum):
    """The state of the table at the moment of a frame."""

    STILL = "still"
    """At rest, with no hand over it."""
    MOVING = "moving"
    """Something moves, or moved a moment ago."""
    HAND = "hand"
    """Nothing moves, and an object that came in from the edge lies over the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StillnessTuning:
    """Thresholds of rest."""

    small: ContrastTuning = field(default_factory=ContrastTuning)
    """The parameters of the contrast picture."""
    least: float = 0.075
    """The contrast change from which a reduced pixel counts as changed, in a picture with little noise."""
    over_noise: float = 7.0
    """The same in multiples of the picture's own noise."""
    moving_px: int = 3
    """The number of changed reduced pixels that counts as motion."""
    moving_laid_px: int = 6
    """The same in pictures corrected for sway."""
    rest_s: float = 0.09
    """Seconds without motion after which the table is at rest."""
    memory_s: float = 0.45
    """Seconds after which a slow motion has shown itself."""
    hand_share: tuple[float, float] = (0.012, 0.45)
    """Part of the picture that a hand covers at least and at most, in one piece that touches the edge."""
    bump_px: float = 0.3
    """The corner displacement, in reduced pixels, from which the camera was bumped."""
    patience_s: float = 6.0
    """Seconds after which a motionless object at the edge is no hand."""
    returned_s: float = 1.5
    """The same for one that is unchanged while something else moved."""


@dataclass(frozen=True, slots=True, eq=False)
class _Remembered:
    """A frame in the form used for comparison."""

    view: SmallView
    at_s: float

    @property
    def contrast(self) -> F32:
        """(h, w)."""
        return self.view.contrast


class StillnessGate:
    """Classifies the frames of one camera, in less than a millisecond each."""

    def __init__(self, tuning: StillnessTuning | None = None, area: NDArray[np.floating] | None = None) -> None:
        """``area`` (n, 2) is the observed polygon, as fractions of the picture's sides; by default all of it.

        Motion outside it is ignored, and a hand enters over its edge.
        """
        self._tuning = tuning or StillnessTuning()
        self._area = area
        self._mask: U8 = np.zeros((0, 0), np.uint8)
        self._since_motion: tuple[_Remembered, ...] = ()
        self._tables: tuple[SmallView, ...] = ()
        """The table as it last was at rest, and as it was before something was laid at its edge."""
        self._earlier: tuple[SmallView, ...] = ()
        """The table at the rest before: a hand as dark as the table may have been taken for a part of it since."""
        self._suspect: _Remembered | None = None
        """What lies at the edge and may be a hand, as it was first seen."""
        self._moved_s = self._rested_s = self._noise = 0.0
        self._rests = 0
        """How often something else moved since then."""
        self._sway = SwayRegistration(self._tuning.small)
        self.crossings = EdgeCrossings()
        """What crossed the edges in the last motion: hands, how far they reached, and what still looks as before."""
        self.changed_since: U8 | None = None
        """(h, w): 1 where the table looks otherwise since the rest before; None at first."""
        self._is_resting = False

    @property
    def view(self) -> SmallView:
        """The last frame as it is compared with others."""
        return self._since_motion[-1].view

    @property
    def picture_from_table(self) -> F64 | None:
        """(3, 3), in fractions of the picture's long side: from the unswayed picture to the last; None without sway."""
        return self._sway.picture_from_table

    def __call__(self, frame: Frame) -> Stillness:
        """Classify ``frame``, which is later than every frame before."""
        if frame.is_repeat and self._since_motion:
            return self._judged(replace(self._since_motion[-1], at_s=frame.captured_at_s))
        view = GreyView.of(frame.bgr, self._tuning.small.width_px)
        small = view.seen(self._tuning.small)
        if self._mask.shape != small.contrast.shape:
            self._begin(small.contrast.shape)
        small, moves = self._laid(view, small, frame.captured_at_s)
        seen = _Remembered(small, frame.captured_at_s)
        if moves:
            self._since_motion = (seen,)
            self._moved_s = seen.at_s
            self._follow(seen, frame.bgr)
            return Stillness.MOVING
        return self._judged(seen)

    def _judged(self, remembered: _Remembered) -> Stillness:
        """The state of a frame without motion."""
        self._remember(remembered)
        if remembered.at_s - self._moved_s < self._tuning.rest_s:
            return Stillness.MOVING
        before, stillness = self._tables[:1], self._at_rest(remembered)
        if stillness is Stillness.STILL and not self._is_resting:
            self._sway.hold(remembered.contrast)
            self.changed_since = self.changed(remembered.contrast, before[0].contrast) if before else None
        self._is_resting = stillness is Stillness.STILL
        return stillness

    def _laid(self, view: GreyView, small: SmallView, at_s: float) -> tuple[SmallView, bool]:
        """The frame without sway, and whether something moves in it; sway is only estimated where something seems to
        move."""
        noise, is_first = self._noise, not self._since_motion
        if is_first or (not self._sway.is_swaying and not self._moves(small.contrast)):
            return small, is_first
        laid = self._sway.laid(view, small, at_s)
        if laid is None or (self._is_resting and self._sway.is_over(at_s)):
            self._sway.begin(small.contrast)
            return small, True
        if laid is small:
            return small, True
        self._noise = noise
        return laid, self._moves(laid.contrast)

    def _follow(self, remembered: _Remembered, bgr: U8) -> None:
        """Record where motion crosses the edge, and how what moves there looks."""
        if self._is_resting:
            self.crossings.forget()
            self._is_resting = False
        if self._tables:
            size_px = remembered.contrast.shape[::-1]
            small = np.asarray(cv2.resize(bgr, size_px, interpolation=cv2.INTER_NEAREST), np.uint8)
            changed = self.changed(remembered.contrast, self._tables[0].contrast)
            self.crossings.update(changed, small, remembered.contrast)

    def _begin(self, shape: tuple[int, ...]) -> None:
        """Reset for pictures of another shape."""
        self._mask = np.ones(shape, np.uint8)
        self.crossings.forget()
        self._sway = SwayRegistration(self._tuning.small)
        self._since_motion, self._tables, self._earlier, self._suspect = (), (), (), None
        if self._area is not None:
            corners = np.round(np.asarray(self._area, np.float64) * (shape[1] - 1, shape[0] - 1)).astype(np.int32)
            self._mask = np.asarray(cv2.fillPoly(np.zeros(shape, np.uint8), [corners], (1,)), np.uint8)

    def _moves(self, contrast: F32) -> bool:
        """Whether a frame differs from the previous one, or from an older one since the last motion."""
        oldest, newest = self._since_motion[0].contrast, self._since_motion[-1].contrast
        self._noise = min(noise_between(newest, contrast), 1.5 * self._noise + _NOISE_STEP, _MOST_NOISE)
        others = (newest,) if newest is oldest else (newest, oldest)
        least = self._tuning.moving_laid_px if self._sway.is_swaying else self._tuning.moving_px
        return any(int(self.changed(contrast, other).sum()) >= least for other in others)

    def _remember(self, remembered: _Remembered) -> None:
        """Keep the frames of the last moments."""
        since_s = remembered.at_s - self._tuning.memory_s
        self._since_motion = (*(frame for frame in self._since_motion[-30:] if frame.at_s > since_s), remembered)

    def _at_rest(self, remembered: _Remembered) -> Stillness:
        """Classify a motionless picture: table at rest or a still hand, which eventually counts as part of the
        table."""
        over = [self._has_hand(remembered.view, table) for table in self._tables]
        is_bare = not all(over) or any(self._is_bare(remembered.view, table) for table in self._earlier)
        if not over or is_bare:
            self._earlier = self._earlier if self._is_resting or any(over[:1]) else self._tables[:1]
            self._tables, self._suspect = (remembered.view, *self._tables[1:]), None
            return Stillness.STILL
        if not self._is_object(remembered):
            return Stillness.HAND
        self._tables, self._suspect = (remembered.view, self._tables[0]), None
        return Stillness.STILL

    def _is_object(self, remembered: _Remembered) -> bool:
        """Whether a seeming hand has been still for too long, or is unchanged after something else moved."""
        suspect, self._rests = self._suspect, self._rests + (self._moved_s > self._rested_s)
        self._rested_s = remembered.at_s
        if suspect is None or self._has_hand(remembered.view, suspect.view):
            self._suspect, self._rests = remembered, 0
            return False
        patience_s = self._tuning.returned_s if self._rests else self._tuning.patience_s
        return remembered.at_s - suspect.at_s >= patience_s

    def _is_bare(self, view: SmallView, before: SmallView) -> bool:
        """Whether no hand lies over the table of ``before``, which the camera still sees."""
        changed = self.changed(view.contrast, before.contrast)
        is_there = int(changed.sum()) < self._tuning.hand_share[1] * float(self._mask.sum())
        return is_there and not self._hand(changed, self._is_other(view, before)).any()

    def _has_hand(self, view: SmallView, before: SmallView) -> bool:
        """Whether a hand lies over the table of ``before``, and the camera was not bumped."""
        contrast, table = view.contrast, before.contrast
        changed = self.changed(contrast, table)
        hand = self._hand(changed, self._is_other(view, before))
        if not hand.any() or is_from_elsewhere(table, contrast, changed, hand, 2 * self._least):
            return False
        shift, _ = cv2.phaseCorrelate(table, contrast)
        shifted = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
        laid = warp_and_fill(table, shifted, contrast)
        if self._is_bump(shifted) and not self._hand(self.changed(contrast, laid)).any():
            return False
        moved = refine_rotation(table, contrast, shifted)
        if not self._is_bump(moved):
            return True
        laid = warp_and_fill(table, moved, contrast)
        nearest = np.clip(contrast, cv2.erode(laid, _NEAR), cv2.dilate(laid, _NEAR))
        return bool(self._hand(self.changed(contrast, nearest)).any())

    def _is_other(self, view: SmallView, before: SmallView) -> U8:
        """(h, w): 1 where the brightness changed, apart from a global change.

        Beside a tile laid near the edge only the contrast of its surroundings changes.
        """
        gained = view.logarithm - before.logarithm
        return np.asarray(np.abs(gained - np.median(gained[::3, ::3])) > self._tuning.least, np.uint8)

    def _is_bump(self, move: F32) -> bool:
        """Whether a corner of the reduced picture moved so far that the camera was moved."""
        height, width = self._mask.shape
        corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]], np.float32)
        return float(np.linalg.norm(corners @ move.T - corners[:, :2], axis=1).max()) >= self._tuning.bump_px

    def changed(self, contrast: F32, other: F32) -> U8:
        """(h, w): 1 where two reduced pictures differ by more than noise, in the observed area."""
        apart = cv2.absdiff(contrast, other)
        if (slack := self._sway.slack) is not None:
            apart = np.maximum(cv2.subtract(apart, slack), 0)
        changed = cv2.blur(apart, (3, 3)) > self._least
        if slack is not None:
            changed[:_RIM], changed[-_RIM:] = changed[_RIM], changed[-_RIM - 1]
            changed[:, :_RIM], changed[:, -_RIM:] = changed[:, [_RIM]], changed[:, [-_RIM - 1]]
        return np.asarray(changed & (self._mask > 0), np.uint8)

    @property
    def _least(self) -> float:
        """The smallest contrast difference above noise."""
        return max(self._tuning.least, self._tuning.over_noise * self._noise)

    def _hand(self, changed: U8, is_other: U8 | None = None) -> U8:
        """(h, w): 1 in changed components as large as a hand that touch the edge where it ``is_other``."""
        low, high = (share * float(self._mask.sum()) for share in self._tuning.hand_share)
        if not low / 8 < int(changed.sum()) < high:
            return np.zeros_like(changed)
        joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        edge = self._mask - cv2.erode(self._mask, np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT, borderValue=(0,))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
        at_edge = (edge > 0) & (joined > 0) & (True if is_other is None else is_other > 0)
        touching = np.unique(labels[at_edge])
        sizes = stats[touching, cv2.CC_STAT_WIDTH] * stats[touching, cv2.CC_STAT_HEIGHT]
        return np.isin(labels, touching[sizes >= low]).astype(np.uint8)
