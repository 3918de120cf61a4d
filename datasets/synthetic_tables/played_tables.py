"""Tables of melds from one bag, half of them with a violation, to test the rules on readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

from datasets.synthetic_tables.laying import Rng, Size, Start, row_of
from datasets.synthetic_tables.scene import SceneLayout, TilePose
from engine.tiles import COPIES

COLORS = "rbyk"
COLUMN_TILES = 9
"""Room for the longest meld and a gap."""


def played(rng: Rng, size: Size, radius: float) -> SceneLayout:
    """Three to eight melds in two columns, most of them read from the same side, each labelled as it is read."""
    angle = float(rng.uniform(-np.pi, np.pi))
    along, down = np.array([np.cos(angle), np.sin(angle)]), np.array([np.sin(angle), -np.cos(angle)])
    pitch = size[1] * rng.uniform(1.15, 1.7)
    tiles: list[TilePose] = []
    for number, faces in enumerate(melds_of_one_bag(rng, int(rng.integers(3, 9)))):
        line, column = divmod(number, 2)
        at = along * (column - 1) * COLUMN_TILES * size[0] + down * (line - 1.5) * pitch
        start = Start(at, angle + rng.normal(0, 0.03), number)
        turned = rng.random() < 0.15
        row = row_of(rng, faces, start, size, turned)
        tiles += reversed(row) if turned else row
    return SceneLayout(tuple(tiles), (), {"pitch": round(float(pitch / size[1]), 2)})


def melds_of_one_bag(rng: Rng, count: int) -> list[list[str]]:
    """``count`` melds, every other one with a violation, with no face more often than in the bag."""
    bag: Counter[str] = Counter()
    melds: list[list[str]] = []
    while len(melds) < count:
        faces = _meld(rng)
        if len(melds) % 2:
            faces = SPOILERS[rng.integers(len(SPOILERS))](rng, faces)
        together = bag + Counter(faces)
        if max(together.values()) <= COPIES:
            bag = together
            melds.append(faces)
    return melds


def _meld(rng: Rng) -> list[str]:
    """A lawful run or group, one in four with a joker."""
    if rng.random() < 0.6:
        length = int(rng.choice([3, 3, 4, 4, 5, 6, 7]))
        start, color = int(rng.integers(1, 15 - length)), COLORS[rng.integers(4)]
        faces = [f"{number}{color}" for number in range(start, start + length)]
    else:
        colors = rng.permutation(list(COLORS))[: int(rng.choice([3, 3, 4]))]
        number = int(rng.integers(1, 14))
        faces = [f"{number}{color}" for color in colors]
    if rng.random() < 0.25:
        faces[rng.integers(len(faces))] = "J"
    return faces


def _another_color(rng: Rng, faces: list[str]) -> list[str]:
    at = _natural(rng, faces)
    others = [color for color in COLORS if color != faces[at][-1]]
    return _with(faces, at, faces[at][:-1] + others[rng.integers(3)])


def _another_number(rng: Rng, faces: list[str]) -> list[str]:
    at = _natural(rng, faces)
    number = (int(faces[at][:-1]) - 1 + int(rng.integers(1, 13))) % 13 + 1
    return _with(faces, at, f"{number}{faces[at][-1]}")


def _a_look_alike(rng: Rng, faces: list[str]) -> list[str]:
    """A number that is easily confused with the right one."""
    alike = {"6": "9", "9": "6", "1": "7", "7": "1", "3": "8", "8": "3", "5": "6", "11": "1", "12": "2", "13": "3"}
    at = _natural(rng, faces)
    return _with(faces, at, alike.get(faces[at][:-1], "8") + faces[at][-1])


def _a_gap(rng: Rng, faces: list[str]) -> list[str]:
    return faces[:1] + faces[2:] if len(faces) > 3 else faces[:2]


def _natural(rng: Rng, faces: list[str]) -> int:
    at = [i for i, face in enumerate(faces) if face != "J"]
    return at[rng.integers(len(at))]


def _with(faces: list[str], at: int, face: str) -> list[str]:
    return [*faces[:at], face, *faces[at + 1 :]]


SPOILERS: tuple[Callable[[Rng, list[str]], list[str]], ...] = (_another_color, _another_number, _a_look_alike, _a_gap)
