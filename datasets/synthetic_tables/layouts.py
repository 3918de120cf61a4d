"""How people lay tiles: rows of melds, grids, scattered singles, heaps, walls of backs, racks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from datasets.synthetic_tables.scene import F64, Arrangement, Slab, TilePose
from engine.tiles import FACES
from vision.belief import BACK

Size = tuple[float, float, float]
"""Width, height and thickness of a tile in millimetres."""
Rng = np.random.Generator
Z = np.array([0.0, 0.0, 1.0])


def arrange(rng: Rng, size_mm: Size, radius_mm: float, kind: str) -> Arrangement:
    """Tiles of ``size_mm`` over a disc of ``radius_mm`` around the origin, in the manner of ``kind``."""
    return LAYOUTS[kind](rng, size_mm, radius_mm)


def random_face(rng: Rng, backs: float = 0.03) -> str:
    """Any face; jokers and backs more often than in the bag, because they vary most."""
    draw = rng.random()
    if draw < backs:
        return BACK
    return "J" if draw < backs + 0.05 else str(FACES[rng.integers(52)])


def meld_faces(rng: Rng, length: int) -> list[str]:
    """Faces of a row: a run, a group or anything, sometimes with a joker in it."""
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
    """Where a row begins, which way it runs, and its number."""

    at_mm: F64
    angle: float
    row: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The way a rack stands: unit vectors along it, to its back, and up its leaning tiles; its colour and measures."""

    right: F64
    back: F64
    up: F64
    bgr: F64
    length_mm: float
    rise_mm: float


def _flat(face: str, at: tuple[float, float], angle: float, size: Size, **placing: int) -> TilePose:
    right = np.array([np.cos(angle), np.sin(angle), 0.0])
    up = np.array([-np.sin(angle), np.cos(angle), 0.0])
    z = size[2] * (1 + placing.get("level", 0))
    return TilePose(face, np.array([*at, z]), right, up, size, **placing)


def row_of(rng: Rng, faces: list[str], start: Start, size: Size, flipped: bool = False) -> list[TilePose]:
    """Tiles side by side from ``start`` on, laid by a hand of its own tidiness, most of them ``flipped`` if so."""
    sloppy, gap = rng.choice([0.3, 1.0, 2.2]), rng.choice([0.0, 0.02, 0.06, 0.15])
    along = np.array([np.cos(start.angle), np.sin(start.angle)])
    across = np.array([-along[1], along[0]])
    tiles, at = [], start.at_mm.copy()
    for face in faces:
        lean = rng.normal(0, 0.012 * sloppy)
        upside_down = np.pi if rng.random() < (0.85 if flipped else 0.03) else 0.0
        spot = at + across * rng.normal(0, 0.025 * sloppy) * size[1]
        tiles.append(_flat(face, (spot[0], spot[1]), start.angle + lean + upside_down, size, row=start.row))
        step = size[0] * (1.005 + abs(lean) * 0.8 + gap * rng.random())
        at = at + along * step
    return tiles


def _row(rng: Rng, faces: list[str], start: Start, size: Size) -> list[TilePose]:
    return row_of(rng, faces, start, size, rng.random() < 0.06)


def melds(rng: Rng, size: Size, radius: float) -> Arrangement:
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
            tiles += _row(rng, meld_faces(rng, length), Start(start, angle, row), size)
            row += 1
            x += (length + rng.choice([0.1, 0.4, 1.0, 3.0])) * size[0]
    tiles = list(_without_collisions(tiles, min(size[:2]) * 0.93))
    return Arrangement((*tiles, *_canasta_marks(rng, tiles, size)), (), {"pitch": round(pitch / size[1], 2)})


def grid(rng: Rng, size: Size, radius: float) -> Arrangement:
    """A block of tiles that all touch, as when a set is checked for completeness."""
    angle = rng.uniform(-np.pi, np.pi)
    count_x = int(min(13, rng.integers(2, 14), 2 * radius / size[0]))
    count_y = int(min(8, rng.integers(2, 9), 2 * radius / size[1]))
    across = np.array([-np.sin(angle), np.cos(angle)])
    along = np.array([np.cos(angle), np.sin(angle)])
    pitch = size[1] * rng.uniform(1.005, 1.1)
    tiles: list[TilePose] = []
    for i in range(max(1, count_y)):
        start = across * (i - count_y / 2) * pitch - along * count_x / 2 * size[0]
        tiles += _row(rng, meld_faces(rng, max(1, count_x)), Start(start, angle, i), size)
    return Arrangement(tuple(tiles), (), {"columns": count_x, "lines": count_y})


def scatter(rng: Rng, size: Size, radius: float) -> Arrangement:
    """Singles in every direction that do not overlap."""
    room = rng.uniform(1.0, 2.5)
    spots: list[F64] = []
    for _ in range(int(min(130, 3.0 * (radius / size[1]) ** 2))):
        spot = rng.uniform(-radius, radius, 2)
        if all(np.hypot(*(spot - other)) > size[1] * room for other in spots):
            spots.append(spot)
    tiles = [_flat(random_face(rng, 0.1), (s[0], s[1]), rng.uniform(-np.pi, np.pi), size) for s in spots]
    return Arrangement(tuple(tiles), (), {"room": round(room, 2)})


def heap(rng: Rng, size: Size, radius: float) -> Arrangement:
    """Tiles thrown on one another, half of them face down, as before the shuffle."""
    count = int(rng.uniform(0.3, 1.2) * min(120, (radius / size[0]) ** 2))
    backs = rng.choice([0.0, 0.3, 0.7])
    tiles: list[TilePose] = []
    for i in range(max(2, count)):
        spot = rng.normal(0, radius * 0.5, 2)
        below = [t.level for t in tiles if np.hypot(*(t.center_mm[:2] - spot)) < size[1] * 0.85]
        level = min(3, max(below, default=-1) + 1)
        tiles.append(_flat(random_face(rng, backs), (spot[0], spot[1]), rng.uniform(-np.pi, np.pi), size,
                           level=level, order=i))  # fmt: skip
    return Arrangement(tuple(tiles), (), {"backs": float(backs)})


def walls(rng: Rng, size: Size, radius: float) -> Arrangement:
    """Stock piles of backs, muertos, and a pozo of faces beside a few melds."""
    tiles: list[TilePose] = []
    for i in range(int(rng.integers(1, 5))):
        start, angle = rng.uniform(-radius, radius * 0.5, 2), rng.uniform(-np.pi, np.pi)
        pile = _row(rng, [BACK] * int(rng.integers(2, 8)), Start(start, angle, i), size)
        high = int(rng.integers(1, 4))
        tiles += [TilePose(t.face, t.center_mm + Z * size[2] * level, t.right, t.up, size, t.row, level)
                  for t in pile for level in range(high)]  # fmt: skip
    for i in range(int(rng.integers(1, 4))):
        start = rng.uniform(-radius, radius * 0.5, 2)
        run = Start(start, float(rng.uniform(-np.pi, np.pi)), 10 + i)
        tiles += _row(rng, meld_faces(rng, int(rng.integers(2, 8))), run, size)
    return Arrangement(tuple(_without_collisions(tiles, min(size[:2]) * 0.93)), (), {})


def few(rng: Rng, size: Size, radius: float) -> Arrangement:
    """One to three tiles and much table."""
    at = rng.uniform(-0.4, 0.4, 2) * radius
    angle = rng.uniform(-np.pi, np.pi)
    tiles = _row(rng, [random_face(rng, 0.1) for _ in range(int(rng.integers(1, 4)))], Start(at, angle, 0), size)
    return Arrangement(tuple(tiles), (), {})


def nothing(rng: Rng, size: Size, radius: float) -> Arrangement:
    """A table without tiles."""
    return Arrangement((), (), {})


def rack(rng: Rng, size: Size, radius: float) -> Arrangement:
    """One to three racks in a picture, each of one to three steps, seen from the player's side."""
    tiles: list[TilePose] = []
    slabs: list[Slab] = []
    y = rng.uniform(-1.5, 0.5) * size[1]
    for number in range(int(rng.integers(1, 3))):
        one = _one_rack(rng, size, radius, np.array([rng.uniform(-0.3, 0.3) * radius, y, 0.0]))
        tiles += [replace(t, row=t.row + 10 * number, order=t.order - 100 * number) for t in one.tiles]
        slabs += [replace(s, order=s.order - 100 * number) for s in one.slabs]
        y += size[1] * rng.uniform(4, 7)
    if rng.random() < 0.4:
        front = rng.uniform(-3.5, -1.6) * size[1]
        start = Start(np.array([-radius * 0.5, front]), float(rng.normal(0, 0.1)), 90)
        row = _row(rng, meld_faces(rng, int(rng.integers(2, 8))), start, size)
        tiles += [replace(t, order=200) for t in row]
    return Arrangement(tuple(tiles), tuple(slabs), {})


def _one_rack(rng: Rng, size: Size, radius: float, base: F64) -> Arrangement:
    """A rack whose lowest step stands at ``base``; higher steps lie behind it and are painted first."""
    yaw = rng.normal(0, 0.25) if rng.random() < 0.6 else rng.uniform(-1.0, 1.0)
    lean = np.radians(rng.uniform(40, 82))
    right = np.array([np.cos(yaw), np.sin(yaw), 0.0])
    back = np.array([-np.sin(yaw), np.cos(yaw), 0.0])
    up = back * np.cos(lean) + Z * np.sin(lean)
    steps = int(rng.choice([1, 2, 2, 3, 3]))
    rise, depth = size[1] * rng.uniform(0.3, 0.95), size[1] * rng.uniform(0.15, 0.5)
    color = np.array([[25, 25, 25], [40, 38, 36], [60, 90, 140], [225, 225, 225], [50, 110, 40], [130, 170, 200]])[
        rng.integers(6)
    ] * rng.uniform(0.7, 1.2)
    length = min(2.4 * radius, size[0] * 16)
    tiles: list[TilePose] = []
    slabs: list[Slab] = []
    packed = rng.random() < 0.75
    for step in range(steps):
        foot = base + back * depth * step + Z * (rise * step + size[2] * 0.6)
        order = 10 - 3 * step
        slabs += _step_slabs(foot, Board(right, back, up, color, length, rise), size, order)
        x = -length / 2 + rng.uniform(0, 2) * size[0]
        for face in meld_faces(rng, 16) if rng.random() < 0.5 else [random_face(rng) for _ in range(16)]:
            x += 0 if packed else rng.choice([0, 0, 0.1, 1.0]) * size[0]
            if x > length / 2 - size[0] or rng.random() < 0.02:
                break
            tilt = rng.normal(0, 0.012)
            middle = foot + right * (x + size[0] / 2) + up * size[1] / 2
            tiles.append(TilePose(face, middle, right * np.cos(tilt) + up * np.sin(tilt),
                                  up * np.cos(tilt) - right * np.sin(tilt), size, step, 0, order + 1))  # fmt: skip
            x += size[0] * rng.uniform(1.005, 1.05)
    return Arrangement(tuple(tiles), tuple(slabs), {})


def _step_slabs(foot: F64, board: Board, size: Size, order: int) -> Iterator[Slab]:
    """The board behind the tiles of a step, and the lip in front of them."""
    _, height, thickness = size
    end = board.right * (board.length_mm / 2 + thickness)
    behind = foot + board.back * thickness
    top = behind + board.up * height * 0.7
    lip_top, lip_foot = foot - board.back * thickness * 0.6, foot - board.back * thickness - Z * board.rise_mm
    lip_top = lip_top + Z * thickness * 0.3
    wall = np.stack([top - end, top + end, behind + end, behind - end])
    lip = np.stack([lip_top - end, lip_top + end, lip_foot + end, lip_foot - end])
    for corners, shade, rank in ((wall, 0.75, order), (lip, 1.0, order + 2)):
        b, g, r = (board.bgr * shade).tolist()
        yield Slab(corners, (b, g, r), rank)


def _canasta_marks(rng: Rng, tiles: list[TilePose], size: Size) -> Iterator[TilePose]:
    """Now and then a tile laid across a long row, as a finished canasta is marked."""
    for row in sorted({t.row for t in tiles}):
        inside = [t for t in tiles if t.row == row]
        if len(inside) >= 6 and rng.random() < 0.25:
            under = inside[rng.integers(len(inside))]
            angle = np.arctan2(under.right[1], under.right[0]) + np.pi / 2 + rng.normal(0, 0.1)
            spot = under.center_mm[:2] + rng.normal(0, 0.2, 2) * size[1]
            yield _flat(random_face(rng), (spot[0], spot[1]), angle, size, level=1)


def _without_collisions(tiles: list[TilePose], nearest_mm: float) -> Iterator[TilePose]:
    """The tiles in order, without those that would stand inside an earlier one."""
    kept = np.empty((len(tiles), 3))
    count = 0
    for tile in tiles:
        off = np.abs(kept[:count] - tile.center_mm)
        if ((np.hypot(off[:, 0], off[:, 1]) < nearest_mm) & (off[:, 2] < 0.5 * tile.size_mm[2])).any():
            continue
        kept[count] = tile.center_mm
        count += 1
        yield tile


LAYOUTS: dict[str, Callable[[Rng, Size, float], Arrangement]] = {
    "melds": melds, "grid": grid, "scatter": scatter, "heap": heap, "walls": walls, "few": few, "nothing": nothing,
    "rack": rack,
}  # fmt: skip
