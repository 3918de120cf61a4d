"""Drawn tables: piles of tiles face down, a box, faces, on one colour or on a patterned cloth."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

SIZE_PX = (1280, 720)
TILE_PX = (36, 50)
CLOTH, IVORY, RED = (70, 110, 50), (225, 240, 245), (50, 40, 190)
"""Blue, green and red of a cloth, of tiles and of a box."""
NEARLY_CLOTH = (76, 103, 36)
Spot = tuple[float, float]
FAR_RIGHT, FAR_LEFT, RIGHT, LEFT = (1130.0, 360.0), (150.0, 360.0), (900.0, 360.0), (380.0, 360.0)


def quad(middle: Spot, turn_deg: float = 0.0) -> NDArray[np.float64]:
    """(4, 2): a tile with its middle there."""
    wide, tall = TILE_PX
    corners = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(corners @ turn.T + middle)


def quads(middles: Iterable[Spot]) -> NDArray[np.float64]:
    """(n, 4, 2): tiles with their middles there."""
    return np.array([quad(middle) for middle in middles], np.float64).reshape(-1, 4, 2)


def block(middle: Spot, columns: int, rows: int) -> list[Spot]:
    """The middles of tiles side by side and one above the other."""
    wide, tall = TILE_PX
    return [(middle[0] + (x - (columns - 1) / 2) * wide, middle[1] + (y - (rows - 1) / 2) * tall)
            for x in range(columns) for y in range(rows)]  # fmt: skip


def turned(spots: Iterable[Spot], turn_deg: float) -> list[Spot]:
    """Places on a table that lies askew around the picture's middle."""
    angle, middle = np.radians(turn_deg), np.array(SIZE_PX) / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return [tuple(turn @ (np.array(spot) - middle) + middle) for spot in spots]


def picture(piles: Iterable[Spot], box: Spot | None = None, *, is_patterned: bool = False,
            turn_deg: float = 0.0, faint: Iterable[Spot] = ()) -> NDArray[np.uint8]:  # fmt: skip
    """(720, 1280, 3): a table with tiles face down on it, brighter on one side than on the other.

    The backs of ``faint`` ones have nearly the colour of the cloth.
    """
    width, height = SIZE_PX
    light = np.linspace(0.8, 1.1, width)[None, :, None]
    bgr = np.clip(np.full((height, width, 3), CLOTH) * light, 0, 255).astype(np.uint8)
    if is_patterned:
        for x in range(40, width, 110):
            for y in range(30, height, 90):
                cv2.circle(bgr, (x, y), 24, IVORY, -1)
    if box:
        x, y = (int(edge) for edge in box)
        cv2.rectangle(bgr, (x - 80, y - 100), (x + 80, y + 100), RED, -1)
    for spot in piles:
        cv2.fillConvexPoly(bgr, np.round(quad(spot, turn_deg)).astype(np.int32), IVORY)
    for spot in faint:
        cv2.fillConvexPoly(bgr, np.round(quad(spot, turn_deg)).astype(np.int32), NEARLY_CLOTH)
    return bgr
