"""Spanish in the code, every other language beside it: whole, with the same blanks, and as it was compiled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from string import Formatter

import pytest
from babel.messages import Message

from tests.translations import catalog

LISTED = list(product(catalog.ROOMS, catalog.OTHERS))
each = pytest.mark.parametrize(("room", "language"), LISTED)


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
    return (item for item in catalog.sentences(catalog.written(room, language)).items() if any(texts(item[1])))


@each
def test_every_sentence_is_listed_and_none_is_left_over(room: str, language: str) -> None:
    wanted = set(catalog.sentences(catalog.extracted(room, language)))
    assert set(catalog.sentences(catalog.written(room, language))) == wanted


@each
def test_the_compiled_catalogue_agrees_with_the_written_one(room: str, language: str) -> None:
    compiled = catalog.sentences(catalog.compiled(room, language))
    assert {key: texts(message) for key, message in filled(room, language)} == {
        key: texts(message) for key, message in compiled.items()
    }


@each
def test_translations_keep_their_blanks_and_plural_forms(room: str, language: str) -> None:
    written = catalog.written(room, language)
    for (name, spanish), message in filled(room, language):
        assert not message.fuzzy, spanish
        assert all(texts(message)), spanish
        if not name:
            assert not list(message.check(written)), spanish
        else:
            assert blanks(str(message.string)) == blanks(spanish), name
            assert choosing(str(message.string)) <= choosing(spanish) | blanks(spanish) | {"n"}, name


@pytest.mark.parametrize("room", catalog.ROOMS)
def test_english_is_whole(room: str) -> None:
    assert [
        key for key, message in catalog.sentences(catalog.written(room, "en")).items() if not any(texts(message))
    ] == []
