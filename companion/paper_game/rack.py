"""A rack folded from paper: the flat half that is cut out, and the profile it has when it is folded.

From the front edge the strip goes: lip, base, back, rest (the tiles lean on it), floor (they stand on it), inner lip.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.paper_game.print_request import InvalidPrintRequest, PaperGameOptions
from companion.paper_game.sheet import FOOT_MM, HEAD_MM, DrawingArea, PaperSheet, line, room_of, write
from companion.paper_game.wording import word
from companion.printing.a4_page import INK, QUIET

RACKS = 4
LEAN_DEG = 70.0
"""The angle of the rest."""
TONGUE_MM = 15.0
GLUED = HexColor("#ececec")
AWAY, TOWARDS = (4, 2), (0.6, 2)
"""Dashes of a fold away from the reader, and dots of one towards the reader, in points."""
_LIP, _BASE, _REST, _FLOOR = 10.0, 46.0, 42.0, 12.0
_MOST_TILES = 10


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel of the strip, ``depth`` millimetres deep; ``fold`` is that between it and the next."""

    name: str
    depth: float
    fold: tuple[float, float] | None
    is_glued: bool = False
    has_tongue: bool = False


def _back_mm() -> float:
    """The depth of the back panel in millimetres, so that it ends where the rest begins."""
    lean = math.radians(LEAN_DEG)
    across = _BASE - (_FLOOR + _REST * math.cos(lean))
    return round(math.hypot(across, _REST * math.sin(lean)), 1)


PANELS = (
    Panel("lip", _LIP, AWAY),
    Panel("base", _BASE, AWAY, has_tongue=True),
    Panel("back", _back_mm(), AWAY, has_tongue=True),
    Panel("rest", _REST, TOWARDS, has_tongue=True),
    Panel("ledge", _FLOOR, TOWARDS, is_glued=True),
    Panel("inner lip", _LIP, None, is_glued=True),
)
DEPTH_MM = sum(panel.depth for panel in PANELS)


def rack_sheets(order: PaperGameOptions) -> Iterator[PaperSheet]:
    """Two halves of each of the four racks. Raises InvalidPrintRequest where they do not fit between the margins."""
    half_mm(order)
    for number in range(1, RACKS + 1):
        for side in ("left", "right"):
            title = word(order.language, f"rack {side}", number=number)
            yield PaperSheet(title, partial(_draw_half, order=order, has_tongues=side == "left"), is_lying=True)


def half_mm(order: PaperGameOptions) -> float:
    """The length of half a rack. Raises InvalidPrintRequest."""
    room = room_of(order, is_lying=True)
    long = min(room.width - TONGUE_MM, _MOST_TILES * order.tile_mm[0] + 4)
    if room.height < DEPTH_MM:
        most = math.floor((min(order.paper_mm) - HEAD_MM - FOOT_MM - DEPTH_MM) / 2)
        raise InvalidPrintRequest("print racks", margin=f"{order.margin_mm:g}", paper=order.paper.upper(), most=most)
    return long


def profile(share: float = 1.0) -> tuple[tuple[float, float], ...]:
    """The cross-section of the strip in millimetres, flat at a ``share`` of 0 and folded at 1; the base is level."""
    up = math.degrees(math.acos((_BASE - _FLOOR - _REST * math.cos(math.radians(LEAN_DEG))) / _back_mm()))
    turns = (180 - up, LEAN_DEG + up, -LEAN_DEG, -90.0)
    heading, spots = 0.0, [(0.0, 0.0), (_BASE, 0.0)]
    for panel, turn in zip(PANELS[2:], turns, strict=True):
        heading += share * turn
        x, y = spots[-1]
        along = math.radians(heading)
        spots.append((x + panel.depth * math.cos(along), y + panel.depth * math.sin(along)))
    lip = math.radians(180 - 90 * share)
    return ((_LIP * math.cos(lip), _LIP * math.sin(lip)), *spots)


def _draw_half(canvas: Canvas, room: DrawingArea, order: PaperGameOptions, *, has_tongues: bool) -> None:
    long, language = half_mm(order), order.language
    left = room.left + (room.width - long - TONGUE_MM) / 2
    bottom = room.bottom + (room.height - DEPTH_MM) / 2
    for panel in PANELS:
        _shade(canvas, panel, (left, bottom), long)
        if has_tongues and panel.has_tongue:
            _draw_tongue(canvas, panel, (left + long, bottom), language)
        else:
            line(canvas, (left + long, bottom), (left + long, bottom + panel.depth))
        line(canvas, (left, bottom), (left, bottom + panel.depth))
        canvas.setFillColor(QUIET)
        write(canvas, word(language, panel.name), (left + long / 2, bottom + panel.depth / 2 - 1), 7)
        bottom += panel.depth
        _draw_fold(canvas, panel, (left, bottom), long)
    line(canvas, (left, bottom - DEPTH_MM), (left + long, bottom - DEPTH_MM))


def _shade(canvas: Canvas, panel: Panel, corner: tuple[float, float], long: float) -> None:
    """Tint glued areas, and select the cutting pen."""
    if panel.is_glued:
        canvas.setFillColor(GLUED)
        canvas.rect(corner[0] * mm, corner[1] * mm, long * mm, panel.depth * mm, stroke=0, fill=1)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.6)
    canvas.setDash()


def _draw_fold(canvas: Canvas, panel: Panel, start: tuple[float, float], long: float) -> None:
    if panel.fold:
        canvas.setDash(*panel.fold)
    line(canvas, start, (start[0] + long, start[1]))
    canvas.setDash()


def _draw_tongue(canvas: Canvas, panel: Panel, corner: tuple[float, float], language: str) -> None:
    """Draw the tongue that slides into the other half, tapered at its end."""
    (x, y), slant = corner, 4.0
    path = canvas.beginPath()
    path.moveTo(x * mm, (y + 1) * mm)
    path.lineTo((x + TONGUE_MM) * mm, (y + slant) * mm)
    path.lineTo((x + TONGUE_MM) * mm, (y + panel.depth - slant) * mm)
    path.lineTo(x * mm, (y + panel.depth - 1) * mm)
    canvas.setFillColor(GLUED)
    canvas.drawPath(path, stroke=1, fill=1)
    line(canvas, corner, (x, y + 1))
    line(canvas, (x, y + panel.depth - 1), (x, y + panel.depth))
    canvas.setDash(*TOWARDS)
    line(canvas, (x, y + 1), (x, y + panel.depth - 1))
    canvas.setDash()
    canvas.saveState()
    canvas.translate((x + TONGUE_MM / 2) * mm, (y + panel.depth / 2) * mm)
    canvas.rotate(90)
    canvas.setFillColor(QUIET)
    write(canvas, word(language, "tongue"), (0, -1), 5)
    canvas.restoreState()
