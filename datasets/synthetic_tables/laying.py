"""Random faces of melds, and rows of tiles laid by hand: the building blocks of every layout."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.synthetic_tables.scene import F64, TilePose
from engine.tiles import FACES
from vision.belief import BACK

Size = tuple[float, float, float]
"""Width, height and thickness of a tile in millimetres."""
Rng = np.random.Generator
Z = np.array([0.0, 0.0, 1.0])


def random_face(rng: Rng, backs: float = 0.03) -> str:
    """A random face; jokers and backs more often than in the bag, because they vary most."""
    draw = rng.random()
    if draw < backs:
        return BACK
    return "J" if draw < backs + 0.05 else str(FACES[rng.integers(52)])


def meld_faces(rng: Rng, length: int) -> list[str]:
    """Faces of a row: a run, a group or random ones, sometimes with a joker."""
    colors = "rbyk"
    color, kind = colors[rng.integers(4)], rng.random()
    if kind < 0.4:
        start = int(rng.integers(1, max(2, 15 - length)))
        faces = [f"{(start + i - 1) % 13 + 1}{color}" for i in range(length)]
    elif kind < 0.6:
        faces = [f"{rng.integers(1, 14)}{color}" for _ in range(length)]
    elif kind < 0.8:
        number = int(rng.integers(1, 14))
        faces = [f"{number}{colors[rng.integers(4)]}" for _ in range(length)]
    else:
        faces = [random_face(rng) for _ in range(length)]
    if rng.random() < 0.3:
        faces[rng.integers(length)] = "J"
    return faces


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """The start of a row, its direction, and its number."""

    at_mm: F64
    angle: float
    row: int


def flat(face: str, at: tuple[float, float], angle: float, size: Size, **placing: int) -> TilePose:
    """A tile lying at ``at`` millimetres, rotated by ``angle`` radians; ``placing``: its row, level or order."""
    right = np.array([np.cos(angle), np.sin(angle), 0.0])
    up = np.array([-np.sin(angle), np.cos(angle), 0.0])
    z = size[2] * (1 + placing.get("level", 0))
    return TilePose(face, np.array([*at, z]), right, up, size, **placing)


def row_of(rng: Rng, faces: list[str], start: Start, size: Size, flipped: bool = False) -> list[TilePose]:
    """Tiles side by side from ``start`` on, with a random tidiness, most of them ``flipped`` if so."""
    sloppy, gap = rng.choice([0.3, 1.0, 2.2]), rng.choice([0.0, 0.02, 0.06, 0.15])
    along = np.array([np.cos(start.angle), np.sin(start.angle)])
    across = np.array([-along[1], along[0]])
    tiles, at = [], start.at_mm.copy()
    for face in faces:
        lean = rng.normal(0, 0.012 * sloppy)
        upside_down = np.pi if rng.random() < (0.85 if flipped else 0.03) else 0.0
        spot = at + across * rng.normal(0, 0.025 * sloppy) * size[1]
        tiles.append(flat(face, (spot[0], spot[1]), start.angle + lean + upside_down, size, row=start.row))
        step = size[0] * (1.005 + abs(lean) * 0.8 + gap * rng.random())
        at = at + along * step
    return tiles


def some_row(rng: Rng, faces: list[str], start: Start, size: Size) -> list[TilePose]:
    """Tiles side by side; sometimes a whole row is upside down."""
    return row_of(rng, faces, start, size, rng.random() < 0.06)
