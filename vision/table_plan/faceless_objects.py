"""Detect objects without a visible face on the table: piles of face-down tiles, a box, anything that is not the table.

Regions that differ from the table's colours more than these vary are objects. Tiles with a known face are left out. No
assumption is made about the look of tile backs, which differs between makers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import F64, centers, expanded
from vision.table_plan.cloth_colors import distances_from_table
from vision.table_plan.color_splitting import split_by_color
from vision.table_plan.reflections import reflections

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
_SMALL_PX = 320
"""Long side of the small picture, at most."""
_APART, _TIMES = 13.0, 4.5
"""A thing differs from the table by so much, in Lab of 8 bits, and so many times as much as most of the table does."""
_FAINTLY_APART = 5.5
"""The same for tiles whose backs have nearly the colour of the cloth; a shadow may be as far apart."""
_SMALLEST, _MOST = 0.0008, 0.35
"""Parts of the picture: smaller is none, and where more than this would be objects, nothing is known of the table."""
_FEW = 14
"""The number of objects beyond which most are figures of a pattern."""
_LARGER = 3.0
"""Times as large as the usual figure of a pattern is what lies on it."""
_COLORS = 80
"""The number of colours that describe an object."""
_CLEAREST, _OWN = 90, 0.5
"""The percentile of how far an object differs from the table, and the part of that from which a colour is its own."""
_OPENED, _CLOSED = np.ones((3, 3), np.uint8), np.ones((5, 5), np.uint8)
_FACE, _BACK = 1.35, 1.05
"""The factors by which places of known faces are excluded, and those of face-down tiles are filled."""
_ITSELF = 0.55
"""The share of an object filled by single tiles from which it counts as those tiles."""
_SHADOW, _SHADOWED, _INSIDE = 2.5, 0.15, 0.75
"""An object no larger than so many times a tile that covers such a share of it is the shadow of that tile, if less than
so much of the tile lies inside it."""


class Contrast(Enum):
    """How much an object has to differ from the table."""

    PLAIN = "plain"
    FAINT = "faint"
    """Hardly, as tiles face down on a cloth of their colour."""
    NONE = "none"
    """Colours do not count."""


@dataclass(frozen=True, slots=True, eq=False)
class TileQuads:
    """The quads of tiles in a picture, (n, 4, 2) each."""

    rows_px: F64
    """Those in rows that show their faces: they are no objects here."""
    lone_px: F64
    """Single ones that show their faces, or seem to."""
    down_px: F64
    """Those that lie face down, and are things."""
    numbered_px: F64 = field(default_factory=lambda: np.zeros((0, 4, 2)))
    """The single ones that show a number: backs with an ornament pass for jokers."""


@dataclass(frozen=True, slots=True, eq=False)
class FacelessObject:
    """One object, or several that touch."""

    outline_px: F64
    """(n, 2): its convex outline in the picture, clockwise."""
    area_px: float
    """Its own area, not that of its outline."""
    lab: F32
    """(n, 3): colours of it here and there, in Lab of 8 bits; not of the table that its outline takes in."""
    is_cut: bool
    """Whether the picture's edge may cut it."""


@dataclass(frozen=True, slots=True, eq=False)
class TableDifference:
    """A reduced picture of a table, and how far its colours are from the table's own."""

    lab: F32
    """(h, w, 3): in Lab of 8 bits."""
    apart: F32
    """(h, w): distances of colours."""
    factor: int
    """How many times as large as this the picture is."""

    @staticmethod
    def of(bgr: U8) -> TableDifference:
        """The picture (height, width, 3), reduced."""
        factor = -(-max(bgr.shape[:2]) // _SMALL_PX)
        height, width = (side // factor for side in bgr.shape[:2])
        small = cv2.resize(bgr[: height * factor, : width * factor], (width, height), interpolation=cv2.INTER_AREA)
        lab = np.asarray(cv2.cvtColor(cv2.medianBlur(small, 3), cv2.COLOR_BGR2Lab), np.float32)
        return TableDifference(lab, distances_from_table(lab), factor)


def find_objects(
    picture: TableDifference, places: TileQuads, contrast: Contrast = Contrast.PLAIN
) -> tuple[tuple[FacelessObject, ...], NDArray[np.bool_]]:
    """The objects on the table of a ``picture``, the largest first; and a mask (n,) of the lone tiles.

    The mask marks lone tiles that seem to lie on an object, where a shadow between two piles may look like a digit.
    With ``Contrast.NONE`` only known face-down tiles are objects.
    """
    lab, factor = picture.lab, picture.factor
    height, width = lab.shape[:2]
    is_thing = np.zeros((height, width), np.uint8) if contrast is Contrast.NONE else _differing(picture.apart, contrast)
    is_thing[reflections(lab[..., 0], is_thing) > 0] = 0
    is_thing = _without_pattern(is_thing)
    _fill(is_thing, expanded(places.down_px, _BACK) / factor, 1)
    _fill(is_thing, expanded(places.rows_px, _FACE) / factor, 0)
    is_thing = np.asarray(cv2.morphologyEx(is_thing, cv2.MORPH_OPEN, _OPENED), np.uint8)
    is_lone = np.zeros_like(is_thing)
    _fill(is_lone, places.lone_px / factor, 1)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(is_thing)
    lone = np.bincount(labels[is_lone > 0], minlength=count)
    areas = stats[:, cv2.CC_STAT_AREA]
    is_shadow = _are_shadows(labels, areas, places.numbered_px / factor)
    kept = [index for index in range(1, count) if areas[index] >= _SMALLEST * height * width
            and lone[index] < _ITSELF * areas[index] and not is_shadow[index]]  # fmt: skip
    objects = (_object(picture, part) for label in kept for part in _apart(labels == label, picture))
    found = sorted(objects, key=lambda item: -item.area_px)
    spots = (centers(places.lone_px) / factor).astype(int).clip(0, (width - 1, height - 1))
    return tuple(found), np.isin(labels[spots[:, 1], spots[:, 0]], kept)


def _are_shadows(labels: NDArray[Any], areas: NDArray[Any], tiles: F64) -> NDArray[np.bool_]:
    """(n,): which of the objects with ``labels`` (h, w) are shadows of single ``tiles`` (m, 4, 2) beside them."""
    is_tile = np.zeros(labels.shape, np.uint8)
    _fill(is_tile, tiles, 1)
    beside = np.bincount(labels[is_tile > 0], minlength=len(areas))
    tile = float(is_tile.sum()) / max(len(tiles), 1)
    return np.asarray((areas <= _SHADOW * tile) & (beside >= _SHADOWED * areas) & (beside < _INSIDE * tile))


def _differing(apart: F32, contrast: Contrast) -> U8:
    """(h, w), 1 where colours are so far ``apart`` from the table's; all 0 if too many are for a valid model.

    Of faint objects often only the edges differ: they are closed first.
    """
    is_faint = contrast is Contrast.FAINT
    least = max(_FAINTLY_APART if is_faint else _APART, _TIMES * float(np.median(apart)))
    is_thing = (apart > least).astype(np.uint8)
    steps = [(cv2.MORPH_OPEN, _OPENED), (cv2.MORPH_CLOSE, _CLOSED)]
    for step, reach in reversed(steps) if is_faint else steps:
        is_thing = np.asarray(cv2.morphologyEx(is_thing, step, reach), np.uint8)
        if step == cv2.MORPH_CLOSE and is_faint:
            outlines, _ = cv2.findContours(is_thing, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            cv2.drawContours(is_thing, outlines, -1, (1,), cv2.FILLED)
    return is_thing if float(is_thing.mean()) <= _MOST else np.zeros_like(is_thing)


def _without_pattern(is_thing: U8) -> U8:
    """(h, w): only what is much larger than the usual thing where most things are the figures of a cloth."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(is_thing)
    areas = stats[:, cv2.CC_STAT_AREA].copy()
    areas[0] = 0
    some = areas[areas >= _SMALLEST * is_thing.size]
    if len(some) <= _FEW:
        return is_thing
    large = np.flatnonzero(areas > _LARGER * float(np.median(some)))
    return np.isin(labels, large if len(large) <= _FEW else []).astype(np.uint8)


def _fill(mask: U8, quads: F64, value: int) -> None:
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), (value,))


def _apart(inside: NDArray[np.bool_], picture: TableDifference) -> tuple[NDArray[np.bool_], ...]:
    """An object, or the two that touch where one reaches beyond the picture's edge: a box, and what lies beside it."""
    return split_by_color(inside, picture.lab) if _is_cut(inside) else (inside,)


def _is_cut(inside: NDArray[np.bool_]) -> bool:
    """Whether the picture's edge may cut an object."""
    return bool(inside[:2].any() or inside[-2:].any() or inside[:, :2].any() or inside[:, -2:].any())


def _object(picture: TableDifference, inside: NDArray[np.bool_]) -> FacelessObject:
    contours, _ = cv2.findContours(inside.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    outline = cv2.convexHull(np.concatenate(contours)).reshape(-1, 2).astype(np.float64)
    apart, factor = picture.apart[inside], picture.factor
    colors = picture.lab[inside][apart >= _OWN * float(np.percentile(apart, _CLEAREST))]
    area = float(np.count_nonzero(inside)) * factor * factor
    return FacelessObject((outline + 0.5) * factor, area, colors[:: max(1, len(colors) // _COLORS)], _is_cut(inside))


def part_of(objects: Sequence[FacelessObject], outlines_px: Sequence[F64]) -> float:
    """The area of each of the ``outlines_px`` (n, 2) covered by ``objects``, in square pixels."""
    return sum(
        item.area_px * _shared(item.outline_px, outline) / max(area_of(item.outline_px), 1.0)
        for item in objects for outline in outlines_px
    )  # fmt: skip


def _shared(first: F64, other: F64) -> float:
    """The intersection area of two convex outlines."""
    return float(cv2.intersectConvexConvex(first.astype(np.float32), other.astype(np.float32))[0])


def area_of(outline: F64) -> float:
    """The area of a convex outline (n, 2)."""
    return float(cv2.contourArea(outline.astype(np.float32)))
