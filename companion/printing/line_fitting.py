"""Fit a text into a box: in smaller letters first, then in several lines; nothing is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from companion.line_breaks import wrapped

LEADING = 1.2
"""The distance of base lines, as a multiple of the letter size."""
_RISE = 0.76
"""The height of letters above their base line."""


@dataclass(frozen=True, slots=True)
class FittedLines:
    """Words in lines, and the size of their letters in points."""

    lines: tuple[str, ...]
    size: float
    font: str
    is_whole: bool = True
    """Whether no word had to be broken."""

    @property
    def height(self) -> float:
        """The height of the lines in points."""
        return len(self.lines) * self.size * LEADING

    def draw(self, canvas: Canvas, at: tuple[float, float], align: int = 0) -> None:
        """Draw the lines with ``at`` at the left end of their upper edge; ``align`` 1: at its middle, 2: at its
        right end."""
        canvas.setFont(self.font, self.size)
        write = (canvas.drawString, canvas.drawCentredString, canvas.drawRightString)[align]
        left, base = at[0], at[1] - self.size * (LEADING - 1) / 2 - self.size * _RISE
        for number, line in enumerate(self.lines):
            write(left, base - number * self.size * LEADING, line)


def fitted_lines(text: str, room: tuple[float, float], sizes: Sequence[float], font: str) -> FittedLines:
    """Break ``text`` into lines in the first of ``sizes`` (points) that fits ``room`` (width, height in points)
    without a broken word; else in the first that fits with one, else in the last, which is higher than the room."""
    width, height = room
    broken: FittedLines | None = None
    for size in sizes:
        fitted = _in_lines(text, width, size, font)
        is_in = fitted.height <= height
        if is_in and fitted.is_whole:
            return fitted
        broken = broken or (fitted if is_in else None)
    return broken or fitted


def _in_lines(text: str, width: float, size: float, font: str) -> FittedLines:
    lines = wrapped(text, lambda line: _wide(line, size, font) <= width)
    return FittedLines(tuple(lines), size, font, " ".join(lines) == " ".join(text.split()))


def _wide(text: str, size: float, font: str) -> float:
    return float(pdfmetrics.stringWidth(text, font, size))
