"""The ways in which a photograph of tiles may be a poor one. BGR uint8 throughout; nothing here knows a label.

A *tone* keeps the geometry; a *view* gives the matrix that moves every pixel, and the size of the new picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables import lens

F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
Rng = np.random.Generator
Size = tuple[int, int]
Tone = Callable[[U8, float, Rng], U8]
"""A picture, the width of its tiles in pixels, and chance: the picture so seen."""
View = Callable[[Size, Rng], tuple[F64, Size]]
"""Width and height, and chance: where pixels go, (3, 3), and the new width and height."""
_GAMMA = 2.2
"""Light is this power of what a picture holds."""


def _light_of(bgr: U8) -> F64:
    return np.asarray((bgr / 255) ** _GAMMA)


def _seen(light: F64) -> U8:
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / _GAMMA), np.uint8)


def _as_taken(bgr: U8, tile_px: float, rng: Rng) -> U8:
    return bgr


def _defocused(bgr: U8, tile_px: float, rng: Rng) -> U8:
    return lens.blurred(bgr, tile_px * rng.uniform(0.04, 0.06), 0, 0)


def _shaken(bgr: U8, tile_px: float, rng: Rng) -> U8:
    return lens.blurred(bgr, 0, tile_px * rng.uniform(0.1, 0.3), rng.uniform(0, np.pi))


def _under(lamp: tuple[float, float, float], bgr: U8, tile_px: float, rng: Rng) -> U8:
    """With so many times as much blue, green and red light."""
    return _seen(_light_of(bgr) * lamp)


def _dim(bgr: U8, tile_px: float, rng: Rng) -> U8:
    """A tenth of the light, with the noise of photons and of the sensor."""
    least, white = 0.004, 1200
    light = _light_of(bgr) * rng.uniform(0.06, 0.12)
    return _seen(rng.poisson(light * white) / white + rng.normal(0, least, bgr.shape))


def _glaring(bgr: U8, tile_px: float, rng: Rng) -> U8:
    """Two to four lamps that the plastic mirrors."""
    height, width = bgr.shape[:2]
    out = bgr.astype(np.float32)
    for _ in range(rng.integers(2, 5)):
        across, down = _turned_grid(bgr, rng.uniform(0.15, 0.85, 2) * (width, height), rng.uniform(0, np.pi))
        away = (across / (width * rng.uniform(0.04, 0.12))) ** 2 + (down / (width * rng.uniform(0.03, 0.07))) ** 2
        out += (rng.uniform(160, 330) * np.exp(-(away**1.3)))[..., None]
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def _shadowed(bgr: U8, tile_px: float, rng: Rng) -> U8:
    """The edge of a shadow, in which a fifth of the light is left, across the table."""
    height, width = bgr.shape[:2]
    across, _ = _turned_grid(bgr, np.array([width, height]) * rng.uniform(0.35, 0.65, 2), rng.uniform(0, 2 * np.pi))
    sunny = 1 / (1 + np.exp(-across / rng.uniform(2, 10)))
    return _seen(_light_of(bgr) * (0.22 + 0.78 * sunny[..., None]))


def _turned_grid(bgr: U8, middle: F64, angle: float) -> tuple[F64, F64]:
    """How far each pixel (height, width) lies from ``middle``, along ``angle`` and square to it."""
    y, x = np.mgrid[: bgr.shape[0], : bgr.shape[1]]
    x, y = x - middle[0], y - middle[1]
    return x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)


def _compressed(bgr: U8, tile_px: float, rng: Rng) -> U8:
    return lens.compressed(bgr, 12)


def _grey(bgr: U8, tile_px: float, rng: Rng) -> U8:
    return lens.saturated(bgr, 0)


def _veiled(bgr: U8, tile_px: float, rng: Rng) -> U8:
    """Through a greasy lens against the light."""
    return np.asarray(bgr * 0.4 + 120, np.uint8)


def _turned(size: Size, rng: Rng) -> tuple[F64, Size]:
    angle = np.deg2rad(rng.uniform(12, 78) * rng.choice([-1, 1]))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    width, height = np.abs(turn) @ size
    matrix = np.eye(3)
    matrix[:2, :2], matrix[:2, 2] = turn, np.array([width, height]) / 2 - turn @ size / 2
    return matrix, (round(width), round(height))


def _scaled(scale: float, size: Size, rng: Rng) -> tuple[F64, Size]:
    return np.diag([scale, scale, 1.0]), (round(size[0] * scale), round(size[1] * scale))


def _slanted(size: Size, rng: Rng) -> tuple[F64, Size]:
    """Seen from further down: the far edge shorter, and a fifth of the height gone."""
    width, height = size
    short, gone = rng.uniform(0.16, 0.26) * width, 0.22 * height
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = np.array([[short, gone], [width - short, gone], [width, height], [0, height]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(edges, seen)), size


TONES: Mapping[str, Tone] = MappingProxyType({
    "as taken": _as_taken, "defocused": _defocused, "shaken": _shaken, "dim": _dim,
    "bright": partial(_under, (2.2, 2.2, 2.2)), "warm": partial(_under, (0.35, 0.8, 1.25)),
    "cool": partial(_under, (1.35, 1, 0.55)), "greenish": partial(_under, (0.8, 1.25, 0.75)),
    "purple": partial(_under, (1.15, 0.75, 1.15)), "glaring": _glaring, "shadowed": _shadowed,
    "compressed": _compressed, "grey": _grey, "veiled": _veiled,
})  # fmt: skip
VIEWS: Mapping[str, View] = MappingProxyType({
    "turned": _turned, "slanted": _slanted, "half as large": partial(_scaled, 0.5),
    "a third as large": partial(_scaled, 1 / 3), "twice as large": partial(_scaled, 1.9),
})  # fmt: skip
