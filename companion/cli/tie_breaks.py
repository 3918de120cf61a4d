"""Explain in the terminal why one player of a zone ranks before another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.phrases.wording import signed
from engine.sentences import catalogue
from engine.tournament.standings import TieStep

SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.tie_breaks",
    {
        "tie breaks": "Cómo se desempató:",
        "victory": "Puntos de victoria",
        "won": "Partidos ganados",
        "head_to_head": "El partido entre ellos",
        "complete": "Jugó todos sus partidos",
        "difference": "Diferencia de puntos",
        "points_for": "Puntos a favor",
        "lots": "Sorteo",
        "not separated": "No los separa.",
        "not drawn": "falta sortear",
        "yes": "sí",
        "no": "no",
    },
)


def reasons(steps: Sequence[TieStep], language: str) -> Iterator[str]:
    """The tie-breaks between two players, one line each; empty where the wins decided."""
    if len(steps) < 2:
        return
    yield _say(language, "tie breaks")
    for number, step in enumerate(steps):
        values = ", ".join(f"{player} {_value(step, value, language)}" for player, value in step.values)
        level = f" {_say(language, 'not separated')}" if number and len(step.groups) == 1 else ""
        yield f"  {_say(language, step.by)}: {values}.{level}"


def _value(step: TieStep, value: int, language: str) -> str:
    """A player's value in a step, formatted as in the zone's table."""
    if step.by == "complete":
        return _say(language, "yes" if value else "no")
    if step.by == "lots":
        return f"{value}" if value else _say(language, "not drawn")
    return f"+{value}" if step.by == "difference" and value > 0 else signed(value)


def _say(language: str, key: str) -> str:
    return SENTENCES[key][language]
