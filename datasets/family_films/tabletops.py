"""Table-top textures (wood, cloth, plain) under one lamp."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.family_films.pinhole_camera import Pinhole

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
Kind = Literal["wood", "cloth", "plain"]
REACH_MM = 1800
"""The table is painted so far to every side of its middle, at half a pixel a millimetre."""
_SCALE = 0.5
_WOODS = ((66, 108, 156), (40, 66, 100), (104, 146, 186), (58, 84, 128))
_CLOTHS = ((70, 96, 34), (96, 58, 30), (52, 44, 110), (150, 142, 132), (62, 70, 66))
_PLAINS = ((196, 198, 196), (88, 84, 80), (120, 98, 70), (60, 90, 60))


@dataclass(frozen=True, slots=True)
class Lamp:
    """The position of the lamp and its falloff."""

    towards: tuple[float, float]
    """By how many millimetres a thing one millimetre high throws its shadow to the right and away."""
    soft_mm: float
    depth: float
    """The darkness of a shadow, from 0 to 1."""
    falloff: float
    """The darkening of the picture's corners."""


def table_top(kind: Kind, rng: np.random.Generator) -> U8:
    """(n, n, 3): the BGR texture of the table from above, x to the right, centred."""
    side = int(2 * REACH_MM * _SCALE)
    if kind == "wood":
        return _wood(side, rng)
    base = np.array((_CLOTHS if kind == "cloth" else _PLAINS)[int(rng.integers(4))], np.float32)
    grain = rng.normal(0, 1, (side, side)).astype(np.float32)
    if kind == "cloth":
        weave = cv2.GaussianBlur(grain, (5, 1), 0) + cv2.GaussianBlur(grain.T.copy(), (1, 5), 0)
        folds = cv2.resize(rng.normal(0, 1, (9, 9)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
        shade = 1 + 0.05 * weave + 0.025 * folds
    else:
        shade = 1 + 0.012 * cv2.GaussianBlur(grain, (0, 0), 1.2)
    return np.clip(base * shade[..., None], 0, 255).astype(np.uint8)


def _wood(side: int, rng: np.random.Generator) -> U8:
    """Adjacent boards, each with its grain."""
    base = np.array(_WOODS[int(rng.integers(len(_WOODS)))], np.float32)
    grain = cv2.resize(
        rng.normal(0, 1, (side, side // 60)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC
    )
    fine = cv2.resize(
        rng.normal(0, 1, (side, side // 12)).astype(np.float32), (side, side), interpolation=cv2.INTER_LINEAR
    )
    shade = 1 + 0.05 * cv2.GaussianBlur(grain, (0, 0), 1.5) + 0.03 * fine
    board = int(rng.integers(45, 80))
    for at, row in enumerate(range(0, side, board)):
        shade[row : row + board] *= 1 + 0.05 * float(rng.normal())
        shade[row : row + 1] *= 0.72
        shade[row : row + board] = np.roll(shade[row : row + board], 131 * at, axis=1)
    return np.clip(base * shade[..., None], 0, 255).astype(np.uint8)


def seen_from(camera: Pinhole, top: U8, lamp: Lamp) -> U8:
    """(height, width, 3): the empty table in BGR as the camera sees it."""
    middle = top.shape[0] / 2
    mm_from_top = np.array([[1 / _SCALE, 0, -middle / _SCALE], [0, -1 / _SCALE, middle / _SCALE], [0, 0, 1]])
    picture = cv2.warpPerspective(top, camera.of_plane() @ mm_from_top, camera.size_px, flags=cv2.INTER_LINEAR,
                                  borderMode=cv2.BORDER_REFLECT_101)  # fmt: skip
    lit = np.clip(picture * falloff(camera.size_px, lamp)[..., None], 0, 255)
    return np.asarray(lit, np.uint8)


def falloff(size_px: tuple[int, int], lamp: Lamp) -> F32:
    """(height, width): the relative brightness at each place, 1 at the brightest."""
    width, height = size_px
    x = np.linspace(-1, 1, width, dtype=np.float32)[None] - 0.5 * np.sign(lamp.towards[0]) * -1
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] + 0.3
    far = (x**2 + y**2) / 3.2
    return np.asarray(1 - lamp.falloff * np.clip(far, 0, 1), np.float32)
