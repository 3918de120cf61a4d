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


def _is_whole(state: TournamentState) -> bool:
    """Whether all drawn and paired entrants are registered."""
    drawn = {entrant for zone in state.zones for entrant in zone.entrants}
    paired = {entrant for fixture in state.fixtures.values() for entrant in fixture.entrants}
    return drawn | paired <= state.entrants.keys()
