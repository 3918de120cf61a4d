"""Decides whether reports of a camera are used: where it sees badly, only after somebody agreed."""

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
"""What people are asked of the layout that was found, where all of it was and where not."""


class Consent:
    """What people agreed to of one camera over one match; for one thread at a time."""

    def __init__(self, agreed: Iterable[str] = ()) -> None:
        """``agreed`` are the checks of which people said before that they go on although they are bad."""
        self._agreed = frozenset(agreed)
        self._passed, self._bad = frozenset[FitCriterion](), frozenset[FitCriterion]()
        """What was well once, and what was bad: what turns bad later is shown, and holds nothing up."""

    @property
    def agreed(self) -> tuple[str, ...]:
        """The checks of which people said that they go on, to be remembered."""
        return tuple(sorted(self._agreed))

    @property
    def held_for(self) -> tuple[FitCriterion, ...]:
        """What is bad and nobody has agreed to yet: as long as there is any, nothing is told."""
        return tuple(
            criterion
            for criterion in FitCriterion
            if criterion in self._bad - self._passed and criterion not in self._agreed
        )

    def hear(self, fitness: Fitness | None) -> None:
        """Takes what was found of the camera."""
        for finding in fitness.findings if fitness else ():
            if finding.verdict in (Verdict.GOOD, Verdict.WEAK):
                self._passed |= {finding.check}
            elif finding.verdict is Verdict.BAD:
                self._bad |= {finding.check}

    def agrees(self) -> None:
        """Somebody goes on although it will be read badly."""
        self._agreed |= frozenset(map(str, self.held_for))


def asked(held_for: Iterable[FitCriterion], language: str) -> str:
    """The sentence in which people are asked whether they go on; empty where nothing is held up."""
    troubles = ", ".join(check.trouble(language) for check in held_for)
    return sentence(ASKED, language, {"troubles": troubles}) if troubles else ""
