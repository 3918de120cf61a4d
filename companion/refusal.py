"""Exceptions that refuse a command, with a sentence in the client's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, Protocol, Self

from companion.view_models.photo import ViolationView
from engine.rule_and_tile_words import LANGUAGES

STALE = "matches.stale"
"""The code of the refusal for an outdated revision of a match."""


class HasSentence(Protocol):
    """An error with a sentence in any language."""

    def sentence(self, language: str) -> str:
        """The sentence in ``language``."""


class RefusalReason(dict[str, str]):
    """One sentence by language, with its machine-readable code; empty where it has none."""

    def __init__(self, sentences: Mapping[str, str], code: str = "") -> None:
        super().__init__(sentences)
        self.code = code


def filled(sentence: Mapping[str, str], **parts: object) -> RefusalReason:
    """A sentence of a catalogue with its blanks filled, in every language; a part that is one by language, in that."""

    def said_in(language: str) -> dict[str, object]:
        return {name: part[language] if isinstance(part, Mapping) else part for name, part in parts.items()}

    said = {one: text.format(**said_in(one)) for one, text in sentence.items()}
    return RefusalReason(said, getattr(sentence, "code", ""))


class TranslatableRefusal(Exception):  # noqa: N818
    """The refusal of a command.

    ``sentences`` holds one sentence by language (``es`` always, ``en``); ``status`` is the HTTP status that fits;
    ``field`` is the part of the order that would have to be another, where it is one; ``code`` stays whatever the
    language, and is empty where the sentence was put together.
    """

    def __init__(self, sentences: Mapping[str, str], status: int = 422, field: str = "") -> None:
        super().__init__(sentences["es"])
        self.sentences = dict(sentences)
        self.status = status
        self.field = field
        self.code: str = getattr(sentences, "code", "")

    @classmethod
    def of(cls, error: HasSentence, status: int = 422) -> Self:
        """The refusal for ``error``, in every language."""
        code = str(getattr(error, "code", "") or getattr(error, "key", "")).replace(" ", "_")
        return cls(RefusalReason({language: error.sentence(language) for language in LANGUAGES}, code), status)

    @classmethod
    def about(cls, field: str, error: HasSentence, status: int = 422) -> Self:
        """The refusal for ``error`` about ``field``, in every language."""
        refused = cls.of(error, status)
        refused.field = field
        return refused

    def sentence(self, language: str) -> str:
        """The sentence in ``language``, in Spanish where it is missing."""
        return self.sentences.get(language, self.sentences["es"])


class Refuse(Protocol):
    """Raises refusals with the sentences of one catalogue."""

    def __call__(self, key: str, status: int = 422, **parts: object) -> NoReturn:
        """Raise the refusal with the sentence ``key``, its blanks filled with ``parts``."""


def refusing(refused: type[TranslatableRefusal], sentences: Mapping[str, Mapping[str, str]]) -> Refuse:
    """A `Refuse` for ``sentences``, raising refusals of that class."""

    def refuse(key: str, status: int = 422, **parts: object) -> NoReturn:
        raise refused(filled(sentences[key], **parts), status)

    return refuse


class PhotoRefused(TranslatableRefusal):
    """A photograph was refused."""


class TableRefused(TranslatableRefusal):
    """A command of a table was refused."""


class GameRefused(TranslatableRefusal):
    """A command of a screen game was refused."""

    def __init__(self, sentences: Mapping[str, str], status: int = 422, field: str = "") -> None:
        super().__init__(sentences, status, field)
        self.violations: Callable[[str], tuple[ViolationView, ...]] = lambda _language: ()
        """What the rules say against a move, in words of a language."""


class TournamentRefused(TranslatableRefusal):
    """A command of a tournament was refused."""


class LeagueRefused(TranslatableRefusal):
    """A command of a league was refused."""


class HookRefused(TranslatableRefusal):
    """A command about a webhook was refused."""


class RulesRefused(TranslatableRefusal):
    """A command about stored rule sets was refused."""


class PrintRefused(TranslatableRefusal):
    """A print request was refused."""


class LawRefused(TranslatableRefusal):
    """A query of the rules was refused."""

    def __init__(self, sentences: Mapping[str, str], status: int = 422, field: str = "") -> None:
        """``field`` is the part of the query at fault."""
        super().__init__(sentences, status, field)
        self.impossible: tuple[Mapping[str, Any], ...] = ()
        """Why a hand cannot have been so, where that is what it is refused for."""
