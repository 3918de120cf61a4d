"""Rotate or mirror pictures before processing, for cameras that hang upside down or deliver mirror images."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadSource
from vision.reading import Frame

_MIRRORED = "mirrored"
_ROTATIONS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


@dataclass(frozen=True, slots=True)
class PictureRotation:
    """An optional mirroring, followed by a clockwise rotation. ``str()`` is parsed back by `parse_rotation`."""

    degrees: int = 0
    """0, 90, 180 or 270."""
    is_mirrored: bool = False

    def __str__(self) -> str:
        return " ".join((str(self.degrees),) * bool(self.degrees) + (_MIRRORED,) * self.is_mirrored)

    def clockwise(self) -> PictureRotation:
        """This rotation followed by a quarter turn clockwise."""
        return replace(self, degrees=(self.degrees + 90) % 360)

    def mirrored(self) -> PictureRotation:
        """This rotation followed by a horizontal flip."""
        return PictureRotation(-self.degrees % 360, not self.is_mirrored)

    def of_picture(self, bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Apply it to a picture, uint8 of shape (height, width, 3); unchanged for the identity."""
        flipped = cv2.flip(bgr, 1) if self.is_mirrored else bgr
        turned = cv2.rotate(flipped, _ROTATIONS[self.degrees]) if self.degrees else flipped
        return np.asarray(turned, np.uint8)

    def of_frame(self, frame: Frame) -> Frame:
        """Apply it to a frame; unchanged for the identity."""
        return frame if self == UPRIGHT else replace(frame, bgr=self.of_picture(frame.bgr))


UPRIGHT = PictureRotation()
"""As the camera shows it."""


def parse_rotation(text: str) -> PictureRotation:
    """Parse a rotation: degrees, ``mirrored``, both or nothing. Raises BadSource.

    >>> parse_rotation("180 mirrored")
    PictureRotation(degrees=180, is_mirrored=True)
    """
    words = text.split()
    degrees = [int(word) for word in words if word in ("0", "90", "180", "270")]
    if len(degrees) > 1 or words.count(_MIRRORED) > 1 or len(degrees) + words.count(_MIRRORED) < len(words):
        raise BadSource("source_turn", {"turn": text[:40]})
    return PictureRotation(sum(degrees), _MIRRORED in words)
