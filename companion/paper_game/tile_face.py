"""Draw the face of a tile: number and mark in its ink, or the joker."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from reportlab.lib.colors import Color as Ink
from reportlab.lib.colors import HexColor, white
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from companion.paper_game.print_request import PaperGameOptions
from companion.paper_game.wording import word
from companion.printing.a4_page import BOLD, letters
from engine.tiles import Color, Tile

INKS = {
    Color.RED: HexColor("#c4161c"),
    Color.BLUE: HexColor("#0b4ea2"),
    Color.YELLOW: HexColor("#e08a00"),
    Color.BLACK: HexColor("#111111"),
}
BLACK = INKS[Color.BLACK]
EDGE = HexColor("#8c8c8c")
"""The line along which one cuts."""
IVORY = HexColor("#fbf3dc")
"""The colour of the face: cameras take pure white for overexposure, and inks are told apart better on a tint."""
_CAP = 0.729
"""How high a digit of the typeface is, in sizes of it."""
_NUMBER_HIGH, _NUMBER_WIDE, _NUMBER_AT = 0.42, 0.74, 0.4
_MARK_HIGH, _MARK_AT = 0.14, 0.81
_JOKER_WIDE, _JOKER_AT = 0.72, 0.42


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a printed tile: its upper left corner and its size in millimetres."""

    left: float
    top: float
    width: float
    height: float

    def at(self, across: float, down: float) -> tuple[float, float]:
        """A point in points of the page, from shares of the tile's width and height."""
        return (self.left + across * self.width) * mm, (self.top - down * self.height) * mm


def draw_tile(canvas: Canvas, tile: Tile | None, spot: Spot, order: PaperGameOptions) -> None:
    """Draw one tile with its cutting line; None draws a blank one."""
    letters()
    _draw_blank(canvas, spot, is_white=order.ink == "black")
    if tile is None:
        return
    if tile.color is None:
        _draw_joker(canvas, spot, order)
        return
    ink = BLACK if order.ink == "black" else INKS[tile.color]
    canvas.setFillColor(ink)
    canvas.setStrokeColor(ink)
    _draw_number(canvas, str(tile.number), spot)
    _draw_mark(canvas, tile.color if order.shows_shapes else None, spot)


def _draw_blank(canvas: Canvas, spot: Spot, *, is_white: bool) -> None:
    """Draw a bare face and its cutting line; untinted without colours, since printers would dither a tint."""
    canvas.setFillColor(white if is_white else IVORY)
    canvas.setStrokeColor(EDGE)
    canvas.setLineWidth(0.4)
    left, bottom = spot.at(0, 1)
    canvas.rect(left, bottom, spot.width * mm, spot.height * mm, stroke=1, fill=1)


def _draw_number(canvas: Canvas, number: str, spot: Spot) -> None:
    """The number; a line under 6 and 9 tells which side is below."""
    high = min(_NUMBER_HIGH * spot.height, _NUMBER_HIGH * 1.5 * spot.width) * mm
    size = high / _CAP
    wide = pdfmetrics.stringWidth(number, BOLD, size)
    squeeze = min(1.0, _NUMBER_WIDE * spot.width * mm / wide)
    across, middle = spot.at(0.5, _NUMBER_AT)
    canvas.saveState()
    canvas.translate(across, middle - high / 2)
    canvas.scale(squeeze, 1)
    canvas.setFont(BOLD, size)
    canvas.drawCentredString(0, 0, number)
    if number in ("6", "9"):
        canvas.rect(-0.42 * wide, -0.17 * high, 0.84 * wide, 0.075 * high, stroke=0, fill=1)
    canvas.restoreState()


def _draw_mark(canvas: Canvas, color: Color | None, spot: Spot) -> None:
    """A ring as on bought tiles, or a shape that tells the colour: disc, diamond, triangle, square."""
    across, middle = spot.at(0.5, _MARK_AT)
    half = _MARK_HIGH * min(spot.height, 1.5 * spot.width) * mm / 2
    match color:
        case None:
            canvas.setLineWidth(0.3 * half)
            canvas.circle(across, middle, 0.8 * half, stroke=1, fill=0)
        case Color.RED:
            canvas.circle(across, middle, half, stroke=0, fill=1)
        case _:
            canvas.drawPath(_shape(canvas, color, (across, middle), half), stroke=0, fill=1)


def _shape(canvas: Canvas, color: Color, middle: tuple[float, float], half: float) -> object:
    corners = {
        Color.BLUE: ((0.0, 1.25), (1.25, 0.0), (0.0, -1.25), (-1.25, 0.0)),
        Color.YELLOW: ((0.0, 1.1), (1.2, -0.95), (-1.2, -0.95)),
        Color.BLACK: ((-0.95, 0.95), (0.95, 0.95), (0.95, -0.95), (-0.95, -0.95)),
    }[color]
    path = canvas.beginPath()
    for at, (x, y) in enumerate(corners):
        (path.lineTo if at else path.moveTo)(middle[0] + half * x, middle[1] + half * y)
    path.close()
    return path


def _draw_joker(canvas: Canvas, spot: Spot, order: PaperGameOptions) -> None:
    """A laughing face under a cap with three points, and its name."""
    across, middle = spot.at(0.5, _JOKER_AT)
    unit = _JOKER_WIDE * spot.width * mm / 2
    first, second = (BLACK, BLACK) if order.ink == "black" else (INKS[Color.RED], INKS[Color.BLUE])
    canvas.saveState()
    canvas.translate(across, middle)
    canvas.scale(unit, unit)
    canvas.setLineWidth(0.09)
    canvas.setLineJoin(1)
    canvas.setLineCap(1)
    for points, ink in zip(_cap(), (first, second, first), strict=True):
        _draw_point(canvas, points, ink)
    _draw_laugh(canvas)
    canvas.restoreState()
    canvas.setFillColor(first)
    said = word(order.language, "joker")
    size = 0.1 * spot.height * mm / _CAP
    canvas.setFont(BOLD, min(size, size * 0.8 * spot.width * mm / pdfmetrics.stringWidth(said, BOLD, size)))
    canvas.drawCentredString(*spot.at(0.5, 0.88), said)


@cache
def _cap() -> tuple[tuple[tuple[float, float], ...], ...]:
    """The three points of the cap, each from its foot on the brow over its tip; the face has radius 0.6 below."""
    left = ((-0.52, 0.12), (-1.0, 0.75), (-0.86, 0.1), (-0.55, -0.12))
    middle = ((-0.5, 0.16), (0.0, 1.15), (0.5, 0.16), (0.0, 0.3))
    right = tuple((-x, y) for x, y in left)
    return left, middle, right


def _draw_point(canvas: Canvas, points: tuple[tuple[float, float], ...], ink: Ink) -> None:
    canvas.setFillColor(ink)
    path = canvas.beginPath()
    for at, (x, y) in enumerate(points):
        (path.lineTo if at else path.moveTo)(x, y)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)
    tip = max(points, key=lambda point: math.hypot(*point))
    canvas.circle(*tip, 0.13, stroke=0, fill=1)


def _draw_laugh(canvas: Canvas) -> None:
    canvas.setStrokeColor(BLACK)
    canvas.setFillColor(BLACK)
    canvas.circle(0, -0.35, 0.6, stroke=1, fill=0)
    for side in (-1, 1):
        canvas.circle(0.23 * side, -0.2, 0.09, stroke=0, fill=1)
    canvas.arc(-0.34, -0.75, 0.34, -0.15, startAng=200, extent=140)
