"""Sentences for people: Spanish in the code, other languages in ``translations`` beside it, looked up by gettext."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

LANGUAGES = ("es", "en", "pt", "it")
"""The languages of sentences: Spanish (the source), English, Brazilian Portuguese and Italian. Untranslated
sentences appear in Spanish."""
KeyT = TypeVar("KeyT")


class Translated(Mapping[str, str]):
    """One sentence in every language: Spanish where no translation exists. Raises KeyError for an unknown language."""

    __slots__ = ("_context", "_spanish")

    def __init__(self, context: str, spanish: str) -> None:
        """``context`` is the name of the sentence; it begins with the package that holds its ``translations``."""
        self._context, self._spanish = context, spanish

    @property
    def code(self) -> str:
        """Its name without the package, as used in JSON: ``tournaments.no_such_entrant``."""
        return self._context.partition(".")[2].replace(" ", "_")

    def __getitem__(self, language: str) -> str:
        if language == LANGUAGES[0]:
            return self._spanish
        if language not in LANGUAGES:
            raise KeyError(language)
        return _lookup(self._context.partition(".")[0], language)(self._context, self._spanish)

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)

    def __repr__(self) -> str:
        return f"Translated({self._context!r}, {self._spanish!r})"


def catalogue(name: str, spanish: Mapping[KeyT, str]) -> dict[KeyT, Mapping[str, str]]:
    """The sentences of ``spanish`` in every language; their names begin with ``name``, as in ``companion.hooks``."""
    return {key: Translated(f"{name}.{key}", said) for key, said in spanish.items()}


@cache
def table(name: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of ``wording/<name>.toml``: code, then language, then text."""
    found: Mapping[str, Mapping[str, str]] = _translated(f"engine.{name}", written(name))
    return found


@cache
def written(name: str) -> Mapping[str, Any]:
    """The parsed content of ``wording/<name>.toml``."""
    return tomllib.loads(files("engine").joinpath("wording", f"{name}.toml").read_text("utf-8"))


def _translated(name: str, spanish: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: Translated(f"{name}.{key}", said) if isinstance(said, str) else _translated(f"{name}.{key}", said)
        for key, said in spanish.items()
    }


@cache
def _lookup(package: str, language: str) -> Callable[[str, str], str]:
    """The lookup function for sentences of ``package``, by name and Spanish text."""
    import gettext  # only who reads another language than Spanish waits for it

    where = str(files(package) / "translations")
    return gettext.translation("messages", where, [language], fallback=True).pgettext


class TranslatableError(ValueError):
    """An error in something a person wrote, as the name of a sentence in ``wording/errors.toml``.

    ``parts`` fill its blanks; a part that is a TranslatableError itself is translated too. ``str()`` is English.
    """

    def __init__(self, key: str, /, **parts: object) -> None:
        super().__init__(key, parts)
        self.key, self.parts = key, parts

    def sentence(self, language: str = "es") -> str:
        """One sentence for the person who wrote it."""
        blanks = {
            name: part.sentence(language) if isinstance(part, TranslatableError) else part
            for name, part in self.parts.items()
        }
        return table("errors")[self.key][language].format(**blanks)

    def __str__(self) -> str:
        return self.sentence("en")
