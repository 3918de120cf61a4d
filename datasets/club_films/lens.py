"""A camera on a tripod or a lamp's arm: perspective with the barrel distortion of a short lens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

F64 = NDArray[np.float64]
F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]
Rng = np.random.Generator
_TURNS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """Millimetres of the table, z upwards, to pixels and back."""

    size_px: tuple[int, int]
    eye_mm: F64
    rows: F64
    """Right, down and forward, as rows of a rotation."""
    focal_px: float
    barrel: tuple[float, float]

    def project(self, points_mm: ArrayLike) -> tuple[F64, F64]:
        """Pixels (n, 2) of points (n, 3), and how far before the lens each lies."""
        seen = (np.asarray(points_mm, np.float64).reshape(-1, 3) - self.eye_mm) @ self.rows.T
        depth = np.maximum(seen[:, 2], 1.0)
        flat = seen[:, :2] / depth[:, None]
        r2 = np.minimum((flat**2).sum(1, keepdims=True), 1.6)
        bent = flat * (1 + self.barrel[0] * r2 + self.barrel[1] * r2 * r2)
        return bent * self.focal_px + np.array(self.size_px) / 2, depth

    def pixels(self, points_mm: ArrayLike) -> F64:
        """Pixels (n, 2) of points (n, 3)."""
        return self.project(points_mm)[0]

    def rays(self, x_px: F64, y_px: F64) -> F64:
        """Directions (…, 3) in the room that reach these pixels."""
        bent_x = (x_px - self.size_px[0] / 2) / self.focal_px
        bent_y = (y_px - self.size_px[1] / 2) / self.focal_px
        x, y = bent_x.copy(), bent_y.copy()
        for _ in range(_TURNS):
            r2 = np.minimum(x * x + y * y, 1.6)
            scale = 1 + self.barrel[0] * r2 + self.barrel[1] * r2 * r2
            x, y = bent_x / scale, bent_y / scale
        right, down, forward = self.rows
        return np.asarray(x[..., None] * right + y[..., None] * down + forward)

    def scale_at(self, point_mm: ArrayLike) -> float:
        """Pixels of a millimetre across the line of sight, at a point."""
        return float(self.focal_px / self.project(point_mm)[1][0])

    def on_table(self) -> F64:
        """Where the ray of each pixel meets the table, (h, w, 2); far away where it never does."""
        width, height = self.size_px
        x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
        rays = self.rays(x, y)
        away = np.where(rays[..., 2] < -1e-3, -self.eye_mm[2] / np.minimum(rays[..., 2], -1e-3), 1e4)
        return self.eye_mm[:2] + rays[..., :2] * away[..., None]

    def shows(self, points_mm: ArrayLike, margin_px: float) -> bool:
        """Whether all of these points are in the picture, so far from its edges."""
        pixels = self.pixels(points_mm)
        return bool((pixels >= margin_px).all() and (pixels <= np.array(self.size_px) - margin_px).all())


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """How a camera is put up."""

    size_px: tuple[int, int]
    view_deg: float
    """Across the picture."""
    tilt_deg: float
    """0 for straight down."""
    turn_deg: float
    """Round the table; 0 is the near side."""
    roll_deg: float
    barrel: tuple[float, float]


def aimed(stand: Stand, must_see_mm: F64, margin_px: float) -> Lens:
    """The nearest camera so put up that sees all of these points (n, 3)."""
    target = np.append(must_see_mm[:, :2].mean(0), 0.0)
    low, high = 200.0, 4000.0
    for _ in range(26):
        middle = (low + high) / 2
        lens, shift = _from(stand, target, middle), np.zeros(2)
        for _ in range(3):
            pixels = lens.pixels(must_see_mm)
            off = (pixels.min(0) + pixels.max(0)) / 2 - np.array(stand.size_px) / 2
            shift += off * middle / lens.focal_px
            moved = target + shift[0] * lens.rows[0] + shift[1] * lens.rows[1] * np.array([1, 1, 0.0])
            lens = _from(stand, np.array([moved[0], moved[1], 0.0]), middle)
        low, high = (low, middle) if lens.shows(must_see_mm, margin_px) else (middle, high)
    return lens


def _from(stand: Stand, target: F64, away_mm: float) -> Lens:
    tilt, turn, roll = np.radians([stand.tilt_deg, stand.turn_deg, stand.roll_deg])
    near = np.array([np.sin(turn), -np.cos(turn), 0.0])
    back = near * np.sin(tilt) + np.array([0, 0, np.cos(tilt)])
    right = np.array([np.cos(turn), np.sin(turn), 0.0])
    down = np.cross(-back, right)
    right, down = right * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - right * np.sin(roll)
    focal = stand.size_px[0] / 2 / np.tan(np.radians(stand.view_deg) / 2)
    return Lens(size_px=stand.size_px, eye_mm=target + back * away_mm, rows=np.array([right, down, -back]),
                focal_px=float(focal), barrel=stand.barrel)  # fmt: skip
