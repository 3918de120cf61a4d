"""Find the plan of a table: where mazo, muertos and pozo are, and which side belongs to whom.

The mazo is the largest object in the middle. Objects in line with it that look like it are the muertos, piled or laid
out. Both give the direction of the strip between the two sides, which may be rotated. The pozo is where tiles lie face
up in the strip; before any does, the free end of the strip, beyond the mazo as seen from the muertos. Everything
elsewhere, a box, spare tiles, a rack, is no part of the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry import F64, axes, centers
from vision.table_plan.faceless_objects import FacelessObject
from vision.table_plan.mazo_and_muertos import (
    TALL,
    WIDE,
    Strip,
    TableObject,
    mazo_among,
    muertos_among,
    strip_through,
    tile_like_objects,
    turn_of,
)
from vision.table_plan.zones import Point, TableZone, Zones, visible_mm, zones_within
from vision.tracking.table_surface import SurfaceFix

_HALF_MM, _DEEPEST_MM = 1.8 * TALL, 3.6 * TALL
"""Half the depth of the strip, at least and at most."""
_BEYOND_MM, _GAP_MM = 0.1 * TALL, 0.4 * WIDE
"""The margins of the strip beyond its objects, and of a zone beyond its own."""
_HIGHEST_MM, _FROM_ABOVE, _FEWEST = 60.0, 0.93, 3
"""The largest height of piles, the foreshortening from which it matters, and the fewest tiles to measure it."""
_MOST_ROWS = 3
"""Rows of stacks in a mazo, one behind the other."""
_ROOM_MM = 3.5 * WIDE
"""The smallest free place for a pozo."""
_CLEARER = 1.25
"""How many times the weight of another mazo a clearer one has; a shadow beside it adds less."""
_WELL_IN_MM = 0.9 * TALL
"""The largest distance from the strip's middle of a tile that reveals a pozo in an unexpected place."""


@dataclass(frozen=True, slots=True, eq=False)
class TablePlan:
    """The locations of the parts of a table."""

    zones: Zones
    mazo: int
    """Which of the objects is the mazo, by index."""
    muertos: tuple[int, ...]
    """Which are the muertos; none where none were found."""
    has_pozo: bool
    """Whether tiles lie in the pozo, so that it is known and not only expected."""
    weight: float
    """How large the mazo is and how near to the middle, as of ``mazo_among``."""
    is_box: bool
    """Whether the mazo is seen as a rectangle."""

    def is_clearer_than(self, other: TablePlan) -> bool:
        """Whether the mazo of ``other`` is but a part of this one's, or something at the edge."""
        return self.is_box and self.weight > _CLEARER * other.weight

    @property
    def is_sure(self) -> bool:
        """Whether every part was found and not merely assumed."""
        return bool(self.muertos) or self.has_pozo


@dataclass(frozen=True, slots=True, eq=False)
class TilesInView:
    """The tiles beside the objects on a table, as quads in the picture."""

    faces_px: F64
    """(n, 4, 2): those face up."""
    rows_px: Sequence[F64] = ()
    """(m, 4, 2) each: the tiles of each row, face up or down."""


def plan_of(
    objects: Sequence[FacelessObject],
    tiles: TilesInView,
    fix: SurfaceFix,
    size_px: tuple[int, int],
    *,
    is_sized: bool = True,
) -> TablePlan | None:
    """The plan of a table with ``objects`` and ``tiles``; None without a mazo.

    ``size_px`` is the picture's width and height, and ``is_sized`` whether ``fix`` knows how large tiles are.
    """
    left, top, right, bottom = visible_mm(fix, size_px)
    found = tile_like_objects(objects, fix)
    center, half = np.array([left + right, top + bottom]) / 2, np.array([right - left, bottom - top]) / 2
    middle = mazo_among(found, center, half)
    if middle is None:
        return None
    mazo, weight = middle
    turn = turn_of(tiles.rows_px, fix, mazo)
    muertos = muertos_among([pile for pile in found if pile is not mazo], mazo, turn)
    strip = strip_through(mazo, muertos, turn)
    upper, lower = _depth(mazo, muertos, strip, _lean(tiles.faces_px) if is_sized else None)
    faces = fix.on_table(centers(tiles.faces_px)).reshape(-1, 2) - strip.origin
    across = faces @ strip.across
    shown = faces[(across > upper) & (across < lower)] @ np.column_stack([strip.along, strip.across])
    return _laid_out(_Found(strip, (upper, lower), mazo, weight, muertos, shown), (left, top, right, bottom))


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    strip: Strip
    depth: tuple[float, float]
    mazo: TableObject
    weight: float
    muertos: tuple[TableObject, ...]
    shown: F64
    """(n, 2): where tiles lie in it face up, along and across."""


def _lean(quads_px: F64) -> float:
    """The apparent displacement of standing objects away from the camera, relative to their height, from slanted tiles
    (n, 4, 2).

    0 from straight above, 1 from 45 degrees.
    """
    if len(quads_px) < _FEWEST:
        return 0.0
    across, down = axes(quads_px)
    wide, tall = np.linalg.norm(across, axis=1), np.linalg.norm(down, axis=1)
    upright = np.abs(down[:, 1]) > np.abs(down[:, 0])
    shape = np.where(upright, tall / wide, wide / tall) * np.where(upright, WIDE / TALL, TALL / WIDE)
    slant = float(np.median(shape))
    return float(np.sqrt(1 - slant**2)) / slant if slant < _FROM_ABOVE else 0.0


def _depth(mazo: TableObject, muertos: Sequence[TableObject], strip: Strip, lean: float | None) -> tuple[float, float]:
    """The interval of the strip across; where the tile size is unknown, that of everything in it."""
    reach = [_on_the_table(muerto.across(strip), lean) for muerto in (mazo, *muertos)]
    middle = sum(reach[0]) / 2
    upper = min(min(low for low, _ in reach) - _BEYOND_MM, middle - _HALF_MM)
    lower = max(max(high for _, high in reach) + _BEYOND_MM, middle + _HALF_MM)
    deepest = _DEEPEST_MM if lean is not None else np.inf
    return max(upper, middle - deepest), min(lower, middle + deepest)


def _on_the_table(reach: tuple[float, float], lean: float | None) -> tuple[float, float]:
    """The interval on the table of an object seen over ``reach``.

    Seen at a slant, piles seem to extend backwards. They are whole rows of tiles, as few as possible and never many.
    """
    low, high = reach
    if lean is None:
        return reach
    behind = _HIGHEST_MM * lean
    rows = min(max(int(np.ceil((high - low - behind) / TALL - 0.15)), 1), _MOST_ROWS)
    beyond = max(high - low - 1.05 * rows * TALL, 0.0)
    return low + (beyond if rows == _MOST_ROWS else min(beyond, behind)), high


def _laid_out(objects: _Found, visible: tuple[float, float, float, float]) -> TablePlan:
    left, top, right, bottom = visible
    strip = objects.strip
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) - strip.origin
    ends, sides = corners @ strip.along, corners @ strip.across
    first, last = float(ends.min()), float(ends.max())
    upper, lower = objects.depth
    cuts, has_pozo = _cuts(objects, (first, last))
    boxes = {zone: (cut[0], upper, cut[1], lower) for zone, cut in cuts.items() if cut[1] - cut[0] > 1}
    boxes[TableZone.THEIRS] = (first, min(float(sides.min()), upper - TALL), last, upper)
    boxes[TableZone.OURS] = (first, lower, last, max(float(sides.max()), lower + TALL))
    zones = zones_within({zone: _corners(box, strip) for zone, box in boxes.items()})
    muertos = tuple(muerto.index for muerto in objects.muertos)
    is_box = objects.mazo.turn_deg is not None
    return TablePlan(zones, objects.mazo.index, muertos, has_pozo, objects.weight, is_box)


def _cuts(objects: _Found, ends: tuple[float, float]) -> tuple[dict[TableZone, tuple[float, float]], bool]:
    """The intervals of mazo, muertos and pozo along the strip, and whether anything lies in the pozo."""
    first, last = ends
    mazo = objects.mazo.along(objects.strip)
    reach = [muerto.along(objects.strip) for muerto in objects.muertos]
    muertos = (min(low for low, _ in reach), max(high for _, high in reach)) if reach else None
    parts = [(TableZone.MAZO, mazo), *([(TableZone.MUERTOS, muertos)] if muertos else [])]
    parts.sort(key=lambda part: part[1])
    edges = [first, *(edge for _, part in parts for edge in part), last]
    free = [(edges[at], edges[at + 1]) for at in range(0, len(edges), 2)]
    at, has_pozo = _of_the_pozo(free, objects, [zone for zone, _ in parts])
    names: list[TableZone] = [zone for zone, _ in parts]
    names.insert(at, TableZone.POZO)
    spans = [span for _, span in parts]
    spans.insert(at, (free[at][0] + (_GAP_MM if at else 0), free[at][1] - (_GAP_MM if at < len(parts) else 0)))
    if not muertos:  # whatever is out of sight lies beyond the mazo
        beyond = len(names) if at == 0 else 0
        names.insert(beyond, TableZone.MUERTOS)
        spans.insert(beyond, (mazo[1] + _GAP_MM, last) if beyond else (first, mazo[0] - _GAP_MM))
    cuts = {}
    for place, (zone, (low, high)) in enumerate(zip(names, spans, strict=True)):
        before = first if place == 0 else _between(names[place - 1 : place + 1], spans[place - 1], (low, high))
        after = last if place == len(names) - 1 else _between(names[place : place + 2], (low, high), spans[place + 1])
        cuts[zone] = (before, after)
    return cuts, has_pozo


def _between(names: Sequence[TableZone], strip: tuple[float, float], next_strip: tuple[float, float]) -> float:
    """The boundary between two zones: that of the pozo's free place, else halfway."""
    if names[0] is TableZone.POZO:
        return strip[1]
    return next_strip[0] if names[1] is TableZone.POZO else (strip[1] + next_strip[0]) / 2


def _of_the_pozo(free: Sequence[tuple[float, float]], objects: _Found, order: Sequence[TableZone]) -> tuple[int, bool]:
    """Which of the free places is the pozo, and whether any tile lies there.

    The one with most face-up tiles, in the middle of the strip unless at an expected place; else the end beyond the
    mazo.
    """
    usual = len(free) - 1 if order[-1] is TableZone.MAZO else 0
    room = [high - low for low, high in free]
    usual = usual if room[usual] > _ROOM_MM else room.index(max(room))
    middle = sum(objects.depth) / 2
    shown = [sum(low < s < high and (at == usual or abs(t - middle) < _WELL_IN_MM) for s, t in objects.shown.tolist())
             for at, (low, high) in enumerate(free)]  # fmt: skip
    return (shown.index(max(shown)), True) if any(shown) else (usual, False)


def _corners(box: tuple[float, float, float, float], strip: Strip) -> tuple[Point, ...]:
    low, upper, high, lower = box
    points = [strip.origin + s * strip.along + t * strip.across
              for s, t in ((low, upper), (high, upper), (high, lower), (low, lower))]  # fmt: skip
    return tuple((float(round(x)), float(round(y))) for x, y in points)
