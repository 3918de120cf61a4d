"""A picture with detected places that are read only on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import numpy as np

from vision.change_detection.bare_table import SmallPicture
from vision.change_detection.signatures import U8
from vision.geometry import F32, centers, distances, quads_of, side_lengths
from vision.reading import DetectedTile, ReadTile

Detect = Callable[[U8], Sequence[DetectedTile]]
TileJudge = Callable[[U8, Sequence[DetectedTile]], Sequence[ReadTile | None]]
"""A function with one answer for each place, in order; None for a false positive."""
ARRIVED = 0.9
"""The minimum score of a place where something has arrived."""
COMPANY = 10
"""The number of further tiles read along: inks are judged relative to the other tiles of the picture."""
BESIDE = 1.2
"""Places within this many heights are read along: they give the orientation."""


class LazyFrame:
    """The detected places of one picture, and the cached readings of them."""

    def __init__(self, bgr: U8, places: Sequence[DetectedTile], judge: TileJudge) -> None:
        self.bgr = bgr
        self.quads: F32 = np.array([place.corners_px for place in places], np.float32).reshape(-1, 4, 2)
        quads = quads_of(self.quads)
        self._middles, self._heights = centers(quads), side_lengths(quads).max(axis=1)
        self._places, self._judge = list(places), judge
        self._answers: dict[int, ReadTile | None] = {}

    @cached_property
    def small(self) -> SmallPicture:
        """The reduced picture, as compared with the background model."""
        return SmallPicture.of(self.bgr)

    def __len__(self) -> int:
        return len(self._places)

    def read(self, wanted: Iterable[int]) -> None:
        """Read the places ``wanted``, together with their neighbours and a few others."""
        asked = [place for place in dict.fromkeys(wanted) if place not in self._answers]
        if not asked:
            return
        asked += self._beside(asked)
        others = sorted(set(range(len(self))) - self._answers.keys() - set(asked))
        asked += others[:: max(1, len(others) // COMPANY)][:COMPANY]
        answers = self._judge(self.bgr, [self._places[place] for place in asked])
        self._answers = dict(zip(asked, answers, strict=True)) | self._answers

    def _beside(self, places: Sequence[int]) -> list[int]:
        """The neighbours of places."""
        apart = distances(self._middles, self._middles[places])
        near = (apart < BESIDE * self._heights[None, places]).any(axis=1)
        return sorted(set(np.flatnonzero(near).tolist()).difference(places))

    def raise_scores(self, places: Iterable[int]) -> None:
        """Raise the score of ``places``, where something has arrived since the last picture."""
        for place in places:
            found = self._places[place]
            self._places[place] = DetectedTile(found.corners_px, max(found.score, ARRIVED))

    def score(self, place: int) -> float:
        """The detector's score of a place."""
        return self._places[place].score

    def was_read(self, place: int) -> bool:
        """Whether a place was read."""
        return place in self._answers

    def tile(self, place: int) -> ReadTile | None:
        """The tile at a place that was read; None where it is none."""
        return self._answers.get(place)

    @property
    def tiles_read(self) -> int:
        """The number of places read."""
        return len(self._answers)
