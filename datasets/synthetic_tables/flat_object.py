"""Draw a flat object in millimetres: colours, outline, size and height."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.synthetic_tables.random_fields import F32, U8, Bgr, Rng, cloud, shaded

_BITS = 4
_LEAST_PX, _MOST_PX = 8, 640


@dataclass(frozen=True, slots=True, eq=False)
class Clutter:
    """An object on the table that is not a tile."""

    bgra: U8
    """(height, width, 4): colours and opacity as seen from straight above."""
    size_mm: tuple[float, float]
    """Width and height of the texture."""
    height_mm: float
    """The height of its top above the table."""
    kind: str


class Sheet:
    """A drawing surface of ``width_mm`` x ``height_mm``; every coordinate is in millimetres from its top left."""

    def __init__(self, size_mm: tuple[float, float], px_per_mm: float, color: Bgr = (0, 0, 0)) -> None:
        limit = _MOST_PX / max(size_mm)
        self.scale = min(max(px_per_mm, _LEAST_PX / min(size_mm)), limit)
        self.size_mm = size_mm
        shape = max(2, round(size_mm[1] * self.scale)), max(2, round(size_mm[0] * self.scale))
        self.bgr: U8 = np.full((*shape, 3), color, np.uint8)
        self.alpha: U8 = np.zeros(shape, np.uint8)

    def _fixed(self, points_mm: Sequence[tuple[float, float]] | np.ndarray) -> np.ndarray:
        return np.asarray(np.round(np.asarray(points_mm) * (self.scale * (1 << _BITS))).astype(np.int32))

    def _length(self, length_mm: float) -> int:
        return max(1, round(length_mm * self.scale * (1 << _BITS)))

    def thickness(self, width_mm: float) -> int:
        """A line's width in whole pixels."""
        return max(1, round(width_mm * self.scale))

    def fill(self, points_mm: Sequence[tuple[float, float]] | np.ndarray, color: Bgr) -> None:
        """Colours a polygon."""
        cv2.fillPoly(self.bgr, [self._fixed(points_mm)], color, cv2.LINE_AA, _BITS)

    def cut(self, points_mm: Sequence[tuple[float, float]] | np.ndarray, opacity: int = 255) -> None:
        """Makes a polygon opaque."""
        cv2.fillPoly(self.alpha, [self._fixed(points_mm)], opacity, cv2.LINE_AA, _BITS)

    def disc(self, at: tuple[float, float], radius_mm: float, color: Bgr) -> None:
        """Colours a circle."""
        cv2.circle(self.bgr, self._fixed(at).tolist(), self._length(radius_mm), color, -1, cv2.LINE_AA, _BITS)

    def cut_disc(self, at: tuple[float, float], radius_mm: float, opacity: int = 255) -> None:
        """Makes a circle opaque."""
        cv2.circle(self.alpha, self._fixed(at).tolist(), self._length(radius_mm), opacity, -1, cv2.LINE_AA, _BITS)

    def ring(self, at: tuple[float, float], radius_mm: float, width_mm: float, color: Bgr) -> None:
        """Colours the rim of a circle."""
        cv2.circle(self.bgr, self._fixed(at).tolist(), self._length(radius_mm), color, self.thickness(width_mm),
                   cv2.LINE_AA, _BITS)  # fmt: skip

    def line(self, points_mm: Sequence[tuple[float, float]] | np.ndarray, width_mm: float, color: Bgr) -> None:
        """Draws along ``points_mm``."""
        thick = self.thickness(width_mm)
        cv2.polylines(self.bgr, [self._fixed(points_mm)], False, color, thick, cv2.LINE_AA, _BITS)

    def cut_line(self, points_mm: Sequence[tuple[float, float]] | np.ndarray, width_mm: float) -> None:
        """Makes a line opaque."""
        cv2.polylines(self.alpha, [self._fixed(points_mm)], False, 255, self.thickness(width_mm), cv2.LINE_AA, _BITS)

    def text(self, words: str, at: tuple[float, float], height_mm: float, color: Bgr, font: int = 0) -> None:
        """Write ``words`` with their lower left at ``at``; omitted where too small to be drawn."""
        height_px = height_mm * self.scale
        if height_px < 2.5:
            return
        thick = max(1, round(height_px / (14 if font == 1 else 9)))
        size = height_px / (11 if font == 1 else 21)
        origin = round(at[0] * self.scale), round(at[1] * self.scale)
        cv2.putText(self.bgr, words, origin, font, size, color, thick, cv2.LINE_AA)

    def clutter(self, kind: str, height_mm: float) -> Clutter:
        """The finished object."""
        return Clutter(cv2.merge([*cv2.split(self.bgr), self.alpha]), self.size_mm, height_mm, kind)


def box(x: float, y: float, width: float, height: float, corner: float = 0.0) -> np.ndarray:
    """A rectangle (n, 2) from its top left, its corners rounded by ``corner``."""
    corner = min(corner, width / 2, height / 2)
    if corner <= 0:
        return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
    quarter = np.linspace(0, np.pi / 2, 6)
    turns = [(x + width - corner, y + corner, -np.pi / 2), (x + width - corner, y + height - corner, 0.0),
             (x + corner, y + height - corner, np.pi / 2), (x + corner, y + corner, np.pi)]  # fmt: skip
    arcs = [np.stack([cx + corner * np.cos(quarter + a), cy + corner * np.sin(quarter + a)], -1) for cx, cy, a in turns]
    return np.concatenate(arcs)


def rimmed(sheet: Sheet, depth_mm: float, strength: float) -> None:
    """Shades a rounded edge: lighter towards the top left, darker towards the bottom right."""
    radius = max(1.0, depth_mm * sheet.scale)
    height, width = sheet.alpha.shape
    shrink = max(1, int(radius / 1.5))
    low = cv2.resize(sheet.alpha, (-(-width // shrink), -(-height // shrink)), interpolation=cv2.INTER_AREA)
    rounded = cv2.GaussianBlur(low, (0, 0), radius / shrink).astype(np.float32)
    step = max(1, round(radius / shrink))
    relief = np.roll(rounded, (-step, -step), (0, 1)) - np.roll(rounded, (step, step), (0, 1))
    sheet.bgr = shaded(sheet.bgr, cv2.resize(relief, (width, height)) * np.float32(1 / 255), strength)


def uneven(sheet: Sheet, rng: Rng, strength: float) -> None:
    """Add slight cloudiness."""
    field: F32 = cloud(rng, sheet.alpha.shape[:2], max(4.0, max(sheet.alpha.shape) / 4))
    sheet.bgr = shaded(sheet.bgr, field, strength)


Thing = Callable[[Rng, float], Clutter]
"""Draws one thing at about so many pixels per millimetre."""
