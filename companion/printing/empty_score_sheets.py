"""Empty score sheets: their common parts are stored once and referenced from every page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Spacer, Table

from companion.printing.a4_page import BOLD, INK, PLAIN, QUIET, SHADE, letters, ruled, text
from companion.printing.line_fitting import fitted_lines
from companion.printing.wording import word

EMPTY_ROWS = 8
_WIDE = 269 * mm
"""The width of a lying page between its margins."""
_FIRST, _LABEL, _PAD = 20 * mm, 30 * mm, 6.0
_NAMES_PT, _SIGNED_PT = (11, 10, 9, 8, 7, 6, 5, 4), (8, 7, 6, 5)
_NAME_LEADING = 11 * 1.3
_FORM = "grid"


def empty_pages(sheets: Sequence[tuple[str, Sequence[str]]], parts: Sequence[str], language: str) -> Iterator[Flowable]:
    """Landscape pages to write on, one for each of ``sheets`` (its place, its names).

    A row for each hand and, for each side, the ``parts`` of a hand.
    """
    grid = _grid(parts, language)
    for number, (place, names) in enumerate(sheets):
        if number:
            yield PageBreak()
        if place:
            yield text(place, 10, color=QUIET)
            yield Spacer(1, 2 * mm)
        yield _Named(grid, names)
        yield Spacer(1, 12 * mm)
        yield Signatures(names, _WIDE, language)


class Signatures(Flowable):  # type: ignore[misc]
    """A signature line for each of ``names``, across ``width`` points."""

    def __init__(self, names: Sequence[str], width: float, language: str) -> None:
        super().__init__()
        letters()
        self.width, self.label = width, word(language, "signatures")
        self._each = (width - _LABEL) / max(len(names), 1)
        self._names = [fitted_lines(name, (self._each - 2 * _PAD, 8 * 1.3), _SIGNED_PT, PLAIN) for name in names]
        self._height = max(8 * 1.3, *(name.height for name in self._names), 0) + _PAD

    def wrap(self, _room: float, _height: float) -> tuple[float, float]:
        """The room that it takes, in points."""
        return self.width, self._height

    def draw(self) -> None:
        """Draw the lines for signatures."""
        canvas, top = self.canv, self._height
        canvas.setFillColor(INK)
        canvas.setFont(BOLD, 8)
        canvas.drawString(_PAD, top - 11, self.label)
        canvas.setStrokeColor(QUIET)
        canvas.setLineWidth(0.6)
        for at, name in enumerate(self._names):
            left = _LABEL + at * self._each
            canvas.line(left, top, left + self._each, top)
            name.draw(canvas, (left + self._each / 2, top - 3.5), align=1)


class _Named(Flowable):  # type: ignore[misc]
    """The empty table of a match, with the names of its sides in its first row."""

    def __init__(self, grid: Table, names: Sequence[str]) -> None:
        super().__init__()
        self.grid, self.names = grid, names

    def wrap(self, room: float, height: float) -> tuple[float, float]:
        """The required size in points."""
        self.width, self.height = self.grid.wrap(room, height)
        return self.width, self.height

    def draw(self) -> None:
        """Draw it."""
        canvas, each = self.canv, (_WIDE - _FIRST) / 2
        if not canvas.hasForm(_FORM):
            canvas.beginForm(_FORM, -2, -2, self.width + 2, self.height + 2)
            self.grid.drawOn(canvas, 0, 0)
            canvas.endForm()
        canvas.doForm(_FORM)
        canvas.setFillColor(INK)
        for side, name in enumerate(self.names):
            fitted = fitted_lines(name, (each - 2 * _PAD, _NAME_LEADING), _NAMES_PT, BOLD)
            middle = self.height - 2.5 - _NAME_LEADING / 2
            fitted.draw(canvas, (_FIRST + side * each + _PAD, middle + fitted.height / 2))


def _grid(parts: Sequence[str], language: str) -> Table:
    """The table without names."""
    each = len(parts) + 2
    width = (_WIDE - _FIRST) / (2 * each)
    columns = [word(language, f"part {part}") for part in parts]
    columns += [word(language, "part hand"), word(language, "sum")]
    heads = [word(language, "part hand"), *(text(column, 7, is_bold=True) for column in columns * 2)]
    names = ["", Spacer(1, _NAME_LEADING), *[""] * (2 * each - 1)]
    rows = [names, heads, *([f"{hand}", *[""] * (2 * each)] for hand in range(1, EMPTY_ROWS + 1))]
    look = (
        ("SPAN", (1, 0), (each, 0)),
        ("SPAN", (each + 1, 0), (2 * each, 0)),
        ("BACKGROUND", (0, 1), (-1, 1), SHADE),
        ("GRID", (0, 1), (-1, -1), 0.4, QUIET),
        ("BOX", (1, 0), (each, -1), 1.2, QUIET),
        ("BOX", (each + 1, 0), (-1, -1), 1.2, QUIET),
        ("BACKGROUND", (each, 2), (each, -1), SHADE),
        ("BACKGROUND", (-1, 2), (-1, -1), SHADE),
    )
    return ruled(rows, [_FIRST, *[width] * (2 * each)], *look, height=11.5 * mm)
