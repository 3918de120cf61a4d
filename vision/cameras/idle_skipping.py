"""Detects a table at rest, so that its pictures need neither be decoded whole nor be handed on."""

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
    """Numbers that say when a table is at rest. They are stricter than those by which a watcher sees motion: whatever
    might be some is handed on."""

    small: ContrastTuning = field(default_factory=ContrastTuning)
    least: float = 0.05
    """Contrast that must change for a small pixel to have changed."""
    changed_px: int = 2
    """Small pixels that change when something does."""
    after_s: float = 13.0
    """Seconds without a change after which a table is at rest."""
    longest_s: float = 60.0
    """Seconds at rest after which pictures are handed on for ``looked_at_s``, so that fitness is measured anew."""
    looked_at_s: float = 1.5
    step_s: float = 0.18
    """Seconds between two pictures of a table at rest that are looked at, at least."""


@dataclass(frozen=True, slots=True, eq=False)
class EncodedPicture:
    """A picture as a camera sent it, which is opened when somebody wants it."""

    blob: bytes

    def bgr(self) -> U8:
        """Its pixels (height, width, 3). Raises BadImage."""
        return decode(self.blob)

    def grey(self, long_side_px: int) -> U8:
        """It in grey (h, w), with as few pixels as leave its long side ``long_side_px``. Raises BadImage."""
        return decode_grey(self.blob, long_side_px)


class RestGauge:
    """Follows the pictures of one camera."""

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
        """Whether the table is at rest in a picture (height, width, 3) that was opened whole."""
        contrast = GreyView.of(bgr, self._tuning.small.width_px).seen(self._tuning.small).contrast
        return self._follows(contrast, bgr.shape[:2], at_s)

    def rests_with(self, picture: EncodedPicture) -> None:
        """Compares the next ones with ``picture`` as it is when few of its pixels are opened."""
        self._known, self._shape = self._contrast(picture)
        self._blob = hash(picture.blob)

    def skips(self, picture: EncodedPicture, at_s: float) -> bool | None:
        """Whether a table at rest is so in ``picture`` still, which is not opened whole then; None where the picture
        comes so soon that it is not looked at. One that is the same file as the last ends the rest: the camera may have
        stopped. Raises BadImage."""
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
        """Something changed last at that moment, or counts as if."""
        self._since_s, self.is_at_rest = at_s, False

    def _differ(self, one: F32, other: F32) -> bool:
        if one.shape != other.shape:
            return True
        apart = cv2.blur(cv2.absdiff(one, other), (3, 3))
        return int((apart > self._tuning.least).sum()) >= self._tuning.changed_px
