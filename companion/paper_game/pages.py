"""Assemble the game, or the selected parts, as one PDF."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from companion.paper_game.print_request import InvalidPrintRequest, PaperGameOptions, game_order
from companion.paper_game.rack import rack_sheets
from companion.paper_game.rack_instructions import model_sheet
from companion.paper_game.rule_card import card_sheet
from companion.paper_game.sheet import PaperSheet, draw_sheet
from companion.paper_game.table_mat import mat_sheets
from companion.paper_game.tile_sheets import tile_sheets
from companion.paper_game.wording import word
from companion.printing.a4_page import letters
from companion.refusal import PrintRefused
from companion.view_models.exported_files import Paper, PrintRequest
from companion.view_models.rule_book import RuleBook, RuleCard
from engine.tiles import NotationError


def paper_game(order: PaperGameOptions, card: RuleCard, book: RuleBook) -> Paper:
    """The PDF of ``order``, for the rules in ``card`` and ``book``; byte-for-byte deterministic.

    Raises InvalidPrintRequest where something does not fit on the paper.
    """
    letters()
    sheets = [sheet for part in order.parts for sheet in _sheets(part, order, card, book)]
    written = BytesIO()
    canvas = Canvas(written, invariant=1, lang=order.language)
    canvas.setTitle(word(order.language, "title"))
    canvas.setAuthor("Burako Companion")
    canvas.setViewerPreference("PrintScaling", "None")
    for number, sheet in enumerate(sheets, 1):
        draw_sheet(canvas, sheet, order, number, len(sheets))
    canvas.save()
    name = word(order.language, "file of tiles" if order.tiles else "file")
    return Paper(f"{name}.pdf", "application/pdf", written.getvalue())


def asked_game(request: PrintRequest, card: RuleCard, book: RuleBook) -> Paper:
    """The PDF requested on a page. Raises PrintRefused."""
    try:
        return paper_game(game_order(request), card, book)
    except (InvalidPrintRequest, NotationError) as error:
        raise PrintRefused.of(error) from error


def _sheets(part: str, order: PaperGameOptions, card: RuleCard, book: RuleBook) -> Iterator[PaperSheet]:
    match part:
        case "tiles":
            yield from tile_sheets(order)
        case "racks":
            yield from rack_sheets(order)
            yield model_sheet(order)
        case "mat":
            yield from mat_sheets(order, card)
        case _:
            yield card_sheet(order, book, has_muertos=card.muertos > 0, has_canastas=not card.common_table)
