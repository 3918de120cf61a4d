"""The result of a check: all well, or a problem with its code, sentence and remedy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.doctor.wording import PROBLEMS, WELL

SHOWN = frozenset({"count", "free_mb", "library", "minutes", "port", "version", "wanted"})
"""Parts of sentences without names or places, which a bug report may contain."""


class Severity(StrEnum):
    """The severity of a finding."""

    WELL = "well"
    NOTICE = "notice"
    """The program works, but some feature may be missing."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    check: str
    """A key of ``problems.WELL``."""
    code: str = ""
    """A key of ``problems.PROBLEMS``; empty where all is well."""
    parts: Mapping[str, object] = field(default_factory=dict)
    """The values in the sentences by name; errors of this program are translated."""

    @property
    def state(self) -> Severity:
        """Its severity."""
        if not self.code:
            return Severity.WELL
        return Severity.WRONG if PROBLEMS[self.code].is_wrong else Severity.NOTICE

    def sentence(self, language: str) -> str:
        """The finding in ``es`` or ``en``."""
        said = PROBLEMS[self.code].sentence if self.code else WELL[self.check]
        return self._filled(said, language)

    def remedy(self, language: str) -> str:
        """The remedy; empty where all is well."""
        return self._filled(PROBLEMS[self.code].remedy, language) if self.code else ""

    def as_json(self, language: str) -> dict[str, str]:
        """The finding as JSON."""
        return {
            "check": self.check,
            "state": str(self.state),
            "code": self.code,
            "sentence": self.sentence(language),
            "remedy": self.remedy(language),
        }

    def anonymous(self) -> dict[str, object]:
        """The finding without names and places, for a bug report."""
        shown = {name: value for name, value in self.parts.items() if name in SHOWN}
        return {"check": self.check, "state": str(self.state), "code": self.code, **shown}

    def _filled(self, sentences: Mapping[str, str], language: str) -> str:
        return sentences[language].format(**self._blanks(language))

    def _blanks(self, language: str) -> Mapping[str, object]:
        return {name: _said(value, language) for name, value in self.parts.items()}


def _said(value: object, language: str) -> object:
    sentence = getattr(value, "sentence", None)
    return sentence(language) if callable(sentence) else value
