"""Rows that were pushed along: what lies under a tile across one of them was pushed with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from vision.geometry import F64, axes, centers, components, overlaps, short_sides
from vision.tracking.tracked_table import Track, TrackedTable, Visibility, places_of

_FAR, _ALIKE = 0.2, 0.25
"""In tile widths: from how far on a tile was pushed, and by how much the ways of tiles of one row differ at most."""
_REACH, _LEVEL = 2.6, 0.4
"""How many widths along and heights above or below tiles lie that are of the row of one that is covered, at most."""
_COVERED = 0.2
"""From what overlap on a tile that was laid since lies over another."""


def with_row(track: Track, table: TrackedTable, found: Mapping[int, Track]) -> Track:
    """A ``track`` that is hidden, or under a tile laid anew, where it lies since most of its row was pushed one way.

    As it is where that was not pushed. One of the row may have been laid across it. ``found`` are the tiles of
    ``table`` that were found since, by their numbers.
    """
    before = table.by_number
    row = next((row for row in table.rows if track.number in row), None) or _in_line(track, table)
    mates = [number for number in row if number in found and number != track.under]
    seen = [number for number in mates if before[number].standing is Visibility.SEEN]
    if not seen:
        return track
    lay, lie = (places_of([tracks[number] for number in seen]).astype(np.float64) for tracks in (before, found))
    ways: F64 = (centers(lie) - centers(lay)) / short_sides(lay)[:, None]
    pushed = np.linalg.norm(ways, axis=1) > _FAR
    if 2 * np.count_nonzero(pushed) <= len(seen):
        return track
    way = np.median(ways[pushed], axis=0)
    otherwise = pushed & (np.linalg.norm(ways - way, axis=1) > _ALIKE)
    if np.count_nonzero(otherwise) > 1:
        return track
    corners = track.place.corners_px + way * short_sides(places_of([track]).astype(np.float64))
    along = replace(track, place=replace(track.place, corners_px=corners.astype(np.float32)))
    with_it = {number for number, is_other in zip(seen, otherwise.tolist(), strict=True) if not is_other}
    laid = [tile for number, tile in found.items() if number not in with_it and _was_laid(tile, before.get(number))]
    return along if track.standing is Visibility.HIDDEN or _lies_under(along, laid) else track


def _in_line(track: Track, table: TrackedTable) -> tuple[int, ...]:
    """The numbers of the tiles beside which a ``track`` lies in one line, also where the tile over it parts their row.

    All but that one, which lies across.
    """
    others = [other for other in table.tracks if other.number not in (track.number, track.under)]
    if not others:
        return ()
    quad = places_of([track]).astype(np.float64)
    along, below = components(centers(places_of(others).astype(np.float64)) - centers(quad), *axes(quad))
    near = (np.abs(along) < _REACH) & (np.abs(below) < _LEVEL)
    return tuple(other.number for other, is_near in zip(others, near.tolist(), strict=True) if is_near)


def _was_laid(tile: Track, before: Track | None) -> bool:
    """Whether a ``tile`` that was found is new, or lies elsewhere than ``before``."""
    return before is None or tile.moves != before.moves


def _lies_under(track: Track, laid: list[Track]) -> bool:
    """Whether one of the tiles ``laid`` anew lies over the ``track``."""
    if not laid:
        return False
    over, below = (places_of(tracks).astype(np.float64) for tracks in (laid, [track]))
    return bool(overlaps(below, over).max() > _COVERED)
