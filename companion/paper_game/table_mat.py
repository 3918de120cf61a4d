"""The table mat: sheets for the middle of the table, in the layout that the camera expects."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.paper_game.print_request import PaperGameOptions
from companion.paper_game.sheet import DrawingArea, PaperSheet, line, write
from companion.paper_game.wording import word
from companion.printing.a4_page import QUIET
from companion.view_models.rule_book import RuleCard

FAINT = HexColor("#b9b9b9")
_CORNER_MM = 18.0


def mat_sheets(order: PaperGameOptions, rules: RuleCard) -> Iterator[PaperSheet]:
    """Muertos, mazo and pozo from left to right; only the mazo on a shared table."""
    zones = ("mazo",) if rules.common_table else ("muertos", "mazo", "pozo") if rules.muertos else ("mazo", "pozo")
    for zone in zones:
        title = word(order.language, "mat", what=word(order.language, zone))
        draw = partial(_draw, language=order.language, zone=zone, is_shared=rules.common_table)
        yield PaperSheet(title, draw, is_lying=True)


def _draw(canvas: Canvas, room: DrawingArea, language: str, zone: str, is_shared: bool) -> None:
    """Draw only corners and words: an outline of a tile's size might be detected as one."""
    canvas.setStrokeColor(FAINT)
    canvas.setLineWidth(1.2)
    for x, right in ((room.left, 1), (room.right, -1)):
        for y, up in ((room.bottom, 1), (room.top, -1)):
            line(canvas, (x, y), (x + right * _CORNER_MM, y))
            line(canvas, (x, y), (x, y + up * _CORNER_MM))
    middle = (room.left + room.width / 2, room.bottom + room.height / 2)
    canvas.setFillColor(FAINT)
    write(canvas, word(language, f"mat {zone}"), (middle[0], middle[1] - 6), 48, is_bold=True)
    canvas.setFillColor(QUIET)
    if is_shared:
        write(canvas, word(language, "everybody"), (middle[0], room.top - 12), 12)
        write(canvas, word(language, "mat hint alone"), (middle[0], room.bottom + 5), 8)
        return
    for y, up, said in ((room.top - 14, 1, "theirs"), (room.bottom + 20, -1, "ours")):
        write(canvas, word(language, said), (middle[0], y - 1.5), 12)
        _arrow(canvas, (middle[0], y + up * 5), up)
    write(canvas, word(language, "mat hint"), (middle[0], room.bottom + 1.5), 7)


def _arrow(canvas: Canvas, foot: tuple[float, float], up: int) -> None:
    path = canvas.beginPath()
    x, y = foot
    path.moveTo(x * mm, (y + up * 6) * mm)
    path.lineTo((x - 4) * mm, y * mm)
    path.lineTo((x + 4) * mm, y * mm)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)
