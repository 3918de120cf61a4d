"""Identify the mazo and the muertos among the objects on a table, and the direction of the strip they lie in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import F32, F64, TILE_MM
from vision.table_plan.faceless_objects import FacelessObject
from vision.tracking.table_surface import SurfaceFix

WIDE, TALL = TILE_MM
_LARGEST_TILES, _SMALLEST_TILES = 45, 0.6
"""Tiles as large as the largest mazo, laid out, and as the smallest thing that may be a tile."""
_LONGEST, _FULLEST = 12.0, 0.45
"""The largest ratio of length to width of adjacent tiles, and the smallest share of their outline that they fill;
the gap between two boards has neither."""
_STEEPEST_DEG = 25.0
"""The strip runs across the picture, askew by so much at most."""
_NEARLY_DEG = 7.0
"""Two ways in which the strip may run that differ by less are one."""
_ALIKE, _FEWEST_ALIKE = 16.0, 0.3
"""Distance of two colours in Lab of 8 bits up to which they are one, and which part of the muertos looks as the mazo
does."""
_TELLING, _FEWEST_TELLING = 6, 3
"""Tiles in rows that tell how the strip runs, and those that do where the mazo does not."""
_CUT = 0.4
"""The weight of objects cut by the picture's edge."""
_BOX = 0.85
"""The share of its bounding rectangle that an outline must fill to determine its rotation."""


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """The line along which mazo, muertos and pozo lie."""

    origin: F64
    along: F64
    """(2,): to the right."""

    @property
    def across(self) -> F64:
        """(2,): the unit vector across the strip, towards our side."""
        return np.array([-self.along[1], self.along[0]])

    @staticmethod
    def through(origin: F64, angle_deg: float) -> Strip:
        """The line through a point (2,) at an angle in degrees, clockwise from the picture's right."""
        angle = np.radians(angle_deg)
        return Strip(origin, np.array([np.cos(angle), np.sin(angle)]))


@dataclass(frozen=True, slots=True, eq=False)
class TableObject:
    """An object on the table, in millimetres."""

    index: int
    outline: F64
    middle: F64
    area: float
    lab: F32
    is_cut: bool

    def along(self, strip: Strip) -> tuple[float, float]:
        """The interval that it covers along the strip."""
        reach = (self.outline - strip.origin) @ strip.along
        return float(reach.min()), float(reach.max())

    def across(self, strip: Strip) -> tuple[float, float]:
        """The interval that it covers across the strip, the nearer side having the larger figures."""
        reach = (self.outline - strip.origin) @ strip.across
        return float(reach.min()), float(reach.max())

    @property
    def turn_deg(self) -> float | None:
        """Its rotation in degrees; None where its outline does not determine it."""
        _, (width, height), turn = cv2.minAreaRect(self.outline.astype(np.float32))
        angle = (float(turn) + 45) % 90 - 45
        return angle if self.area > _BOX * width * height and abs(angle) < _STEEPEST_DEG else None


def tile_like_objects(objects: Sequence[FacelessObject], fix: SurfaceFix) -> list[TableObject]:
    """The objects that may be tiles, in table coordinates."""
    found = (_on_table(index, item, fix) for index, item in enumerate(objects))
    return [part for part in found if part is not None]


def _on_table(index: int, item: FacelessObject, fix: SurfaceFix) -> TableObject | None:
    outline = fix.on_table(item.outline_px)
    area = float(cv2.contourArea(outline.astype(np.float32)))
    middle, sides, _ = cv2.minAreaRect(outline.astype(np.float32))
    hull_px = float(cv2.contourArea(item.outline_px.astype(np.float32)))
    if max(sides) > _LONGEST * min(sides) or item.area_px < _FULLEST * hull_px:
        return None
    if fix.tiles and not _SMALLEST_TILES * WIDE * TALL < area < _LARGEST_TILES * WIDE * TALL:
        return None
    return TableObject(index, outline, np.array(middle), area, item.lab, item.is_cut)


def mazo_among(objects: Sequence[TableObject], center: F64, half: F64) -> tuple[TableObject, float] | None:
    """The mazo, the large object in the middle of the table, within ``half`` (2,) of its ``center``; and its weight.

    The weight is in millimetres, as its side would be; less away from the middle.
    """

    def weight(item: TableObject) -> float:
        away = float(np.hypot(*((item.middle - center) / half)))
        return float(np.sqrt(item.area)) * (1 - 1.3 * away) * (_CUT if item.is_cut else 1.0)

    best = max(objects, key=weight, default=None)
    return (best, weight(best)) if best is not None and weight(best) > 0 else None


def turn_of(rows_px: Sequence[F64], fix: SurfaceFix, mazo: TableObject) -> float | None:
    """The rotation of the strip in degrees: as most tiles in ``rows_px``, (n, 4, 2) each, lie, else that of the mazo.

    That of a few tiles where the mazo does not tell, and None without any. The outline of a mazo of uneven piles is
    askew.
    """
    turns: list[float] = []
    for row in rows_px:
        first, *_, last = fix.on_table(row.mean(axis=1))
        turn = float(np.degrees(np.arctan2(*(last - first)[::-1])))
        turn = (turn + 90) % 180 - 90
        turns += [turn] * len(row) if abs(turn) < _STEEPEST_DEG else []
    of_rows = float(np.median(turns)) if len(turns) >= _FEWEST_TELLING else None
    return of_rows if len(turns) >= _TELLING or mazo.turn_deg is None else mazo.turn_deg


def muertos_among(others: Sequence[TableObject], mazo: TableObject, turn: float | None) -> tuple[TableObject, ...]:
    """The objects in line with the mazo that look like it, all on one side of it; ``turn`` is as of `turn_of`."""
    strip = Strip.through(mazo.middle, turn or 0.0)
    in_line = [other for other in others if _is_in_line(other, mazo, strip)]
    sides = [[piece for piece in in_line if (float((piece.middle - mazo.middle) @ strip.along) > 0) == is_right]
             for is_right in (False, True)]  # fmt: skip
    return tuple(max(sides, key=lambda side: sum(_weight(piece, mazo) for piece in side)))


def _is_in_line(item: TableObject, mazo: TableObject, strip: Strip) -> bool:
    (low, high), (near, far) = mazo.across(strip), item.across(strip)
    is_level = _is_level([item], mazo, strip) or abs(low + high - near - far) < 2 * TALL
    return is_level and _likeness(item, mazo) > _FEWEST_ALIKE


def _is_level(items: Sequence[TableObject], mazo: TableObject, strip: Strip) -> bool:
    """Whether ``items`` and the mazo lie beside each other over half of the shallower of them."""
    low, high = mazo.across(strip)
    reach = [edge for item in items for edge in item.across(strip)]
    near, far = min(reach), max(reach)
    return min(high, far) - max(low, near) > 0.5 * min(high - low, far - near)


def _likeness(item: TableObject, mazo: TableObject) -> float:
    """The fraction of an object with colours of the mazo."""
    apart = np.linalg.norm(item.lab[:, None] - mazo.lab[None], axis=2).min(axis=1)
    return float((apart < _ALIKE).mean())


def _weight(item: TableObject, mazo: TableObject) -> float:
    """How much an object counts as a muerto, in millimetres as its side would be."""
    return float(np.sqrt(item.area)) * _likeness(item, mazo) * (_CUT if item.is_cut else 1.0)


def strip_through(mazo: TableObject, muertos: Sequence[TableObject], turn: float | None) -> Strip:
    """The strip in the direction ``turn``, if the muertos are about level with the mazo.

    A high pile seems to lie beyond its foot, and a tower of muertos to lean away from the camera. Otherwise the line
    through the centres of both.
    """
    straight = Strip.through(mazo.middle, turn or 0.0)
    if not muertos:
        return straight
    middle = np.average([muerto.middle for muerto in muertos], axis=0, weights=[muerto.area for muerto in muertos])
    away = middle - mazo.middle
    away = away if away @ straight.along > 0 else -away
    angle = float(np.degrees(np.arctan2(away[1], away[0])))
    is_near = turn is not None and (abs(angle - turn) < _NEARLY_DEG or abs(away @ straight.across) < 0.6 * TALL)
    is_level = is_near or (turn is not None and _is_level(muertos, mazo, straight))
    return straight if is_level or abs(angle) > _STEEPEST_DEG else Strip.through(mazo.middle, angle)
