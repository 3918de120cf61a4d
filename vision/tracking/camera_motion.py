"""Distinguish a moved camera from a hand over the table.

A hand leaves everything beside it unchanged. After a small camera motion the old view can be registered to the new one;
after a large one nothing matches, though as much structure is visible.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]
_TURNING = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-4)
"""The termination criterion of the rotation search."""
_RIM = np.ones((5, 5), np.uint8)
"""The margin around a hand that its shadow changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BumpTuning:
    """Thresholds for camera motion."""

    changed: float = 0.7
    """Part of what was clearly to be seen beside a hand that has changed at least; of 1,034 pictures with a hand it is
    0.27 at most, of a camera turned by ten degrees and more it is 0.9."""
    largest: float = 0.4
    """Part of the picture that no hand covers: there all of the picture counts; of 540 of those pictures a hand
    covers 0.08 at most."""
    fewest_px: tuple[int, int] = (60, 40)
    """Small pixels that were clear there at least, and are now; fewer tell nothing, as in the dark."""


def is_from_elsewhere(before: F32, picture: F32, changed: U8, hand: U8, clear: float) -> bool:
    """Whether the camera's view has changed since ``before`` (all (h, w)).

    So it has if, beside a possible ``hand``, nearly all pixels have ``changed`` that show structure: a contrast from
    ``clear`` on.
    """
    tuning = BumpTuning()
    is_too_large = float(hand.mean()) >= tuning.largest
    beside = np.ones(hand.shape, np.bool_) if is_too_large else cv2.dilate(hand, _RIM) == 0
    was, is_now = ((np.abs(contrast) > clear) & beside for contrast in (before, picture))
    if int(was.sum()) < tuning.fewest_px[0] or int(is_now.sum()) < tuning.fewest_px[1]:
        return False
    return float(changed[was].mean()) >= tuning.changed


def warp_and_fill(table: F32, move: F32, picture: F32) -> F32:
    """The small picture after a ``move`` (2, 3), filled from ``picture`` where something came into view."""
    return np.asarray(
        cv2.warpAffine(table, move, picture.shape[::-1], picture.copy(), borderMode=cv2.BORDER_TRANSPARENT)
    )


def refine_rotation(table: F32, contrast: F32, shifted: F32) -> F32:
    """(2, 3): the rigid motion of ``table``, searched from ``shifted``; ``shifted`` itself where nothing fits."""
    back = np.asarray(cv2.invertAffineTransform(shifted), np.float32)
    with suppress(cv2.error):
        back = np.asarray(cv2.findTransformECC(contrast, table, back, cv2.MOTION_EUCLIDEAN, _TURNING)[1], np.float32)
    return np.asarray(cv2.invertAffineTransform(back), np.float32)
