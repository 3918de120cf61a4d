"""Random colours of plastic and ink that real makers use and people can tell apart.

Colours are BGR, 0 to 255, as the material looks in neutral light.
"""

from __future__ import annotations

import colorsys
from itertools import combinations

import cv2
import numpy as np

Bgr = tuple[int, int, int]
Inks = tuple[Bgr, Bgr, Bgr, Bgr]
Hsv = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]

SMALLEST_DIFFERENCE = 33.0
"""Least distance in CIE Lab between two inks of one set."""
BLUE_FROM_BLACK = 25.0
"""The least difference of blue and black, which some makers print nearly alike."""
SMALLEST_CONTRAST = 38.0
"""Least distance in CIE Lab between an ink and the tile it is printed on."""
LEAST_HUE_DEG = 22.0
"""Least angle between the hues of two inks that both have a hue."""

_BASES: dict[str, Hsv] = {
    "ivory": ((36, 52), (0.08, 0.24), (0.86, 0.97)),
    "white": ((30, 220), (0.0, 0.04), (0.88, 0.98)),
    "cream": ((40, 56), (0.04, 0.13), (0.9, 0.98)),
    "yellowed": ((36, 50), (0.16, 0.34), (0.78, 0.93)),
    "grey": ((40, 220), (0.0, 0.06), (0.7, 0.86)),
    "paper": ((30, 60), (0.0, 0.07), (0.9, 1.0)),
    "kraft": ((28, 40), (0.16, 0.34), (0.7, 0.86)),
    "pale_green": ((90, 160), (0.04, 0.16), (0.82, 0.95)),
    "pale_pink": ((0, 20), (0.04, 0.14), (0.88, 0.97)),
}
_INKS: dict[str, dict[str, Hsv]] = {
    "r": {
        "plain": ((350, 366), (0.75, 0.98), (0.62, 0.9)),
        "orange_red": ((4, 13), (0.78, 1.0), (0.72, 0.95)),
        "brownish": ((354, 372), (0.6, 0.85), (0.42, 0.62)),
        "pinkish": ((336, 352), (0.6, 0.9), (0.7, 0.95)),
        "faded": ((350, 368), (0.48, 0.68), (0.65, 0.85)),
    },
    "b": {
        "plain": ((205, 228), (0.7, 1.0), (0.5, 0.85)),
        "navy": ((215, 240), (0.65, 0.95), (0.34, 0.52)),
        "teal": ((172, 198), (0.6, 1.0), (0.42, 0.68)),
        "greyish": ((200, 226), (0.32, 0.55), (0.42, 0.65)),
        "cyan": ((188, 204), (0.65, 1.0), (0.62, 0.88)),
        "violet": ((232, 252), (0.45, 0.8), (0.45, 0.75)),
    },
    "y": {
        "orange": ((17, 32), (0.8, 1.0), (0.82, 1.0)),
        "yellow": ((40, 52), (0.75, 1.0), (0.84, 1.0)),
        "amber": ((32, 41), (0.78, 1.0), (0.8, 0.98)),
        "ochre": ((30, 46), (0.62, 0.95), (0.58, 0.78)),
        "green": ((95, 158), (0.5, 0.95), (0.36, 0.68)),
        "lime": ((70, 96), (0.55, 0.9), (0.5, 0.75)),
    },
    "k": {
        "plain": ((0, 360), (0.0, 0.2), (0.05, 0.16)),
        "grey": ((0, 360), (0.0, 0.14), (0.16, 0.3)),
        "brown_black": ((10, 40), (0.2, 0.45), (0.12, 0.24)),
        "blue_black": ((205, 240), (0.2, 0.45), (0.1, 0.2)),
    },
}
_PLAIN: Inks = ((35, 30, 195), (170, 85, 20), (30, 140, 240), (28, 26, 26))


def base_of(kind: str, rng: np.random.Generator) -> Bgr:
    """The base colour of a tile of one ``kind`` of material."""
    return _within(_BASES[kind], rng)


def inks_on(base: Bgr, kinds: tuple[str, str, str, str], rng: np.random.Generator) -> Inks:
    """Four distinguishable inks on ``base`` in the order r, b, y, k, each of its kind.

    When forty tries of those kinds do not give such a set, plain inks are returned.
    """
    for _ in range(40):
        red, blue, yellow, black = (_within(_INKS[c][kind], rng) for c, kind in zip("rbyk", kinds, strict=True))
        inks = (red, blue, yellow, black)
        if distinguishable(inks, base):
            return inks
    return _PLAIN


def lab(colors: tuple[Bgr, ...]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """CIE Lab (n, 3) of BGR colours, with L from 0 to 100."""
    pixels = np.array([colors], dtype=np.float32) / 255
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)[0])


def distinguishable(inks: Inks, base: Bgr) -> bool:
    """Whether every ink stands out from the tile and from the other three, in lightness or in hue."""
    points = lab((*inks, base))
    against = np.linalg.norm(points[:4] - points[4], axis=1)
    apart = float(against.min()) >= SMALLEST_CONTRAST and all(
        np.linalg.norm(points[i] - points[j]) >= (BLUE_FROM_BLACK if (i, j) == (1, 3) else SMALLEST_DIFFERENCE)
        for i, j in combinations(range(4), 2)
    )
    hues = np.degrees(np.arctan2(points[:3, 2], points[:3, 1]))
    turns = [abs((hues[i] - hues[j] + 180) % 360 - 180) for i, j in combinations(range(3), 2)]
    return apart and bool(min(turns) >= LEAST_HUE_DEG)


def _within(ranges: Hsv, rng: np.random.Generator) -> Bgr:
    hue, saturation, value = (rng.uniform(*bounds) for bounds in ranges)
    red, green, blue = colorsys.hsv_to_rgb((hue % 360) / 360, saturation, value)
    return round(blue * 255), round(green * 255), round(red * 255)
