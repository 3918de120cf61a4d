"""Helpers shared by the degradations: their types, and a number drawn from the range of a strength."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
Rng = np.random.Generator
Size = tuple[int, int]
STRENGTHS = (1, 2, 3)
"""A little, as a person still reads nearly all, and as one is not sure any more."""
Tone = Callable[[U8, float, Rng, int], U8]
"""A picture, the width of its tiles in pixels, chance, and how strongly: the picture so seen."""
View = Callable[[Size, float, Rng, int], tuple[F64, Size]]
"""Width and height, the width of the tiles, chance, and how strongly: where pixels go, (3, 3), and the new size."""
Range = tuple[float, float]


def drawn(rng: Rng, ranges: tuple[Range, Range, Range], strength: int) -> float:
    """A random number from the range of that strength."""
    return float(rng.uniform(*ranges[strength - 1]))


def turned_grid(bgr: U8, middle: F64, angle: float) -> tuple[F64, F64]:
    """The distance of each pixel (height, width) from ``middle``, along ``angle`` and perpendicular to it."""
    y, x = np.mgrid[: bgr.shape[0], : bgr.shape[1]]
    x, y = x - middle[0], y - middle[1]
    return x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
