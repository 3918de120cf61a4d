"""A pinhole camera above the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from datasets.family_films.boxes import F64


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinhole:
    """A camera aimed at a point of the table."""

    size_px: tuple[int, int]
    """Width and height of its picture."""
    wide_mm: float
    """How much of the table the picture's middle line shows."""
    elevation: float
    """Degrees above the table: 90 looks straight down."""
    azimuth: float = 0.0
    """Degrees by which it stands to the right of the near side."""
    roll: float = 0.0
    looks_at: tuple[float, float] = (0.0, 0.0)
    focal: float = 1.15
    """Its focal length in widths of the picture."""

    @property
    def _axes(self) -> F64:
        """(3, 3): the unit vectors right, down and forward, as rows."""
        return _axes_of(self.elevation, self.azimuth, self.roll)

    @property
    def stands_at(self) -> F64:
        """(3,): its position, in millimetres of the table."""
        return np.asarray(np.array([*self.looks_at, 0.0]) - self._axes[2] * self.focal * self.wide_mm)

    def in_picture(self, points_mm: F64) -> F64:
        """Project (n, 3) millimetres of the table to (n, 2) pixels."""
        seen = (points_mm - self.stands_at) @ self._axes.T
        width, height = self.size_px
        depth = np.maximum(seen[:, 2:], 1.0)
        return np.asarray(seen[:, :2] / depth * self.focal * width + np.array([width / 2, height / 2]))

    def of_plane(self, z_mm: float = 0.0) -> F64:
        """(3, 3): the homography from millimetres of the plane at this height to pixels."""
        focal, (width, height) = self.focal * self.size_px[0], self.size_px
        lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
        axes = self._axes
        shift = axes @ (np.array([0, 0, z_mm]) - self.stands_at)
        return np.asarray(lens @ np.column_stack([axes[:, 0], axes[:, 1], shift]))

    def px_per_mm(self) -> float:
        """The scale in the centre of the picture."""
        return self.size_px[0] / self.wide_mm


@cache
def _axes_of(elevation: float, azimuth: float, tilt: float) -> F64:
    up, around, roll = np.radians((elevation, azimuth, tilt))
    forward = np.array([-np.sin(around) * np.cos(up), np.cos(around) * np.cos(up), -np.sin(up)])
    right = np.array([np.cos(around), np.sin(around), 0.0])
    down = np.cross(forward, right)
    across = np.cos(roll) * right + np.sin(roll) * down
    return np.stack([across, np.cos(roll) * down - np.sin(roll) * right, forward])
