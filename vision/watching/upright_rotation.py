"""Determine the rotation with which the tiles of both sides stand upright in the picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.belief import SHOWS_UPRIGHT
from vision.geometry import F64, axes, quads_of
from vision.tracking.tracked_table import Track

_CLEAR = 0.8
"""The probability of a face from which its orientation is used."""
_MIDDLE = 0.06
"""The band on either side of the picture's middle that is ignored: discards lie there in any orientation."""
_FEWEST, _MOST_OTHERWISE = 3, 0.2
"""The fewest tiles of each side, and the largest share of them in another orientation."""
_ALONG = 0.8
"""Cosine from which on a tile points along a side of the picture."""
_WAYS = {180: (0.0, 1.0), 270: (1.0, 0.0), 90: (-1.0, 0.0)}
"""The upward direction of upright tiles (to the right, down) for each rotation that a picture needs."""


def turn_wanted(tracks: Sequence[Track], size_px: tuple[int, int]) -> int:
    """The rotation in degrees clockwise (90, 180, 270) that a picture of that width and height needs; 0 for none.

    Where the players of both sides lay their tiles so that one of them reads them, the picture is that player's; where
    all of them stand on their heads, or lie on their sides, the camera hangs so. Where each side lays them for itself,
    a picture and the same turned by half look alike, and nothing is told.
    """
    telling = [track for track in tracks if track.face in SHOWS_UPRIGHT and track.opinion.belief.confidence > _CLEAR]
    if len(telling) < 2 * _FEWEST:
        return 0
    quads = quads_of([track.place.corners_px for track in telling])
    ups = -axes(quads)[1]
    ups /= np.maximum(np.linalg.norm(ups, axis=1, keepdims=True), 1e-6)
    beside = quads.mean(axis=1) / np.array(size_px) - 0.5
    return next((turn for turn, way in _WAYS.items() if _both_point(ups, beside, np.array(way))), 0)


def _both_point(ups: F64, beside: F64, way: F64) -> bool:
    """Whether most tiles on both sides of the middle, which is crossed along ``way``, point that way."""
    there, pointing = beside @ way, ups @ way > _ALONG
    sides = (pointing[there < -_MIDDLE], pointing[there > _MIDDLE])
    return all(len(side) >= _FEWEST and 1 - side.mean() <= _MOST_OTHERWISE for side in sides)
