"""The tiles of one photograph of a census: places, faces, and how sorted they lie."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.belief import FACE_NAMES
from vision.geometry import F64, centers, quads_of, short_sides
from vision.reading import TableReading

CLAIMED_FROM = 0.9
"""The probability from which a face is claimed."""
_EDGE = 0.06
"""Nearer to the picture's edge, in widths of a tile, it may be cut off."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenPicture:
    """The tiles of one photograph, as arrays over them."""

    name: str
    size_px: tuple[int, int]
    """Width and height."""
    quads: F64
    """(n, 4, 2): corners in pixels, clockwise from the number's top left."""
    beliefs: F64
    """(n, 54): probabilities over ``vision.belief.FACE_NAMES``."""
    is_whole: NDArray[np.bool_]
    """(n,) whether a tile is inside the picture with all its corners."""
    is_orderly: NDArray[np.bool_]
    """(n,) whether the tile beside it in its row follows it in number or colour, as in a sorted set."""

    @property
    def faces(self) -> NDArray[np.intp]:
        """(n,): the most likely face of each, an index into ``FACE_NAMES``."""
        return np.asarray(self.beliefs.argmax(axis=1), np.intp)

    @property
    def is_sure(self) -> NDArray[np.bool_]:
        """(n,) bool: whether the face of each is claimed."""
        return np.asarray(self.beliefs.max(axis=1) >= CLAIMED_FROM)

    @property
    def middles(self) -> F64:
        """(n, 2) in pixels."""
        return centers(self.quads)

    @property
    def tile_px(self) -> float:
        """The typical tile width."""
        return float(np.median(short_sides(self.quads))) if len(self.quads) else 1.0


def seen_picture(name: str, size_px: tuple[int, int], reading: TableReading) -> SeenPicture:
    """The census data of a recognised photograph."""
    quads = quads_of([tile.place.corners_px for tile in reading.tiles])
    beliefs = np.array([tile.belief.probabilities for tile in reading.tiles]).reshape(-1, len(FACE_NAMES))
    edge = _EDGE * (float(np.median(short_sides(quads))) if len(quads) else 1.0)
    inside = np.asarray(((quads > edge) & (quads < np.array(size_px) - edge)).all(axis=(1, 2)))
    return SeenPicture(name, size_px, quads, beliefs, inside, _orderly(reading, beliefs.argmax(axis=1)))


def _orderly(reading: TableReading, faces: NDArray[np.intp]) -> NDArray[np.bool_]:
    found = np.zeros(len(faces), np.bool_)
    for row in reading.rows:
        for one, other in zip(row.tiles, row.tiles[1:], strict=False):
            if _follow(FACE_NAMES[faces[one]], FACE_NAMES[faces[other]]):
                found[[one, other]] = True
    return found


def _follow(face: str, other: str) -> bool:
    """Whether two faces are adjacent in a sorted set."""
    if not (face[:-1].isdigit() and other[:-1].isdigit()):
        return face == other
    step = abs(int(face[:-1]) - int(other[:-1]))
    return (step <= 1 and face[-1] == other[-1]) or step == 0
