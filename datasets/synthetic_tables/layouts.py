"""Random layouts of tiles: rows of melds, grids, scattered singles, heaps, walls of backs, racks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from datasets.synthetic_tables.laying import Rng, Size, Start, Z, flat, meld_faces, random_face, some_row
from datasets.synthetic_tables.racks import rack
from datasets.synthetic_tables.scene import F64, SceneLayout, TilePose
from engine.tiles import FACES, JOKER
from vision.belief import BACK


def arrange(rng: Rng, size_mm: Size, radius_mm: float, kind: str) -> SceneLayout:
    """Tiles of ``size_mm`` over a disc of ``radius_mm`` around the origin, in the manner of ``kind``."""
    return LAYOUTS[kind](rng, size_mm, radius_mm)


def with_any_numbers(rng: Rng, arrangement: SceneLayout) -> SceneLayout:
    """The layout with a random number and colour on each numbered tile: rows are runs or groups only by chance."""
    drawn = [str(FACES[at]) for at in rng.integers(len(FACES) - 1, size=len(arrangement.tiles))]
    tiles = (
        tile if tile.face in (BACK, str(JOKER)) else replace(tile, face=face)
        for tile, face in zip(arrangement.tiles, drawn, strict=True)
    )
    return replace(arrangement, tiles=tuple(tiles))


def melds(rng: Rng, size: Size, radius: float) -> SceneLayout:
    """Rows of melds, more or less aligned, nearly touching or far apart."""
    angle0, spread = rng.uniform(-np.pi, np.pi), rng.choice([0.02, 0.15, 3.0])
    pitch = size[1] * rng.choice([1.01, 1.08, 1.3, 2.0])
    tiles: list[TilePose] = []
    row = 0
    for level in np.arange(-radius, radius, pitch):
        x = -radius + rng.uniform(-2, 2) * size[0]
        while x < radius:
            length = int(rng.choice([1, 2, 3, 3, 4, 4, 5, 7, 9, 13]))
            angle = angle0 + rng.normal(0, spread) * (pitch > size[1] * 1.2 or spread < 0.1)
            turn = np.array([[np.cos(angle0), -np.sin(angle0)], [np.sin(angle0), np.cos(angle0)]])
            start = turn @ np.array([x, level + rng.normal(0, 0.06) * (pitch - size[1])])
            tiles += some_row(rng, meld_faces(rng, length), Start(start, angle, row), size)
            row += 1
            x += (length + rng.choice([0.1, 0.4, 1.0, 3.0])) * size[0]
    tiles = list(_without_collisions(tiles, min(size[:2]) * 0.93))
    return SceneLayout((*tiles, *_canasta_marks(rng, tiles, size)), (), {"pitch": round(pitch / size[1], 2)})


def grid(rng: Rng, size: Size, radius: float) -> SceneLayout:
    """A block of touching tiles, as when a set is checked for completeness."""
    angle = rng.uniform(-np.pi, np.pi)
    count_x = int(min(13, rng.integers(2, 14), 2 * radius / size[0]))
    count_y = int(min(8, rng.integers(2, 9), 2 * radius / size[1]))
    across = np.array([-np.sin(angle), np.cos(angle)])
    along = np.array([np.cos(angle), np.sin(angle)])
    pitch = size[1] * rng.uniform(1.005, 1.1)
    tiles: list[TilePose] = []
    for i in range(max(1, count_y)):
        start = across * (i - count_y / 2) * pitch - along * count_x / 2 * size[0]
        tiles += some_row(rng, meld_faces(rng, max(1, count_x)), Start(start, angle, i), size)
    return SceneLayout(tuple(tiles), (), {"columns": count_x, "lines": count_y})


def scatter(rng: Rng, size: Size, radius: float) -> SceneLayout:
    """Singles in every direction that do not overlap."""
    room = rng.uniform(1.0, 2.5)
    spots: list[F64] = []
    for _ in range(int(min(130, 3.0 * (radius / size[1]) ** 2))):
        spot = rng.uniform(-radius, radius, 2)
        if all(np.hypot(*(spot - other)) > size[1] * room for other in spots):
            spots.append(spot)
    tiles = [flat(random_face(rng, 0.1), (s[0], s[1]), rng.uniform(-np.pi, np.pi), size) for s in spots]
    return SceneLayout(tuple(tiles), (), {"room": round(room, 2)})


def heap(rng: Rng, size: Size, radius: float) -> SceneLayout:
    """Tiles thrown on one another, half of them face down, as before the shuffle."""
    count = int(rng.uniform(0.3, 1.2) * min(120, (radius / size[0]) ** 2))
    backs = rng.choice([0.0, 0.3, 0.7])
    tiles: list[TilePose] = []
    for i in range(max(2, count)):
        spot = rng.normal(0, radius * 0.5, 2)
        below = [t.level for t in tiles if np.hypot(*(t.center_mm[:2] - spot)) < size[1] * 0.85]
        level = min(3, max(below, default=-1) + 1)
        tiles.append(flat(random_face(rng, backs), (spot[0], spot[1]), rng.uniform(-np.pi, np.pi), size,
                           level=level, order=i))  # fmt: skip
    return SceneLayout(tuple(tiles), (), {"backs": float(backs)})


def walls(rng: Rng, size: Size, radius: float) -> SceneLayout:
    """Stock piles of backs, muertos, and a pozo of faces beside a few melds."""
    tiles: list[TilePose] = []
    for i in range(int(rng.integers(1, 5))):
        start, angle = rng.uniform(-radius, radius * 0.5, 2), rng.uniform(-np.pi, np.pi)
        pile = some_row(rng, [BACK] * int(rng.integers(2, 8)), Start(start, angle, i), size)
        high = int(rng.integers(1, 4))
        tiles += [TilePose(t.face, t.center_mm + Z * size[2] * level, t.right, t.up, size, t.row, level)
                  for t in pile for level in range(high)]  # fmt: skip
    for i in range(int(rng.integers(1, 4))):
        start = rng.uniform(-radius, radius * 0.5, 2)
        run = Start(start, float(rng.uniform(-np.pi, np.pi)), 10 + i)
        tiles += some_row(rng, meld_faces(rng, int(rng.integers(2, 8))), run, size)
    return SceneLayout(tuple(_without_collisions(tiles, min(size[:2]) * 0.93)), (), {})


def piles(rng: Rng, size: Size, radius: float) -> SceneLayout:
    """Muertos and mazo, each a few piles of backs apart from one another, and a row of faces beside them."""
    start = Start(rng.uniform(-radius, radius * 0.5, 2), float(rng.uniform(-np.pi, np.pi)), 0)
    tiles = some_row(rng, meld_faces(rng, int(rng.integers(1, 8))), start, size)
    for _ in range(int(rng.integers(1, 6))):
        at, angle, side = rng.uniform(-radius, radius, 2), float(rng.uniform(-np.pi, np.pi)), int(rng.integers(2))
        pitch = np.array([np.cos(angle), np.sin(angle)]) * size[side] * rng.choice([1.02, 1.25, 2.5])
        highest = int(rng.choice([1, 3, 5, 14]))
        for place in range(int(rng.choice([1, 1, 2, 3, 5]))):
            spot = at + pitch * place
            if all(np.hypot(*(tile.center_mm[:2] - spot)) > 0.98 * size[0] for tile in tiles):
                tiles += _pile(rng, spot, angle + side * np.pi / 2, size, int(rng.integers(1, highest + 1)))
    return SceneLayout(tuple(tiles), (), {})


def _pile(rng: Rng, spot: F64, angle: float, size: Size, height: int) -> Iterator[TilePose]:
    """Backs stacked on one another, more or less carefully."""
    care = rng.choice([0.003, 0.015, 0.05])
    for level in range(height):
        x, y = spot + rng.normal(0, care * size[0], 2)
        yield flat(BACK, (x, y), angle + rng.normal(0, 2 * care), size, level=level)


def few(rng: Rng, size: Size, radius: float) -> SceneLayout:
    """One to three tiles on a large empty table."""
    at = rng.uniform(-0.4, 0.4, 2) * radius
    angle = rng.uniform(-np.pi, np.pi)
    tiles = some_row(rng, [random_face(rng, 0.1) for _ in range(int(rng.integers(1, 4)))], Start(at, angle, 0), size)
    return SceneLayout(tuple(tiles), (), {})


def nothing(rng: Rng, size: Size, radius: float) -> SceneLayout:
    """A table without tiles."""
    return SceneLayout((), (), {})


def _canasta_marks(rng: Rng, tiles: list[TilePose], size: Size) -> Iterator[TilePose]:
    """Sometimes lay a tile across a long row, as a finished canasta is marked."""
    for row in sorted({t.row for t in tiles}):
        inside = [t for t in tiles if t.row == row]
        if len(inside) >= 6 and rng.random() < 0.25:
            under = inside[rng.integers(len(inside))]
            angle = np.arctan2(under.right[1], under.right[0]) + np.pi / 2 + rng.normal(0, 0.1)
            spot = under.center_mm[:2] + rng.normal(0, 0.2, 2) * size[1]
            yield flat(random_face(rng), (spot[0], spot[1]), angle, size, level=1)


def _without_collisions(tiles: list[TilePose], nearest_mm: float) -> Iterator[TilePose]:
    """The tiles in order, without those that would overlap an earlier one."""
    kept = np.empty((len(tiles), 3))
    count = 0
    for tile in tiles:
        off = np.abs(kept[:count] - tile.center_mm)
        if ((np.hypot(off[:, 0], off[:, 1]) < nearest_mm) & (off[:, 2] < 0.5 * tile.size_mm[2])).any():
            continue
        kept[count] = tile.center_mm
        count += 1
        yield tile


LAYOUTS: dict[str, Callable[[Rng, Size, float], SceneLayout]] = {
    "melds": melds, "grid": grid, "scatter": scatter, "heap": heap, "walls": walls, "piles": piles, "few": few,
    "nothing": nothing, "rack": rack,
}  # fmt: skip
