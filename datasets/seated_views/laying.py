"""A complete family table: rows of both sides, near and far, the pozo, stacks of backs, marked canastas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from datasets.synthetic_tables.laying import Rng, Size, Start, flat, row_of
from datasets.synthetic_tables.scene import F64, SceneLayout, TilePose
from engine.tiles import COPIES, FACES
from vision.belief import BACK

DEPTH_MM, WIDTH_MM = (420.0, 700.0), (520.0, 980.0)
"""How far away from who sits there, and how broad, the part of the table is on which tiles lie."""
_COLORS = "rbyk"
_TRIES = 60


class _Bag:
    """The 106 tiles, so that no face occurs more often than in a set."""

    def __init__(self) -> None:
        self._left = Counter({str(face): COPIES for face in FACES})

    def taken(self, faces: list[str]) -> bool:
        """Take them out; False if some are missing."""
        wanted = Counter(faces)
        if any(self._left[face] < count for face, count in wanted.items()):
            return False
        self._left -= wanted
        return True

    def some(self, rng: Rng, count: int) -> list[str]:
        """Take that many random tiles."""
        left = sorted(self._left.elements())
        drawn = [str(face) for face in rng.choice(left, min(count, len(left)), replace=False)]
        self._left -= Counter(drawn)
        return drawn


def seated(rng: Rng, size: Size, _radius_mm: float) -> SceneLayout:
    """The table in the middle of a hand, or a few melds of it."""
    bag, tiles = _Bag(), list[TilePose]()
    depth, width = float(rng.uniform(*DEPTH_MM)), float(rng.uniform(*WIDTH_MM))
    sparse, turned_theirs = rng.random() < 0.3, rng.random() < 0.7
    band = size[1] * float(rng.uniform(1.0, 1.5))
    row = 0
    for side in (-1, 1):
        pitch = size[1] * float(rng.uniform(1.15, 1.9))
        lines = int((depth / 2 - band) / pitch)
        for line in range(lines):
            x = -width / 2 + float(rng.uniform(0, 1.5)) * size[0]
            while x < width / 2 - 3 * size[0]:
                if rng.random() < (0.6 if sparse else 0.2):
                    x += float(rng.uniform(2, 6)) * size[0]
                    continue
                faces = _meld(rng, bag)
                if not faces:
                    break
                y = side * (band + (line + 0.5) * pitch)
                start = Start(np.array([x, y]), float(rng.normal(0, 0.04)), row)
                laid = row_of(rng, faces, start, size, side > 0 and turned_theirs)
                if len(faces) >= 7:
                    laid = list(_canasta(rng, laid, size))
                tiles += laid
                row += 1
                x = max(tile.center_mm[0] for tile in laid) + float(rng.uniform(0.9, 2.6)) * size[0]
    tiles += _middle(rng, bag, size, (width, band, row))
    return SceneLayout(tuple(tiles), (), {"depth_mm": round(depth), "width_mm": round(width)})


def few(rng: Rng, size: Size, radius_mm: float) -> SceneLayout:
    """A table with only a few rows, ten to two dozen tiles, as photographed to check a meld."""
    whole, wanted = seated(rng, size, radius_mm), int(rng.integers(10, 25))
    kept = list[TilePose]()
    for row in rng.permutation(sorted({tile.row for tile in whole.tiles if tile.row >= 0})):
        if len(kept) < wanted:
            kept += [tile for tile in whole.tiles if tile.row == row]
    return SceneLayout(tuple(kept), whole.slabs, whole.record)


def _meld(rng: Rng, bag: _Bag) -> list[str]:
    """A run or a group that the bag still has, one in four with a joker; empty where it has none."""
    for _ in range(_TRIES):
        if rng.random() < 0.65:
            length = int(rng.choice([3, 3, 4, 4, 5, 6, 7, 8]))
            start, color = int(rng.integers(1, 15 - length)), _COLORS[rng.integers(4)]
            faces = [f"{number}{color}" for number in range(start, start + length)]
        else:
            colors = rng.permutation(list(_COLORS))[: int(rng.choice([3, 3, 4]))]
            number = int(rng.integers(1, 14))
            faces = [f"{number}{color}" for color in colors]
        if rng.random() < 0.25:
            faces[rng.integers(len(faces))] = "J" if rng.random() < 0.5 else f"2{_COLORS[rng.integers(4)]}"
        if bag.taken(faces):
            return faces
    return []


def _canasta(rng: Rng, laid: list[TilePose], size: Size) -> Iterator[TilePose]:
    """A closed canasta: plain, marked with its last tile across it, or squeezed together."""
    habit = rng.random()
    if habit < 0.4:
        yield from laid
        return
    below = laid[:-1]
    if habit > 0.75:
        step = size[0] * float(rng.uniform(0.55, 0.8))
        first = laid[0].center_mm
        for order, tile in enumerate(below):
            at = first[:2] + np.array([step * order, tile.center_mm[1] - first[1]])
            yield flat(tile.face, (at[0], at[1]), _angle(tile), size, row=tile.row, level=order % 2, order=order)
        middle = first[:2] + np.array([step * len(below) / 2, 0.0])
        yield flat(laid[-1].face, (middle[0], middle[1]), np.pi / 2, size, row=laid[0].row, level=2)
        return
    yield from below
    under: F64 = below[int(rng.integers(1, len(below) - 1))].center_mm[:2] + rng.normal(0, 0.15, 2) * size[1]
    yield flat(
        laid[-1].face, (under[0], under[1]), np.pi / 2 + float(rng.normal(0, 0.12)), size, row=laid[0].row, level=1
    )


def _angle(tile: TilePose) -> float:
    return float(np.arctan2(tile.right[1], tile.right[0]))


def _middle(rng: Rng, bag: _Bag, size: Size, room: tuple[float, float, int]) -> Iterator[TilePose]:
    """The strip between the two sides: stacks of backs at one end, the pozo from the middle on, in a line or a heap."""
    width, band, row = room
    hand = 1 if rng.random() < 0.5 else -1
    for stack in range(int(rng.integers(1, 6))):
        at = -hand * (width / 2 - (stack + 0.7) * size[0] * 1.1)
        for level in range(int(rng.integers(1, 8))):
            yield flat(BACK, (at, float(rng.normal(0, 1))), float(rng.normal(0, 0.03)), size, level=level)
    faces = bag.some(rng, int(rng.integers(0, 14)))
    heaped = rng.random() < 0.3
    for number, face in enumerate(faces):
        if heaped:
            spot = np.array([hand * width * 0.2, 0.0]) + rng.normal(0, 1, 2) * (2 * size[0], band / 3)
            yield flat(
                face,
                (spot[0], spot[1]),
                float(rng.uniform(-np.pi, np.pi)),
                size,
                level=min(number // 4, 2),
                order=number,
            )
        else:
            spot = np.array([hand * number * 1.08 * size[0] * 0.9, float(rng.normal(0, 2))])
            yield flat(face, (spot[0], spot[1]), float(rng.normal(0, 0.08)), size, row=row, order=number)
