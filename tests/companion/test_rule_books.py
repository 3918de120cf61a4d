"""Rules as somebody reads them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.refusal import LawRefused
from companion.rule_questions.limited_questions import LawService
from companion.rule_questions.rule_books import rule_book, rule_card
from engine import load_rules


def test_a_file_of_ones_own_says_what_it_changed_and_not_where_it_lies(tmp_path: Path) -> None:
    path = tmp_path / "el club.toml"
    path.write_text('extends = "torneo"\nmax_wilds = 1\n', "utf-8")
    rules = load_rules(str(path))
    book = rule_book(rules, "es")
    assert (book.title, book.about) == ("el club", "Un reglamento de esta casa.")
    assert [(rule.key, rule.was, rule.article) for rule in book.changes] == [("max_wilds", "", "regla de la casa")]
    judge = LawService(lambda: {str(path): rules}, str(path), lambda _match: pytest.fail("no match is asked for"))
    assert judge.usual == "el club"
    assert [card.name for card in judge.cards("es")] == ["el club"]
    assert judge.meld({"melds": ["5r 6r 7r"]}, "es")["lawful"]
    assert str(tmp_path) not in repr(judge.book("el club", "es"))
    with pytest.raises(LawRefused):
        judge.book(str(path), "es")


@pytest.mark.parametrize(
    ("name", "common", "sides", "racks"),
    [("clasico", False, 2, 2), ("torneo", False, 2, 1), ("rummy", True, 4, 1)],
)
def test_a_card_says_what_the_form_of_a_hand_asks(name: str, common: bool, sides: int, racks: int) -> None:
    card = rule_card(name, load_rules(name), "es")
    assert (card.common_table, card.sides, card.racks) == (common, sides, racks)


def test_what_is_so_at_every_table_comes_first_and_has_no_source() -> None:
    book = rule_book(load_rules("clasico"), "en")
    assert (book.chapters[0].name, book.chapters[0].title) == ("general", "Of the game itself")
    assert {rule.article for rule in book.chapters[0].rules} == {""}
    assert "seen" not in [rule.key for rule in book.chapters[0].rules]


def test_an_override_that_says_the_same_is_no_change() -> None:
    base = load_rules("clasico")
    same = load_rules("clasico", ["max_wilds=1"])
    assert rule_book(same, "es", base).changes == ()
    assert [change.key for change in rule_book(replace(same, max_wilds=2), "es", base).changes] == ["max_wilds"]
