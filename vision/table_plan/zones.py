"""The zones of a table: polygons in table coordinates, written as one line of text.

ours -300,40 300,40 300,220 -300,220 | pozo 60,-30 120,-30 120,30 60,30
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.belief import BACK
from vision.errors import BadZones
from vision.geometry import F64, TILE_MM, centers, quads_of
from vision.reading import TableReading
from vision.tracking.table_surface import SurfaceFix

Point = tuple[float, float]
_MOST_CORNERS, _FARTHEST_MM = 24, 20_000
_BESIDE_MM = 1.2 * TILE_MM[1]
"""The distance between the middles of two tiles of the pozo that lie beside each other, at most."""
_EDGE_MM = 1.1 * TILE_MM[1]


class TableZone(StrEnum):
    """The kinds of zones. Where two overlap, the one listed first here wins."""

    POZO = "pozo"
    """The face-up discards."""
    MAZO = "mazo"
    """The face-down stock."""
    MUERTOS = "muertos"
    """The reserve hands."""
    OURS = "ours"
    """Our melds."""
    THEIRS = "theirs"
    """Their melds."""


MELD_ZONES: tuple[TableZone | None, ...] = (TableZone.OURS, TableZone.THEIRS, None)
"""Where melds lie: on either side, or on a table without zones."""


@dataclass(frozen=True, slots=True)
class Zones:
    """The zones of one table. ``str()`` is one line that `parse_zones` reads back."""

    polygons: tuple[tuple[TableZone, tuple[Point, ...]], ...]
    """Each zone at most once, in the order of `TableZone`, with its corners (x, y) in millimetres of the table."""

    def __str__(self) -> str:
        parts = (" ".join([zone, *(f"{_short(x)},{_short(y)}" for x, y in corners)]) for zone, corners in self.polygons)
        return " | ".join(parts)

    @property
    def by_zone(self) -> Mapping[TableZone, tuple[Point, ...]]:
        """The corners of each existing zone."""
        return dict(self.polygons)

    def with_zone(self, zone: TableZone, corners: Sequence[Point]) -> Zones:
        """These zones with one replaced; removed where ``corners`` is empty. Raises BadZones."""
        return zones_of({**self.by_zone, zone: tuple(corners)})

    def at(self, points_mm: ArrayLike) -> tuple[TableZone | None, ...]:
        """The zone of each point (n, 2) of the table, None outside all zones."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        found: list[TableZone | None] = [None] * len(points)
        for zone, corners in self.polygons:
            polygon = np.array(corners, np.float32)
            for index, (x, y) in enumerate(points.tolist()):
                if found[index] is None and cv2.pointPolygonTest(polygon, (x, y), False) >= 0:
                    found[index] = zone
        return tuple(found)


@dataclass(frozen=True, slots=True)
class ZonedReading:
    """A reading with the zone of each tile and row."""

    tiles: tuple[TableZone | None, ...]
    """By index of the tile."""
    rows: tuple[TableZone | None, ...]
    """By index of the row: where most of its tiles lie, all of a row being in one zone."""


NO_ZONES = Zones(())


def zones_of(corners: Mapping[TableZone, Sequence[Point]]) -> Zones:
    """The zones with these ``corners``; empty ones are left out. Raises BadZones."""
    for zone, polygon in corners.items():
        if polygon:
            _check(zone, polygon)
    return Zones(tuple((zone, tuple(corners[zone])) for zone in TableZone if corners.get(zone)))


def zones_within(corners: Mapping[TableZone, Sequence[Point]]) -> Zones:
    """The zones with these ``corners``, clipped to the reach of a table; degenerate ones are left out."""
    polygons = {zone: _clipped(points) for zone, points in corners.items()}
    return zones_of({zone: polygon for zone, polygon in polygons.items() if _has_shape(polygon)})


def parse_zones(text: str) -> Zones:
    """Parse zones from text, written by the program or by hand. Raises BadZones."""
    corners: dict[TableZone, tuple[Point, ...]] = {}
    for part in filter(None, (part.split() for part in text.split("|"))):
        if part[0].lower() not in tuple(TableZone) or TableZone(part[0].lower()) in corners:
            raise BadZones("zone_unknown", {"zone": part[0][:40]})
        corners[TableZone(part[0].lower())] = tuple(_point(part[0], point) for point in part[1:])
    return zones_of(corners)


def default_zones(fix: SurfaceFix, size_px: tuple[int, int]) -> Zones:
    """Zones for a table without drawn ones: the picture's lower part is ours, its upper part theirs.

    Between them lie, from left to right, muertos, mazo and pozo, as broad as three tiles. ``size_px`` is the picture's
    width and height.
    """
    left, top, right, bottom = visible_mm(fix, size_px)
    width, height = size_px
    (one, _), (_, middle), (two, _) = fix.on_table(
        [(share * width, 0.5 * height) for share in (0.4, 0.5, 0.6)]
    ).tolist()
    half = min(1.6 * TILE_MM[1], (bottom - top) / 8)
    upper, lower = middle - half, middle + half
    return zones_within(
        {
            TableZone.THEIRS: _box(left, top, right, upper),
            TableZone.OURS: _box(left, lower, right, bottom),
            TableZone.MUERTOS: _box(left, upper, one, lower),
            TableZone.MAZO: _box(one, upper, two, lower),
            TableZone.POZO: _box(two, upper, right, lower),
        }
    )


def zoned(reading: TableReading, fix: SurfaceFix, zones: Zones) -> ZonedReading:
    """Assign a zone to every tile and row of a reading in pixels of the picture that ``fix`` describes.

    A face-up tile that reaches into the pozo lies in the pozo where its middle lies in the mazo, or among the melds as
    a single tile beside one of the pozo. One in no zone lies in the nearest within a short distance.
    """
    middles = fix.on_table(centers(quads_of([tile.place.corners_px for tile in reading.tiles]))).reshape(-1, 2)
    into_pozo = _reaching_into(zones.by_zone.get(TableZone.POZO), middles)
    near = list(_zones_near(zones, middles))
    shows = [reaches and tile.belief.best != BACK for reaches, tile in zip(into_pozo, reading.tiles, strict=True)]
    pozo = middles[[at for at, zone in enumerate(near) if zone is TableZone.POZO and shows[at]]]
    for at, zone in enumerate(near):
        is_single = zone in MELD_ZONES and at in reading.loose
        is_beside = is_single and bool((np.hypot(*(pozo - middles[at]).T) < _BESIDE_MM).any())
        if shows[at] and (zone is TableZone.MAZO or is_beside):
            near[at] = TableZone.POZO
    tiles = tuple(near)
    return ZonedReading(tiles, tuple(most_common(tuple(tiles[index] for index in row.tiles)) for row in reading.rows))


def _zones_near(zones: Zones, points_mm: F64) -> tuple[TableZone | None, ...]:
    """The zone of each point (n, 2), or the nearest within a short distance.

    While few tiles determine the scale of the table, zones are slightly off.
    """
    found = list(zones.at(points_mm))
    polygons = [(zone, np.array(corners, np.float32)) for zone, corners in zones.polygons]
    for at, point in enumerate(points_mm.reshape(-1, 2).tolist()):
        if found[at] is None and polygons:
            off, zone = max(((cv2.pointPolygonTest(polygon, point, True), zone) for zone, polygon in polygons),
                            key=lambda option: option[0])  # fmt: skip
            found[at] = zone if off > -_EDGE_MM else None
    return tuple(found)


def _reaching_into(corners: Sequence[Point] | None, points_mm: F64) -> list[bool]:
    """Whether a tile centred at each point (n, 2) reaches into a zone."""
    polygon = np.array(corners or (), np.float32)
    points = points_mm.reshape(-1, 2).tolist()
    return [bool(len(polygon)) and cv2.pointPolygonTest(polygon, point, True) > -TILE_MM[0] / 2 for point in points]


def most_common(zones: tuple[TableZone | None, ...]) -> TableZone | None:
    """The zone of most tiles of a row; tiles in none count only where no tile lies in any."""
    known = [zone for zone in zones if zone is not None]
    return max(known, key=known.count) if known else None


def visible_mm(fix: SurfaceFix, size_px: tuple[int, int]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the visible part of the table, in millimetres.

    Where the picture shows the horizon, the table ends well before that.
    """
    width, height = size_px
    across = np.linspace(0, 1, 9)
    points: F64 = np.stack(np.meshgrid(width * across, height * across), axis=-1).reshape(-1, 2)
    depth = np.column_stack([points, np.ones(len(points))]) @ fix.table_from_image[2]
    middle = np.array([width / 2, height / 2, 1]) @ fix.table_from_image[2]
    seen = fix.on_table(points[depth / middle > 0.35])
    (left, top), (right, bottom) = seen.min(axis=0), seen.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple((float(round(x)), float(round(y))) for x, y in corners)


def _check(zone: TableZone, corners: Sequence[Point]) -> None:
    if len(corners) > _MOST_CORNERS or not _has_shape(corners):
        raise BadZones("zone_shapeless", {"zone": zone})


def _has_shape(corners: Sequence[Point]) -> bool:
    polygon = np.array(corners, np.float64).reshape(-1, 2)
    is_known = len(polygon) >= 3 and bool(np.isfinite(polygon).all()) and np.abs(polygon).max() <= _FARTHEST_MM
    return bool(is_known and cv2.contourArea(polygon.astype(np.float32)) >= 1)


def _clipped(corners: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((x, y) for x, y in np.clip(corners, -_FARTHEST_MM, _FARTHEST_MM).tolist())


def _point(zone: str, text: str) -> Point:
    try:
        x, y = (float(number) for number in text.split(","))
    except ValueError as error:
        raise BadZones("zone_shapeless", {"zone": zone}) from error
    return x, y


def _short(number: float) -> str:
    """The shortest text of a number of millimetres that parses back to it."""
    return str(int(number)) if number == int(number) else repr(float(number))
