"""Track the plan of a table over time: found at the deal, corrected by the first discards, and then kept.

Until a tile lies in the pozo no event depends on its location, so that the plan is found anew for every picture. From
then on it is kept in picture coordinates, and moved with camera motion; when the table was cleared it is found anew for
the next hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from vision.belief import BACK
from vision.change_detection.signatures import U8
from vision.errors import BadZones
from vision.geometry import F64, TILE_MM, quads_of, transform_points
from vision.table_plan.faceless_objects import (
    Contrast,
    FacelessObject,
    TableDifference,
    TileQuads,
    area_of,
    find_objects,
    part_of,
)
from vision.table_plan.hidden_ends import hidden_ends
from vision.table_plan.plan import TablePlan, TilesInView, plan_of
from vision.table_plan.zones import TableZone, Zones, default_zones, zones_of
from vision.tracking.settled_report import SettledReading
from vision.tracking.table_surface import SurfaceFix, rough_surface

_FEWEST = 12
"""Tiles without which the surface is known only where they lie: the plan is made in the picture then."""

_FEWEST_TO_MELD = 3

_APART_MM2 = 3.6 * TILE_MM[0] * TILE_MM[1]
"""The smallest area of muertos that lie apart; a single pile keeps its area when one is taken."""


class PlanOrigin(StrEnum):
    """How a plan was determined."""

    DRAWN = "drawn"
    FOUND = "found"
    USUAL = "usual"
    """The usual division of the picture, without any evidence."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SeenPlan:
    """The plan of a table for one picture."""

    zones: Zones
    origin: PlanOrigin
    is_sure: bool = True
    """Whether everything of it was found; not where one has to guess on which side the pozo will be."""
    muertos: float | None = None
    """The part that the muertos still fill of what they filled at first; None where that does not tell how many are
    left, for they lie on one pile, or only some of their backs are known."""
    muertos_tiles: float = 0.0
    """The initial area of the muertos in tiles seen from above, sides included; 0 where unknown."""
    hidden_ends: frozenset[int] = frozenset()
    """The numbers of the tiles at the ends of rows beside which an object would hide one more."""
    is_new: bool = False
    """Whether it was found in this picture: tiles may lie in other zones than of the plan before."""


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """A plan in picture coordinates."""

    corners_px: tuple[tuple[TableZone, F64], ...]
    muertos_px: tuple[F64, ...]
    """(n, 2) each: the outlines of the muertos as they lay."""
    area_px: float
    """Their area in the picture; None where it does not show how many are left."""
    muertos_tiles: float
    contrast: Contrast
    """How much the mazo differs from the table."""
    is_sure: bool
    is_final: bool

    def on(self, fix: SurfaceFix) -> Zones | None:
        """Its zones in millimetres of the table; None where a wrong surface puts a part of them beyond the horizon."""
        points = {zone: fix.on_table(corners).round(1).tolist() for zone, corners in self.corners_px}
        try:
            return zones_of({zone: [(x, y) for x, y in corners] for zone, corners in points.items()})
        except BadZones:
            return None

    def moved(self, now_from_then: F64) -> _Kept:
        """The plan after camera motion."""
        return replace(
            self,
            corners_px=tuple((zone, transform_points(now_from_then, corners)) for zone, corners in self.corners_px),
            muertos_px=tuple(transform_points(now_from_then, outline) for outline in self.muertos_px),
        )


_Sight = tuple[Contrast, Sequence[FacelessObject], F64]
"""Faceless objects that differ so much from the table, and tiles (n, 4, 2) that lie face up beside them."""


class Planner:
    """Finds and tracks the plan of one table."""

    def __init__(self) -> None:
        self._kept: _Kept | None = None

    def __call__(self, settled: SettledReading, fix: SurfaceFix, bgr: U8, drawn: Zones | None) -> SeenPlan:
        """The plan for the picture ``bgr`` (height, width, 3): the ``drawn`` one, else the found one, else the
        default."""
        places = _places(settled)
        picture = TableDifference.of(bgr)
        objects, on_objects = find_objects(picture, places)
        faces = np.concatenate([places.rows_px, places.lone_px[~on_objects]])
        height, width = bgr.shape[:2]
        is_new = self._kept is None or not self._kept.is_final or not len(faces)
        if is_new:
            sights: list[_Sight] = [(Contrast.PLAIN, objects, faces)]
            for contrast in (Contrast.FAINT, *([Contrast.NONE] if len(places.down_px) else [])):
                others, on_others = find_objects(picture, places, contrast)
                sights.append((contrast, others, np.concatenate([places.rows_px, places.lone_px[~on_others]])))
            self._looks(sights, places.down_px, (fix, (width, height)), _rows(settled))
        if self._kept is not None and self._kept.contrast is Contrast.FAINT:
            objects, _ = find_objects(picture, places, Contrast.FAINT)
        kept, usual, behind = self._kept, default_zones(fix, (width, height)), hidden_ends(settled, objects)
        if kept is None:
            zones, origin = (usual, PlanOrigin.USUAL) if drawn is None else (drawn, PlanOrigin.DRAWN)
            return SeenPlan(zones=zones, origin=origin, is_sure=drawn is not None, hidden_ends=behind)
        found = kept.on(fix)
        if drawn is not None:
            plan = SeenPlan(zones=drawn, origin=PlanOrigin.DRAWN)
        elif found is None:
            plan = SeenPlan(zones=usual, origin=PlanOrigin.USUAL, is_sure=False)
        else:
            plan = SeenPlan(zones=found, origin=PlanOrigin.FOUND, is_sure=kept.is_sure)
        left = part_of(objects, kept.muertos_px) / kept.area_px if kept.area_px else None
        return replace(plan, muertos=left, muertos_tiles=kept.muertos_tiles, hidden_ends=behind, is_new=is_new)

    def apply_motion(self, now_from_then: F64) -> None:
        """Apply camera motion (3, 3), in pixels."""
        self._kept = self._kept and self._kept.moved(now_from_then)

    def forget(self) -> None:
        """Find the plan anew."""
        self._kept = None

    def _looks(self, sights: Sequence[_Sight], backs: F64, view: tuple[SurfaceFix, tuple[int, int]],
               rows: Sequence[F64]) -> None:  # fmt: skip
        """Keep the first certain plan, else the first, or a clearer one of faint objects.

        ``rows`` are the corners of the tiles of each row.
        """
        fix, (width, height) = view
        plans: list[tuple[TablePlan, _Kept]] = []
        for contrast, objects, faces in sights:
            if fix.tiles < _FEWEST:
                fix = rough_surface(faces if len(faces) else backs, (width / 2, height / 2))
            is_sized = bool(len(faces) + len(backs))
            plan = plan_of(objects, TilesInView(faces, rows), fix, (width, height), is_sized=is_sized)
            plans += [(plan, _kept(plan, objects, fix, contrast))] if plan else []
        plain = [plan for plan in plans if plan[1].contrast is not Contrast.FAINT]
        faint = [plan for plan in plans if plan[1].contrast is Contrast.FAINT]
        sure = [plan for plan in plain if plan[0].is_sure]
        for found in (*sure, *plain, *faint)[:1]:
            clearer = [plan for plan in faint if plan[0].is_clearer_than(found[0])]
            _, self._kept = (*clearer, found)[0]


def _places(settled: SettledReading) -> TileQuads:
    """The corners of the tiles."""
    tiles = settled.reading.tiles
    quads = quads_of([tile.place.corners_px for tile in tiles])
    is_down = np.array([tile.belief.best == BACK for tile in tiles], np.bool_)
    is_lone = np.zeros(len(tiles), np.bool_)
    is_lone[list(settled.reading.loose)] = True
    shows_number = np.array([tile.belief.best[0].isdigit() for tile in tiles], np.bool_)
    lone, numbered = quads[~is_down & is_lone], quads[shows_number & is_lone]
    return TileQuads(quads[~is_down & ~is_lone], lone, quads[is_down], numbered)


def _rows(settled: SettledReading) -> list[F64]:
    """The corners (n, 4, 2) of the tiles of each row that is long enough to be a meld, face up or down."""
    tiles = settled.reading.tiles
    rows = (row.tiles for row in settled.reading.rows if len(row.tiles) >= _FEWEST_TO_MELD)
    return [quads_of([tiles[at].place.corners_px for at in row]) for row in rows]


def _kept(plan: TablePlan, objects: Sequence[FacelessObject], fix: SurfaceFix, contrast: Contrast) -> _Kept:
    drawn = tuple((zone, fix.in_picture(corners)) for zone, corners in plan.zones.polygons)
    muertos = tuple(objects[index].outline_px for index in plan.muertos)
    area_mm2 = sum(area_of(fix.on_table(muerto)) for muerto in muertos)
    tells = contrast is not Contrast.NONE and (len(muertos) > 1 or area_mm2 > _APART_MM2)
    filled_px, tiles = part_of(objects, muertos) if tells else 0.0, area_mm2 / (TILE_MM[0] * TILE_MM[1])
    return _Kept(drawn, muertos, filled_px, tiles, contrast, plan.is_sure, plan.has_pozo)
