"""The assembly instructions of a rack: cut, fold and glue, a picture for each step."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.paper_game.print_request import PaperGameOptions
from companion.paper_game.rack import AWAY, DEPTH_MM, GLUED, LEAN_DEG, PANELS, TOWARDS, profile
from companion.paper_game.sheet import DrawingArea, PaperSheet, line
from companion.paper_game.wording import word
from companion.printing.a4_page import INK, PLAIN, QUIET, text

Point = tuple[float, float]
Drawing = Callable[[Canvas, Point, str], None]
_TILES = 6
FOLDING, FOLDING_SCALE = ((2.0, 0.3), (49.0, 0.75), (75.0, 0.97)), 0.36
"""Where the stages of folding stand, in millimetres, each with how far it has come."""
_OBLIQUE: Point = (0.95, -0.22)
"""Where the length of a rack goes on the page."""


def model_sheet(order: PaperGameOptions) -> PaperSheet:
    """The page with the instructions."""
    return PaperSheet(word(order.language, "model"), partial(_draw, language=order.language))


def _draw(canvas: Canvas, room: DrawingArea, language: str) -> None:
    drawings: Sequence[Drawing] = (_flat, _folds, _folding, _gluing, _joining)
    high = room.height / len(drawings)
    for at, drawing in enumerate(drawings):
        top = room.top - at * high
        words = text(word(language, f"step {at + 1}"), 10)
        _, tall = words.wrap(room.width * 0.42 * mm, high * mm)
        words.drawOn(canvas, room.left * mm, (top - 6) * mm - tall)
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(0.7)
        drawing(canvas, (room.left + room.width * 0.5, top - high + 6), language)


def _flat(canvas: Canvas, corner: Point, language: str) -> None:
    """The strip with its tongues, reduced."""
    (x, y), scale, long = corner, 0.24, 78.0
    for panel in PANELS:
        deep = panel.depth * scale
        canvas.rect(x * mm, y * mm, long * mm, deep * mm, stroke=1, fill=0)
        if panel.has_tongue:
            _outline(canvas, ((x + long, y), (x + long + 5, y + 1.5), (x + long + 5, y + deep - 1.5),
                              (x + long, y + deep)))  # fmt: skip
        y += deep


def _folds(canvas: Canvas, corner: Point, language: str) -> None:
    """Each panel of the strip with its name and the kind of its fold."""
    (x, y), scale = corner, 0.24
    bottom = y
    for panel in PANELS:
        y += panel.depth * scale
        if panel.fold:
            canvas.setDash(*panel.fold)
            line(canvas, (x, y), (x + 50, y))
    canvas.setDash()
    canvas.rect(x * mm, bottom * mm, 50 * mm, DEPTH_MM * scale * mm, stroke=1, fill=0)
    canvas.setFillColor(QUIET)
    canvas.setFont(PLAIN, 7)
    for at, (fold, said) in enumerate(((AWAY, "dashed"), (TOWARDS, "dotted"))):
        height = bottom + 24 - 8 * at
        canvas.setDash(*fold)
        line(canvas, (x + 54, height + 3), (x + 66, height + 3))
        canvas.setDash()
        canvas.drawString((x + 54) * mm, (height - 1) * mm, word(language, said))


def _folding(canvas: Canvas, corner: Point, language: str) -> None:
    """The cross-section half folded, and folded."""
    for left, share in FOLDING:
        _profile(canvas, (corner[0] + left, corner[1] + 4), share, FOLDING_SCALE)


def _gluing(canvas: Canvas, corner: Point, language: str) -> None:
    """The folded profile, larger, with a tile in it."""
    spots = _profile(canvas, (corner[0] + 24, corner[1] + 4), 1.0, 0.85)
    front, floor = spots[1], spots[4]
    canvas.setLineWidth(2)
    line(canvas, (front[0] + 0.8, front[1] + 0.8), (floor[0], floor[1] + 0.8))
    line(canvas, (front[0] + 0.8, front[1] + 0.8), (front[0] + 0.8, front[1] + 8))
    canvas.setLineWidth(0.7)
    lean = math.radians(LEAN_DEG)
    along, thick = (math.cos(lean) * 32, math.sin(lean) * 32), (-math.sin(lean) * 2.5, math.cos(lean) * 2.5)
    foot = (floor[0] - 0.6, floor[1] + 1.6)
    top = (foot[0] + along[0], foot[1] + along[1])
    canvas.setFillColor(GLUED)
    _outline(canvas, (foot, top, (top[0] + thick[0], top[1] + thick[1]), (foot[0] + thick[0], foot[1] + thick[1])),
             fill=1)  # fmt: skip


def _joining(canvas: Canvas, corner: Point, language: str) -> None:
    """Both halves of a rack, seen from the front, with tiles on it."""
    base, long = (corner[0] + 2, corner[1] + 20), 62.0
    spots = [(base[0] + 0.32 * x, base[1] + 0.13 * x + 0.5 * y) for x, y in profile()]
    far = [_along(spot, long) for spot in spots]
    canvas.setFillColor(GLUED)
    _outline(canvas, (spots[3], far[3], far[4], spots[4]), fill=1)
    _tiles(canvas, spots, long)
    _outline(canvas, (spots[0], far[0], far[1], spots[1]), fill=1)
    _outline(canvas, far[2:5], fill=1)
    line(canvas, _along(spots[0], long / 2), _along(spots[1], long / 2))


def _tiles(canvas: Canvas, spots: Sequence[Point], long: float) -> None:
    """Tiles that lean on the rest."""
    foot, top = spots[4], spots[3]
    canvas.setFillColorRGB(1, 1, 1)
    for at in range(_TILES):
        low, high = (_along(foot, long * (at + share) / _TILES) for share in (0.08, 0.92))
        rise = (0.92 * (top[0] - foot[0]), 0.92 * (top[1] - foot[1]))
        _outline(canvas, (low, high, (high[0] + rise[0], high[1] + rise[1]), (low[0] + rise[0], low[1] + rise[1])),
                 fill=1)  # fmt: skip


def _along(spot: Point, by: float) -> Point:
    return spot[0] + _OBLIQUE[0] * by, spot[1] + _OBLIQUE[1] * by


def _profile(canvas: Canvas, corner: Point, share: float, scale: float) -> list[Point]:
    """Draw the profile and return its corners on the page from the lip on."""
    spots = [(corner[0] + scale * x, corner[1] + scale * y) for x, y in profile(share)]
    for start, end in pairwise(spots):
        line(canvas, start, end)
    return spots


def _outline(canvas: Canvas, spots: Sequence[Point], fill: int = 0) -> None:
    path = canvas.beginPath()
    for at, (x, y) in enumerate(spots):
        (path.lineTo if at else path.moveTo)(x * mm, y * mm)
    path.close()
    canvas.drawPath(path, stroke=1, fill=fill)
