"""The inks of one table from look to look: tiles that are read few at a time are judged beside those read before."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import centers, quads_of, side_lengths
from vision.inks import KnownInks
from vision.print_inks import colors_of

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]

MOST_TILES = 106
"""So many tiles are remembered, as many as a set has."""
SAME_SPOT = 0.3
"""Nearer than this part of a tile's shorter side, what was read before lay on the same spot."""


class InkMemory:
    """What the ink of each tile of a table looked like when it was read last, also of those that were covered since."""

    def __init__(self) -> None:
        self._spots: F64 = np.empty((0, 2))
        self._prints: F64 = np.empty((0, 3, 4))
        self._alone: F64 = np.empty((0, 4))

    def colors_of(self, quads_px: F32, prints: F64, alone: F64, known: KnownInks | None = None) -> F64:
        """Colour probabilities (n, 4) of the tiles on ``quads_px`` (n, 4, 2), as `vision.print_inks.colors_of` gives
        them, judged together with the tiles that were read elsewhere before."""
        quads = quads_of(quads_px)
        spots, reach = centers(quads), SAME_SPOT * side_lengths(quads).min(axis=1)
        apart = np.linalg.norm(self._spots[:, None] - spots[None], axis=2)
        elsewhere = np.flatnonzero((apart > reach).all(axis=1))
        elsewhere = elsewhere[max(0, len(elsewhere) + len(spots) - MOST_TILES) :]
        self._spots = np.concatenate([self._spots[elsewhere], spots])
        self._prints = np.concatenate([self._prints[elsewhere], prints])
        self._alone = np.concatenate([self._alone[elsewhere], alone])
        return colors_of(self._prints, self._alone, known)[len(elsewhere) :]
