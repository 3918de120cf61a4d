"""Sheets of tiles: one colour after another, then jokers and spare blanks; or only the missing tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from reportlab.pdfgen.canvas import Canvas

from companion.paper_game.print_request import PaperGameOptions
from companion.paper_game.sheet import DrawingArea, PaperSheet, line, room_of, write
from companion.paper_game.tile_face import EDGE, Spot, draw_tile
from companion.paper_game.wording import word
from companion.printing.a4_page import QUIET
from engine.tiles import COPIES, JOKER, NUMBERS, Color, Tile

GAP_MM = 4.0
"""Between two tiles: a knife that slips cuts none of them."""
JOKERS, SPARE_JOKERS, BLANKS = 2, 2, 8
"""The numbers of jokers, of spare ones for rules with four, and of blanks to replace lost tiles by hand."""
_MARK_MM = 3.0
_ORDER = (Color.RED, Color.BLACK, Color.BLUE, Color.YELLOW)


def tile_sheets(order: PaperGameOptions) -> Iterator[PaperSheet]:
    """The sheets of the requested tiles."""
    if order.tiles:
        yield from _sheets(order, order.tiles, word(order.language, "some tiles"))
        return
    for color in _ORDER:
        tiles = [Tile(number, color) for number in NUMBERS for _ in range(COPIES)]
        yield from _sheets(order, tiles, word(order.language, f"tiles {color}"))
    extra: list[Tile | None] = [JOKER] * (JOKERS + SPARE_JOKERS)
    yield from _sheets(order, [*extra, *[None] * BLANKS], word(order.language, "jokers and spares"))


def grid_of(order: PaperGameOptions) -> tuple[int, int]:
    """The number of columns and rows of tiles on a sheet: at least one of the largest."""
    room, (width, height) = room_of(order), order.tile_mm
    columns = int((room.width - 2 * _MARK_MM + GAP_MM) / (width + GAP_MM))
    rows = int((room.height - 2 * _MARK_MM + GAP_MM) / (height + GAP_MM))
    return columns, rows


def _sheets(order: PaperGameOptions, tiles: Sequence[Tile | None], title: str) -> Iterator[PaperSheet]:
    columns, rows = grid_of(order)
    most = columns * rows
    for start in range(0, len(tiles), most):
        yield PaperSheet(title, partial(_draw, order=order, tiles=tuple(tiles[start : start + most])))


def _draw(canvas: Canvas, room: DrawingArea, order: PaperGameOptions, tiles: Sequence[Tile | None]) -> None:
    columns, _ = grid_of(order)
    width, height = order.tile_mm
    used = min(columns, len(tiles))
    left = room.left + (room.width - used * (width + GAP_MM) + GAP_MM) / 2
    top = room.top - _MARK_MM
    for at, tile in enumerate(tiles):
        down, across = divmod(at, columns)
        spot = Spot(left + across * (width + GAP_MM), top - down * (height + GAP_MM), width, height)
        draw_tile(canvas, tile, spot, order)
    _cut_marks(canvas, (left, top), (used, -(-len(tiles) // columns)), order)
    if order.ink == "black":
        canvas.setFillColor(QUIET)
        write(canvas, word(order.language, "black set"), (room.left + room.width / 2, room.bottom - 2.5), 7)


def _cut_marks(canvas: Canvas, corner: tuple[float, float], grid: tuple[int, int], order: PaperGameOptions) -> None:
    """Draw short marks around the tiles to lay a ruler along."""
    (left, top), (columns, rows), (width, height) = corner, grid, order.tile_mm
    right = left + columns * (width + GAP_MM) - GAP_MM
    bottom = top - rows * (height + GAP_MM) + GAP_MM
    canvas.setStrokeColor(EDGE)
    canvas.setLineWidth(0.4)
    for column in range(columns):
        for x in (left + column * (width + GAP_MM), left + column * (width + GAP_MM) + width):
            line(canvas, (x, top + 1), (x, top + _MARK_MM))
            line(canvas, (x, bottom - 1), (x, bottom - _MARK_MM))
    for row in range(rows):
        for y in (top - row * (height + GAP_MM), top - row * (height + GAP_MM) - height):
            line(canvas, (left - 1, y), (left - _MARK_MM, y))
            line(canvas, (right + 1, y), (right + _MARK_MM, y))
