"""The lighting of a scene: an environment map of a room with windows, and one area lamp.

Radiances are linear RGB; only their ratios matter, since the camera adapts its exposure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.lamps import tint
from datasets.synthetic_tables.random_fields import log_uniform
from datasets.synthetic_tables.scene import F64, View

Rng = np.random.Generator
ROOM_PX = (64, 128)
"""Rows from the zenith to the nadir, columns once around."""


@dataclass(frozen=True, slots=True, eq=False)
class Lights:
    """The lighting of one scene."""

    room: NDArray[np.float32]
    """(64, 128, 3) RGB radiance from each direction, the zenith above."""
    lamp_mm: F64
    """(4, 3): corners of the lamp, which shines towards the table."""
    lamp_rgb: tuple[float, float, float]
    record: dict[str, Any]


def sample_lights(rng: Rng, view: View, middle_mm: F64) -> Lights:
    """Random lighting for a scene around ``middle_mm``, sometimes reflected by the tiles towards the camera."""
    room = _room(rng)
    toward, mirrored = _lamp_direction(rng, view)
    distance, side = float(rng.uniform(500, 1500)), log_uniform(rng, 35, 600)
    lamp = middle_mm + toward * distance + _oblong(toward, side, side * float(rng.uniform(0.4, 1)))
    share = float(rng.beta(1.6, 1.4))
    sky = float(room[: ROOM_PX[0] // 2].mean()) * np.pi
    strength = share / (1 - 0.95 * share) * sky * (distance / side) ** 2 / max(0.2, float(toward[2]))
    kelvin = log_uniform(rng, 2700, 7000)
    red, green, blue = (float(v) for v in tint(kelvin)[::-1] ** 0.5 * strength)
    record = {"lamp": {"share": round(share, 2), "side_mm": round(side), "kelvin": round(kelvin), "mirrored": mirrored}}
    return Lights(room, lamp, (red, green, blue), record)


def _room(rng: Rng) -> NDArray[np.float32]:
    """A blurred room: light above, dark below, walls of several colours, up to three windows."""
    rows, columns = ROOM_PX
    coarse = rng.uniform(0.15, 1.0, (4, 8, 1)) * rng.uniform(0.75, 1.0, (4, 8, 3))
    coarse *= np.array([rng.uniform(0.7, 1.6), rng.uniform(0.5, 1.2), rng.uniform(0.2, 0.6), 0.2])[:, None, None]
    room = cv2.resize(np.concatenate([coarse, coarse[:, :1]], axis=1).astype(np.float32), (columns, rows))
    for _ in range(int(rng.integers(0, 4))):
        low = np.array([rng.uniform(0.12, 0.42) * rows, rng.uniform(0, 1) * columns])
        high = low + np.array([rng.uniform(0.05, 0.22) * rows, rng.uniform(0.03, 0.15) * columns])
        color = tint(log_uniform(rng, 4500, 9000))[::-1] ** 0.5 * log_uniform(rng, 3, 25)
        (top, left), (bottom, right) = low.astype(int), np.ceil(high).astype(int)
        room[top:bottom, np.arange(left, right) % columns] = color
    return room.astype(np.float32)


def _lamp_direction(rng: Rng, view: View) -> tuple[F64, bool]:
    """The direction of the lamp from the table; sometimes one that a flat tile reflects into the camera."""
    if rng.random() < 0.25:
        seen = view.position_mm / np.linalg.norm(view.position_mm)
        toward = seen * [-1, -1, 1] + rng.normal(0, 0.18, 3)
        toward[2] = max(toward[2], 0.25)
        return toward / np.linalg.norm(toward), True
    azimuth, elevation = rng.uniform(-np.pi, np.pi), np.radians(rng.uniform(22, 85))
    flat = np.cos(elevation)
    return np.array([np.cos(azimuth) * flat, np.sin(azimuth) * flat, np.sin(elevation)]), False


def _oblong(toward: F64, width: float, height: float) -> F64:
    """Corners (4, 3) of a rectangle around the origin facing ``toward``, clockwise seen from the lit side."""
    across = np.cross([0.0, 0.0, 1.0], toward) + np.array([1e-6, 0, 0])
    across *= width / 2 / np.linalg.norm(across)
    along = np.cross(toward, across)
    along *= height / 2 / np.linalg.norm(along)
    return np.stack([along - across, along + across, across - along, -along - across])
