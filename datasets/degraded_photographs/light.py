"""Light degradations: under- and overexposure, colour casts, stray light, reflections, and flicker bands."""

from __future__ import annotations

import numpy as np

from datasets.degraded_photographs.degradation_helpers import F64, U8, Rng, drawn, turned_grid
from datasets.synthetic_tables import camera_effects

_GAMMA = 2.2
"""Light is this power of what a picture holds."""
_LAMP = np.array([0.22, 0.6, 1.0])
"""Blue, green and red of a lamp's light in the lens, beside white."""


def _light_of(bgr: U8) -> F64:
    return np.asarray((bgr / 255) ** _GAMMA)


def _seen(light: F64) -> U8:
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / _GAMMA), np.uint8)


def under(lamp: tuple[float, float, float], bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """Scale blue, green and red light, given for strength 2."""
    return _seen(_light_of(bgr) * np.array(lamp) ** (0.5, 1.0, 1.6)[strength - 1])


def bright(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """Overexposure."""
    return _seen(_light_of(bgr) * drawn(rng, ((1.5, 2.0), (2.3, 3.0), (3.5, 5.0)), strength))


def dim(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """A tenth to a fortieth of the light, with photon and sensor noise."""
    least, white = 0.004, 1200
    light = _light_of(bgr) * drawn(rng, ((0.1, 0.14), (0.05, 0.07), (0.025, 0.035)), strength)
    return _seen(rng.poisson(light * white) / white + rng.normal(0, least, bgr.shape))


def noisy(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """High-ISO phone noise: grain and colour blotches, half removed by smoothing."""
    grain = drawn(rng, ((9, 13), (18, 24), (32, 42)), strength)
    return camera_effects.smeared(camera_effects.noisy(rng, bgr, grain, grain, 0.5), 0.6)


def lamplit(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """Lens flare: warm veiling light from a lamp, which also lights the table."""
    share = drawn(rng, ((0.08, 0.14), (0.2, 0.28), (0.36, 0.46)), strength)
    lit = _light_of(bgr) * (_LAMP ** (0.15 * strength))
    return _seen((1 - share) * lit + share * 0.8 * _LAMP)


def veiled(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """Veiling glare of a greasy lens against the light."""
    left = drawn(rng, ((0.55, 0.65), (0.36, 0.44), (0.2, 0.26)), strength)
    return np.asarray(bgr * left + (1 - left) * 200, np.uint8)


def glaring(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """One to six lamps reflected by the plastic."""
    height, width = bgr.shape[:2]
    out = bgr.astype(np.float32)
    for _ in range(rng.integers(2 * strength - 1, 2 * strength + 1)):
        across, down = turned_grid(bgr, rng.uniform(0.15, 0.85, 2) * (width, height), rng.uniform(0, np.pi))
        away = (across / (width * rng.uniform(0.04, 0.12))) ** 2 + (down / (width * rng.uniform(0.03, 0.07))) ** 2
        out += (rng.uniform(160, 330) * np.exp(-(away**1.3)))[..., None]
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def shadowed(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """A shadow edge across the table, in which a third to an eighth of the light remains."""
    height, width = bgr.shape[:2]
    middle = np.array([width, height]) * rng.uniform(0.35, 0.65, 2)
    across, _ = turned_grid(bgr, middle, rng.uniform(0, 2 * np.pi))
    left, sunny = (0.35, 0.22, 0.12)[strength - 1], 1 / (1 + np.exp(-across / rng.uniform(2, 10)))
    return _seen(_light_of(bgr) * (left + (1 - left) * sunny[..., None]))


def banded(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """Flicker bands of a rolling shutter: less light, slightly blue."""
    deep = drawn(rng, ((0.3, 0.4), (0.5, 0.6), (0.7, 0.8)), strength)
    y = np.arange(bgr.shape[0])[:, None, None]
    wave = 0.5 - 0.5 * np.sin(2 * np.pi * y / (tile_px * rng.uniform(1.2, 5)) + rng.uniform(0, 2 * np.pi))
    return _seen(_light_of(bgr) * (1 - deep * wave * np.array([0.8, 1.0, 1.1])))
