"""Exceptions that refuse an order, with a sentence in the language of whoever asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, Protocol, Self

from companion.view_models.photo import ViolationView
from engine.rule_and_tile_words import LANGUAGES


class Sayable(Protocol):
    """An error that tells itself in any language."""

    def sentence(self, language: str) -> str:
        """The sentence in ``language``."""


class RefusalReason(dict[str, str]):
    """One sentence by language, with the code that programs know it by; empty where it has none."""

    def __init__(self, sentences: Mapping[str, str], code: str = "") -> None:
        super().__init__(sentences)
        self.code = code


def filled(sentence: Mapping[str, str], **parts: object) -> RefusalReason:
    """A sentence of a catalogue with its blanks filled, in every language."""
    return RefusalReason({one: said.format(**parts) for one, said in sentence.items()}, getattr(sentence, "code", ""))


class SpokenRefusal(Exception):  # noqa: N818
    """Something that is not granted.

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
    def of(cls, error: Sayable, status: int = 422) -> Self:
        """What ``error`` says, in every language."""
        code = str(getattr(error, "code", "") or getattr(error, "key", "")).replace(" ", "_")
        return cls(RefusalReason({language: error.sentence(language) for language in LANGUAGES}, code), status)

    @classmethod
    def about(cls, field: str, error: Sayable, status: int = 422) -> Self:
        """What ``error`` says of ``field``, in every language."""
        refused = cls.of(error, status)
        refused.field = field
        return refused

    def sentence(self, language: str) -> str:
        """The sentence in ``language``, in Spanish where it is missing."""
        return self.sentences.get(language, self.sentences["es"])


class Refuse(Protocol):
    """Ends with a sentence of a catalogue."""

    def __call__(self, key: str, status: int = 422, **parts: object) -> NoReturn:
        """Raises the refusal whose sentence is called ``key``, its blanks filled with ``parts``."""


def refusing(refused: type[SpokenRefusal], sentences: Mapping[str, Mapping[str, str]]) -> Refuse:
    """What ends with a sentence of ``sentences``, as a refusal of that sort."""

    def refuse(key: str, status: int = 422, **parts: object) -> NoReturn:
        raise refused(filled(sentences[key], **parts), status)

    return refuse


class PhotoRefused(SpokenRefusal):
    """A photograph that cannot be read."""


class TableRefused(SpokenRefusal):
    """Something that cannot be done at a table."""


class GameRefused(SpokenRefusal):
    """Something that cannot be done in a game on the screen."""

    def __init__(self, sentences: Mapping[str, str], status: int = 422, field: str = "") -> None:
        super().__init__(sentences, status, field)
        self.violations: Callable[[str], tuple[ViolationView, ...]] = lambda _language: ()
        """What the rules say against a move, in words of a language."""


class TournamentRefused(SpokenRefusal):
    """Something that cannot be done at a tournament."""


class LeagueRefused(SpokenRefusal):
    """Something that cannot be done with a league."""


class HookRefused(SpokenRefusal):
    """Something that cannot be done with a hook."""


class RulesRefused(SpokenRefusal):
    """Something that cannot be done with the rule sets of a house."""


class PrintRefused(SpokenRefusal):
    """Something that cannot be printed so."""


class LawRefused(SpokenRefusal):
    """Something that cannot be asked of the law."""

    def __init__(self, sentences: Mapping[str, str], status: int = 422, field: str = "") -> None:
        """``field`` is what cannot be asked so."""
        super().__init__(sentences, status, field)
        self.impossible: tuple[Mapping[str, Any], ...] = ()
        """Why a hand cannot have been so, where that is what it is refused for."""
