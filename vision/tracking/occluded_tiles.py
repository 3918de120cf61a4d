"""Find the tiles of a second camera that the first cannot see: occluded, or outside its picture.

Standing tiles, as on a rack, seem too long or too short for a flat tile, and tiles outside the picture belong to the
game only beside a visible one: neither is taken from the second camera.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import F64, TILE_MM, axes, centers, distances, overlaps, short_sides
from vision.reading import ReadTile
from vision.tracking.table_surface import SurfaceFix
from vision.tracking.tracked_table import Track, TrackedTable, Visibility, places_of


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CameraLook:
    """The table as known to one camera at this moment."""

    table: TrackedTable
    now_from_origin: F64
    """(3, 3), in pixels: how its picture was moved in all since it was opened."""
    fix: SurfaceFix | None = None
    """The table's surface in its picture."""
    size_px: tuple[int, int] = (0, 0)
    """Width and height of its picture."""
    is_fresh: bool = True
    """Whether it has read the table since the last motion."""

    @property
    def flat(self) -> list[Track]:
        """The visible tiles that lie on the table and on no other tile."""
        seen = (track for track in self.table.open_tracks if track.standing is Visibility.SEEN)
        return [track for track in seen if track.number not in self.table.stacked]

    @property
    def flat_tiles(self) -> list[ReadTile]:
        """Those tiles with their readings."""
        return [track.tile for track in self.flat]


@dataclass(frozen=True, slots=True, kw_only=True)
class LendTuning:
    """Thresholds for tiles that the first camera cannot see."""

    covers: float = 0.1
    """Overlap from which a place belongs to a tile that the first one knows."""
    beside: float = 1.6
    """The largest centre distance of a tile beyond the edge from a known one, in short sides."""
    size: tuple[float, float] = (0.8, 1.25)
    """The range of apparent side lengths of a flat tile, relative to its true ones."""


def lendable(quads: F64, first: CameraLook, tuning: LendTuning | None = None) -> Iterator[int]:
    """Which of the places ``quads`` (n, 4, 2), in pixels of the picture of ``first``, are unknown to it."""
    chosen = tuning or LendTuning()
    if not len(quads) or first.fix is None:
        return
    lying = places_of(first.table.tracks).astype(np.float64)
    is_free = are_flat(quads, first.fix, chosen.size) & ~(overlaps(quads, lying) > chosen.covers).any(axis=1)
    inside = _are_inside(quads, first.size_px)
    known = np.concatenate([lying[_are_inside(lying, first.size_px)], quads[is_free & inside]])
    yield from np.flatnonzero(is_free & inside).tolist()
    beyond = np.flatnonzero(is_free & ~inside).tolist()
    while beyond and len(known):
        nearest = min(beyond, key=lambda at: _far(quads[at], known))
        if _far(quads[nearest], known) > chosen.beside:
            return
        beyond.remove(nearest)
        known = np.concatenate([known, quads[nearest][None]])
        yield nearest


def are_flat(quads: F64, fix: SurfaceFix, size: tuple[float, float]) -> NDArray[np.bool_]:
    """(n,) bool: which places have the size of a flat tile, within the given factors."""
    on_table = fix.on_table(quads)
    sides = np.linalg.norm(np.stack(axes(on_table)), axis=-1) / np.array(TILE_MM)[:, None]
    return np.asarray(((sides > size[0]) & (sides < size[1])).all(axis=0))


def nearest_of(quads: F64, others: F64, reach: float) -> Sequence[int | None]:
    """For each of ``quads`` (n, 4, 2) the index of the nearest of ``others`` (m, 4, 2), by centre.

    None where that is farther than so many of its short sides.
    """
    if not len(quads) or not len(others):
        return [None] * len(quads)
    apart = distances(centers(quads), centers(others)) / short_sides(others)[None]
    return [int(row.argmin()) if row.min() < reach else None for row in apart]


def _are_inside(quads: F64, size_px: tuple[int, int]) -> NDArray[np.bool_]:
    """(n,) bool: which have their centre in a picture of this width and height."""
    middles = centers(quads)
    return np.asarray(((middles >= 0) & (middles <= size_px)).all(axis=1))


def _far(quad: F64, places: F64) -> float:
    """The distance of a place from the nearest known one, in its short sides."""
    return float(distances(centers(quad[None]), centers(places)).min() / short_sides(quad)[0])
