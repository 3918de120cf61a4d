"""Small printed marks: under a number, in a joker's corners, on a back.

A mark is a mask (size, size) uint8, 255 where there is ink.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
_FINE = 128
_SHIFT = 4


@lru_cache(maxsize=256)
def mark_mask(name: str, size_px: int) -> U8:
    """The mark called ``name``, one of ``MARKS``, filling a square."""
    canvas = np.zeros((_FINE, _FINE), np.uint8)
    MARKS[name](canvas)
    mask = cv2.resize(canvas, (size_px, size_px), interpolation=cv2.INTER_AREA)
    mask.flags.writeable = False
    return np.asarray(mask)


def fill(canvas: U8, outline: F64, ink: int = 255) -> None:
    """Fills the polygon ``outline`` (n, 2), whose coordinates go from -1 to 1 across ``canvas``."""
    half = np.array(canvas.shape[::-1]) / 2
    fixed = np.round((outline + 1) * half * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(canvas, [fixed], ink, cv2.LINE_AA, _SHIFT)


def ellipse(center: tuple[float, float], radius: tuple[float, float], sweep_deg: tuple[float, float] = (0, 360)) -> F64:
    """Points (n, 2) of an ellipse or of an arc of one; degrees grow clockwise from the right."""
    angles = np.radians(np.linspace(*sweep_deg, 40))
    return np.column_stack([center[0] + radius[0] * np.cos(angles), center[1] + radius[1] * np.sin(angles)])


def star(points: int, inner: float, outer: float = 0.95, turn_deg: float = -90) -> F64:
    """Outline (2 * points, 2) of a star around the origin."""
    angles = np.radians(turn_deg + np.arange(2 * points) * 180 / points)
    radii = np.where(np.arange(2 * points) % 2 == 0, outer, inner)
    return np.column_stack([radii * np.cos(angles), radii * np.sin(angles)])


def heart() -> F64:
    """Outline (n, 2) of a heart with its point down."""
    turn = np.linspace(0, 2 * np.pi, 60)
    x = 16 * np.sin(turn) ** 3
    y = 13 * np.cos(turn) - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn) - np.cos(4 * turn)
    return np.column_stack([x, -y + 2.5]) / 17.5


def _disc(canvas: U8) -> None:
    fill(canvas, ellipse((0, 0), (0.95, 0.95)))


def _ring(canvas: U8) -> None:
    _disc(canvas)
    fill(canvas, ellipse((0, 0), (0.62, 0.62)), 0)


def _bullseye(canvas: U8) -> None:
    _disc(canvas)
    fill(canvas, ellipse((0, 0), (0.72, 0.72)), 0)
    fill(canvas, ellipse((0, 0), (0.36, 0.36)))


def _spade(canvas: U8) -> None:
    fill(canvas, heart() * [0.9, -0.8] - [0, 0.15])
    fill(canvas, np.array([[0, 0], [0.3, 0.95], [-0.3, 0.95]]))


def _club(canvas: U8) -> None:
    for center in ((0, -0.5), (-0.48, 0.15), (0.48, 0.15)):
        fill(canvas, ellipse(center, (0.42, 0.42)))
    fill(canvas, np.array([[0, -0.3], [0.28, 0.95], [-0.28, 0.95]]))


def _diamond(canvas: U8) -> None:
    fill(canvas, np.array([[0, -0.95], [0.7, 0], [0, 0.95], [-0.7, 0]]))


def _flower(canvas: U8) -> None:
    for angle in np.radians(np.arange(0, 360, 72) - 90):
        fill(canvas, ellipse((0.52 * np.cos(angle), 0.52 * np.sin(angle)), (0.4, 0.4)))
    fill(canvas, ellipse((0, 0), (0.24, 0.24)), 0)


def _moon(canvas: U8) -> None:
    _disc(canvas)
    fill(canvas, ellipse((0.42, -0.1), (0.75, 0.75)), 0)


MARKS: dict[str, Callable[[U8], None]] = {
    "dot": _disc,
    "ring": _ring,
    "bullseye": _bullseye,
    "heart": lambda canvas: fill(canvas, heart()),
    "spade": _spade,
    "club": _club,
    "diamond": _diamond,
    "star": lambda canvas: fill(canvas, star(5, 0.42)),
    "asterisk": lambda canvas: fill(canvas, star(8, 0.35)),
    "flower": _flower,
    "moon": _moon,
    "square": lambda canvas: fill(canvas, np.array([[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]])),
    "bar": lambda canvas: fill(canvas, np.array([[-0.95, -0.25], [0.95, -0.25], [0.95, 0.25], [-0.95, 0.25]])),
}
