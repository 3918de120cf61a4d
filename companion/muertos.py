"""The muertos by where they lie: nobody adds one, so that what comes into view beside them is none."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision.surface import TILE_MM

Spots = Mapping[int, NDArray[np.float64]]
"""Places on the table (2,) in millimetres, by the numbers that tiles keep."""
_SAME_MM = 0.4 * TILE_MM[1]
"""A pile that is nearer to where a muerto lay is that muerto."""


class MuertosInView:
    """Counts the muertos that lie there, once all of them were in view together."""

    def __init__(self, count: int) -> None:
        """``count`` muertos are dealt."""
        self._count = count
        self._known: dict[int, NDArray[np.float64]] = {}

    def __call__(self, piles: Spots) -> int | None:
        """How many lie there, of all ``piles`` that are in view; None as long as not all of them were at one time.

        A pile that keeps its number is followed where somebody pushes it. What shows where one was taken, a pattern
        or the rest of its shadow, is no muerto unless it lies exactly there. Where more piles than muertos lay from
        the beginning some are patterns: those stay, so that each that goes is a muerto.
        """
        if not self._known:
            if not 0 < self._count <= len(piles):
                return None
            self._known = dict(piles)
        there = {number: self._same(number, piles) for number in self._known}
        for number, found in there.items():
            if found is not None:
                del self._known[number]
                self._known[found] = piles[found]
        gone = len(there) - len({found for found in there.values() if found is not None})
        return max(self._count - gone, 0)

    def _same(self, number: int, piles: Spots) -> int | None:
        """The number of the pile that is the muerto ``number``; None where it is not in view."""
        if number in piles:
            return number
        apart = {one: float(np.hypot(*(spot - self._known[number]))) for one, spot in piles.items()}
        return min((one for one in apart if apart[one] < _SAME_MM), key=lambda one: apart[one], default=None)
