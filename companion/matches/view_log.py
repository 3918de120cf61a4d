"""The log view of a match: its entries in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.matches.agreement import Agreement
from companion.matches.entries_in_effect import RecordedEvent
from companion.matches.events import (
    Agreed,
    Annulled,
    Answered,
    Archived,
    Asked,
    Confirmed,
    Counted,
    Dealt,
    Moved,
    Noted,
    Redone,
    Restored,
    Revised,
    Undone,
    kind_of,
)
from companion.matches.hand_state import HandStep, moves_of
from companion.matches.match_state import MatchState
from companion.matches.view_hand import violation_views
from companion.naming import named, points_said
from companion.view_models import LogLine, ViolationView
from engine.hand.events import Event, events_of
from engine.hand.history import MoveHistory
from engine.hand.moves import CorrectMeld
from engine.placed_tile import notation
from engine.sentences import catalogue

SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.match_log",
    {
        "agreed": "Se acordó la partida: {title}.",
        "renamed": "Cambiaron los nombres: {now}. Antes: {before}.",
        "other rules": "Cambiaron las reglas: {now}. Antes: {before}.",
        "changed rules": "Cambiaron las reglas de la casa.",
        "dealt by lot": "Empieza la mano {hand}: por sorteo sale {name}.",
        "dealt": "Empieza la mano {hand}: sale {name}.",
        "asked": "Quedó una pregunta.",
        "dismissed": "La pregunta quedó en nada.",
        "resync": "Se tomó la mesa como está.",
        "likely": " (probable, {percent} %: falta decir qué ficha es)",
        "guessed then": " (se había supuesto una ficha)",
        "nothing": "No pasó nada.",
        "cleared": "Se aclaró qué ficha es una que no se leía.",
        "counted": "Se cargó la cuenta de la mano {hand}.",
        "counted meld": "Se contó un juego: {lies}.",
        "counted meld of": "Se contó un juego de {side}: {lies}.",
        "noted": "Se anotó la mano {hand}: {points}.",
        "void": "La mano {hand} se anotó como nula.",
        "confirmed": "Se confirmó la mano {hand}.",
        "annulled": "Se anuló la mano {hand}.",
        "revised": "Se cambió la anotación {entry}.",
        "struck": "Se tachó la anotación {entry}.",
        "undone": "Se deshizo lo último.",
        "redone": "Se rehízo lo deshecho.",
        "shelved": "Se archivó la partida.",
        "unshelved": "Se sacó la partida del archivo.",
    },
)


def log_lines(state: MatchState, language: str) -> Iterator[LogLine]:
    """Every entry in words, the newest first."""
    holds = state.course.holds()
    steps = {step.recorded.number: step for hand in state.hands for step in hand.steps}
    for recorded in reversed(state.course.recorded):
        yield line_of(
            state, recorded, steps.get(recorded.number) if recorded.number in holds else None, language, holds
        )


def says(state: MatchState, recorded: RecordedEvent, step: HandStep | None, language: str) -> tuple[str, ...]:
    """The sentences of an entry, one for each move."""
    moved = tuple(_moved(state, recorded, step, language))
    event = recorded.event
    if isinstance(event, Moved) and event.origin == "resync":
        return (say(language, "resync"), *moved)
    if isinstance(event, Counted):
        return (say(language, "counted", hand=event.hand), *moved)
    return moved or (_plain(state, recorded, language),)


def _moved(state: MatchState, recorded: RecordedEvent, step: HandStep | None, language: str) -> Iterator[str]:
    """A sentence for each move; undone ones are worded as if they happened now."""
    hand = state.hand(getattr(recorded.event, "hand", 0))
    if step is None and hand is None:
        yield from map(str, moves_of(recorded))
        return
    events = step.events if step else events_of(MoveHistory(hand.state, moves_of(recorded)), hand.rules) if hand else ()
    for event in events:
        is_idle = step is None and event.after == event.before
        yield str(event.move) if is_idle else _sentence(state, recorded, event, language)


def _sentence(state: MatchState, recorded: RecordedEvent, event: Event, language: str) -> str:
    """The sentence of a move; a meld that first appears in a score was counted, not corrected."""
    move = event.move
    if not (isinstance(recorded.event, Counted) and isinstance(move, CorrectMeld) and move.number is None):
        return named(event.sentence(language), state.agreement.players)
    side = next((state.agreement.sides[meld.team] for meld in event.melds if meld.team is not None), "")
    return say(language, "counted meld of" if side else "counted meld", side=side, lies=notation(move.row))


def say(language: str, key: str, **parts: object) -> str:
    """The sentence for ``key``."""
    return SENTENCES[key][language].format(**parts)


def line_of(
    state: MatchState, recorded: RecordedEvent, step: HandStep | None, language: str, holds: frozenset[int]
) -> LogLine:
    """An entry in words; ``step`` are its reported moves, ``holds`` the numbers of the entries in effect."""
    moves = tuple(str(event.move) for event in step.events) if step else ()
    return LogLine(
        number=recorded.number,
        hand=getattr(recorded.event, "hand", None),
        kind=kind_of(recorded.event),
        says=says(state, recorded, step, language),
        moves=moves or tuple(str(move) for move in getattr(recorded.event, "moves", ())),
        offences=tuple(_offences(state, recorded, step, language)) if step else (),
        author=recorded.entry.said.author,
        at_s=recorded.entry.at_s,
        picture=recorded.entry.said.picture,
        holds=recorded.number in holds and not isinstance(recorded.event, Undone | Redone),
        revisable=recorded.number in holds and isinstance(recorded.event, Moved | Answered | Counted),
    )


def _offences(state: MatchState, recorded: RecordedEvent, step: HandStep, language: str) -> Iterator[ViolationView]:
    """The violations of an entry, each once, with the probability of one that depends on a guessed tile.

    Or with the note that people have named the tile since.
    """
    rows = recorded.event.guessed_rows if isinstance(recorded.event, Moved) else ()
    hand = state.hand(getattr(recorded.event, "hand", 0))
    left = hand.guessed if hand else ()
    seen: set[ViolationView] = set()
    for event in step.events:
        touched = [row for row in rows if any(map(row.is_of, event.melds))]
        doubt = ""
        if touched:
            is_open = any(set(row.faces) <= set(left) for row in touched)
            percent = round(100 * max(row.offence for row in touched))
            doubt = say(language, "likely", percent=percent) if is_open else say(language, "guessed then")
        for view in violation_views(event.offences, state.agreement, language):
            said = replace(view, message=view.message + doubt)
            if said not in seen:
                seen.add(said)
                yield said


def _agreed(state: MatchState, recorded: RecordedEvent, now: Agreement, language: str) -> Iterator[str]:
    """What was agreed on, or what changed of it."""
    agreed = (other.event for other in reversed(state.course.recorded) if other.number < recorded.number)
    before = next((event.agreement for event in agreed if isinstance(event, Agreed)), now)
    if before == now:
        yield say(language, "agreed", title=now.title)
    names = next((pair for pair in zip(_names(now), _names(before), strict=True) if pair[0] != pair[1]), None)
    if names:
        yield say(language, "renamed", now=names[0], before=names[1])
    if before.rules.name != now.rules.name:
        yield say(language, "other rules", now=now.rules_title(language), before=before.rules_title(language))
    elif before.rules != now.rules:
        yield say(language, "changed rules")


def _names(agreement: Agreement) -> tuple[str, str, str]:
    """Who plays, in the order in which it is told what changed."""
    return " · ".join(agreement.sides), ", ".join(agreement.players), agreement.title


def _plain(state: MatchState, recorded: RecordedEvent, language: str) -> str:
    """The sentence of an entry without moves."""
    match recorded.event:
        case Agreed(agreement=agreement):
            return " ".join(_agreed(state, recorded, agreement, language))
        case Dealt(hand=hand, starter=starter, drawn=drawn):
            return say(language, "dealt by lot" if drawn else "dealt", hand=hand, name=state.agreement.players[starter])
        case Noted(hand=hand, points=points):
            sides = zip(state.agreement.sides, points, strict=False)
            shown = " · ".join(f"{name} {points_said(side, language)}" for name, side in sides)
            return say(language, "noted", hand=hand, points=shown) if points else say(language, "void", hand=hand)
        case Confirmed(hand=hand) | Annulled(hand=hand):
            return say(language, kind_of(recorded.event), hand=hand)
        case Revised(entry=entry, moves=moves):
            return say(language, "revised" if moves else "struck", entry=entry)
        case Asked(doubts=doubts):
            first = (named(doubt.sentence(language), state.agreement.players) for doubt in doubts[:1])
            return " ".join([say(language, "asked"), *first])
        case Undone() | Redone() | Archived() | Restored():
            return say(language, kind_of(recorded.event))
        case Moved(origin="look"):
            return say(language, "cleared")
        case Answered(choice=None):
            return say(language, "dismissed")
        case _:
            return say(language, "nothing")
