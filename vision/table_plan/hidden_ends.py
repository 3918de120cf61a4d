"""Find rows that run up to something behind which more of their tiles may lie, as a high pile seen at a slant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.geometry import F32, F64
from vision.table_plan.faceless_objects import FacelessObject
from vision.tracking.settled_report import SettledReading

_FEWEST = 3
_COVERED = 0.9
"""The share of the place of one more tile from which it would be out of view."""
_POINTS = np.linspace(0.1, 0.9, 7)
"""Along and across a place, where it is looked at."""


def hidden_ends(settled: SettledReading, objects: Sequence[FacelessObject]) -> frozenset[int]:
    """The numbers of the tiles at the ends of rows beside which one of the ``objects`` would hide one more.

    What reaches the picture's edge is left out: an arm passes.
    """
    whole = [thing.outline_px.astype(np.float32) for thing in objects if not thing.is_cut]
    return frozenset(
        number for number, place in _places_beyond(settled) if any(_share(place, thing) > _COVERED for thing in whole)
    )


def _places_beyond(settled: SettledReading) -> Iterator[tuple[int, F64]]:
    """The number of each tile at the end of a row, and where the next one would lie, (4, 2)."""
    tiles, numbers = settled.reading.tiles, settled.numbers
    for row in (row.tiles for row in settled.reading.rows if len(row.tiles) >= _FEWEST):
        for end, beside in ((row[0], row[1]), (row[-1], row[-2])):
            place, other = (tiles[at].place.corners_px.astype(np.float64) for at in (end, beside))
            yield numbers[end], 2 * place - other


def _share(place: F64, outline: F32) -> float:
    """How much of a place lies within an outline (n, 2); nothing where its middle does not."""
    if not _is_within(place.mean(axis=0), outline):
        return 0.0
    across, down = (part.reshape(-1, 1) for part in np.meshgrid(_POINTS, _POINTS))
    upper, lower = place[0] + across * (place[1] - place[0]), place[3] + across * (place[2] - place[3])
    return float(np.mean([_is_within(point, outline) for point in upper + down * (lower - upper)]))


def _is_within(point: F64, outline: F32) -> bool:
    return bool(cv2.pointPolygonTest(outline, (float(point[0]), float(point[1])), measureDist=False) >= 0)
