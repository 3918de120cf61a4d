"""Detect jokers that look like a 1: a bar, or a word whose letters are stacked vertically.

Numbers of one set have the same height and position, so that the printed rows of a tile match those of other tiles;
those of such a joker do not.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detection.patches import least_channel, pixels_of, spots_of
from vision.predictions import NUMBERS, ONE

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]

_ROWS = slice(6, 58)
_LOOKED_AT = spots_of(_ROWS, slice(12, 36, 2))
"""Rows and every other column of a patch: what is beside a 1 may be a shadow."""
_SURE = 0.8
"""Probability of another number above which a tile shows the position of its set's numbers."""
_ENOUGH = 4
"""The number of such tiles that is enough."""
_FULL, _BOLDEST = 0.6, 8
"""A row is full from this part of the mean of so many boldest rows on: how much of it is printed does not count."""
_FRAMED = 2
"""Rows by which a tile may be framed too high or too low."""
_ALIKE = 0.82
"""Correlation of its rows with those of any other number, below which what looks like a 1 is an odd one."""


def suspected_jokers(kinds: F64, patches: U8) -> NDArray[np.intp]:
    """Which upright balanced ``patches`` (n, 64, 48, 3) of one set, with ``kinds`` (n, 16), may be jokers rather than a
    1.

    Those that look like a 1 and are printed in rows in which no other number is.
    """
    looks_like_one, others = kinds.argmax(axis=1) == ONE, (kinds[:, :NUMBERS] > _SURE).any(axis=1)
    others &= ~looks_like_one
    if not looks_like_one.any() or np.count_nonzero(others) < _ENOUGH:
        return np.empty(0, np.intp)
    rows = _full_rows(patches)
    return np.flatnonzero(looks_like_one)[_likenesses(rows[looks_like_one], rows[others]) < _ALIKE]


def _full_rows(patches: U8) -> F32:
    """(n, 52): the ink density of each row of the patches."""
    dark = least_channel(pixels_of(patches, _LOOKED_AT)).reshape(len(patches), _ROWS.stop - _ROWS.start, -1)
    columns = dark.transpose(2, 0, 1).astype(np.float32, order="C")
    printed = columns.std(axis=0)
    boldest = np.sort(printed, axis=1)[:, -_BOLDEST:].mean(axis=1, keepdims=True)
    return np.asarray(np.minimum(printed, _FULL * boldest))


def _likenesses(rows: F32, others: F32) -> F32:
    """(n,): the best correlation of each of ``rows`` (n, 52) with any of ``others`` (m, 52)."""
    height = rows.shape[1] - 2 * _FRAMED
    framings = [others[:, top : top + height] for top in range(2 * _FRAMED + 1)]
    windows = np.stack(framings, axis=1).reshape(-1, height)
    return np.asarray((_normalised(rows[:, _FRAMED:-_FRAMED]) @ _normalised(windows).T).max(axis=1))


def _normalised(rows: F32) -> F32:
    """``rows`` (n, h) normalised so that a dot product is a correlation; a blank row gives 0."""
    around = rows - rows.sum(axis=1, keepdims=True) / rows.shape[1]
    return np.asarray(around / np.maximum(np.sqrt((around * around).sum(axis=1, keepdims=True)), 1e-6), np.float32)
