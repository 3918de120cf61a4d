"""Sort tiles in reading order: line by line from the top, each from left to right."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from vision.geometry import TILE_MM

_LINE_MM = 0.6 * TILE_MM[1]


def in_reading_order(tiles: Iterable[int], spots_mm: NDArray[np.float64]) -> list[int]:
    """Sort ``tiles``, indices into ``spots_mm`` (n, 2), in reading order."""
    lines: list[list[int]] = []
    for at in sorted(tiles, key=lambda at: float(spots_mm[at, 1])):
        if lines and abs(spots_mm[at, 1] - np.mean(spots_mm[lines[-1], 1])) < _LINE_MM:
            lines[-1].append(at)
        else:
            lines.append([at])
    return [at for line in lines for at in sorted(line, key=lambda at: float(spots_mm[at, 0]))]
