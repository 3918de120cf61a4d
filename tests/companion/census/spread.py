"""Tiles on a table as several photographs show them, each from where it was taken; nothing is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.census import SeenPicture, seen_picture
from vision.belief import Belief
from vision.geometry import F64, transform_points
from vision.reading import DetectedTile, ReadTile, TableReading, TileRow

SIZE_PX = (1600, 1200)
TILE = np.array([[-13, -18], [13, -18], [13, 18], [-13, 18]], np.float64)


@dataclass(frozen=True, eq=False)
class Spread:
    """A table: each face with its corners in millimetres."""

    faces: tuple[str, ...]
    quads: F64

    @staticmethod
    def of(faces: Sequence[str], seed: int, *, columns: int = 13) -> Spread:
        """``faces`` in places 50 mm apart, each laid by hand."""
        rng = np.random.default_rng(seed)
        quads = []
        for at in range(len(faces)):
            turn = rng.uniform(-0.3, 0.3)
            matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            quads.append(TILE @ matrix.T + [50 * (at % columns), 50 * (at // columns)] + rng.normal(0, 2, 2))
        return Spread(tuple(faces), np.array(quads))

    def photograph(
        self, name: str, middle: tuple[float, float], *, doubts: dict[int, Belief] | None = None
    ) -> SeenPicture:
        """What a camera somewhat askew over ``middle`` sees, 360 mm wide; corners are found to half a pixel."""
        rng = np.random.default_rng(abs(hash(middle)) % 1000)
        scale = SIZE_PX[0] / 360
        lean = rng.normal(0, 3e-5, 2)
        picture_from_table = (
            np.array([[1, 0, SIZE_PX[0] / 2], [0, 1, SIZE_PX[1] / 2], [0, 0, 1]])
            @ np.array([[scale, 0, 0], [0, scale, 0], [*lean, 1]])
            @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
        )
        tiles = []
        for at, (face, quad) in enumerate(zip(self.faces, self.quads, strict=True)):
            corners = transform_points(picture_from_table, quad)
            if ((corners.mean(axis=0) > 0) & (corners.mean(axis=0) < SIZE_PX)).all():
                corners = np.clip(corners + rng.normal(0, 0.5, (4, 2)), 0, SIZE_PX)
                belief = (doubts or {}).get(at) or Belief.peaked(face)
                tiles.append(ReadTile(DetectedTile(corners.astype(np.float32), 1.0), belief))
        return seen_picture(name, SIZE_PX, TableReading(tuple(tiles), (), tuple(range(len(tiles)))))


def sorted_row(name: str, faces: Sequence[str], seed: int) -> SeenPicture:
    """A photograph of one sorted row, laid neatly, as the next one is."""
    rng = np.random.default_rng(seed)
    quads = [TILE * 4 + [120 + 110 * at, 600] + rng.normal(0, 1.5, (1, 2)) for at in range(len(faces))]
    tiles = [
        ReadTile(DetectedTile(quad.astype(np.float32), 1.0), Belief.peaked(face))
        for quad, face in zip(quads, faces, strict=True)
    ]
    return seen_picture(name, SIZE_PX, TableReading(tuple(tiles), (TileRow(tuple(range(len(tiles)))),), ()))
