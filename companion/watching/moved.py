"""How far tiles were moved by hands, told apart from how the whole table seems to move when it is seen better."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from companion.watching.muertos import Spots

_FEWEST = 3
"""Tiles that are still there, without which nobody can tell how the table seems to move."""


def drift(before: Spots, now: Spots) -> NDArray[np.float64]:
    """(2,) in millimetres: how most tiles seem to have moved, by their numbers; not at all where too few are left."""
    both = before.keys() & now.keys()
    if len(both) < _FEWEST:
        return np.zeros(2)
    return np.asarray(np.median([now[number] - before[number] for number in both], axis=0), np.float64)


def moved_mm(before: Spots, now: Spots) -> Mapping[int, float]:
    """By number, how far each tile that is still there was moved against most others."""
    shift = drift(before, now)
    return {number: float(np.hypot(*(now[number] - before[number] - shift))) for number in before.keys() & now.keys()}
