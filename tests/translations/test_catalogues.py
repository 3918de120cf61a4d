"""Spanish in the code, every other language beside it: whole, with the same blanks, and as it was compiled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from string import Formatter

import pytest
from babel.messages import Message

from companion.dashboard.language import LANGUAGES as OFFERED
from engine.sentences import LANGUAGES, Translated
from tests.translations import catalog, page

LISTED = list(product(catalog.ROOMS, catalog.OTHERS))
each = pytest.mark.parametrize(("room", "language"), LISTED)


written = cache(catalog.written)
"""Each catalogue is read once; nothing here changes one."""


def texts(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def blanks(sentence: str) -> set[str]:
    """The names of what fills a sentence, at any place of it and any number of times."""
    return {
        name for _, name, chooses, _ in Formatter().parse(sentence) if name is not None and "|" not in (chooses or "")
    }


def choosing(sentence: str) -> set[str]:
    """The names of numbers that choose a word, as in ``{n:ficha|fichas}``: a language may have no need of one."""
    return {name for _, name, chooses, _ in Formatter().parse(sentence) if name is not None and "|" in (chooses or "")}


def filled(room: str, language: str) -> Iterator[tuple[catalog.Key, Message]]:
    return (item for item in catalog.sentences(written(room, language)).items() if any(texts(item[1])))


@each
def test_every_sentence_is_listed_and_none_is_left_over(room: str, language: str) -> None:
    wanted = set(catalog.sentences(catalog.extracted(room, language)))
    assert set(catalog.sentences(written(room, language))) == wanted


@each
def test_the_compiled_catalogue_agrees_with_the_written_one(room: str, language: str) -> None:
    compiled = catalog.sentences(catalog.compiled(room, language))
    assert {key: texts(message) for key, message in filled(room, language)} == {
        key: texts(message) for key, message in compiled.items()
    }


@each
def test_translations_keep_their_blanks_and_plural_forms(room: str, language: str) -> None:
    whole = written(room, language)
    for (name, spanish), message in filled(room, language):
        assert not message.fuzzy, spanish
        assert all(texts(message)), spanish
        if not name:
            assert not list(message.check(whole)), spanish
        else:
            assert blanks(str(message.string)) == blanks(spanish), name
            assert choosing(str(message.string)) <= choosing(spanish) | blanks(spanish) | {"n"}, name


@each
def test_every_sentence_is_translated(room: str, language: str) -> None:
    everything = catalog.sentences(written(room, language))
    assert len(list(filled(room, language))) == len(everything)


def test_the_docs_say_how_much_of_each_language_is_missing() -> None:
    assert page.table() in (catalog.ROOT / "docs" / "developers" / "language.md").read_text("utf-8")


def test_pages_are_offered_in_every_language() -> None:
    assert tuple(OFFERED) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_nobody_has_translated_is_spanish(language: str) -> None:
    assert Translated("engine.nobody has translated this", "Hoy no se juega.")[language] == "Hoy no se juega."


TERMS = {
    "pt": {
        r"canasta pura": r"canastra limpa",
        r"canasta impura": r"canastra suja",
        r"comod[ií]n": r"coringa",
        r"\bmuertos?\b": r"\bmortos?\b",
        r"\bpozo\b": r"\blixo\b",
        r"\bmazo\b": r"\bmonte\b",
        r"\bfichas?\b": r"\bpedras?\b",
        r"\bescaleras?\b": r"\bsequências?\b",
        r"\bpiernas?\b": r"\btrincas?\b",
        r"\batril": r"\bsuporte",
    },
    "it": {
        r"canasta pura": r"burraco pulito",
        r"canasta impura": r"burraco sporco",
        r"comod[ií]n": r"jolly|matt[ae]|pinella",
        r"\bmuertos?\b": r"\bpozzett[oi]\b",
        r"\bpozo\b": r"\bscart",
        r"\bmazo\b": r"\btallone\b",
        r"\bfichas?\b": r"\btesser[ae]\b",
        r"\bescaleras?\b": r"\bsequenz[ae]\b",
        r"\bpiernas?\b": r"\bcombinazion[ei]\b",
        r"\batril": r"\bleggi",
    },
}
"""What the players of a language call a thing that Spanish has a word for: the table of docs/developers/language.md."""


@pytest.mark.parametrize(("room", "language"), list(product(catalog.ROOMS, TERMS)))
def test_the_terms_of_the_game_are_the_same_in_every_sentence(room: str, language: str) -> None:
    for (name, spanish), message in filled(room, language):
        for term, said in TERMS[language].items():
            if re.search(term, spanish, re.IGNORECASE):
                assert re.search(said, texts(message)[0], re.IGNORECASE), (name, spanish, texts(message)[0])
