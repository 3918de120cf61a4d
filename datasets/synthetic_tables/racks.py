"""Racks of one to three steps, seen from the player's side, and melds that lie on the table before and behind them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from datasets.synthetic_tables.laying import Rng, Size, Start, Z, meld_faces, random_face, some_row
from datasets.synthetic_tables.scene import F64, SceneLayout, Slab, TilePose


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The way a rack stands: unit vectors along it, to its back, and up its leaning tiles; its colour and measures."""

    right: F64
    back: F64
    up: F64
    bgr: F64
    length_mm: float
    rise_mm: float


def rack(rng: Rng, size: Size, radius: float) -> SceneLayout:
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
        tiles += _laid_flat(rng, size, Start(np.array([-radius * 0.5, front]), float(rng.normal(0, 0.1)), 90), 200)
    if rng.random() < 0.4:
        angle, x, beyond = float(rng.normal(0, 0.4)), rng.uniform(-1.0, 0.4) * radius, y
        for number in range(int(rng.integers(1, 5))):
            beyond += rng.uniform(1.05, 1.6) * size[1]
            start = Start(
                np.array([x + rng.normal(0, 0.5) * size[0], beyond]), angle + rng.normal(0, 0.05), 91 + number
            )
            tiles += _laid_flat(rng, size, start, -300)
    return SceneLayout(tuple(tiles), tuple(slabs), {})


def _laid_flat(rng: Rng, size: Size, start: Start, order: int) -> list[TilePose]:
    """A meld on the table, before or behind the racks."""
    return [replace(t, order=order) for t in some_row(rng, meld_faces(rng, int(rng.integers(2, 8))), start, size)]


def _one_rack(rng: Rng, size: Size, radius: float, base: F64) -> SceneLayout:
    """A rack whose lowest step stands at ``base``; higher steps lie behind it and are painted first."""
    yaw = rng.normal(0, 0.25) if rng.random() < 0.4 else rng.uniform(-1.0, 1.0)
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
    return SceneLayout(tuple(tiles), tuple(slabs), {})


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
