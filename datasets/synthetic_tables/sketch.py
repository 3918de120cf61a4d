"""A small drawing in up to four inks, for jokers; coordinates go from -1 to 1, x to the right and y down."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.digits import word_mask
from datasets.synthetic_tables.marks import ellipse

F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
INKS = 4
"""How many inks a drawing may use; ink 0 draws the lines."""
_FINE = 320
_SHIFT = 4
STYLES = ("line", "solid", "coloured")
"""How shapes are drawn: outlined, filled with their details left bare, or filled in several inks and outlined."""


class Sketch:
    """The drawing so far: ``masks`` uint8 (INKS, n, n); later strokes cover earlier ones of any ink."""

    def __init__(self, style: str, pen: float, font: str, rng: np.random.Generator) -> None:
        """``pen`` is the width of a line where the drawing is 2 wide; ``rng`` decides the random variations."""
        self.masks = np.zeros((INKS, _FINE, _FINE), np.uint8)
        self.style, self.pen, self.font, self.rng = style, pen, font, rng

    def shape(self, outline: F64, ink: int = 0) -> None:
        """A closed shape with outline (n, 2), drawn in the current style."""
        if self.style == "line":
            self.erase(outline)
            self.line(outline, closed=True)
        else:
            self.spot(outline, ink if self.style == "coloured" else 0)
            if self.style == "coloured" and ink:
                self.line(outline, closed=True)

    def ground(self, outline: F64, ink: int = 1) -> None:
        """A closed shape that details are drawn on: never filled with the ink of the details."""
        if self.style == "coloured" and ink:
            self.spot(outline, ink)
        else:
            self.erase(outline)
        self.line(outline, closed=True)

    def spot(self, outline: F64, ink: int = 0) -> None:
        """A filled shape in every style."""
        self._draw(ink, lambda mask, value: cv2.fillPoly(mask, [self._fixed(outline)], value, cv2.LINE_AA, _SHIFT))

    def erase(self, outline: F64) -> None:
        """A hole that shows the tile."""
        self._draw(-1, lambda mask, value: cv2.fillPoly(mask, [self._fixed(outline)], value, cv2.LINE_AA, _SHIFT))

    def line(self, points: F64 | Sequence[tuple[float, float]], ink: int = 0, *, closed: bool = False) -> None:
        """A line of the pen's width through ``points``."""
        self._stroke(points, ink, closed)

    def detail(self, points: F64 | Sequence[tuple[float, float]]) -> None:
        """A line inside a shape: left bare where shapes are solid."""
        self._stroke(points, -1 if self.style == "solid" else 0, False)

    def word(self, text: str, center: tuple[float, float], size: tuple[float, float], ink: int = 0) -> None:
        """``text`` as large as fits in ``size`` around ``center``."""
        mask = word_mask(self.font, text, 96)
        height = min(size[1], size[0] * mask.shape[0] / mask.shape[1]) * _FINE / 2
        width = max(2, round(height * mask.shape[1] / mask.shape[0]))
        small = cv2.resize(mask, (width, max(2, round(height))), interpolation=cv2.INTER_AREA)
        self.stamp(np.asarray(small, np.uint8), center, 0, ink)

    def letter(self, char: str, center: tuple[float, float], height: float, turn_deg: float) -> None:
        """One letter, turned clockwise."""
        mask = word_mask(self.font, char, max(4, round(height * _FINE / 2)))
        self.stamp(mask, center, turn_deg, 0)

    def stamp(self, stamp: U8, center: tuple[float, float], turn_deg: float, ink: int) -> None:
        """Prints a mask around ``center``, turned clockwise."""
        middle = (np.array(center) + 1) * _FINE / 2
        matrix = cv2.getRotationMatrix2D((stamp.shape[1] / 2, stamp.shape[0] / 2), -turn_deg, 1)
        matrix[:, 2] += middle - [stamp.shape[1] / 2, stamp.shape[0] / 2]
        printed = cv2.warpAffine(stamp, matrix, (_FINE, _FINE))
        self.masks = np.minimum(self.masks, 255 - printed)
        self.masks[ink] = np.maximum(self.masks[ink], printed)

    def eyes(self, center: tuple[float, float], apart: float, size: float) -> None:
        """A pair of eyes, of one of four kinds."""
        kind = self.rng.integers(4)
        for side in (-1, 1):
            x, y = center[0] + side * apart, center[1]
            if kind == 0:
                self.spot(ellipse((x, y), (size * 0.55, size * 0.8)))
            elif kind == 1:
                self.line(ellipse((x, y + size * 0.3), (size, size * 0.8), (190, 350)))
            elif kind == 2:
                self.line(ellipse((x, y), (size, size * 0.55)), closed=True)
                self.spot(ellipse((x, y), (size * 0.38, size * 0.42)))
            else:
                self.line([(x - size, y), (x + size, y)])
                self.line([(x, y - size * 1.3), (x, y + size * 1.3)])

    def mouth(self, center: tuple[float, float], width: float) -> None:
        """A smile, of one of three kinds."""
        kind = self.rng.integers(3)
        depth = width * self.rng.uniform(0.4, 0.8)
        smile = ellipse((center[0], center[1] - depth * 0.4), (width, depth), (15, 165))
        if kind == 0:
            self.line(smile)
        elif kind == 1:
            self.spot(np.vstack([smile, smile[:1]]), 2 if self.style == "coloured" else 0)
        else:
            self.line(smile)
            lower = ellipse((center[0], center[1] - depth * 0.4), (width, depth * 1.6), (25, 155))
            self.line(lower)

    def _stroke(self, points: F64 | Sequence[tuple[float, float]], ink: int, closed: bool) -> None:
        fixed = self._fixed(np.asarray(points, dtype=np.float64))
        width = max(2, round(self.pen * _FINE / 2))
        self._draw(ink, lambda mask, value: cv2.polylines(mask, [fixed], closed, value, width, cv2.LINE_AA, _SHIFT))

    def _draw(self, ink: int, draw: object) -> None:
        """Draw in one ink and remove the others there; ink -1 removes all."""
        assert callable(draw)
        for i, mask in enumerate(self.masks):
            if i == ink or mask.any():
                draw(mask, 255 if i == ink else 0)

    @staticmethod
    def _fixed(points: F64) -> NDArray[np.int32]:
        return np.round((points + 1) * _FINE / 2 * (1 << _SHIFT)).astype(np.int32)
