"""How an arm that comes over the table looks, and where it comes in: by both it is known again."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import F32, F64

_CELLS, _RANGES = [4, 16, 16], [0, 256, 64, 192, 64, 192]
"""Of lightness, and of both colour axes of Lab in 8 bits, where skin and most cloth lie."""
_EDGE_PX = 2
_COLOUR, _ASIDE_DEG = 3.0, 60.0
"""How much the logarithm of the shared colours counts, and how far aside an arm comes in that counts as much as 1."""
_NONE = 1e-6

U8 = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeenArm:
    """What is known of an arm, over some frames."""

    colours: F32
    """(1024,): how many pixels of it have which colour, by cells of Lab."""
    entry: F64
    """(2,): the sum of the places on the picture's edge where it comes in, from the middle, in widths and heights."""

    @property
    def entry_deg(self) -> float:
        """The direction from the middle of the picture in which it comes in, clockwise from the right."""
        return float(np.degrees(np.arctan2(self.entry[1], self.entry[0])))

    def __add__(self, other: SeenArm) -> SeenArm:
        """The same arm over the frames of both."""
        return SeenArm(colours=self.colours + other.colours, entry=self.entry + other.entry)

    def turned(self, quarters: int) -> SeenArm:
        """The arm in a picture that is turned clockwise by so many quarters."""
        x, y = self.entry
        return replace(self, entry=np.array([(x, y), (-y, x), (-x, -y), (y, -x)][quarters % 4]))

    def aside_deg(self, direction_deg: float) -> float:
        """By how much it comes in beside a direction, from 0 to 180."""
        return abs((self.entry_deg - direction_deg + 180) % 360 - 180)

    def likeness(self, other: SeenArm) -> float:
        """How like another arm it is: 0 for the same colours from the same direction, less for others.

        From the Bhattacharyya coefficient of their colours, and the angle between the directions.
        """
        shared = float(np.sqrt(_share(self.colours) * _share(other.colours)).sum())
        return _COLOUR * float(np.log(shared + _NONE)) - self.aside_deg(other.entry_deg) / _ASIDE_DEG


def arm_of(bgr: U8, mask: U8) -> SeenArm:
    """The arm where ``mask`` (h, w) is 1 of a small picture (h, w, 3), BGR."""
    height, width = mask.shape
    rim = np.zeros_like(mask)
    rim[:_EDGE_PX], rim[-_EDGE_PX:], rim[:, :_EDGE_PX], rim[:, -_EDGE_PX:] = 1, 1, 1, 1
    rows, columns = np.nonzero(mask & rim)
    left, top, wide, high = cv2.boundingRect(mask)
    part = np.s_[top : top + high, left : left + wide]
    lab = cv2.cvtColor(bgr[part], cv2.COLOR_BGR2LAB)
    colours = cv2.calcHist([lab], [0, 1, 2], np.ascontiguousarray(mask[part]), _CELLS, _RANGES).ravel()
    entry = np.array([(columns / width - 0.5).sum(), (rows / height - 0.5).sum()])
    return SeenArm(colours=colours.astype(np.float32), entry=entry)


def _share(colours: F32) -> F32:
    return colours / max(float(colours.sum()), 1.0)
