"""The registry of photograph degradations, each in three strengths. BGR uint8; labels are not used.

A *tone* keeps the geometry; a *view* gives the matrix that moves every pixel, and the size of the new picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

import cv2
import numpy as np

from datasets.degraded_photographs import blur, light, transmission
from datasets.degraded_photographs.degradation_helpers import F64, Rng, Size, Tone, View, drawn

AS_TAKEN = "as taken"


def _turned(size: Size, tile_px: float, rng: Rng, strength: int) -> tuple[F64, Size]:
    angle = np.deg2rad(drawn(rng, ((8, 25), (30, 55), (60, 85)), strength) * rng.choice([-1, 1]))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    width, height = np.abs(turn) @ size
    matrix = np.eye(3)
    matrix[:2, :2], matrix[:2, 2] = turn, np.array([width, height]) / 2 - turn @ size / 2
    return matrix, (round(width), round(height))


def _scaled(size: Size, scale: float) -> tuple[F64, Size]:
    return np.diag([scale, scale, 1.0]), (round(size[0] * scale), round(size[1] * scale))


def _small(size: Size, tile_px: float, rng: Rng, strength: int) -> tuple[F64, Size]:
    """Reduce so that tiles are some 25, 18 or 13 pixels wide."""
    wanted = drawn(rng, ((23, 27), (17, 20), (12, 14)), strength)
    return _scaled(size, min(1.0, wanted / tile_px))


def _large(size: Size, tile_px: float, rng: Rng, strength: int) -> tuple[F64, Size]:
    return _scaled(size, (1.3, 1.9, 2.6)[strength - 1])


def _slanted(size: Size, tile_px: float, rng: Rng, strength: int) -> tuple[F64, Size]:
    """A more oblique perspective: the far edge shorter, and at strength 2 a fifth of the height lost."""
    width, height = size
    part = (0.5, 1.0, 1.5)[strength - 1]
    short, gone = rng.uniform(0.16, 0.26) * width * part, 0.22 * height * part
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = np.array([[short, gone], [width - short, gone], [width, height], [0, height]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(edges, seen)), size


TONES: Mapping[str, Tone] = MappingProxyType({
    AS_TAKEN: transmission.as_taken, "defocused": blur.defocused, "shaken": blur.shaken, "rolling": blur.rolling,
    "greasy": blur.greasy, "dim": light.dim, "noisy": light.noisy, "bright": light.bright,
    "lamplit": light.lamplit, "veiled": light.veiled, "glaring": light.glaring, "shadowed": light.shadowed,
    "banded": light.banded, "warm": partial(light.under, (0.35, 0.8, 1.25)),
    "cool": partial(light.under, (1.35, 1, 0.55)), "greenish": partial(light.under, (0.8, 1.25, 0.75)),
    "purple": partial(light.under, (1.15, 0.75, 1.15)), "pale": transmission.pale,
    "compressed": transmission.compressed, "enlarged": transmission.enlarged,
    "screened": transmission.screened, "sharpened": transmission.sharpened,
})  # fmt: skip
VIEWS: Mapping[str, View] = MappingProxyType({
    "turned": _turned, "slanted": _slanted, "small": _small, "large": _large,
})  # fmt: skip
