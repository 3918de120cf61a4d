"""Sentences in Spanish and English, read from ``wording/*.toml``, and the error that is told in either."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LANGUAGES = ("es", "en")


@cache
def table(name: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of ``wording/<name>.toml``: code, then language, then text."""
    return tomllib.loads(files("engine").joinpath("wording", f"{name}.toml").read_text("utf-8"))


class SpokenError(ValueError):
    """Something that a person wrote and can put right, as the name of a sentence in ``wording/errors.toml``.

    ``parts`` fill its blanks; one that is a SpokenError itself is told in the same language. ``str()`` is English.
    """

    def __init__(self, key: str, /, **parts: object) -> None:
        super().__init__(key, parts)
        self.key, self.parts = key, parts

    def sentence(self, language: str = "es") -> str:
        """One sentence for the person who wrote it."""
        told = {
            name: part.sentence(language) if isinstance(part, SpokenError) else part
            for name, part in self.parts.items()
        }
        return table("errors")[self.key][language].format(**told)

    def __str__(self) -> str:
        return self.sentence("en")
