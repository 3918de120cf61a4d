"""Hold back camera reports of poor quality until people consent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.sentences import catalogue
from vision.watching.camera_fitness import FitCriterion, Fitness, Verdict
from vision.watching.camera_fitness_words import ASKED
from vision.wording import sentence

LAYOUTS: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.layouts",
    {
        "found": "¿La mesa está armada así?",
        "likely": "¿La mesa está armada así? Todavía no veo dónde va el pozo.",
    },
)
"""The questions about a detected layout, complete or not."""


class Consent:
    """People's consents for one camera and one match; for one thread at a time."""

    def __init__(self, agreed: Iterable[str] = ()) -> None:
        """``agreed`` are the criteria for which consent was given earlier."""
        self._agreed = frozenset(agreed)
        self._passed, self._bad = frozenset[FitCriterion](), frozenset[FitCriterion]()
        """What was well once, and what was bad: what turns bad later is shown, and holds nothing up."""

    @property
    def agreed(self) -> tuple[str, ...]:
        """The criteria with consent, to be stored."""
        return tuple(sorted(self._agreed))

    @property
    def held_for(self) -> tuple[FitCriterion, ...]:
        """The bad criteria without consent: while there are any, nothing is reported."""
        return tuple(
            criterion
            for criterion in FitCriterion
            if criterion in self._bad - self._passed and criterion not in self._agreed
        )

    def hear(self, fitness: Fitness | None) -> None:
        """Update with a new fitness finding."""
        for finding in fitness.findings if fitness else ():
            if finding.verdict in (Verdict.GOOD, Verdict.WEAK):
                self._passed |= {finding.check}
            elif finding.verdict is Verdict.BAD:
                self._bad |= {finding.check}

    def agrees(self) -> None:
        """Give consent for the criteria that are bad now."""
        self._agreed |= frozenset(map(str, self.held_for))


def asked(held_for: Iterable[FitCriterion], language: str) -> str:
    """The sentence that asks for consent; empty where nothing is held back."""
    troubles = ", ".join(check.trouble(language) for check in held_for)
    return sentence(ASKED, language, {"troubles": troubles}) if troubles else ""
