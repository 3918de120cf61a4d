"""Medians and percentiles of short rows and of bytes: numpy's to the last bit, in a fraction of its time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]


def ranked(values: U8, rank: int) -> U8:
    """(...): the ``rank``-th smallest (from 0) of ``values`` (..., m).

    Partitioned as sixteen-bit numbers, which is several times as fast as eight bits.
    """
    return np.asarray(np.partition(values.astype(np.uint16, order="C"), rank, axis=-1)[..., rank], np.uint8)


def median(values: NDArray[Any]) -> float:
    """The median of ``values`` (n,), n > 0, floating-point and none of them NaN."""
    ordered = np.sort(values)
    return float((ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2)


def percentile(values: U8, percent: float) -> float:
    """The value of ``values`` (n,), n > 0, below which so many of a hundred lie, interpolated linearly."""
    at = (len(values) - 1) * (percent / 100)
    below = int(at)
    upto = np.cumsum(np.bincount(values, minlength=1))
    low, high = (int(np.searchsorted(upto, rank, side="right")) for rank in (below, min(below + 1, len(values) - 1)))
    share = at - below
    # As numpy rounds: from the nearer of the two.
    return float(low + (high - low) * share if share < 0.5 else high - (high - low) * (1 - share))
