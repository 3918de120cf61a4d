"""Infer the tiles hidden under a tile across a row, from the gaps between the visible ones."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import F64, axes, centers, components, quads_of
from vision.layout.tiles_across_rows import CrossingTile, lowered, seen_narrower
from vision.reading import TableReading

_PARTLY = 0.1
"""The smallest share of a tile under the one across at which part of its print may be hidden."""
_UNEVEN = 0.45
"""In steps of the row: the tolerance between a gap and a whole number of tiles."""
_BEYOND = 0.25
"""In widths: the distance beyond the last tile from which the tile across may hide another one there."""
_NEAR = 0.4
"""In widths: the largest distance between a tile across and the centre of a hidden tile, where it lies half over the
row."""
_NEXT, _SQUEEZED = 1.4, 0.96
"""In widths: the largest step to the next tile, and the step below which tiles overlap, so that two may be hidden at
an end."""
_STEPS = (0.5, 1.25)
"""The steps between tiles, in widths, overlapping or not."""


@dataclass(frozen=True, slots=True)
class CoveredRow:
    """A row partly covered by a tile across it."""

    places: tuple[int | None, ...]
    """Its tiles by index, from left to right; None for one that is hidden wholly, with tiles on both sides."""
    partly: frozenset[int]
    """Those of which a part is hidden."""
    may_begin: int
    """The largest number of further hidden tiles before the first."""
    may_end: int
    """The same after the last."""


def covered(crossing: CrossingTile, reading: TableReading) -> CoveredRow | None:
    """What lies under a tile across a row; None where the gap does not fit whole tiles."""
    quads = quads_of([tile.place.corners_px for tile in reading.tiles])
    row = [tile for part in crossing.under for tile in part]
    tiles, low = quads[row], lowered(quads[row], quads[crossing.tile])
    over = np.asarray(cv2.convexHull(np.concatenate([quads[crossing.tile], low]).astype(np.float32)), np.float32)
    missing = _missing(tiles)
    if missing is None or any(count and not _is_under(tiles[[at, at + 1]], over) for at, count in enumerate(missing)):
        return None
    places = list[int | None]()
    for tile, count in zip(row, [*missing, 0], strict=True):
        places += [tile, *[None] * count]
    (before,), (after,) = _along(tiles[0], low), _along(tiles[-1], low)
    partly = frozenset(tile for tile, quad in zip(row, tiles, strict=True) if _share(quad, over) > _PARTLY)
    most = 1 if _step(tiles) / seen_narrower(tiles, quads[crossing.tile]) > _SQUEEZED else 2
    return CoveredRow(tuple(places), partly, most * bool(before < -_BEYOND), most * bool(after > _BEYOND))


def _missing(tiles: F64) -> list[int] | None:
    """The number of missing tiles after each of ``tiles`` (n, 4, 2) but the last."""
    room, step = _room(tiles), _step(tiles)
    counts = (room / step).round().astype(int)
    if len(room) and (np.abs(room / step - counts).max() > _UNEVEN or counts.min() < 1):
        return None
    return [int(count) - 1 for count in counts]


def _room(tiles: F64) -> F64:
    """(n - 1,): the centre distances of consecutive ``tiles`` (n, 4, 2), in widths."""
    across, _ = axes(tiles)
    widths = np.linalg.norm(across, axis=1)
    return np.asarray(np.linalg.norm(np.diff(centers(tiles), axis=0), axis=1) / (widths[1:] + widths[:-1]) * 2)


def _step(tiles: F64) -> float:
    """The usual centre distance in a row, in widths."""
    near = (room := _room(tiles))[room < _NEXT]
    return float(np.clip(np.median(near), *_STEPS)) if len(near) > 1 else 1.0


def _along(tile: F64, quad: F64) -> F64:
    """(1,): the position of a quad's (4, 2) centre to the right of a ``tile`` (4, 2), in widths."""
    right, down = axes(tile[None])
    along, _ = components(centers(quad[None]) - centers(tile[None]), right, down)
    return np.asarray(along)


def _is_under(pair: F64, over: NDArray[np.float32]) -> bool:
    """Whether the midpoint between two tiles (2, 4, 2) lies inside the outline of the tile across."""
    (x, y), (across, _) = centers(pair).mean(axis=0), axes(pair)
    away = -cv2.pointPolygonTest(over, (float(x), float(y)), measureDist=True)
    return bool(away <= _NEAR * np.linalg.norm(across, axis=1).mean())


def _share(quad: F64, over: NDArray[np.float32]) -> float:
    """The fraction of a quad (4, 2) that an outline covers."""
    hull = np.asarray(cv2.convexHull(quad.astype(np.float32)), np.float32)
    hidden, _ = cv2.intersectConvexConvex(hull, over)
    return float(hidden) / max(float(cv2.contourArea(hull)), 1e-6)
