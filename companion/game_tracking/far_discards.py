"""Tell a discard from the first tile of a meld laid in the pozo's zone: by how far from the pozo it lies."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from companion.game_tracking.pozo_matching import APART_MM, PozoTile
from vision.geometry import TILE_MM

_WIDER = 1.5
"""Of the widest gap in the pozo so far: what lies still farther away does not lie as its tiles do."""
_ANEW_MM = 2.5 * TILE_MM[1]
"""A new pozo begins nearer to where one lay."""
_ENOUGH = 2
"""Tiles of a pozo that tell how it is thrown."""


class PozoGround:
    """Where the tiles of the pozo have lain in one hand, and how near to each other."""

    def __init__(self) -> None:
        self._spots: dict[tuple[int, int], tuple[float, float]] = {}
        self._widest_mm = 0.0
        """The widest gap between a tile and the nearest that lay there before."""
        self._most = 0
        """The largest number of tiles in it."""

    @property
    def spots_mm(self) -> Collection[tuple[float, float]]:
        """The places."""
        return self._spots.values()

    def far_from(self, lying: Iterable[PozoTile], many: int) -> tuple[PozoTile, ...]:
        """Those tiles that lie far from a pozo of so ``many``: who threw the others near each other does not throw so
        wide. None does where nobody saw the others."""
        if not self._spots or max(self._most, many) < _ENOUGH:
            return ()
        limit = max(APART_MM if many else _ANEW_MM, _WIDER * self._widest_mm)
        return tuple(piece for piece in lying if self._gap_mm(piece) > limit)

    def add(self, lying: Iterable[PozoTile], many: int) -> None:
        """Add the places of these tiles, in their order, to those of a pozo of so ``many``."""
        self._most = max(self._most, many)
        for piece in lying:
            x, y = piece.spot_mm.tolist()
            key = (round(x / 10), round(y / 10))
            if self._spots and key not in self._spots:
                self._widest_mm = max(self._widest_mm, self._gap_mm(piece))
            self._spots[key] = (x, y)

    def _gap_mm(self, piece: PozoTile) -> float:
        places = np.array([*self._spots.values()]).reshape(-1, 2)
        return float(np.linalg.norm(places - piece.spot_mm, axis=1).min(initial=np.inf))
