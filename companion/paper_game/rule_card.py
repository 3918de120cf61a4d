"""The rule card: the rules to look up during a game, on one page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Frame, KeepInFrame, Paragraph, Spacer

from companion.paper_game.print_request import PaperGameOptions
from companion.paper_game.sheet import DrawingArea, PaperSheet
from companion.paper_game.wording import word
from companion.printing.a4_page import text
from companion.view_models.rule_book import BookRule, RuleBook

LOOKED_UP = frozenset(
    {"players", "deal", "muertos", "stock_piles", "jokers", "draw_sources", "pozo_take", "discard_ends_turn", "run",
     "group", "min_meld_len", "ace_low", "ace_high", "pierna_distinct_colours", "first_meld_min", "meld_owner",
     "first_meld_by_total", "twos_wild", "max_wilds", "wild_move", "canasta_len", "canasta_pure", "canasta_impure",
     "semi_pura", "canasta_real", "tile_values", "joker_value", "joker_on_rack", "muerto_modes", "muerto_taken_bonus",
     "muerto_untaken_penalty", "close_by", "canastas_to_close", "close_needs_pura", "close_needs_muerto",
     "close_bonus", "rack_counts", "hands", "target", "target_kind", "tie"}
)  # fmt: skip
"""The rules that are looked up at a table; the others are in the booklet."""
_OF_MUERTOS = frozenset({"muerto_modes", "muerto_taken_bonus", "muerto_untaken_penalty", "close_needs_muerto"})
_OF_CANASTAS = frozenset(
    {
        "canasta_len",
        "canasta_pure",
        "canasta_impure",
        "semi_pura",
        "canasta_real",
        "canastas_to_close",
        "close_needs_pura",
    }
)
_OF_JOKERS = frozenset({"joker_value", "joker_on_rack"})
_SAID_OF_SOME = frozenset({"first_meld_min", "first_meld_by_total", "semi_pura", "canasta_real", "hands"})
_NOTHING = frozenset({"0", "[]", "none"})
_APART_MM = 8.0


def card_sheet(order: PaperGameOptions, book: RuleBook, *, has_muertos: bool, has_canastas: bool) -> PaperSheet:
    """The card of the rules in ``book``, without features that the game lacks."""
    values = {rule.key: rule.value for chapter in book.chapters for rule in chapter.rules}
    left_out = (frozenset() if has_muertos else _OF_MUERTOS) | (frozenset() if has_canastas else _OF_CANASTAS)
    left_out |= _OF_JOKERS if values["jokers"] == "0" else frozenset()
    titles = {} if has_canastas else {"canastas": word(order.language, "card values")}
    chapters = [replace(chapter, title=titles.get(chapter.name, chapter.title)) for chapter in book.chapters]
    draw = partial(_draw, book=replace(book, chapters=tuple(chapters)), keys=LOOKED_UP - left_out)
    return PaperSheet(word(order.language, "card", title=book.title), draw)


def _draw(canvas: Canvas, room: DrawingArea, book: RuleBook, keys: frozenset[str]) -> None:
    wide = (room.width - _APART_MM) / 2
    frames = [
        Frame((room.left + at * (wide + _APART_MM)) * mm, room.bottom * mm, wide * mm, room.height * mm, 0, 0, 0, 0)
        for at in (0, 1)
    ]
    chapters = list(_chapters(book, keys))
    half = _half(chapters)
    for frame, column in zip(frames, (chapters[:half], chapters[half:]), strict=True):
        flowing = [piece for chapter in column for piece in chapter]
        frame.addFromList([KeepInFrame(wide * mm, room.height * mm, flowing, mode="shrink")], canvas)


def _chapters(book: RuleBook, keys: frozenset[str]) -> Iterator[list[Paragraph]]:
    """The chapters as paragraphs, without those not needed during a game."""
    for chapter in book.chapters:
        said = [text(rule.says, 11.5) for rule in chapter.rules if rule.key in keys and not _is_nothing(rule)]
        if said:
            yield [text(chapter.title, 13.5, is_bold=True), Spacer(0, 1 * mm), *_spaced(said), Spacer(0, 4 * mm)]


def _is_nothing(rule: BookRule) -> bool:
    """Whether it only states the absence of a feature."""
    return rule.key in _SAID_OF_SOME and rule.value in _NOTHING


def _spaced(paragraphs: list[Paragraph]) -> Iterator[Paragraph]:
    for part in paragraphs:
        yield part
        yield Spacer(0, 1.2 * mm)


def _half(chapters: list[list[Paragraph]]) -> int:
    """The number of chapters in the first column, so that both are about as long."""
    sizes = [len(chapter) for chapter in chapters]
    return min(range(1, len(chapters) + 1), key=lambda at: abs(sum(sizes[:at]) - sum(sizes[at:])))
