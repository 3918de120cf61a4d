"""Remember measurements of one table's tiles between pictures, so that a few tiles can be judged with the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.geometry import centers, distances, quads_of, short_sides

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
Measured = NDArray[Any]

MOST_TILES = 106
"""The number of remembered tiles, that of a set."""
SAME_SPOT = 0.3
"""Nearer than this part of a tile's shorter side, what was read before lay on the same spot."""


class SpotMemory:
    """The last measurement of each tile position of a table, kept while it is covered."""

    def __init__(self) -> None:
        self._spots: F64 = np.empty((0, 2))
        self._known: Sequence[Measured] = ()

    def along(self, quads_px: F32, *measured: Measured) -> tuple[Measured, ...]:
        """Append ``measured`` (n, ...) of the tiles at ``quads_px`` (n, 4, 2) to those remembered elsewhere, and store
        it."""
        quads = quads_of(quads_px)
        spots, reach = centers(quads), SAME_SPOT * short_sides(quads)
        apart = distances(self._spots, spots)
        elsewhere = np.flatnonzero((apart > reach).all(axis=1))
        elsewhere = elsewhere[max(0, len(elsewhere) + len(spots) - MOST_TILES) :]
        self._spots = np.concatenate([self._spots[elsewhere], spots])
        known = self._known or [sample[:0] for sample in measured]
        self._known = [np.concatenate([old[elsewhere], new]) for old, new in zip(known, measured, strict=True)]
        return tuple(self._known)


@dataclass(frozen=True, slots=True)
class TableMemory:
    """The memory of one table: ink features and prints of its tiles."""

    inks: SpotMemory = field(default_factory=SpotMemory)
    prints: SpotMemory = field(default_factory=SpotMemory)
