"""A bag of tiles spread over a table: face up, in random order, some pushed together in rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from datasets.synthetic_tables.laying import Rng, Size, flat
from datasets.synthetic_tables.scene import F64, TilePose

APART = 1.36
"""From the middle of a place to that of the next, in heights of a tile: however two are turned, they do not touch."""
_JITTER = 0.06
_LONGEST_ROW, _OFTEN = 5, 0.25
_TURNS = (0.0, 0.35, np.pi)
"""How much people turn the tiles at most, in radians: all alike, roughly, any way."""


def spread(rng: Rng, faces: Sequence[str], size: Size, columns: int) -> tuple[tuple[TilePose, ...], F64]:
    """The tiles on a grid ``columns`` wide around the origin, in random order, and the grid's half extents in
    millimetres."""
    left = [str(face) for face in rng.permutation(list(faces))]
    pitch, turn = APART * size[1], float(rng.choice(_TURNS))
    lines: list[list[list[str]]] = [[]]
    while left:
        count = int(rng.integers(2, _LONGEST_ROW + 1)) if rng.random() < _OFTEN else 1
        taken = sum(_places(len(row), size) for row in lines[-1])
        if taken + _places(count, size) > columns and lines[-1]:
            lines.append([])
        lines[-1].append([left.pop() for _ in range(min(count, len(left)))])
    half = np.array([columns * pitch / 2, len(lines) * pitch / 2])
    tiles: list[TilePose] = []
    for down, line in enumerate(lines):
        x, y = -half[0], half[1] - (down + 0.5) * pitch
        for row in line:
            wide = _places(len(row), size) * pitch
            at = np.array([x + wide / 2, y]) + rng.normal(0, _JITTER * size[0], 2).clip(-0.1 * size[0], 0.1 * size[0])
            tiles += _row(rng, row, at, size, turn)
            x += wide
    return tuple(tiles), half


def _places(count: int, size: Size) -> int:
    """The number of grid places for a row of that many tiles."""
    return int(np.ceil(count * 1.03 * size[0] / (APART * size[1])))


def _row(rng: Rng, faces: Sequence[str], at: F64, size: Size, turn: float) -> list[TilePose]:
    """A single tile, rotated at random, or several side by side."""
    angle = float(rng.uniform(-turn, turn)) if len(faces) == 1 else float(rng.normal(0, 0.02))
    upside_down = np.pi if rng.random() < 0.1 else 0.0
    step = 1.03 * size[0]
    return [
        flat(face, (at[0] + (n - (len(faces) - 1) / 2) * step, at[1] + float(rng.normal(0, 0.012)) * size[1]),
             angle + upside_down + float(rng.normal(0, 0.012)), size)
        for n, face in enumerate(faces)
    ]  # fmt: skip
