"""Stabilise a swaying camera: register every frame to an anchor picture of the table.

Shift and rotation are found by least squares on the edges of a reduced picture, without those that a hand covers
(inverse compositional alignment: Baker and Matthews, "Lucas-Kanade 20 years on", IJCV 2004). The frame is then reduced
again at the shifted position, since a reduced picture cannot be shifted by subpixels without blur. A shift that stays
is no sway: the camera was bumped.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change_detection.small_pictures import ContrastTuning, GreyView, SmallView

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
_NEAR = np.ones((3, 3), np.uint8)
_RIM_PX = 4
_NOWHERE: F64 = np.zeros(3)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwayTuning:
    """Thresholds of sway; lengths are pixels of the reduced picture."""

    most_px: float = 1.3
    """The largest motion of a corner by sway; larger ones are camera motion."""
    least_px: float = 0.05
    """The smallest motion that counts as sway."""
    edges: int = 2500
    """Pixels from which the motion is found, those with the clearest edges."""
    fewest: int = 150
    """The fewest of them; an empty plain table has too few."""
    clear: float = 0.03
    """Change of contrast from pixel to pixel on an edge."""
    agreeing: float = 0.4
    """Part of the edges that fits at least when the motion is right; a hand covers the others."""
    fits: float = 0.5
    """The largest residual, relative to their own gradient."""
    changed: float = 0.06
    """Contrast from which a pixel shows something else than the anchor did."""
    slack: float = 0.12
    """Part of the contrast around a pixel by which a picture that was laid back may differ there."""
    steady_s: float = 2.0
    """Seconds for which nothing moves after which a stand no longer sways."""
    rounds: int = 5


class Anchor:
    """The picture of the table to which later frames are registered."""

    def __init__(self, contrast: F32, tuning: SwayTuning) -> None:
        self._tuning, self.contrast = tuning, contrast
        height, width = contrast.shape
        self.middle = ((width - 1) / 2, (height - 1) / 2)
        soft = cv2.blur(contrast, (3, 3))
        right = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=1 / 8), np.float32)
        down = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=1 / 8), np.float32)
        steep = np.zeros_like(contrast)
        inner = (slice(_RIM_PX, -_RIM_PX),) * 2
        steep[inner] = np.hypot(right[inner], down[inner])
        flat = steep.ravel()
        most = min(tuning.edges, flat.size)
        chosen = np.argpartition(flat, flat.size - most)[flat.size - most :]
        self._at = chosen[flat[chosen] > tuning.clear]
        y, x = np.unravel_index(self._at, contrast.shape)
        right, down = right.ravel()[self._at], down.ravel()[self._at]
        x_from, y_from = x - self.middle[0], y - self.middle[1]
        self._spots = np.stack([x, y, x_from, y_from]).astype(np.float32)
        turning = down * x_from - right * y_from
        self._most_apart = tuning.fits * np.maximum(np.hypot(right, down), 2 * tuning.clear)
        self._slopes = np.stack([right, down, turning / self.middle[0]]).astype(np.float32)
        self._soft = np.asarray(soft, np.float32).ravel()[self._at]
        self.slack = np.asarray(tuning.slack * (cv2.dilate(contrast, _NEAR) - cv2.erode(contrast, _NEAR)), np.float32)
        """(h, w): by how much a picture may differ that was laid onto this one."""

    def motion(self, contrast: F32, guess: F64) -> F64 | None:
        """(3,): the motion of ``contrast`` to the right, down, and by rotation at its sides, searched from ``guess``.

        None where it shows something else, or moved too far.
        """
        if len(self._at) < self._tuning.fewest:
            return _NOWHERE
        soft, found = np.asarray(cv2.blur(contrast, (3, 3)), np.float32), guess.copy()
        for _ in range(self._tuning.rounds):
            step = self._step(soft, found)
            found = found - step
            if self.reach_px(found) > 2 * self._tuning.most_px:
                return None
            if float(np.abs(step).max()) < self._tuning.least_px / 3:
                break
        fits = float((np.abs(self._apart(soft, found)) < self._most_apart).mean())
        return found if fits >= self._tuning.agreeing and self.reach_px(found) <= self._tuning.most_px else None

    def _apart(self, soft: F32, motion: F64) -> F32:
        """(n,): the edge differences from a picture moved by that motion."""
        turn = motion[2] / self.middle[0]
        x, y = self._spots[0] - np.float32(turn) * self._spots[3], self._spots[1] + np.float32(turn) * self._spots[2]
        x, y = x + np.float32(motion[0]), y + np.float32(motion[1])
        there = cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(there.ravel() - self._soft, np.float32)

    def _step(self, soft: F32, motion: F64) -> F64:
        """The error of ``motion``, from the pixels that differ least."""
        apart = self._apart(soft, motion)
        size = np.abs(apart)
        some = size[::4]
        usual = max(self._tuning.changed, 4 * float(np.partition(some, len(some) // 2)[len(some) // 2]))
        slopes = self._slopes * (size < usual)
        normal = (slopes @ self._slopes.T).astype(np.float64) + 1e-3 * np.eye(3)
        slope = (slopes @ apart).astype(np.float64)[:, None]
        return np.asarray(cv2.solve(normal, slope, flags=cv2.DECOMP_CHOLESKY)[1], np.float64).ravel()

    def picture_from_table(self, motion: F64) -> F64:
        """(2, 3): from reduced pixels of the anchor to those of a picture with that motion."""
        turn, (x, y) = motion[2] / self.middle[0], self.middle
        return np.array([[1, -turn, motion[0] + turn * y], [turn, 1, motion[1] - turn * x]])

    def reach_px(self, motion: F64) -> float:
        """The largest displacement of a corner."""
        turned = float(abs(motion[2]) * np.hypot(*self.middle) / self.middle[0])
        return float(np.hypot(motion[0], motion[1])) + turned


class SwayRegistration:
    """Registers the frames of one camera to its anchor while its stand sways."""

    def __init__(self, small: ContrastTuning, tuning: SwayTuning | None = None) -> None:
        self._small, self._tuning = small, tuning or SwayTuning()
        self._anchor: Anchor | None = None
        self._motion: F64 = _NOWHERE
        self._recent: deque[tuple[float, F64]] = deque()
        self.is_swaying = False

    @property
    def slack(self) -> F32 | None:
        """(h, w): the tolerance for a frame's difference from another after resampling; None where not resampled."""
        return self._anchor.slack if self._anchor is not None and self.is_swaying else None

    @property
    def picture_from_table(self) -> F64 | None:
        """(3, 3), in fractions of the picture's long side: from the anchor to the last frame; None without sway."""
        if self._anchor is None or not self.is_swaying:
            return None
        part = 1 / max(self._anchor.contrast.shape)
        unit = np.array([[part, 0, part / 2], [0, part, part / 2], [0, 0, 1]])
        small = np.vstack([self._anchor.picture_from_table(self._motion), [0, 0, 1]])
        return np.asarray(unit @ small @ np.linalg.inv(unit))

    def hold(self, contrast: F32) -> None:
        """Update the anchor with changes on the table in ``contrast``, which is registered to it.

        The rest of it stays as first seen, lest many small errors add up.
        """
        if self._anchor is None or not self.is_swaying:
            self._anchor = Anchor(contrast, self._tuning)
            return
        known = self._anchor.contrast
        changed = (cv2.blur(cv2.absdiff(contrast, known), (3, 3)) > self._tuning.changed).astype(np.uint8)
        is_other = cv2.dilate(changed, np.ones((7, 7), np.uint8)) > 0
        self._anchor = Anchor(np.where(is_other, contrast, known), self._tuning)

    def begin(self, contrast: F32) -> None:
        """Restart with an anchor at the camera's present position."""
        self._anchor = Anchor(contrast, self._tuning)
        self._recent.clear()
        self._motion, self.is_swaying = _NOWHERE, False

    def laid(self, view: GreyView, small_view: SmallView, at_s: float) -> SmallView | None:
        """The frame of ``view``, with the contrast ``small_view``, registered to the anchor.

        Unchanged where it did not move; None where it shows something else or moved too far for a sway.
        """
        if self._anchor is None:
            self._anchor = Anchor(small_view.contrast, self._tuning)
        found = self._anchor.motion(small_view.contrast, self._motion)
        if found is None:
            return None
        self._motion = found
        self._recent.append((at_s, found))
        while self._recent[0][0] < at_s - self._tuning.steady_s:
            self._recent.popleft()
        self.is_swaying = self.is_swaying or self._anchor.reach_px(found) >= self._tuning.least_px
        return self._laid(self._anchor, view, found) if self.is_swaying else small_view

    def is_over(self, at_s: float) -> bool:
        """Whether a stand that swayed has been still for long."""
        if not self.is_swaying or not self._recent or at_s - self._recent[0][0] < 0.9 * self._tuning.steady_s:
            return False
        return (
            float(np.ptp(np.stack([corners for _, corners in self._recent]), axis=0).max()) < 2 * self._tuning.least_px
        )

    def _laid(self, anchor: Anchor, view: GreyView, motion: F64) -> SmallView:
        """Shift by whole pixels first."""
        across, down = (round(float(far) * scale) for far, scale in zip(motion[:2], view.scale, strict=True))
        rest = anchor.picture_from_table(motion)
        rest[:, 2] -= across / view.scale[0], down / view.scale[1]
        near = view.moved(across, down).seen(self._small).logarithm
        flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
        laid = cv2.warpAffine(near, rest, near.shape[::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return SmallView.of(np.asarray(laid, np.float32), self._small)


def stabilised(bgr: U8, picture_from_table: F64 | None) -> U8:
    """Resample a picture (height, width, 3) to undo the motion of `SwayRegistration.picture_from_table`."""
    if picture_from_table is None:
        return bgr
    side = max(bgr.shape[:2])
    unit = np.array([[1 / side, 0, 0.5 / side], [0, 1 / side, 0.5 / side], [0, 0, 1]])
    move = (np.linalg.inv(unit) @ picture_from_table @ unit)[:2]
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    laid = cv2.warpAffine(bgr, move, bgr.shape[1::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(laid, np.uint8)
