"""The rules of a table as an A5 booklet: every rule in a sentence, with its source."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A5
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from companion.printing.a4_page import INK, PLAIN, QUIET, RULE, DrawnCode, letters, text
from companion.printing.line_fitting import fitted_lines
from companion.printing.wording import word
from companion.view_models.exported_files import Paper
from companion.view_models.rule_book import BookChapter, BookRule, RuleBook

MARGIN = 12 * mm
WIDTH = A5[0] - 2 * MARGIN
CODE = 20 * mm
_PADDING = 6
"""Points by which the library moves everything inwards."""
CHANGED, WASH = HexColor("#9a5b00"), HexColor("#fdf3dc")


def booklet(book: RuleBook, language: str, address: str = "") -> Paper:
    """The booklet of a rule book; ``address`` is the online version, empty where other devices cannot reach it."""
    letters()
    written = BytesIO()
    document = SimpleDocTemplate(
        written,
        pagesize=A5,
        leftMargin=MARGIN - _PADDING,
        rightMargin=MARGIN - _PADDING,
        topMargin=MARGIN,
        bottomMargin=15 * mm,
        title=f"{word(language, 'rule book')} · {book.title}",
        author="Burako Companion",
        lang=language,
        invariant=1,
    )

    def numbered(canvas: Any, _document: object) -> None:
        canvas.setFillColor(QUIET)
        title = fitted_lines(book.title, (WIDTH - 30 * mm, 6 * mm), (7, 6, 5, 4), PLAIN)
        title.draw(canvas, (MARGIN, 7.4 * mm + title.height))
        canvas.setFont(PLAIN, 7)
        canvas.drawRightString(A5[0] - MARGIN, 8 * mm, word(language, "leaf", number=canvas.getPageNumber()))

    document.build(list(_body(book, language, address)), onFirstPage=numbered, onLaterPages=numbered)
    return Paper(_name(book, language), "application/pdf", written.getvalue())


def _body(book: RuleBook, language: str, address: str) -> Iterator[Flowable]:
    yield _head(book, language, address)
    yield Spacer(0, 4 * mm)
    if book.changes:
        yield _heading(word(language, "changes"))
        for rule in book.changes:
            yield _rule(rule, language)
    for chapter in book.chapters:
        yield from _chapter(chapter, language)
    if book.texts:
        yield _heading(word(language, "texts"))
        yield text(word(language, "cited"), 7.5, color=QUIET)
        for name, what in book.texts:
            yield text(f"{name}: {what}", 8)


def _head(book: RuleBook, language: str, address: str) -> Flowable:
    said = [
        text(word(language, "rule book"), 9, color=QUIET),
        text(book.title, 19, is_bold=True),
        Spacer(0, 1.5 * mm),
        text(book.about, 9),
    ]
    if not address:
        return Table([[said]], colWidths=[WIDTH], style=_plain())
    code = [DrawnCode(address, CODE), text(word(language, "read here"), 6, color=QUIET, align=1)]
    return Table([[said, code]], colWidths=[WIDTH - CODE - 3 * mm, CODE + 3 * mm], style=_plain())


def _chapter(chapter: BookChapter, language: str) -> Iterator[Flowable]:
    first, *others = chapter.rules
    yield KeepTogether([_heading(chapter.title), _rule(first, language)])
    for rule in others:
        yield _rule(rule, language)


def _heading(title: str) -> Flowable:
    line = ("LINEBELOW", (0, 0), (-1, -1), 0.8, INK)
    space = [("TOPPADDING", (0, 0), (-1, -1), 4 * mm), ("BOTTOMPADDING", (0, 0), (-1, -1), 1 * mm)]
    return Table([[text(title, 12, is_bold=True)]], colWidths=[WIDTH], style=TableStyle([*_plain_look(), *space, line]))


def _rule(rule: BookRule, language: str) -> Flowable:
    """One rule, kept on one page; a changed one is marked with its former value."""
    said: list[Paragraph] = [text(rule.says, 9)]
    if rule.is_changed:
        said = [text(word(language, "changed"), 7, is_bold=True, color=CHANGED), *said]
    if rule.was:
        said.append(text(word(language, "was", says=rule.was), 7.5, color=QUIET))
    elif rule.article:
        said.append(text(rule.article, 7, color=QUIET))
    look = [
        ("TOPPADDING", (0, 0), (-1, -1), 1 * mm),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.2 * mm),
        ("LINEBELOW", (0, 0), (-1, -1), 0.3, RULE),
    ]
    if rule.is_changed:
        look += [("BACKGROUND", (0, 0), (-1, -1), WASH), ("LINEBEFORE", (0, 0), (0, -1), 2.5, CHANGED)]
        look += [("LEFTPADDING", (0, 0), (-1, -1), 2.5 * mm)]
    return Table([[said]], colWidths=[WIDTH], style=TableStyle([*_plain_look(), *look]))


def _plain() -> TableStyle:
    return TableStyle(_plain_look())


def _plain_look() -> list[tuple[Any, ...]]:
    return [
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]


def _name(book: RuleBook, language: str) -> str:
    """The file name, without spaces and accents."""
    said = unicodedata.normalize("NFKD", f"{word(language, 'rule book')} {book.title}")
    plain = "".join(sign if sign.isalnum() else " " for sign in said.encode("ascii", "ignore").decode().lower())
    return "-".join(plain.split()) + ".pdf"
