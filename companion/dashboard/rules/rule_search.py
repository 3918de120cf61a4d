"""Search rules by words, ignoring accents and case."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from companion.view_models.rule_book import BookChapter, BookRule, RuleBook

LONGEST = 80


def folded(text: str) -> str:
    """``text`` without accents and capitals."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(sign))


def searched(book: RuleBook, sought: str) -> RuleBook:
    """``book`` with only the rules that contain every word of ``sought``; all of it without any."""
    words = folded(sought[:LONGEST]).split()
    if not words:
        return book
    found = (
        BookChapter(
            chapter.name, chapter.title, tuple(rule for rule in chapter.rules if _speaks_of(rule, chapter.title, words))
        )
        for chapter in book.chapters
    )
    return replace(book, chapters=tuple(chapter for chapter in found if chapter.rules))


def text_of(rule: BookRule, chapter: str) -> str:
    """The searchable text of a rule."""
    return folded(" ".join((rule.says, rule.settles, rule.key, rule.article, chapter)))


def _speaks_of(rule: BookRule, chapter: str, words: list[str]) -> bool:
    text = text_of(rule, chapter)
    return all(word in text for word in words)
