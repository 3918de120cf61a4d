"""The result of one look of the detector: places, best first, and how they were found."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry import distances, short_sides
from vision.reading import DetectedTile

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]

_SAME, _ALIKE = 0.35, 1.5
"""Places of two looks are one where their centres are nearer than the first, in short sides, and neither is so many
times as large as the other."""


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """The places of a picture, best first, and the scale at which they were detected."""

    quads: F32
    """(n, 4, 2): corners in pixels of the picture."""
    scores: F32
    scale: float
    side_px: float | None
    """The short side of the tiles, where the look before knew it."""
    picture: U8
    """(4 h, 4 w, 3): what the network was shown, the picture at that scale."""
    answer: F32
    """(h, w, 11): the network's output for the picture at that scale."""
    passed_over: tuple[F32, F32] = (np.empty((0, 4, 2), np.float32), np.empty(0, np.float32))
    """Certain places (n, 4, 2) and their scores (n,) of smaller scales, far larger than those here: where a rug gives
    many small places, these may be the tiles."""

    @property
    def places(self) -> tuple[DetectedTile, ...]:
        """The same as `DetectedTile` values."""
        return tuple(map(DetectedTile, self.quads, self.scores.tolist()))

    def with_places(self, quads: F32, scores: F32) -> Detections:
        """These and the further places (n, 4, 2) with their scores (n,) that are none of them."""
        if not len(quads):
            return self
        near = distances(quads.mean(axis=1), self.quads.mean(axis=1)) < _SAME * short_sides(quads)[:, None]
        times = short_sides(self.quads)[None] / np.maximum(short_sides(quads)[:, None], 1e-6)
        fresh = ~(near & (times > 1 / _ALIKE) & (times < _ALIKE)).any(axis=1)
        all_quads, all_scores = np.concatenate([self.quads, quads[fresh]]), np.concatenate([self.scores, scores[fresh]])
        order = np.argsort(-all_scores, kind="stable")
        return replace(self, quads=all_quads[order], scores=all_scores[order])
