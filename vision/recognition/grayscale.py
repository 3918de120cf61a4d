"""Whether a picture has colours at all: a camera by night has none, and no ink can be told from another there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detection.patches import least_channel

U8 = NDArray[np.uint8]

_ACROSS = 100
"""So many pixels of the shorter side are looked at."""
_GRAYEST = 3
"""By how much the channels of a grey picture differ at most, once it was compressed."""


def is_colorless(bgr: U8) -> bool:
    """Whether none of the pixels of a sparse grid over ``bgr`` (height, width, 3) has a colour. White tiles printed in
    black on a white table have some: no camera shows white without a tint."""
    step = max(1, min(bgr.shape[:2]) // _ACROSS)
    sparse = bgr[::step, ::step]
    most = 255 - least_channel(255 - sparse)
    return int((most - least_channel(sparse)).max(initial=0)) <= _GRAYEST
