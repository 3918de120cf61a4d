"""Combine several beliefs about one tile: a logarithmic opinion pool with a capped weight.

Readings of the same tile in the same light are correlated, so that ten of them are not ten independent witnesses: they
are averaged, and count for little more than one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.belief import FACE_NAMES, Belief, same_print
from vision.geometry import axes, quads_of
from vision.reading import DetectedTile, ReadTile

WITNESSES = 1.2
"""The maximum number of independent looks that any number of looks counts for."""
MEMORY = 8.0
"""The approximate number of looks after which older ones fade."""
_FLOOR = 1e-4
"""No look says that a face is less likely than this: a single bad one is no veto."""


@dataclass(frozen=True, slots=True, eq=False)
class PooledBelief:
    """The pooled readings of one tile."""

    logarithms: NDArray[np.float64]
    """(54,): the sum of the log probabilities of all looks."""
    weight: float
    """The number of looks in that sum; older ones fade."""
    looks: int
    """The number of looks."""

    @staticmethod
    def of(belief: Belief) -> PooledBelief:
        """The opinion after the first reading."""
        return PooledBelief(_logarithms(belief), 1.0, 1)

    def after(self, belief: Belief) -> PooledBelief:
        """The opinion after another reading."""
        kept = min(self.weight, MEMORY - 1) / self.weight
        return PooledBelief(self.logarithms * kept + _logarithms(belief), self.weight * kept + 1, self.looks + 1)

    def upright(self, lies: DetectedTile, tile: ReadTile) -> DetectedTile:
        """The place ``lies``, rotated so that the 6 or 9 of this opinion is upright, given the last reading ``tile``.

        A 6 that turns out to be a 9 lay the other way up. Any other number keeps its orientation.
        """
        face = self.belief.best
        if face[:-1] not in ("6", "9"):
            return lies
        up, seen_up = axes(quads_of([lies.corners_px, tile.place.corners_px]))[1]
        is_upright = (up @ seen_up > 0) != same_print(face, tile.belief.best)
        return lies if is_upright else replace(lies, corners_px=np.roll(lies.corners_px, 2, axis=0))

    @property
    def belief(self) -> Belief:
        """The pooled belief."""
        pooled = self.logarithms / self.weight * min(self.weight, WITNESSES)
        power = np.exp(pooled - pooled.max())
        return Belief(power / power.sum())


def _logarithms(belief: Belief) -> NDArray[np.float64]:
    lifted = belief.probabilities * (1 - _FLOOR * len(FACE_NAMES)) + _FLOOR
    return np.asarray(np.log(lifted))
