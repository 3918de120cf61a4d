"""The booklet of the rules: every sentence on it, what was changed marked, and the same bytes for the same rules."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.printing.booklet import booklet
from companion.rule_questions.rule_books import rule_book
from engine import PROFILES, load_rules
from engine.rule_and_tile_words import LANGUAGES
from tests.companion.conftest import Outcome

CHANGES = ["max_wilds=2", "target=2500"]


def text_of(pdf: bytes, folder: Path) -> str:
    """The text of a PDF in one line."""
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    path = folder / "booklet.pdf"
    path.write_bytes(pdf)
    text = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, check=True, text=True).stdout
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PROFILES)
def test_every_rule_is_printed_with_its_source(name: str, language: str, tmp_path: Path) -> None:
    book = rule_book(load_rules(name), language)
    said = text_of(booklet(book, language).contents, tmp_path)
    for chapter in book.chapters:
        assert chapter.title in said
        for rule in chapter.rules:
            assert rule.says in said
            assert rule.article in said
    for text, what in book.texts:
        assert f"{text}: {what}" in said
    assert book.about in said


def test_what_a_table_changed_is_marked_and_said_first(tmp_path: Path) -> None:
    base = load_rules("clasico")
    book = rule_book(load_rules("clasico", [*CHANGES, "jokers=2"]), "es", base)
    assert [rule.key for rule in book.changes] == ["max_wilds", "target"], "two jokers are no change"
    said = text_of(booklet(book, "es").contents, tmp_path)
    assert said.count("Cambiado en esta mesa") == 4
    assert said.index("Lo que se cambió en esta mesa") < said.index("De todo el juego")
    assert said.count("El reglamento dice: Un juego admite hasta 1 comodín.") == 2
    assert "Cambiado" not in text_of(booklet(rule_book(base, "es"), "es").contents, tmp_path)


def test_the_same_rules_give_the_same_bytes_and_a_plain_name() -> None:
    book = rule_book(load_rules("burraco-fibur"), "es")
    first, second = (booklet(book, "es", "https://192.168.0.7:8000/rules/burraco-fibur") for _ in range(2))
    assert first == second
    assert (first.name, first.media_type) == ("reglamento-burraco-italiano-fibur.pdf", "application/pdf")
    assert b"192.168.0.7" in first.contents
    assert b"192.168.0.7" not in booklet(book, "es").contents


def test_the_command_prints_one(burako, tmp_path: Path) -> None:
    path = tmp_path / "reglas.pdf"
    outcome: Outcome = burako("rules", "torneo", "--set", "max_wilds=1", "--pdf", str(path), "--lang", "es")
    assert (outcome.status, str(path) in outcome.out.replace("\n", "")) == (0, True)
    assert "El reglamento dice: Un juego admite hasta 2 comodines." in text_of(path.read_bytes(), tmp_path)
    assert burako("rules", "torneo", "--pdf", str(tmp_path)).status == 2
