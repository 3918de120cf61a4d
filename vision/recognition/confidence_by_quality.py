"""Reduce the confidence of readings in poor pictures, tile by tile.

A reader is certain of an 8 that was a 6 before the shake, and of blue where a screen's moiré lies over black. The odds
of number and of colour are each raised to a power between 0 and 1; 1 where everything is good. Each limit is a ramp
between two values of `vision.quality.tile_quality`; all were fitted on `degraded_photographs`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.belief import BACK
from vision.order_statistics import median
from vision.predictions import F64, KINDS, Predictions
from vision.quality.tile_quality import Quality


@dataclass(frozen=True, slots=True)
class Ramp:
    """A linear ramp: 1 from ``good`` on, ``least`` beyond ``bad``."""

    good: float
    bad: float
    least: float

    def __call__(self, measure: F64 | float) -> F64:
        """The exponent for the odds, from 0 to 1."""
        share = np.minimum(np.maximum((np.asarray(measure) - self.good) / (self.bad - self.good), 0.0), 1.0)
        return np.asarray(1 - share * (1 - self.least))


@dataclass(frozen=True, slots=True)
class TrustTuning:
    """The ramps for the odds of number and of colour, by quality measure."""

    number_sharp: Ramp = Ramp(0.18, 0.08, 0.35)
    number_contrast: Ramp = Ramp(70, 40, 0.5)
    number_uneven: Ramp = Ramp(25, 45, 0.4)
    number_burnt: Ramp = Ramp(0.5, 0.95, 0.5)
    number_blocky: Ramp = Ramp(2.2, 3.2, 0.6)
    number_covered: Ramp = Ramp(0.06, 0.11, 0.3)
    color_sharp: Ramp = Ramp(0.165, 0.1, 0.6)
    color_contrast: Ramp = Ramp(110, 60, 0.4)
    color_uneven: Ramp = Ramp(14, 30, 0.25)
    color_burnt: Ramp = Ramp(0.2, 0.7, 0.4)
    color_tint: Ramp = Ramp(35, 15, 0.55)
    color_blocky: Ramp = Ramp(2.2, 3.0, 0.4)
    color_sunk: Ramp = Ramp(110, 70, 0.3)
    color_rimmed: Ramp = Ramp(11.5, 16, 0.45)
    blank: float = 0.5
    """Part of a tile that is burnt out, from which on it may be a face that nothing is left of and never is a back."""


TUNING = TrustTuning()


@dataclass(frozen=True, slots=True, eq=False)
class QualityExponents:
    """The exponents for the odds of n tiles; arrays of shape (n,), 1 where all is good."""

    number: F64
    color: F64

    @staticmethod
    def of(
        quality: Quality, has_print: NDArray[np.bool_], covered: F64, tuning: TrustTuning = TUNING
    ) -> QualityExponents:
        """The exponents for this ``quality``: the minimum over its measures.

        ``covered`` (n,) is the part of each tile that lies under the one beside it. Tiles without print (n,) are taken
        to be as sharp, and of as much contrast, as the printed ones.
        """
        sharp, contrast = _where_printed(quality.sharp, has_print), _where_printed(quality.contrast, has_print)
        number = (
            tuning.number_sharp(sharp), tuning.number_contrast(contrast),
            tuning.number_uneven(quality.uneven), tuning.number_burnt(quality.burnt), tuning.number_covered(covered),
        )  # fmt: skip
        color = (
            tuning.color_sharp(sharp), tuning.color_contrast(contrast),
            tuning.color_uneven(quality.uneven), tuning.color_burnt(quality.burnt), tuning.color_sunk(quality.sunk),
        )  # fmt: skip
        of_all = float(min(tuning.color_tint(quality.tint), tuning.color_blocky(quality.blocky),
                           tuning.color_rimmed(quality.rimmed)))  # fmt: skip
        return QualityExponents(
            np.minimum(np.minimum.reduce(number), tuning.number_blocky(quality.blocky)),
            np.minimum(np.minimum.reduce(color), of_all),
        )

    def poor(self) -> NDArray[np.intp]:
        """The tiles with reduced confidence."""
        return np.flatnonzero((self.number < 1) | (self.color < 1))

    def applied(self, look: Predictions, quality: Quality, tuning: TrustTuning = TUNING) -> Predictions:
        """``look`` with reduced odds. The most likely kind stays so, except on overexposed tiles."""
        kind = _blanks(_weakened(look.kind, self.number), quality, tuning)
        return replace(look, kind=kind, color=_weakened(look.color, self.color))


def _where_printed(measure: F64, has_print: NDArray[np.bool_]) -> F64:
    """The ``measure`` (n,), with unprinted tiles set to that of the others; infinite (good) without any."""
    usual = median(measure[has_print]) if has_print.any() else np.inf
    return np.where(has_print, measure, usual)


def _weakened(chances: F64, powers: F64) -> F64:
    """Probabilities (n, k) with their odds raised to the ``powers`` (n,)."""
    weak = chances ** powers[:, None]
    return np.asarray(weak / weak.sum(axis=1, keepdims=True))


def _blanks(kind: F64, quality: Quality, tuning: TrustTuning) -> F64:
    """The kinds (n, 16), with overexposed face-down tiles made uniform: they may show any face."""
    back = KINDS.index(BACK)
    blank = (kind.argmax(axis=1) == back) & (quality.burnt > tuning.blank)
    any_face = np.where(np.arange(kind.shape[1]) < back, 0.5 / back, 0.0)
    any_face[back] = 0.5
    return np.where(blank[:, None], any_face, kind)
