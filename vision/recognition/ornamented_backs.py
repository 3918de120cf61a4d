"""Tell face-down tiles with an ornament from jokers: more of them are alike than any set has jokers."""

from __future__ import annotations

from itertools import islice

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
_COMPARED = 3
"""Backs with an ornament with which what may be one more is compared."""
_OFF = 3
"""Rows and columns by which a print may be framed otherwise."""
_BACK = KINDS.index(BACK)


def may_be_backs(kinds: F64) -> bool:
    """Whether so many of the ``kinds`` (n, 16) are jokers that some must be something else."""
    return int(np.count_nonzero(kinds.argmax(axis=1) == JOKER)) > MOST_JOKERS


def backs_with_ornaments(kinds: F64, prints: U8, known: int = 0) -> F64:
    """``kinds`` (n, 16) with what shows one ornament more often than a set has jokers taken for face-down tiles.

    So is what is in doubt or seems a joker and shows it; a joker that looks otherwise stays one. ``prints`` (n, h, w)
    are of one set. The first so many, which are ``known``, are only compared with and stay as they are.
    """
    jokers = np.flatnonzero(kinds.argmax(axis=1) == JOKER)
    if len(jokers) <= MOST_JOKERS:
        return kinds
    doubtful = np.flatnonzero((kinds.max(axis=1) < _SURE) & (kinds.argmax(axis=1) < JOKER))
    backs = [row for row in jokers[jokers >= known].tolist() if _is_frequent(row, jokers, prints)]
    ornaments = backs[:_COMPARED] or [row for row in jokers.tolist() if _is_frequent(row, jokers, prints)][:_COMPARED]
    others = [row for row in (*jokers.tolist(), *doubtful.tolist()) if row >= known and row not in backs]
    backs += [row for row in others if any(_is_alike(prints[row], prints[ornament]) for ornament in ornaments)]
    out = kinds.copy()
    out[backs, _BACK] += out[backs, : JOKER + 1].sum(axis=1)
    out[backs, : JOKER + 1] = 0.0
    return out


def _is_frequent(row: int, jokers: NDArray[np.intp], prints: U8) -> bool:
    """Whether more of the ``jokers`` show the print of ``row`` than a set has; no more are compared than tell."""
    alike = (other for other in jokers if _is_alike(prints[row], prints[other]))
    return len(list(islice(alike, MOST_JOKERS + 1))) > MOST_JOKERS


def _is_alike(print_: U8, other: U8) -> bool:
    """Whether two prints are alike, also upside down: which way up an ornament lies is not known."""
    middle = print_[_OFF:-_OFF, _OFF:-_OFF]
    ways = (other, other[::-1, ::-1])
    return any(float(cv2.matchTemplate(way, middle, cv2.TM_CCOEFF_NORMED).max()) > _ALIKE for way in ways)
