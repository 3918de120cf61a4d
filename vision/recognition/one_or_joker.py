"""What looks like a 1 and may be a joker: a bar, or a word whose letters stand one below the other.

Numbers of one set are as high as one another and stand at one height, so that the rows of a tile in which anything is
printed are nearly those of its neighbours; those of such a joker are not.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.detection.patches import least_channel
from vision.predictions import NUMBERS, ONE

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]

_LOOKED_AT = (slice(6, 58), slice(12, 36, 2))
"""Rows and every other column of a patch: what is beside a 1 may be a shadow."""
_SURE = 0.8
"""Probability of another number above which a tile tells where the numbers of its set stand."""
_ENOUGH = 4
"""So many of them tell it."""
_FULL, _BOLDEST = 0.6, 8
"""A row is full from this part of the mean of so many boldest rows on: how much of it is printed does not count."""
_FRAMED = 2
"""Rows by which a tile may be framed too high or too low."""
_ALIKE = 0.82
"""Correlation of its rows with those of any other number, below which what looks like a 1 is an odd one."""


def suspected_jokers(kinds: F64, patches: U8) -> NDArray[np.intp]:
    """Which of the upright balanced ``patches`` (n, 64, 48, 3) of one set look like a 1, by their probabilities
    ``kinds`` (n, 16), and are printed in rows in which no other number is: they may as well be jokers."""
    looks_like_one, others = kinds.argmax(axis=1) == ONE, (kinds[:, :NUMBERS] > _SURE).any(axis=1)
    others &= ~looks_like_one
    if not looks_like_one.any() or np.count_nonzero(others) < _ENOUGH:
        return np.empty(0, np.intp)
    rows = _full_rows(patches)
    return np.flatnonzero(looks_like_one)[_likenesses(rows[looks_like_one], rows[others]) < _ALIKE]


def _full_rows(patches: U8) -> F32:
    """(n, 52): how full each row of the patches is."""
    columns = least_channel(patches[:, *_LOOKED_AT]).transpose(2, 0, 1).astype(np.float32, order="C")
    printed = columns.std(axis=0)
    boldest = np.sort(printed, axis=1)[:, -_BOLDEST:].mean(axis=1, keepdims=True)
    return np.asarray(np.minimum(printed, _FULL * boldest))


def _likenesses(rows: F32, others: F32) -> F32:
    """(n,): the correlation of each of ``rows`` (n, 52) with that of ``others`` (m, 52) which it fits best."""
    height = rows.shape[1] - 2 * _FRAMED
    windows = sliding_window_view(others, height, axis=1).reshape(-1, height)
    return np.asarray((_normalised(rows[:, _FRAMED:-_FRAMED]) @ _normalised(windows).T).max(axis=1))


def _normalised(rows: F32) -> F32:
    """``rows`` (n, h) such that the product of two is their correlation; a blank is like nothing."""
    around = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(around / np.maximum(np.linalg.norm(around, axis=1, keepdims=True), 1e-6), np.float32)
