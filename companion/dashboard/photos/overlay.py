"""SVG shapes drawn over a photograph; lengths are pixels of the full picture, y downwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot

Point = tuple[float, float]
_FOOT, _PLATE, _ACROSS = 0.86, 0.36, 0.96
"""How far down a tile its face is written over it and how high, as parts of its height, and how wide, of its width."""
_AROUND = 1.5
"""How much more than the tile a crop shows, as a factor of its sides."""


@dataclass(frozen=True, slots=True)
class Badge:
    """The place of a row's number: the centre of a disc and its radius."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Plate:
    """The place of a tile's face label: the centre of a plate at its foot, and its size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Crop:
    """A view of one tile with its number upright, as attributes of ``svg`` and of the group inside it."""

    view_box: str
    transform: str


def polygon(corners: Iterable[Point]) -> str:
    """The ``points`` of an SVG polygon."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The convex hull of ``points``, clockwise on the screen."""
    ordered = sorted(set(points))
    return (*_chain(ordered), *_chain(ordered[::-1])) if len(ordered) > 2 else tuple(ordered)


def badge(corners: Sequence[Point], size: tuple[int, int]) -> Badge:
    """The place beside a row's first tile, kept inside the picture."""
    left, right = _middle(corners[0], corners[3]), _middle(corners[1], corners[2])
    radius = 0.26 * hypot(corners[3][0] - corners[0][0], corners[3][1] - corners[0][1])
    width = hypot(right[0] - left[0], right[1] - left[1]) or 1.0
    x = left[0] - (right[0] - left[0]) * radius * 1.25 / width
    y = left[1] - (right[1] - left[1]) * radius * 1.25 / width
    return Badge(round(_inside(x, radius, size[0]), 1), round(_inside(y, radius, size[1]), 1), round(radius, 1))


def plate(corners: Sequence[Point]) -> Plate:
    """The place at a tile's foot, which leaves its number visible."""
    head, foot = _middle(corners[0], corners[1]), _middle(corners[3], corners[2])
    tall, wide = _length(head, foot), (_length(corners[0], corners[1]) + _length(corners[3], corners[2])) / 2
    x, y = (head[at] + _FOOT * (foot[at] - head[at]) for at in (0, 1))
    return Plate(round(x, 1), round(y, 1), round(_ACROSS * wide, 1), round(_PLATE * tall, 1))


def ends_at_edge(row: Sequence[Sequence[Point]], size: tuple[int, int]) -> bool:
    """Whether the centre of a tile before or after a ``row`` would lie outside the picture."""
    middles = [_middle(*tile) for tile in row]
    steps = zip((middles[0], middles[-1]), (middles[1], middles[-2]), strict=True) if len(row) > 1 else ()
    next_ones = [(2 * end[0] - before[0], 2 * end[1] - before[1]) for end, before in steps]
    return not all(0 <= x <= size[0] and 0 <= y <= size[1] for x, y in next_ones)


def crop(corners: Sequence[Point]) -> Crop:
    """The view of a tile."""
    x, y = _middle(*corners)
    left, right = _middle(corners[0], corners[3]), _middle(corners[1], corners[2])
    across = hypot(right[0] - left[0], right[1] - left[1])
    down = (_length(corners[0], corners[3]) + _length(corners[1], corners[2])) / 2
    side = max(across, down, 1.0) * _AROUND
    angle = degrees(atan2(right[1] - left[1], right[0] - left[0]))
    view_box = f"{x - side / 2:.1f} {y - side / 2:.1f} {side:.1f} {side:.1f}"
    return Crop(view_box, f"rotate({-angle:.2f} {x:.1f} {y:.1f})")


def _chain(ordered: Sequence[Point]) -> list[Point]:
    """One half of the hull of sorted points, without its last point."""
    kept: list[Point] = []
    for point in ordered:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0:
            kept.pop()
        kept.append(point)
    return kept[:-1]


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _middle(*points: Point) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _length(a: Point, b: Point) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])


def _inside(value: float, margin: float, limit: float) -> float:
    return min(max(value, margin), max(limit - margin, margin))
