"""Detect pictures without colour, such as those of night-vision cameras, in which inks cannot be told apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detection.patches import greatest_channel, least_channel

U8 = NDArray[np.uint8]

_ACROSS = 100
"""The number of sampled pixels along the shorter side."""
_GRAYEST = 3
"""The largest channel difference of a grey picture after compression."""


def is_colorless(bgr: U8) -> bool:
    """Whether none of a sparse grid of pixels of ``bgr`` (height, width, 3) has a colour.

    Black print on white tiles on a white table still has some: no camera shows white without a tint.
    """
    step = max(1, min(bgr.shape[:2]) // _ACROSS)
    sparse = np.asarray(bgr[::step, ::step])
    return int((greatest_channel(sparse) - least_channel(sparse)).max(initial=0)) <= _GRAYEST
