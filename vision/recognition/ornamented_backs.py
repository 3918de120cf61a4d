"""Tell face-down tiles with an ornament from jokers: more of them are alike than any set has jokers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.belief import BACK
from vision.predictions import JOKER, KINDS

F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]

MOST_JOKERS = 4
"""No set has more."""
_ALIKE = 0.8
"""The correlation from which two prints are one ornament; two jokers of one set reach it too."""
_SURE = 0.9
"""Probability of a number from which a tile shows no ornament."""
_OFF = 3
"""Rows and columns by which a print may be framed otherwise."""
_BACK = KINDS.index(BACK)


def may_be_backs(kinds: F64) -> bool:
    """Whether so many of the ``kinds`` (n, 16) are jokers that some must be something else."""
    return int(np.count_nonzero(kinds.argmax(axis=1) == JOKER)) > MOST_JOKERS


def backs_with_ornaments(kinds: F64, prints: U8) -> F64:
    """``kinds`` (n, 16) with what shows one ornament more often than a set has jokers taken for face-down tiles.

    So is what is in doubt and shows it; a joker that looks otherwise stays one. ``prints`` (n, h, w) are of one set.
    """
    jokers = np.flatnonzero(kinds.argmax(axis=1) == JOKER)
    if len(jokers) <= MOST_JOKERS:
        return kinds
    alike = np.array([[_likeness(prints[row], prints[other]) > _ALIKE for other in jokers] for row in jokers])
    ornaments = jokers[alike.sum(axis=1) > MOST_JOKERS]
    doubtful = np.flatnonzero((kinds.max(axis=1) < _SURE) & (kinds.argmax(axis=1) < JOKER))
    more = [row for row in doubtful if any(_likeness(prints[row], prints[at]) > _ALIKE for at in ornaments[:1])]
    backs, out = [*ornaments, *more], kinds.copy()
    out[backs, _BACK] += out[backs, : JOKER + 1].sum(axis=1)
    out[backs, : JOKER + 1] = 0.0
    return out


def _likeness(print_: U8, other: U8) -> float:
    """How alike two prints are at best, also upside down: which way up an ornament lies is not known."""
    middle = print_[_OFF:-_OFF, _OFF:-_OFF]
    return max(float(cv2.matchTemplate(way, middle, cv2.TM_CCOEFF_NORMED).max()) for way in (other, other[::-1, ::-1]))
