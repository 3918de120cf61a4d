"""Check whether an entry may be struck out: not where later entries depend on it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.eventstore import Entry
from companion.tournaments.events import (
    BracketDrawn,
    Drawn,
    Entered,
    EntryVoided,
    Extended,
    Joined,
    Left,
    LotsDrawn,
    MatchLinked,
    Paired,
    Penalised,
    Returned,
    Unattended,
    WalkedOver,
    Withdrawn,
    read_event,
)
from companion.tournaments.tournament_state import TournamentState, tournament_state
from companion.tournaments.wording import CONFLICT, MISSING, refuse

MAY_BE_STRUCK = (
    Entered, Drawn, Paired, BracketDrawn, LotsDrawn, WalkedOver, Penalised, Extended, MatchLinked, Joined, Left,
    Returned, Unattended,
)  # fmt: skip


def check_strike(state: TournamentState, entries: Sequence[Entry], strike: EntryVoided) -> None:
    """Raise TournamentRefused where the entry cannot be voided, or where a played match depends on it."""
    entry = next((written for written in entries if written.number == strike.entry), None) or refuse(
        "no such entry", MISSING
    )
    if not isinstance(read_event(entry.kind, entry.text), MAY_BE_STRUCK):
        refuse("not to strike", CONFLICT)
    without = tournament_state(state.tournament, [written for written in entries if written.number != strike.entry])
    if without and not _is_whole(without):
        refuse("drawn already", CONFLICT)
    for fixture in state.fixtures.values():
        kept = without.fixtures.get(fixture.number) if without else None
        if fixture.is_spoken_of and (kept is None or kept.entrants != fixture.entrants):
            refuse("later played", CONFLICT, after=fixture.number)


def check_corrections(entries: Sequence[Entry], strike: EntryVoided) -> None:
    """Raise TournamentRefused where somebody whom the entry entered was corrected later, and would stay without it.

    Earlier versions of the program took that: what they wrote is not checked for it.
    """
    if corrected := _corrected_since(entries, strike.entry):
        refuse("corrected since", CONFLICT, names=", ".join(corrected))


def _corrected_since(entries: Sequence[Entry], number: int) -> tuple[str, ...]:
    """The names of those whom the entry ``number`` entered and a later one corrected."""
    recorded = [(entry.number, read_event(entry.kind, entry.text)) for entry in entries]
    struck = {event.entry for _, event in recorded if isinstance(event, EntryVoided)}
    known: set[int] = set()
    entered: set[int] = set()
    corrected: dict[int, str] = {}
    for written, event in recorded:
        if isinstance(event, Entered | Joined) and written not in struck:
            if written == number:
                entered = {entrant.number for entrant in event.entrants} - known
            else:
                corrected |= {entrant.number: entrant.name for entrant in event.entrants if entrant.number in entered}
            known |= {entrant.number for entrant in event.entrants}
        elif isinstance(event, Withdrawn):
            known.discard(event.entrant)
            entered.discard(event.entrant)
            corrected.pop(event.entrant, None)
    return tuple(corrected.values())


def _is_whole(state: TournamentState) -> bool:
    """Whether all drawn and paired entrants are registered."""
    drawn = {entrant for zone in state.zones for entrant in zone.entrants}
    paired = {entrant for fixture in state.fixtures.values() for entrant in fixture.entrants}
    return drawn | paired <= state.entrants.keys()
