"""One sheet of paper: its drawing area within the margins, and its footer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.paper_game.print_request import PaperGameOptions
from companion.paper_game.wording import word
from companion.printing.a4_page import BOLD, INK, PLAIN, QUIET
from companion.printing.line_fitting import fitted_lines

HEAD_MM, FOOT_MM = 7.0, 11.0
"""The space for the caption above and below the content of a sheet."""
RULER_MM = 50


@dataclass(frozen=True, slots=True)
class DrawingArea:
    """The drawing area of a sheet, in millimetres from its lower left corner."""

    left: float
    bottom: float
    width: float
    height: float

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.bottom + self.height

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A page to be drawn."""

    title: str
    draw: Callable[[Canvas, DrawingArea], None]
    is_lying: bool = False
    """Whether its long side is below."""


def room_of(order: PaperGameOptions, *, is_lying: bool = False) -> DrawingArea:
    """The drawing area of a sheet of ``order``."""
    width, height = order.paper_mm[::-1] if is_lying else order.paper_mm
    margin = order.margin_mm
    return DrawingArea(margin, margin + FOOT_MM, width - 2 * margin, height - 2 * margin - HEAD_MM - FOOT_MM)


def draw_sheet(canvas: Canvas, sheet: PaperSheet, order: PaperGameOptions, number: int, count: int) -> None:
    """Draw one page completely, and start the next."""
    width, height = order.paper_mm[::-1] if sheet.is_lying else order.paper_mm
    canvas.setPageSize((width * mm, height * mm))
    room = room_of(order, is_lying=sheet.is_lying)
    _say(canvas, sheet, room, word(order.language, "sheet", number=number, count=count))
    _ruler(canvas, room.left + 1, room.bottom - FOOT_MM, order.language)
    sheet.draw(canvas, room)
    canvas.showPage()


def line(canvas: Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A straight line between two points in millimetres."""
    canvas.line(start[0] * mm, start[1] * mm, end[0] * mm, end[1] * mm)


def write(canvas: Canvas, text: str, at: tuple[float, float], size: float, *, is_bold: bool = False) -> None:
    """Write words around a point in millimetres, in the current colour; ``size`` in points."""
    canvas.setFont(BOLD if is_bold else PLAIN, size)
    canvas.drawCentredString(at[0] * mm, at[1] * mm, text)


def _say(canvas: Canvas, sheet: PaperSheet, room: DrawingArea, number: str) -> None:
    canvas.setFillColor(INK)
    title = fitted_lines(sheet.title, ((room.width - 35) * mm, 6 * mm), (9, 8, 7, 6, 5), BOLD)
    title.draw(canvas, (room.left * mm, (room.top + 2.3) * mm + title.height))
    canvas.setFont(PLAIN, 7)
    canvas.setFillColor(QUIET)
    canvas.drawRightString(room.right * mm, (room.top + 3) * mm, number)


def _ruler(canvas: Canvas, left: float, bottom: float, language: str) -> None:
    """Draw a ruler to verify the print scale."""
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.5)
    base = bottom + 4
    line(canvas, (left, base), (left + RULER_MM, base))
    for at in range(0, RULER_MM + 1, 5):
        line(canvas, (left + at, base), (left + at, base + (2.4 if at % 10 == 0 else 1.4)))
    canvas.setFillColor(QUIET)
    for at in range(0, RULER_MM + 1, 10):
        write(canvas, str(at), (left + at, base - 2.6), 6)
    canvas.setFont(PLAIN, 7)
    canvas.drawString((left + RULER_MM + 5) * mm, base * mm, word(language, "ruler", length=RULER_MM))
