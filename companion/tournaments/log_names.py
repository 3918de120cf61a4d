"""The names in the journal of a tournament: of who had a number, and who met in a match, when an entry was written.

The number of somebody who went before the draw is given to another, and matches are drawn anew under the same numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.eventstore import Entry
from companion.tournaments.events import BracketDrawn, Drawn, Entered, EntryVoided, Event, Joined, Paired, Withdrawn
from companion.tournaments.plan import Entrant, PlannedPairing
from companion.tournaments.tournament_state import TournamentState

Recorded = tuple[Entry, Event]


@dataclass(slots=True)
class _Holder:
    """Somebody who has, or had, a number."""

    entrant: Entrant
    """As last corrected."""


@dataclass(frozen=True, slots=True)
class NamesThen:
    """The names as of one entry."""

    state: TournamentState
    holders: Mapping[int, _Holder]
    present: Mapping[int, _Holder]
    """The holders by now."""
    pairings: Mapping[int, PlannedPairing]

    def name(self, entrant: int | None) -> str:
        """The name of who had this number; the number where that is nobody."""
        holder = self.holders.get(entrant) if entrant is not None else None
        if holder is None or holder is self.present.get(holder.entrant.number):
            return self.state.name(entrant) or f"{entrant}"
        return holder.entrant.name

    def sides(self, fixture: int) -> tuple[str, str] | None:
        """The names of both sides of a match, as far as they were known; None where there was no such match."""
        pairing, now = self.pairings.get(fixture), self.state.fixtures.get(fixture)
        if pairing is None:
            return None
        both = (now.home, now.away) if now and now.pairing == pairing else (pairing.home, pairing.away)
        home, away = ("?" if entrant is None else self.name(entrant) for entrant in both)
        return home, away

    def fixture(self, number: object) -> str:
        """Both sides of a match, or its number where there was none."""
        sides = self.sides(number) if isinstance(number, int) else None
        return " – ".join(sides) if sides else f"#{number}"


def names_then(state: TournamentState, recorded: Sequence[Recorded]) -> Mapping[int, NamesThen]:
    """The names as of each entry, by its number."""
    holders: dict[int, _Holder] = {}
    pairings: dict[int, PlannedPairing] = {}
    found: list[tuple[int, dict[int, _Holder], dict[int, PlannedPairing]]] = []
    struck: set[int] = set()
    for place, (entry, event) in enumerate(recorded):
        before = holders
        if isinstance(event, EntryVoided):
            struck.add(event.entry)
            holders = _without(holders, _entered_by(recorded, event.entry))
            pairings = _paired(recorded[:place], struck)
        elif isinstance(event, Withdrawn):
            holders = _without(holders, {event.entrant})
        elif isinstance(event, Entered | Joined):
            holders = _corrected(holders, event.entrants)
        if isinstance(event, Drawn | Paired | BracketDrawn | Joined):
            pairings = _then(pairings, event)
        found.append((entry.number, before if isinstance(event, Withdrawn) else holders, pairings))
    return {number: NamesThen(state, there, holders, met) for number, there, met in found}


def _corrected(holders: Mapping[int, _Holder], entrants: Sequence[Entrant]) -> dict[int, _Holder]:
    """The holders with those who entered; of others the name is corrected."""
    for entrant in entrants:
        if entrant.number in holders:
            holders[entrant.number].entrant = entrant
    return {entrant.number: _Holder(entrant) for entrant in entrants} | dict(holders)


def _without(holders: Mapping[int, _Holder], gone: Collection[int]) -> dict[int, _Holder]:
    return {number: holder for number, holder in holders.items() if number not in gone}


def _entered_by(recorded: Sequence[Recorded], number: int) -> set[int]:
    """The numbers of those whom an entry entered and none before it."""
    known: set[int] = set()
    for entry, event in recorded:
        if isinstance(event, Entered | Joined):
            numbers = {entrant.number for entrant in event.entrants}
            if entry.number == number:
                return numbers - known
            known |= numbers
        elif isinstance(event, Withdrawn):
            known.discard(event.entrant)
    return set()


def _paired(recorded: Sequence[Recorded], struck: Collection[int]) -> dict[int, PlannedPairing]:
    """Who meets whom after these entries, without those that are struck out."""
    pairings: dict[int, PlannedPairing] = {}
    for entry, event in recorded:
        if entry.number not in struck and isinstance(event, Drawn | Paired | BracketDrawn | Joined):
            pairings = _then(pairings, event)
    return pairings


def _then(
    pairings: Mapping[int, PlannedPairing], event: Drawn | Paired | BracketDrawn | Joined
) -> dict[int, PlannedPairing]:
    """Who meets whom after another draw: of everything, or of a bracket, or what was added."""
    kept = {} if isinstance(event, Drawn) else dict(pairings)
    if isinstance(event, BracketDrawn):
        kept = {number: pairing for number, pairing in kept.items() if not pairing.is_knockout}
    return kept | {pairing.number: pairing for pairing in event.pairings}
