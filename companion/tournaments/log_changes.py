"""What a correction in the journal of a tournament changed, in words: of its plan, or of somebody's name and club."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.eventstore import Entry
from companion.naming import one_line
from companion.tournaments.events import Entered, Event, Joined, TournamentCreated, Withdrawn
from companion.tournaments.plan import Entrant, Plan
from engine.sentences import catalogue

SENTENCES: Mapping[str, Mapping[str, str]] = catalogue("companion.tournament_changes", {
    "replanned": "Cambió el plan: {changes}.",
    "corrected": "Se corrigió: {changes}.",
    "change": "{what}, {old} → {new}",
    "born": "{name}, año de nacimiento",
    "title": "nombre",
    "format": "cómo se juega",
    "rules": "reglas",
    "overrides": "cambios a las reglas",
    "tables": "mesas",
    "zone_size": "jugadores por zona",
    "qualifiers": "clasificados por zona",
    "rounds": "rondas",
    "delay_s": "demora del tablero en segundos",
    "third_place": "partido por el tercer puesto",
    "late": "quien llega tarde",
    "leaving": "quien se va",
    "nobody": "si no viene nadie",
    "born_from": "nacidos desde",
    "born_until": "nacidos hasta",
    "yes": "sí",
    "no": "no",
    "late play": "juega todo",
    "late lose": "pierde lo que se jugó antes",
    "late rest": "lo que se jugó antes no le cuenta",
    "late redraw": "se sortea de nuevo",
    "leaving lose": "pierde lo que le quedaba",
    "leaving half": "no cuenta nada si jugó menos de la mitad",
    "leaving annul": "no cuenta nada suyo",
    "nobody lose": "pierden los dos",
    "nobody void": "no cuenta",
    "format zones": "zonas y llave",
    "format round_robin": "todos contra todos",
    "format elimination": "eliminación directa",
    "format double": "doble eliminación",
    "format swiss": "suizo",
    "format free": "cruces a mano",
})  # fmt: skip
_PARTS = ("title", "format", "rules", "overrides", "tables", "zone_size", "qualifiers", "rounds", "delay_s",
          "third_place", "late", "leaving", "nobody", "born_from", "born_until")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Before:
    """What held before an entry that corrects it."""

    plan: Plan | None = None
    entrants: tuple[Entrant, ...] = ()
    """Those whom it corrects, in its order."""


def befores(recorded: Sequence[tuple[Entry, Event]], struck: set[int]) -> Mapping[int, Before]:
    """By entry, what it corrects; entries that were ``struck`` changed nothing."""
    plan: Plan | None = None
    known: dict[int, Entrant] = {}
    found: dict[int, Before] = {}
    for entry, event in recorded:
        if isinstance(event, TournamentCreated):
            found[entry.number] = Before(plan=plan)
            plan = event.plan
        elif isinstance(event, Entered | Joined):
            found[entry.number] = Before(
                entrants=tuple(known[who.number] for who in event.entrants if who.number in known)
            )
            known |= {} if entry.number in struck else {who.number: who for who in event.entrants}
        elif isinstance(event, Withdrawn):
            known.pop(event.entrant, None)
    return found


def replanned(before: Plan, after: Plan, language: str) -> str:
    """What a changed plan says otherwise."""
    changes = (
        _say(language, "change", what=_say(language, part), old=old, new=new)
        for part in _PARTS
        if (old := _value(before, part, language)) != (new := _value(after, part, language))
    )
    return _say(language, "replanned", changes="; ".join(changes))


def corrected(before: Entrant, after: Entrant, language: str) -> str:
    """What somebody is called now; a year of birth is the organiser's to see."""
    old, new = _called(before), _called(after)
    changes = [f"{old} → {new}"] * (old != new)
    changes += [_say(language, "born", name=after.name)] * (before.born != after.born)
    return _say(language, "corrected", changes="; ".join(changes))


def _value(plan: Plan, part: str, language: str) -> str:
    """A part of a plan, in words."""
    value = plan.rules.name if part == "rules" else getattr(plan, part)
    if isinstance(value, bool):
        return _say(language, "yes" if value else "no")
    if part in ("late", "leaving", "nobody", "format"):
        return _say(language, f"{part} {value}")
    if isinstance(value, tuple):
        value = ", ".join(value)
    return "—" if value in (None, "") else one_line(f"{value}")


def _called(entrant: Entrant) -> str:
    return f"{entrant.name} ({entrant.club})" if entrant.club else entrant.name


def _say(language: str, key: str, **parts: object) -> str:
    return SENTENCES[key][language].format(**parts)


def told(before: Before, event: Event, language: str) -> Iterator[str]:
    """The sentences of an entry about what it corrects; none where it corrects nothing."""
    if isinstance(event, TournamentCreated) and before.plan:
        yield replanned(before.plan, event.plan, language)
    elif isinstance(event, Entered):
        after = {who.number: who for who in event.entrants}
        yield from (corrected(known, after[known.number], language) for known in before.entrants)
