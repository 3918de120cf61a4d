"""The A4 page: header with a QR code, numbered footer, fonts, and table styles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import segno
from reportlab import rl_config
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, Paragraph, SimpleDocTemplate, Table, TableStyle
from reportlab.platypus.paraparser import ParaFrag

from companion.printing.line_fitting import fitted_lines
from companion.printing.wording import word

PLAIN, BOLD = "DejaVuSans", "DejaVuSans-Bold"
FONTS = Path(__file__).parent / "fonts"
INK, QUIET, RULE, SHADE = HexColor("#141414"), HexColor("#5a5a5a"), HexColor("#b0b0b0"), HexColor("#f0efe9")
MARGIN = 14 * mm
HEAD = 30 * mm
"""The distance from the upper edge of the sheet to the content."""
CODE = 22 * mm
_CODE_FORM = "code"
_BESIDE = 18 * mm
"""A table's first line and the two rows after it, of names in two lines."""
_HEADING_PT, _TITLE_PT, _SAID_PT = (17, 14, 12, 10, 8), (11, 10, 9, 8, 7, 6, 5), (8, 7, 6, 5)
_HEAD_TOP = 13 * mm
"""From the upper edge of the sheet to where its head begins, and how large its letters are in points, the first where
they fit."""
Style = tuple[Any, ...]
_SPACES = re.compile(r"[ \t\n\r\f\v]+")
rl_config.useA85 = 0  # bytes as they are: letters for them are a quarter larger and slow to make


@dataclass(frozen=True, slots=True, kw_only=True)
class PageHead:
    """The header and footer of every page."""

    title: str
    said: str
    """The subtitle: the kind of tournament."""
    heading: str
    """The kind of document."""
    foot: str
    language: str
    address: str = ""
    """The URL of the live page, for the QR code; empty for none."""


def printed(head: PageHead, body: Sequence[Flowable], *, is_wide: bool = False) -> bytes:
    """A PDF of A4 pages, in landscape where it ``is_wide``."""
    letters()
    written = BytesIO()
    document = SimpleDocTemplate(
        written,
        pagesize=landscape(A4) if is_wide else A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=HEAD + 4 * mm,
        bottomMargin=16 * mm,
        title=f"{head.heading} · {head.title}",
        author="Burako Companion",
        lang=head.language,
        invariant=1,
    )

    def numbered(*args: Any, **options: Any) -> _Numbered:
        return _Numbered(head, *args, **options)

    document.build(list(body), canvasmaker=numbered)
    return written.getvalue()


@cache
def letters() -> None:
    """Register the fonts: Latin with all diacritics, Greek, Cyrillic, Hebrew, Arabic, card suits."""
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, FONTS / f"{name}.ttf"))
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)


def text(content: str, size: float = 9, *, is_bold: bool = False, color: Color = INK, align: int = 0) -> Paragraph:
    """A wrapping paragraph, escaped so that it is never taken for markup. ``align`` is 0 left, 1 centred, 2 right."""
    style = _style(size, is_bold, color, align)
    words = ParaFrag(
        text=_SPACES.sub(" ", content).strip(" "),
        fontName=style.fontName,
        fontSize=size,
        textColor=color,
        bold=0,
        italic=0,
        rise=0,
        greek=0,
        link=[],
        us_lines=[],
    )
    return Paragraph("", style, frags=[words])  # parsing each as XML takes a third of a long paper


@cache
def _style(size: float, is_bold: bool, color: Color, align: int) -> ParagraphStyle:
    letters()
    return ParagraphStyle(
        f"{size}{is_bold}{align}",
        fontName=BOLD if is_bold else PLAIN,
        fontSize=size,
        leading=size * 1.3,
        textColor=color,
        alignment=align,
    )


def heading(content: str, size: float, beside: float = _BESIDE) -> Iterator[Flowable]:
    """A heading that is kept with ``beside`` points of the following content."""
    yield CondPageBreak(size * 1.3 + beside)
    yield text(content, size, is_bold=True)


def ruled(
    rows: Sequence[Sequence[object]], widths: Sequence[float], *more: Style, height: float | None = None
) -> Table:
    """A table with a shaded first row and thin lines; ``widths`` in points, ``height`` that of the other rows."""
    heights = None if height is None else [None, *[height] * (len(rows) - 1)]
    look: list[Style] = [
        ("FONT", (0, 0), (-1, -1), PLAIN, 9),
        ("FONT", (0, 0), (-1, 0), BOLD, 8),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("BACKGROUND", (0, 0), (-1, 0), SHADE),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, RULE),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 2.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5),
    ]
    letters()
    return Table(
        [list(row) for row in rows],
        colWidths=list(widths),
        rowHeights=heights,
        repeatRows=1,
        hAlign="LEFT",
        style=TableStyle([*look, *more]),
    )


def draw_code(canvas: Canvas, address: str, corner: tuple[float, float], size: float) -> None:
    """Draw a QR code that leads to ``address``, with its lower left ``corner`` and its ``size`` in points."""
    left, bottom = corner
    _draw_squares(canvas, address, corner, size)
    canvas.linkURL(address, (left, bottom, left + size, bottom + size), relative=1)


def _draw_squares(canvas: Canvas, address: str, corner: tuple[float, float], size: float) -> None:
    left, bottom = corner
    rows = segno.make_qr(address, error="m").matrix
    side = size / len(rows)
    canvas.setFillColor(INK)
    squares = canvas.beginPath()
    for down, row in enumerate(rows, 1):
        for right, is_dark in enumerate(row):
            if is_dark:
                squares.rect(left + right * side, bottom + size - down * side, side, side)
    canvas.drawPath(squares, stroke=0, fill=1)


class DrawnCode(Flowable):  # type: ignore[misc]
    """A QR code as a flowable, aligned right."""

    def __init__(self, address: str, size: float) -> None:
        super().__init__()
        self.address, self.size = address, size

    def wrap(self, room: float, _height: float) -> tuple[float, float]:
        """The required size in points."""
        self.left = room - self.size
        return room, self.size

    def draw(self) -> None:
        """Draw it."""
        draw_code(self.canv, self.address, (self.left, 0), self.size)


class _Numbered(Canvas):  # type: ignore[misc]
    """A canvas that delays its pages until their number is known."""

    def __init__(self, head: PageHead, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._head = head
        self._finished: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802 (the library's name)
        """Store a page until all are known."""
        self._draw_head()
        self._finished.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        """Write all pages with their numbers."""
        for number, page in enumerate(self._finished, 1):
            self.__dict__.update(page)
            self._draw_foot(number, len(self._finished))
            super().showPage()
        super().save()

    def _draw_head(self) -> None:
        head, (width, height) = self._head, self._pagesize
        room = width - 2 * MARGIN - (CODE + 6 * mm if head.address else 0)
        lines = (
            (head.heading, BOLD, _HEADING_PT, INK, 20.5 * mm),
            (head.title, BOLD, _TITLE_PT, INK, 27 * mm),
            (head.said, PLAIN, _SAID_PT, QUIET, 31.5 * mm),
        )
        below = _HEAD_TOP
        for said, font, sizes, color, until in lines:
            self.setFillColor(color)
            fitted = fitted_lines(said, (room, until - below), sizes, font)
            fitted.draw(self, (MARGIN, height - until + fitted.height))
            below = until
        if head.address:
            self._draw_code(width - MARGIN - CODE, height - 8 * mm - CODE)

    def _draw_code(self, left: float, bottom: float) -> None:
        """Draw the QR code, which the file stores once for all pages."""
        if not self.hasForm(_CODE_FORM):
            self.beginForm(_CODE_FORM)
            _draw_squares(self, self._head.address, (left, bottom), CODE)
            self.endForm()
        self.doForm(_CODE_FORM)
        self.linkURL(self._head.address, (left, bottom, left + CODE, bottom + CODE), relative=1)
        self.setFont(PLAIN, 6)
        self.setFillColor(QUIET)
        self.drawCentredString(left + CODE / 2, bottom - 2.6 * mm, word(self._head.language, "follow"))

    def _draw_foot(self, number: int, count: int) -> None:
        width = self._pagesize[0]
        self.setFont(PLAIN, 7)
        self.setFillColor(QUIET)
        self.drawString(MARGIN, 9 * mm, self._head.foot)
        said = word(self._head.language, "page", number=number, count=count)
        self.drawRightString(width - MARGIN, 9 * mm, said)
