"""Poses of a phone held by a person sitting at the table or standing beside a chair."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from datasets.synthetic_tables.scene import F64, View

Rng = np.random.Generator
FIELD_DEG = (52.0, 76.0)
"""How wide a phone's main camera sees along its long side."""
TILT_DEG = (0.0, 72.0)
"""Between the optical axis and straight down: a hand over the table, to an arm held up from a chair."""
FROM_TABLE_MM = (420.0, 900.0)
"""From the camera to what it looks at."""
SLANTED_DEG = (0.0, 62.0, 76.0)
"""The least, the most usual and the largest tilt of windows to learn from."""
SIDES_PX = (640, 2200)
"""Long sides at which a detector sees the photographs that windows are parts of."""
_ASIDE_MM = (380.0, 320.0)
"""How far from the origin those look at most, so that windows are of all their parts."""


def seat(rng: Rng, size_px: tuple[int, int], tilt_deg: tuple[float, float] = TILT_DEG) -> View:
    """A hand-held camera that looks at about the table's origin from the south."""
    at = np.array([rng.normal(0, 50), rng.uniform(-120, 120), 0.0])
    return _looking(rng, size_px, at, float(rng.uniform(*tilt_deg)))


def window(rng: Rng, size_px: tuple[int, int]) -> View:
    """A crop of such a photograph around the table's origin, at the scale of the detector."""
    while True:
        long_side = float(np.exp(rng.uniform(*map(math.log, SIDES_PX))))
        whole = (round(long_side), round(0.75 * long_side))
        at = np.array([*rng.uniform(-1, 1, 2) * _ASIDE_MM, 0.0])
        view = _looking(rng, whole if rng.random() < 0.6 else whole[::-1], at, float(rng.triangular(*SLANTED_DEG)))
        depth = float(view.image_from_table[2, 3])
        spot = view.project(np.zeros((1, 3)))[0]
        if depth > 200 and (spot > 0).all() and (spot < (view.width_px, view.height_px)).all():
            return _cut_out(view, spot, size_px, depth)


def _cut_out(view: View, spot: F64, size_px: tuple[int, int], depth_mm: float) -> View:
    """The crop of a view around one of its pixels."""
    shift = np.array([[1, 0, size_px[0] / 2 - spot[0]], [0, 1, size_px[1] / 2 - spot[1]], [0, 0, 1]])
    record = view.record | {"px_per_mm": round(view.record["focal_px"] / depth_mm, 3)}
    return replace(view, image_from_table=shift @ view.image_from_table, width_px=size_px[0], height_px=size_px[1],
                   record=record)  # fmt: skip


def _looking(rng: Rng, size_px: tuple[int, int], at: F64, tilt_deg: float) -> View:
    width, height = size_px
    focal_px = max(size_px) / 2 / np.tan(np.radians(rng.uniform(*FIELD_DEG)) / 2)
    distance = float(rng.uniform(*FROM_TABLE_MM))
    tilt, roll = float(np.radians(tilt_deg)), float(np.radians(rng.normal(0, 8)))
    position = at + distance * np.array([0.0, -np.sin(tilt), np.cos(tilt)])
    forward = (at - position) / distance
    right = np.array([1.0, 0.0, 0.0])
    turn = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    rotation = np.vstack([turn @ np.stack([right, np.cross(forward, right)]), forward])
    intrinsic = np.array([[focal_px, 0, width / 2], [0, focal_px, height / 2], [0, 0, 1]])
    record = {"tilt_deg": round(tilt_deg, 1), "roll_deg": round(float(np.degrees(roll)), 1),
              "distance_mm": round(distance), "focal_px": round(focal_px),
              "px_per_mm": round(focal_px / distance, 3)}  # fmt: skip
    matrix = intrinsic @ np.column_stack([rotation, -rotation @ position])
    return View(matrix, position, width, height, record)
