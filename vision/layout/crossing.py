"""Tiles that lie across a row, as a finished canasta is marked: geometry alone, in the measure of the row's own tiles.

A tile that is turned by about a quarter against the row and lies on it belongs to it (004:31). What it hides may have
parted the row in two, which are one then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.geometry import F64, axes, centers, components, quads_of
from vision.layout.layout import ASPECT
from vision.reading import TableReading

_TELLING = 5
"""Tiles of a row, the nearest, that tell how far off its line something lies."""
_TURNED_DEG = 50.0
"""How far a tile is turned against a row at least, to lie across it."""
_OFF, _BESIDE = 1.0, 1.65
"""Its middle seems to lie at most so many heights off the row's line, and so many widths beyond its first or last
tile, for it may hide one more."""
_NEXT, _APART = 1.9, (1.5, 3.4)
"""In widths: how far from the tile across each part of a parted row begins, and how far from each other."""
_LEVEL = 0.4
"""In heights: how far off the line of one part the other may begin."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A tile that lies across a row."""

    tile: int
    """By index of the reading."""
    under: tuple[tuple[int, ...], ...]
    """The tiles of the row under it, by index, from left to right; in two parts where it parts the row."""
    off: float
    """How far from the row's line its middle lies, in heights of a tile: 0 where it lies across the whole of it."""
    hidden: int
    """How many tiles it hides altogether, as far as the room between two parts tells."""


def crossings(reading: TableReading) -> tuple[Crossing, ...]:
    """The loose tiles that lie across a row, each with the row that it lies on best."""
    quads = quads_of([tile.place.corners_px for tile in reading.tiles])
    found = (_crossing(at, reading, quads) for at in reading.loose)
    return tuple(one for one in found if one)


def _crossing(at: int, reading: TableReading, quads: F64) -> Crossing | None:
    parted = sorted(_between(at, reading, quads), key=lambda one: one.off)
    over = sorted(_over(at, reading, quads), key=lambda one: one.off)
    return next(iter(parted or over), None)


def _over(at: int, reading: TableReading, quads: F64) -> Iterator[Crossing]:
    """The rows that a tile lies on. What it hides of one tile makes that seem lower: the others tell the line."""
    for row in reading.rows:
        tiles = quads[list(row.tiles)]
        along, off = _seen_from(tiles, quads[at])
        nearest = np.abs(along).argsort()[:_TELLING]
        away = float(np.median(np.abs(off[nearest])))
        if abs(along[nearest[0]]) < _BESIDE and away < _OFF and _is_across(tiles, quads[at]):
            yield Crossing(at, (row.tiles,), away, 0)


def _between(at: int, reading: TableReading, quads: F64) -> Iterator[Crossing]:
    """The pairs of rows, one of which may be a single tile, that would be one without the tile between them."""
    rows = tuple(row.tiles for row in reading.rows)
    for row in rows:
        right, down = _frame(quads[list(row)])
        if not _is_across(quads[list(row)], quads[at]):
            continue
        for part in (*rows, *((tile,) for tile in reading.loose if tile != at)):
            for before, after in ((row, part), (part, row)):
                ends = centers(quads[[before[-1], at, after[0]]])
                (to_tile, _), (level, _) = components(ends[1:] - ends[:1], right, down)
                apart, step = (axis[1] for axis in components(ends[1:] - ends[:1], right, down))
                is_between = 0 < to_tile < _NEXT and 0 < apart - to_tile < _NEXT and _APART[0] < apart < _APART[1]
                if part != row and is_between and abs(step) < _LEVEL and abs(level) < _OFF:
                    yield Crossing(at, (before, after), float(abs(level)), round(float(apart)) - 1)


def _seen_from(tiles: F64, quad: F64) -> tuple[F64, F64]:
    """Where the middle of a quad (4, 2) lies, from each of ``tiles`` (n, 4, 2): in widths along, in heights down."""
    return components(centers(quad[None]) - centers(tiles), *_frame(tiles))


def _frame(tiles: F64) -> tuple[F64, F64]:
    """One width to the right and one height down, (1, 2) each, as most of ``tiles`` (n, 4, 2) are large."""
    right, down = (np.median(axis, axis=0)[None] for axis in axes(tiles))
    return right, down


def _is_across(tiles: F64, quad: F64) -> bool:
    """Whether a quad (4, 2) is turned by about a quarter against a row's ``tiles`` (n, 4, 2), on the table."""
    turned, _ = axes(quad[None])
    along, across = components(turned, *_frame(tiles))
    return bool(np.degrees(np.arctan2(abs(across), abs(along * ASPECT)))[0] > _TURNED_DEG)
