"""Find the reflection of a lamp on the table: burnt out, and fading into the table without an edge."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]
_BURNT = 246.0
"""The lightness, of 255, from which a place is burnt out."""
_EDGE = 40.0
"""The change of lightness from one small pixel to the next that is an edge."""
_SOFT = 0.6
"""The share of its outline that has no edge."""
_NEAR, _AROUND = np.ones((3, 3), np.uint8), np.ones((7, 7), np.uint8)


def reflections(lightness: F32, is_thing: U8) -> U8:
    """(h, w): 1 where the things of a reduced picture are the reflection of a lamp.

    ``lightness`` (h, w) is that of Lab of 8 bits, and ``is_thing`` is 1 where colours differ from the table's. A white
    tile that is burnt out has an edge all around.
    """
    out = np.zeros_like(is_thing)
    burnt = lightness > _BURNT
    if not burnt.any():
        return out
    slope = np.hypot(*(cv2.Scharr(lightness, cv2.CV_32F, *way) / 16 for way in ((1, 0), (0, 1))))
    is_edge = slope > _EDGE
    soft = ((is_thing > 0) & ~is_edge).astype(np.uint8)
    _, labels = cv2.connectedComponents(soft, connectivity=4)
    for label in np.unique(labels[burnt & (soft > 0)]):
        place = (labels == label).astype(np.uint8)
        rim = cv2.dilate(place, _NEAR) > place
        if rim.any() and 1 - float(is_edge[rim].mean()) > _SOFT:
            out |= place
    return np.asarray(cv2.dilate(out, _AROUND), np.uint8)
