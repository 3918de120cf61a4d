"""Radial lens distortion, applied to a picture and to its labels alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.random_fields import U8, Rng
from datasets.synthetic_tables.render import TileLabel


def bent(rng: Rng, bgr: U8, labels: tuple[TileLabel, ...]) -> tuple[U8, tuple[TileLabel, ...], float]:
    """Apply barrel or pincushion distortion to a third of the pictures, and move the labels with it."""
    if rng.random() > 0.33:
        return bgr, labels, 0.0
    strength = float(rng.normal(0, 0.035))
    height, width = bgr.shape[:2]
    center, radius = np.array([width / 2, height / 2]), np.hypot(width, height) / 2
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float32)
    offset = (grid - center) / radius
    bend = 1 + strength * (offset**2).sum(axis=-1, keepdims=True)
    source = (center + offset * bend * radius).astype(np.float32)
    bent = cv2.remap(bgr, source, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    moved = tuple(replace(label, corners_px=_undo_bend(label.corners_px, center, radius, strength)) for label in labels)
    return bent, moved, round(strength, 4)


def _undo_bend(
    corners: NDArray[np.float32], center: NDArray[Any], radius: float, strength: float
) -> NDArray[np.float32]:
    bent = (corners - center) / radius
    straight = bent.copy()
    for _ in range(8):
        straight = bent / (1 + strength * (straight**2).sum(axis=-1, keepdims=True))
    return np.asarray(center + straight * radius, dtype=np.float32)
