"""Detect a table at rest, so that its pictures need neither full decoding nor transfer."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change_detection.small_pictures import ContrastTuning, GreyView
from vision.io.images import decode, decode_grey

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestTuning:
    """Thresholds for a table at rest, stricter than those of the watcher: any possible motion is passed on."""

    small: ContrastTuning = field(default_factory=ContrastTuning)
    least: float = 0.05
    """The contrast change from which a reduced pixel counts as changed."""
    changed_px: int = 2
    """The number of changed reduced pixels that counts as motion."""
    after_s: float = 13.0
    """Seconds without a change after which a table is at rest."""
    longest_s: float = 60.0
    """Seconds at rest after which pictures are passed on for ``looked_at_s``, so that fitness is measured again."""
    looked_at_s: float = 1.5
    step_s: float = 0.18
    """The minimum interval between compared pictures of a table at rest."""


@dataclass(frozen=True, slots=True, eq=False)
class EncodedPicture:
    """An encoded picture as received from a camera, decoded on demand."""

    blob: bytes

    def bgr(self) -> U8:
        """Decode it: BGR (height, width, 3). Raises BadImage."""
        return decode(self.blob)

    def grey(self, long_side_px: int) -> U8:
        """Decode it in grey (h, w), at the smallest size that keeps its long side ``long_side_px``. Raises BadImage."""
        return decode_grey(self.blob, long_side_px)


class RestGauge:
    """Detects rest over the pictures of one camera."""

    def __init__(self, tuning: RestTuning | None = None) -> None:
        self._tuning = tuning or RestTuning()
        self._known: F32 | None = None
        self._shape: tuple[int, ...] = ()
        """Of that picture, as far as it was opened: a camera that sends another size does not rest."""
        self._since_s = np.inf
        """Since when nothing has changed."""
        self._came_s = -np.inf
        self._blob: int = 0
        self.is_at_rest = False

    def update(self, bgr: U8, at_s: float) -> bool:
        """Whether the table is at rest, given a fully decoded picture (height, width, 3)."""
        contrast = GreyView.of(bgr, self._tuning.small.width_px).seen(self._tuning.small).contrast
        return self._follows(contrast, bgr.shape[:2], at_s)

    def rests_with(self, picture: EncodedPicture) -> None:
        """Set the reduced decoding of ``picture`` as reference for the next ones."""
        self._known, self._shape = self._contrast(picture)
        self._blob = hash(picture.blob)

    def skips(self, picture: EncodedPicture, at_s: float) -> bool | None:
        """Whether a table at rest is still at rest in ``picture``, judged on a reduced decoding.

        None where the picture comes too soon to be compared. A file identical to the last ends the rest, since the
        camera may have frozen. Raises BadImage.
        """
        if at_s < self._came_s + self._tuning.step_s:
            return None
        self._came_s = at_s
        before, self._blob = self._blob, hash(picture.blob)
        if before == self._blob:
            self._moves(at_s)
        elif self._follows(*self._contrast(picture), at_s):
            return True
        self._known = None
        return False

    def _contrast(self, picture: EncodedPicture) -> tuple[F32, tuple[int, ...]]:
        small = self._tuning.small
        grey = picture.grey(small.width_px)
        scale = small.width_px / max(grey.shape)
        size = (max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale)))
        return GreyView(grey, size).seen(small).contrast, grey.shape

    def _follows(self, contrast: F32, shape: tuple[int, ...], at_s: float) -> bool:
        if self._known is None:
            self._known, self._shape = contrast, shape
        is_resized, self._shape = shape != self._shape, shape
        if np.isinf(self._since_s) or is_resized or self._differ(self._known, contrast):
            self._known = contrast
            self._moves(at_s)
        elif self.is_at_rest and at_s > self._since_s + self._tuning.after_s + self._tuning.longest_s:
            self._known = contrast
            self._moves(at_s - self._tuning.after_s + self._tuning.looked_at_s)
        self.is_at_rest = at_s >= self._since_s + self._tuning.after_s
        return self.is_at_rest

    def _moves(self, at_s: float) -> None:
        """Record motion at that time."""
        self._since_s, self.is_at_rest = at_s, False

    def _differ(self, first: F32, other: F32) -> bool:
        if first.shape != other.shape:
            return True
        apart = cv2.blur(cv2.absdiff(first, other), (3, 3))
        return int((apart > self._tuning.least).sum()) >= self._tuning.changed_px
