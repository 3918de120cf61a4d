"""The journal of a tournament in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.eventstore import Entry
from companion.naming import key_of, points_said, result_said
from companion.tournaments import events
from companion.tournaments.events import EntryVoided, Event, kind_of, read_event
from companion.tournaments.log_changes import Before, befores, told
from companion.tournaments.log_names import NamesThen, names_then
from companion.tournaments.plan import Entrant
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.voiding import MAY_BE_STRUCK
from companion.view_models.tournament import TournamentLine
from engine.sentences import catalogue

SENTENCES: Mapping[str, Mapping[str, str]] = catalogue("companion.tournament_log", {
    "founded": "Se anunció el torneo: {title}.",
    "entered": "Se anotaron {names}.",
    "withdrawn": "Se borró a {name}.",
    "drawn": "Se sortearon las zonas (semilla {seed}).",
    "paired": "Se armaron {count} cruces.",
    "bracketdrawn": "Se armó la llave.",
    "lotsdrawn": "Sorteo en la zona {zone} ({how}): {names}.",
    "seated": "Mesas: {seats}.",
    "started": "Arrancó el reloj: {fixtures}.",
    "stopped": "Se paró el reloj: {fixtures}.",
    "extended": "{fixture}: {minutes} minutos más ({reason}).",
    "proposed": "{fixture}, {hand}: {points}.",
    "agreed": "{fixture}, {hand}: confirmada.",
    "disputed": "{fixture}, {hand}: no están de acuerdo ({points}). {reason}",
    "ruled": "{fixture}, {hand}: {old} → {points}, por el juez. {reason}",
    "removed": "{fixture}, {hand}: {old}, quitada por el juez. {reason}",
    "walkedover": "{fixture}: gana {name} sin jugar ({reason}).",
    "unattended": "{fixture}: no vino nadie ({reason}).",
    "left": "Se fue {name} ({reason}).",
    "paused": "{name} para por un rato ({reason}).",
    "returned": "Volvió {name}.",
    "joined": "Entró tarde {names} ({reason}).",
    "locked": "Cruce fijado: {names}.",
    "unlocked": "Se soltó el cruce de {name}.",
    "in round": "{names}, ronda {round}",
    "in one zone": "{names}, en la misma zona",
    "rests": "{name} descansa",
    "penalised": "{name}: {points} ({reason}).",
    "admitted": "Entró el aparato {device}, mesa {table}.",
    "revoked": "Se dio de baja el aparato {device}.",
    "tied": "{fixture} se anota en una mesa, mano por mano.",
    "struck": "Se anuló la anotación {entry}: {reason}.",
    "shelved": "Se archivó el torneo.",
    "unshelved": "Se sacó el torneo del archivo.",
    "hand": "mano {hand}",
    "whole": "el partido",
    "drawn how": "lo sorteó el programa, semilla {seed}",
    "typed how": "lo sortearon ustedes",
})  # fmt: skip


def log_lines(state: TournamentState, entries: Sequence[Entry], language: str) -> tuple[TournamentLine, ...]:
    """Every entry in words, the newest first."""
    recorded = [(entry, read_event(entry.kind, entry.text)) for entry in entries]
    struck = {event.entry for _, event in recorded if isinstance(event, EntryVoided)}
    names, before = names_then(state, recorded), befores(recorded, struck)
    return tuple(
        TournamentLine(
            number=entry.number,
            kind=entry.kind,
            fixture=getattr(event, "fixture", None),
            says=_says(names[entry.number], event, before.get(entry.number, Before()), language),
            author=entry.said.author,
            at_s=entry.at_s,
            picture=entry.said.picture,
            holds=entry.number not in struck,
            may_be_struck=isinstance(event, MAY_BE_STRUCK) and entry.number not in struck,
        )
        for entry, event in reversed(recorded)
    )


def _says(names: NamesThen, event: Event, before: Before, language: str) -> str:
    corrections = list(told(before, event, language))
    if isinstance(event, events.Entered):  # of a list some may be new
        known = {entrant.number for entrant in before.entrants}
        event = events.Entered(tuple(entrant for entrant in event.entrants if entrant.number not in known))
    is_new = not corrections or (isinstance(event, events.Entered) and bool(event.entrants))
    return " ".join((*([_of_event(names, event, language)] if is_new else []), *corrections))


def _of_event(names: NamesThen, event: Event, language: str) -> str:
    kind = "removed" if isinstance(event, events.Ruled) and event.points is None else kind_of(event)
    if isinstance(event, events.Left) and not event.for_good:
        kind = "paused"
    return _say(language, kind, **_parts(names, event, language)).strip()


def _say(language: str, key: str, **parts: object) -> str:
    return SENTENCES[key][language].format(**parts)


def _parts(names: NamesThen, event: Event, language: str) -> dict[str, object]:
    """What fills the blanks of an event's sentence: names instead of numbers."""
    state = names.state
    parts: dict[str, object] = {name: getattr(event, name) for name in event.__slots__}
    if isinstance(parts.get("fixture"), int):
        parts["fixture"] = names.fixture(parts["fixture"])
    if "hand" in parts:
        parts["hand"] = _say(language, "hand", hand=parts["hand"]) if parts["hand"] else _say(language, "whole")
    for name in ("points", "old"):
        value = parts.get(name)
        if value is None or isinstance(value, tuple):
            parts[name] = result_said(value or (), language)
        elif isinstance(value, int):
            parts[name] = points_said(value, language)
    match event:
        case events.TournamentCreated(plan=plan):
            parts["title"] = plan.title
        case events.Entered(entrants=entrants) | events.Joined(entrants=entrants):
            parts["names"] = ", ".join(_called(state, entrants))
        case events.Locked():
            parts["names"] = _fixed(names, event, language)
        case (
            events.Withdrawn(entrant=entrant) | events.Penalised(entrant=entrant) | events.Left(entrant=entrant)
            | events.Returned(entrant=entrant) | events.Unlocked(entrant=entrant)
        ):  # fmt: skip
            parts["name"] = names.name(entrant)
        case events.Paired(pairings=pairings):
            parts["count"] = len(pairings)
        case events.LotsDrawn(order=order, how=how, seed=seed):
            parts |= {"names": ", ".join(map(names.name, order)), "how": _say(language, f"{how} how", seed=seed)}
        case events.Seated(seats=seats):
            parts["seats"] = " · ".join(f"{table}: {names.fixture(number)}" for number, table in seats)
        case events.Started(fixtures=numbers) | events.Stopped(fixtures=numbers):
            parts["fixtures"] = " · ".join(map(names.fixture, numbers))
        case events.WalkedOver(fixture=number, present=present) if sides := names.sides(number):
            parts["name"] = sides[present != "home"]
    return parts


def _called(state: TournamentState, entrants: Sequence[Entrant]) -> Iterator[str]:
    """The names of entrants, with the club where a name is shared."""
    own = {entrant.number for entrant in entrants}
    others = [entrant for number, entrant in state.entrants.items() if number not in own]
    counts = Counter(key_of(entrant.name) for entrant in (*entrants, *others))
    for entrant in entrants:
        is_told = entrant.club and counts[key_of(entrant.name)] > 1
        yield f"{entrant.name} ({entrant.club})" if is_told else entrant.name


def _fixed(names: NamesThen, lock: events.Locked, language: str) -> str:
    """Who meets whom, or rests, and when."""
    home = names.name(lock.home)
    fixed = f"{home} – {names.name(lock.away)}" if lock.away else _say(language, "rests", name=home)
    if lock.round is not None:
        return _say(language, "in round", names=fixed, round=lock.round)
    return _say(language, "in one zone", names=fixed) if names.state.plan.format == "zones" else fixed
