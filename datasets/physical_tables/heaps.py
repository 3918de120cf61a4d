"""Heaps of tiles: each falls straight down and comes to rest on what lies below it.

The surface is a height map in millimetres. A falling tile first touches the highest point below it, turns about it
until it touches a second one, then about the line through both until a third.
"""

from __future__ import annotations

import numpy as np

from datasets.synthetic_tables.laying import Z, random_face
from datasets.synthetic_tables.scene import F64, TilePose

Rng = np.random.Generator
_STEEPEST = np.tan(np.radians(38))
_LEAST_MM = 1e-6


class HeightMap:
    """A height map over a square of the table, in millimetres; flat outside."""

    def __init__(self, radius_mm: float) -> None:
        self._half = int(np.ceil(radius_mm))
        self.heights = np.zeros((2 * self._half + 1, 2 * self._half + 1))

    def below(self, spots: F64) -> F64:
        """The heights (n,) under ``spots`` (n, 2)."""
        rows, columns = self._cells(spots)
        return self.heights[rows, columns]

    def raise_to(self, spots: F64, levels: F64) -> None:
        """Raise the ground at ``spots`` (n, 2) to at least ``levels`` (n,)."""
        rows, columns = self._cells(spots)
        np.maximum.at(self.heights, (rows, columns), levels)

    def _cells(self, spots: F64) -> tuple[np.ndarray, np.ndarray]:
        cells = np.clip(np.round(spots).astype(int) + self._half, 0, 2 * self._half)
        return cells[:, 1], cells[:, 0]


def resting_plane(spots: F64, levels: F64) -> F64:
    """The plane (a, b, c), z = ax + by + c, on which a tile centred at (0, 0) rests.

    ``spots`` (n, 2) are places under the tile and ``levels`` (n,) the heights there.
    """
    top = int(np.argmax(levels))
    toward = -spots[top]
    reach = float(np.linalg.norm(toward))
    if reach < _LEAST_MM:
        return np.array([0.0, 0.0, levels[top]])
    along = toward / reach
    first = _turned(spots, levels, top, along)
    slope = first * along
    return _about_two(spots, levels, (top, slope))


def _turned(spots: F64, levels: F64, top: int, along: F64) -> float:
    """The steepest slope (negative) along ``along`` about point ``top`` before a second contact."""
    ahead = (spots - spots[top]) @ along
    free = ahead > 0.5
    slopes = (levels[free] - levels[top]) / ahead[free]
    return float(np.clip(slopes.max(initial=-_STEEPEST), -_STEEPEST, 0.0))


def _about_two(spots: F64, levels: F64, held: tuple[int, F64]) -> F64:
    """The plane through point ``top`` with slope ``held[1]``, turned about both contact points towards (0, 0)."""
    top, slope = held
    plane = np.array([*slope, levels[top] - slope @ spots[top]])
    gaps = spots @ plane[:2] + plane[2] - levels
    gaps[np.linalg.norm(spots - spots[top], axis=1) < 3] = np.inf
    second = int(np.argmin(gaps))
    if gaps[second] > 0.3:
        return plane
    line = spots[second] - spots[top]
    across = np.array([-line[1], line[0]]) / np.linalg.norm(line)
    offset = float(-spots[top] @ across)
    if abs(offset) < 0.5:
        return plane
    across *= np.sign(offset)
    ahead = (spots - spots[top]) @ across
    free = ahead > 0.5
    fall = float(np.clip((gaps[free] / ahead[free])[np.isfinite(gaps[free])].min(initial=_STEEPEST), 0, _STEEPEST))
    turned = plane[:2] - fall * across
    return np.array([*turned, levels[top] - turned @ spots[top]])


def heap(rng: Rng, size_mm: tuple[float, float, float], radius_mm: float) -> tuple[TilePose, ...]:
    """A pozo or an emptied bag: tiles on one another, some face down."""
    spread = float(rng.choice([0.25, 0.4, 0.6]))
    count = int(np.clip(rng.uniform(0.4, 1.4) * (2 * spread * radius_mm / size_mm[0]) ** 2, 3, 90))
    backs = float(rng.choice([0.0, 0.25, 0.6]))
    ground = HeightMap(radius_mm * 1.5 + 2 * size_mm[1])
    middles = rng.normal(0, radius_mm * spread * 0.6, (count, 2))
    return tuple(_dropped(rng, ground, middle, (size_mm, random_face(rng, backs))) for middle in middles)


def _dropped(rng: Rng, ground: HeightMap, middle: F64, tile: tuple[tuple[float, float, float], str]) -> TilePose:
    """One tile at rest; the ground is raised by it."""
    size, face = tile
    angle = rng.uniform(-np.pi, np.pi)
    along = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    steps = [np.linspace(-0.5, 0.5, int(side) + 1) * side for side in size[:2]]
    grid = np.stack(np.meshgrid(*steps), axis=-1).reshape(-1, 2)
    spots = grid @ along
    a, b, c = resting_plane(spots, ground.below(spots + middle))
    normal = np.array([-a, -b, 1.0]) / np.sqrt(1 + a * a + b * b)
    right = np.array([*along[0], a * along[0, 0] + b * along[0, 1]])
    right /= np.linalg.norm(right)
    up = np.cross(normal, right)
    center = np.array([*middle, c]) + normal * size[2]
    ground.raise_to(spots + middle, spots @ [a, b] + c + size[2] / normal[2])
    return TilePose(face, center, right, up, size)


def stacks(rng: Rng, size_mm: tuple[float, float, float], radius_mm: float) -> tuple[TilePose, ...]:
    """Towers of two to seven tiles, slightly displaced; the topmost often shows its face."""
    poses: list[TilePose] = []
    pitch = np.array(size_mm[:2]) * rng.uniform(1.05, 1.5, 2)
    reach = int(np.clip(radius_mm * 0.7 / pitch[1], 0, 3))
    turn = rng.uniform(-np.pi, np.pi)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    for x in range(-reach, reach + 1):
        for y in range(-reach, reach + 1):
            if rng.random() < 0.75:
                poses += _tower(rng, size_mm, np.array([x, y]) * pitch @ axes, turn)
    return tuple(poses)


def _tower(rng: Rng, size: tuple[float, float, float], spot: F64, turn: float) -> list[TilePose]:
    high = int(rng.integers(1, 8))
    shown = rng.random() < 0.6
    poses = []
    for level in range(high):
        angle = turn + rng.normal(0, 0.05) + np.pi * (rng.random() < 0.2)
        right = np.array([np.cos(angle), np.sin(angle), 0.0])
        at = np.array([*(spot + rng.normal(0, 0.02, 2) * size[0]), 0.0]) + Z * size[2] * (level + 1)
        face = random_face(rng, 0.0) if shown and level == high - 1 else "back"
        poses.append(TilePose(face, at, right, np.cross(Z, right), size, level=level))
    return poses
