"""Degradations after the capture: compression, messengers, screens, and sharpening."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.degraded_photographs.degradation_helpers import U8, Rng, drawn
from datasets.synthetic_tables import camera_effects

_STRIPES = np.array([2.0, 1.0, 0.0]) / 3
"""Where in a pixel of a screen its blue, green and red stripes lie."""


def as_taken(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """The unchanged picture."""
    return bgr


def compressed(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """JPEG of quality 20, 12 or 7."""
    return camera_effects.compressed(bgr, (20, 12, 7)[strength - 1])


def enlarged(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """Reduced by a messenger, compressed, and enlarged again, like a screenshot of a chat."""
    wanted, quality = ((32, 45), (24, 35), (18, 25))[strength - 1]
    small = camera_effects.compressed(camera_effects.shrunk(bgr, min(1.0, wanted / tile_px)), quality)
    return np.asarray(cv2.resize(small, bgr.shape[1::-1], interpolation=cv2.INTER_CUBIC), np.uint8)


def screened(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """Photographed from a screen: moiré, raised black, and reflections of the room."""
    height, width = bgr.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    turn, pitch = rng.normal(0, 0.02), rng.uniform(0.95, 1.05)
    bent = rng.normal(0, 0.03) * (y / height) + rng.normal(0, 0.03) * (x / width)
    across = (x * np.cos(turn) + y * np.sin(turn)) * pitch * (1 + bent)
    deep = drawn(rng, ((0.15, 0.22), (0.3, 0.4), (0.5, 0.65)), strength)
    stripes = 1 + deep * np.cos(2 * np.pi * (across[..., None] - _STRIPES))
    lines = 1 + 0.5 * deep * np.cos(2 * np.pi * y * pitch * (1 + bent))
    soft = camera_effects.blurred(bgr, 0.008 * strength * tile_px, 0, 0)
    lit = soft * stripes * lines[..., None] / (1 + 0.4 * deep) * np.array([1.05, 1.0, 0.95])
    return np.asarray(np.clip(lit * (1 - 0.08 * strength) + 20 * strength, 0, 255), np.uint8)


def pale(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """Saturation reduced to a third, a seventh, or zero, where every tile should be a question."""
    return camera_effects.saturated(bgr, (0.33, 0.15, 0.0)[strength - 1])


def sharpened(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """Oversharpened: halos along all edges."""
    return camera_effects.sharpened(bgr, (1.5, 3.0, 5.0)[strength - 1], max(0.03 * tile_px, 0.8))
