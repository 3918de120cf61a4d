"""Blur degradations: defocus, motion blur, rolling shutter, and a greasy lens."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.degraded_photographs.degradation_helpers import U8, Rng, drawn
from datasets.synthetic_tables import camera_effects


def defocused(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """Defocus: a disc kernel of 3 to 13 % of a tile's width."""
    return camera_effects.blurred(bgr, tile_px * drawn(rng, ((0.03, 0.05), (0.06, 0.08), (0.1, 0.13)), strength), 0, 0)


def shaken(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """Motion blur over up to nearly half a tile."""
    length = tile_px * drawn(rng, ((0.08, 0.15), (0.18, 0.28), (0.32, 0.45)), strength)
    return camera_effects.blurred(bgr, 0, length, float(rng.uniform(0, np.pi)))


def rolling(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """Motion during a rolling-shutter readout: lines are displaced in waves and blurred horizontally."""
    swing = tile_px * drawn(rng, ((0.06, 0.12), (0.15, 0.25), (0.3, 0.45)), strength)
    height, width = bgr.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    wave = 2 * np.pi * y / (tile_px * rng.uniform(4, 9)) + rng.uniform(0, 2 * np.pi)
    moved = cv2.remap(bgr, x + np.float32(swing) * np.sin(wave), y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return camera_effects.blurred(np.asarray(moved, np.uint8), 0, 0.6 * swing, 0.0)


def greasy(bgr: U8, tile_px: float, rng: Rng, strength: int) -> U8:
    """A smeared lens: a part of the light is spread over a tile and more, the rest slightly soft."""
    share = drawn(rng, ((0.3, 0.4), (0.5, 0.6), (0.68, 0.78)), strength)
    angle, length = float(rng.uniform(0, np.pi)), tile_px * rng.uniform(0.8, 1.6)
    smear = camera_effects.blurred(bgr, 0.15 * tile_px, length, angle)
    return np.asarray(
        cv2.addWeighted(camera_effects.blurred(bgr, 0.02 * tile_px, 0, 0), 1 - share, smear, share, 0), np.uint8
    )
