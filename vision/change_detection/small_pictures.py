"""Reduced contrast pictures for motion detection: fast to compute, nearly invariant to light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.resize import shrunk

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]

_LEVELS = np.arange(256, dtype=np.float32)
_MEAN, _MOST_EXPOSED = 100.0, 1.5
"""The mean brightness to which every picture is brought before it is compared, and how much brighter a dark one becomes
at most: on a black cloth what an encoder leaves would look like motion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastTuning:
    """Parameters of the contrast pictures."""

    width_px: int = 192
    """Long side of the small picture."""
    surroundings_px: int = 15
    """Side of the square whose mean is a small pixel's surroundings."""
    darkest: float = 24.0
    """Added to every brightness, of 255, so that noise in dark places does not count as contrast."""


@dataclass(frozen=True, slots=True, eq=False)
class GreyView:
    """A frame in grey, before reduction."""

    grey: U8
    """(h, w): the frame, or every second line of a large one."""
    small_px: tuple[int, int]
    """Width and height of the small picture."""

    @staticmethod
    def of(bgr: U8, long_side_px: int) -> GreyView:
        """The view of a picture (height, width, 3) whose reduced picture has this long side."""
        height, width = bgr.shape[:2]
        scale = long_side_px / max(height, width)
        small_w, small_h = max(1, round(width * scale)), max(1, round(height * scale))
        grey = cv2.cvtColor(bgr[:: 2 if height >= 4 * small_h else 1], cv2.COLOR_BGR2GRAY)
        return GreyView(np.asarray(grey, np.uint8), (small_w, small_h))

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels and lines of the view for each reduced pixel, across and down."""
        return self.grey.shape[1] / self.small_px[0], self.grey.shape[0] / self.small_px[1]

    def moved(self, across: int, down: int) -> GreyView:
        """The view shifted to the right and down by that many pixels, the edge replicated."""
        height, width = self.grey.shape
        left, right, top, bottom = max(-across, 0), max(across, 0), max(-down, 0), max(down, 0)
        inner = self.grey[bottom : height - top, right : width - left]
        there = cv2.copyMakeBorder(inner, top, bottom, left, right, cv2.BORDER_REPLICATE)
        return GreyView(np.asarray(there, np.uint8), self.small_px)

    def small(self) -> U8:
        """The reduced picture (h, w) in grey."""
        return shrunk(self.grey, *self.small_px)

    def seen(self, tuning: ContrastTuning) -> SmallView:
        """The reduced picture in the form used for comparison."""
        grey = self.small()
        exposure = np.float32(min(_MEAN / max(float(cv2.mean(grey)[0]), 1.0), _MOST_EXPOSED))
        logarithm = cv2.LUT(grey, np.log(_LEVELS * exposure + np.float32(tuning.darkest)))
        return SmallView.of(np.asarray(logarithm, np.float32), tuning)


@dataclass(frozen=True, slots=True, eq=False)
class SmallView:
    """A reduced picture in the form used for comparison."""

    logarithm: F32
    """(h, w): of the brightness."""
    contrast: F32
    """(h, w): the logarithm less that of the surroundings, which also changes beside a new object."""

    @staticmethod
    def of(logarithm: F32, tuning: ContrastTuning) -> SmallView:
        """The view with this logarithm of brightness."""
        side = tuning.surroundings_px
        return SmallView(logarithm, np.asarray(logarithm - cv2.blur(logarithm, (side, side)), np.float32))


def contrast_of(bgr: U8, tuning: ContrastTuning | None = None) -> F32:
    """The contrast picture (h, w) of a picture (height, width, 3)."""
    tuning = tuning or ContrastTuning()
    return GreyView.of(bgr, tuning.width_px).seen(tuning).contrast


def small_grey(bgr: U8, long_side_px: int) -> U8:
    """The picture in grey (h, w), reduced to the given long side; of large pictures every second line is sampled."""
    return GreyView.of(bgr, long_side_px).small()


def noise_between(first: F32, other: F32) -> float:
    """The median difference of two reduced pictures (h, w) of one scene, robust to motion in less than half of them."""
    sparse = np.abs(first[::2, ::2] - other[::2, ::2]).ravel()
    return float(np.partition(sparse, len(sparse) // 2)[len(sparse) // 2])
