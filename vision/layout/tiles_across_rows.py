"""Find tiles that lie across a row, the mark of a finished canasta, by geometry in the measure of the row's tiles.

A tile rotated by about a quarter turn against the row and overlapping it belongs to it (004:31). It may have hidden
enough to split the row in two, which are joined again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.geometry import F64, axes, centers, components, quads_of
from vision.layout.layout import ASPECT
from vision.reading import TableReading

_TELLING = 5
"""Tiles of a row, the nearest, that tell how far off its line something lies."""
_TURNED_DEG = 50.0
"""The smallest rotation against a row of a tile across it."""
_OFF, _BESIDE = 1.0, 1.65
"""Its middle seems to lie at most so many heights off the row's line, and so many widths beyond its first or last
tile, for it may hide one more."""
_NEXT, _APART = 1.9, (1.5, 3.4)
"""In widths: the largest distance between the tile across and each part of a split row, and between the parts."""
_LEVEL = 0.4
"""In heights: the largest offset of one part from the line of the other."""
_THICK = 0.3
"""The thickness of a tile, in its widths, which raises a tile on top."""
_NARROWER = 1.1
"""The width ratio from which tiles are narrower than the one across because they overlap."""
_UPWARD = 0.3
"""The sine from which foreshortening shows which way is up."""


@dataclass(frozen=True, slots=True)
class CrossingTile:
    """A tile that lies across a row."""

    tile: int
    """By index of the reading."""
    under: tuple[tuple[int, ...], ...]
    """The tiles of the row under it, by index, from left to right; in two parts where it parts the row."""
    off: float
    """The distance of its centre from the row's line, in tile heights, corrected for the height at which it lies; 0
    where it lies across the whole row."""
    hidden: int
    """The total number of tiles that it hides, according to the gap between two parts."""
    rivals: tuple[tuple[int, ...], ...] = ()
    """Other rows that it may lie across as well."""


def crossings(reading: TableReading, beside: float = _BESIDE) -> tuple[CrossingTile, ...]:
    """The loose tiles that lie across a row, each with its best row.

    ``beside`` is the maximum distance, in widths, of its centre beyond an end of the row.
    """
    quads = quads_of([tile.place.corners_px for tile in reading.tiles])
    found = (_crossing(at, reading, quads, beside) for at in reading.loose)
    return tuple(crossing for crossing in found if crossing)


def _crossing(at: int, reading: TableReading, quads: F64, beside: float) -> CrossingTile | None:
    parted = sorted(_between(at, reading, quads), key=lambda crossing: crossing.off)
    over = sorted(_over(at, reading, quads, beside), key=lambda crossing: crossing.off)
    best = next(iter(parted or over), None)
    rivals = [crossing.under[0] for crossing in over if best and crossing.under[0] not in best.under]
    return replace(best, rivals=tuple(rivals)) if best and rivals else best


def _over(at: int, reading: TableReading, quads: F64, beside: float) -> Iterator[CrossingTile]:
    """The rows that a tile overlaps. A partly hidden tile seems lower, so the others give the line."""
    for row in reading.rows:
        tiles = quads[list(row.tiles)]
        along, off = _seen_from(tiles, lowered(tiles, quads[at]))
        nearest = np.abs(along).argsort()[:_TELLING]
        away = float(np.median(np.abs(off[nearest])))
        if abs(along[nearest[0]]) < beside and away < _OFF and _is_across(tiles, quads[at]):
            yield CrossingTile(at, (row.tiles,), away, 0)


def _between(at: int, reading: TableReading, quads: F64) -> Iterator[CrossingTile]:
    """The pairs of rows, one possibly a single tile, that would be one row without the tile between them."""
    rows = tuple(row.tiles for row in reading.rows)
    for row in rows:
        right, down = _frame(quads[list(row)])
        if not _is_across(quads[list(row)], quads[at]):
            continue
        for part in (*rows, *((tile,) for tile in reading.loose if tile != at)):
            for before, after in ((row, part), (part, row)):
                low = lowered(quads[list(row)], quads[at])
                ends = centers(np.stack([quads[before[-1]], low, quads[after[0]]]))
                (to_tile, _), (level, _) = components(ends[1:] - ends[:1], right, down)
                apart, step = (axis[1] for axis in components(ends[1:] - ends[:1], right, down))
                is_between = 0 < to_tile < _NEXT and 0 < apart - to_tile < _NEXT and _APART[0] < apart < _APART[1]
                if part != row and is_between and abs(step) < _LEVEL and abs(level) < _OFF:
                    yield CrossingTile(at, (before, after), float(abs(level)), round(float(apart)) - 1)


def seen_narrower(tiles: F64, quad: F64) -> float:
    """The ratio of the true to the apparent width of ``tiles`` (n, 4, 2), by the whole tile (4, 2) across them.

    1 where they do not overlap each other.
    """
    across, _ = axes(tiles)
    _, tall = axes(quad[None])
    wide = float(np.linalg.norm(np.median(across, axis=0)))
    times = float(np.linalg.norm(tall)) * ASPECT / wide if wide else 1.0
    return times if times > _NARROWER else 1.0


def lowered(tiles: F64, quad: F64) -> F64:
    """The quad (4, 2) across ``tiles`` (n, 4, 2), projected down to where it would be if it lay between them.

    A tile is as wide whichever way it lies, so the apparent widths give the slant of the view.
    """
    across, _ = axes(tiles)
    turned, _ = axes(quad[None])
    right = np.median(across, axis=0) * seen_narrower(tiles, quad)
    ways, sizes, _ = np.linalg.svd(np.stack([right, turned[0]], axis=1))
    up = ways[:, 1] * -np.sign(ways[1, 1])
    if sizes[0] == 0 or abs(up[1]) < _UPWARD:
        return quad
    lift = _THICK * np.sqrt(sizes[0] ** 2 - sizes[1] ** 2) * up
    return np.asarray(quad - lift)


def _seen_from(tiles: F64, quad: F64) -> tuple[F64, F64]:
    """The centre of a quad (4, 2) in the frame of each of ``tiles`` (n, 4, 2): widths along, heights down."""
    return components(centers(quad[None]) - centers(tiles), *_frame(tiles))


def _frame(tiles: F64) -> tuple[F64, F64]:
    """The median width vector and height vector, (1, 2) each, of ``tiles`` (n, 4, 2)."""
    right, down = (np.median(axis, axis=0)[None] for axis in axes(tiles))
    return right, down


def _is_across(tiles: F64, quad: F64) -> bool:
    """Whether a quad (4, 2) is rotated by about a quarter turn against ``tiles`` (n, 4, 2), on the table."""
    turned, _ = axes(quad[None])
    along, across = components(turned, *_frame(tiles))
    return bool(np.degrees(np.arctan2(abs(across), abs(along * ASPECT)))[0] > _TURNED_DEG)
