"""The state of a tournament, folded from its entries: entrants, draws, matches, and judges' decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeVar

from companion.eventstore import Entry
from companion.eventstore.state_cache import Entries
from companion.tournaments.absences import Absence, advanced, forfeit_matches, missed, resume_matches
from companion.tournaments.events import (
    Admitted,
    Archived,
    BracketDrawn,
    Drawn,
    Entered,
    EntryVoided,
    Event,
    Joined,
    Left,
    Locked,
    LotsDrawn,
    Paired,
    Penalised,
    Restored,
    Returned,
    Revoked,
    Seat,
    Seated,
    Started,
    Stopped,
    TournamentCreated,
    Unlocked,
    Withdrawn,
    kind_of,
    read_event,
)
from companion.tournaments.fixture_folding import folded
from companion.tournaments.fixture_state import FixtureState
from companion.tournaments.namesakes import namesakes_of
from companion.tournaments.paused_clocks import going_on, is_pausing, stopped
from companion.tournaments.plan import DrawnZone, Entrant, Plan, PlannedPairing, Stage
from companion.tournaments.tables import at_tables

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_STRUCK = kind_of(EntryVoided(0, ""))


@dataclass(frozen=True, slots=True)
class Device:
    """A phone or tablet that is admitted to a table."""

    number: int
    table: int
    seat: Seat
    revoked: bool = False
    admitted_s: float = 0.0  # when, in seconds since 1970


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that a judge deducted or added outside any match."""

    entry: int
    entrant: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentState:
    """The state of a tournament (torneo) after one of its entries."""

    tournament: str
    revision: int  # the number of the newest entry; it grows with every entry
    began_s: float
    changed_s: float
    plan: Plan
    entrants: Mapping[int, Entrant] = field(default_factory=dict)
    holders: Mapping[int, tuple[int, float]] = field(default_factory=dict)
    """By number of an entrant, how many have had it, and when the present one entered, in seconds since 1970."""
    namesakes: Mapping[int, int] = field(default_factory=dict)
    """By entrant who shares a name: the place by age among those of the same club, from 1; 0 where alone in it."""
    zones: tuple[DrawnZone, ...] = ()
    seed: str = ""  # of the draw
    fixtures: Mapping[int, FixtureState] = field(default_factory=dict)
    tables: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The numbers of the matches that are or were at each table, the latest last."""
    lots: Mapping[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    """By zone, the orders of entrants that each draw of lots gave, the newest first."""
    absences: Mapping[int, Absence] = field(default_factory=dict)
    """By entrant, those who left."""
    locks: tuple[Locked, ...] = ()
    """The fixed pairings and rests of rounds still to be drawn."""
    penalties: tuple[Penalty, ...] = ()
    devices: Mapping[int, Device] = field(default_factory=dict)
    is_shelved: bool = False

    def name(self, entrant: int | None) -> str:
        """The name of an entrant as shown; empty for an unknown one.

        Namesakes are told apart by club and, within a club, by a number, the oldest first.
        """
        found = self.entrants.get(entrant) if entrant is not None else None
        if found and found.club and found.number in self.namesakes:
            place = self.namesakes[found.number]
            return f"{found.name}{f' {place}' if place else ''} ({found.club})"
        return found.name if found else ""

    def of_stage(self, stage: Stage) -> tuple[FixtureState, ...]:
        """The matches of a stage, by number."""
        return tuple(fixture for fixture in self.fixtures.values() if fixture.pairing.stage == stage)

    def at_table(self, table: int) -> FixtureState | None:
        """The match seated last at a table of those that are not over, else of all; None where there was none."""
        there = [self.fixtures[number] for number in reversed(self.tables.get(table, ()))]
        return next((fixture for fixture in there if not fixture.is_over), there[0] if there else None)

    def last_fixture(self) -> int:
        """The highest match number; 0 without matches."""
        return max(self.fixtures, default=0)


def tournament_state(
    tournament: str, entries: Iterable[Entry], cached: TournamentState | None = None
) -> TournamentState | None:
    """The tournament folded from ``entries``, which follow those of ``cached``; None where it was never created.

    An entry that is struck out is left out only if it is among ``entries``; see ``read_on``.
    """
    recorded = [(entry, read_event(entry.kind, entry.text)) for entry in entries]
    struck = {event.entry: event for _, event in recorded if isinstance(event, EntryVoided)}
    state, paused = cached, dict[int, Mapping[int, FixtureState]]()
    for entry, event in recorded:
        if state is None:
            state = _founded(tournament, event, entry)
        elif entry.number not in struck:
            state = _then(_running(state, going_on(state.fixtures, paused, event, entry.at_s)), event, entry)
        elif isinstance(event, Entered | Joined):
            state = _numbered(state, event.entrants, entry.at_s)
        elif is_pausing(struck[entry.number], event):
            paused[entry.number] = stopped(state.fixtures, _then(state, event, entry).fixtures, entry.at_s)
            state = _running(state, paused[entry.number])
    newest = recorded[-1][0] if recorded else None
    return replace(state, revision=newest.number, changed_s=newest.at_s) if state and newest else state


def read_on(tournament: str, entries: Entries, cached: TournamentState | None) -> TournamentState | None:
    """The tournament after all ``entries``, of which ``cached`` has the first; None where it was never created.

    All are folded again where a new entry strikes one out.
    """
    fresh = entries(cached.revision if cached else 0)
    if cached and any(entry.kind == _STRUCK for entry in fresh):
        cached, fresh = None, entries(0)
    return tournament_state(tournament, fresh, cached) if fresh else cached


def _founded(tournament: str, event: Event, entry: Entry) -> TournamentState | None:
    if not isinstance(event, TournamentCreated):
        return None
    return TournamentState(
        tournament=tournament, revision=entry.number, began_s=entry.at_s, changed_s=entry.at_s, plan=event.plan
    )


def _then(state: TournamentState, event: Event, entry: Entry) -> TournamentState:
    match event:
        case TournamentCreated(plan=plan):
            return replace(state, plan=plan)
        case Entered(entrants=entrants):
            known = _with(state.entrants, {listed.number: listed for listed in entrants})
            return _called(_numbered(state, entrants, entry.at_s), known)
        case Withdrawn(entrant=entrant):
            return _called(
                _without(state, {entrant}), {who: kept for who, kept in state.entrants.items() if who != entrant}
            )
        case Drawn(zones=zones, seed=seed, pairings=pairings):
            return _paired(replace(state, zones=zones, seed=seed, fixtures={}, tables={}), pairings, entry.at_s)
        case Paired(pairings=pairings):
            newest = max((pairing.round for pairing in pairings), default=0)
            kept = tuple(lock for lock in state.locks if lock.round is not None and lock.round > newest)
            again = newest if state.plan.format == "swiss" else None
            others = {number: match for number, match in state.fixtures.items() if match.pairing.round != again}
            return _paired(_seated(replace(state, locks=kept), others), pairings, entry.at_s)
        case BracketDrawn(pairings=pairings):
            others = {number: match for number, match in state.fixtures.items() if not match.pairing.is_knockout}
            return _paired(_seated(replace(state, locks=()), others), pairings, entry.at_s)
        case Locked():
            return replace(state, locks=(*state.locks, event))
        case Unlocked(entrant=entrant, round=turn):
            gone = [lock for lock in state.locks if entrant in (lock.home, lock.away) and turn in (None, lock.round)]
            return replace(state, locks=tuple(lock for lock in state.locks if lock not in gone))
        case LotsDrawn(zone=zone, order=order):
            return replace(state, lots=_with(state.lots, {zone: (order, *state.lots.get(zone, ()))}))
        case Penalised(entrant=entrant, points=points, reason=reason, fixture=None):
            return replace(state, penalties=(*state.penalties, Penalty(entry.number, entrant, points, reason)))
        case Admitted(device=device, table=table, seat=seat):
            admitted = Device(device, table, seat, admitted_s=entry.at_s)
            return replace(state, devices=_with(state.devices, {device: admitted}))
        case Revoked(device=device):
            return replace(state, devices=_with(state.devices, {device: replace(state.devices[device], revoked=True)}))
        case Archived() | Restored():
            return replace(state, is_shelved=isinstance(event, Archived))
        case Left() | Returned() | Joined():
            return _attended(state, event, entry.at_s)
        case _:
            return _played(state, event, entry)


def _attended(state: TournamentState, event: Left | Returned | Joined, at_s: float) -> TournamentState:
    """The tournament after an entrant left, returned, or entered late."""
    if isinstance(event, Left):
        gone = Absence(event.entrant, event.for_good, event.reason)
        state = replace(state, absences=_with(state.absences, {gone.entrant: gone}))
        changed = forfeit_matches(state.fixtures, gone, at_s) if gone.for_good else {}
    elif isinstance(event, Returned):
        left = {key: absence for key, absence in state.absences.items() if key != event.entrant}
        state = replace(state, absences=MappingProxyType(left))
        changed = resume_matches(state.fixtures, event.entrant) if event.plays else {}
    else:
        known = {zone.name: zone for zone in (*state.zones, *event.zones)}
        entrants = _with(state.entrants, {entrant.number: entrant for entrant in event.entrants})
        state = _called(_numbered(state, event.entrants, at_s), entrants)
        state = _paired(replace(state, zones=tuple(known.values())), event.pairings, at_s)
        changed = missed(state.fixtures, event)
    return _advanced(replace(state, fixtures=_with(state.fixtures, changed)), changed)


def _numbered(state: TournamentState, entrants: Iterable[Entrant], at_s: float) -> TournamentState:
    """The tournament with numbered ``entrants``; data of former holders of a number is dropped."""
    fresh = {entrant.number for entrant in entrants} - state.entrants.keys()
    holders = {number: (state.holders.get(number, (0, 0.0))[0] + 1, at_s) for number in fresh}
    return _without(replace(state, holders=_with(state.holders, holders)), fresh)


def _without(state: TournamentState, gone: set[int]) -> TournamentState:
    """The tournament without what was decided of those who had the numbers ``gone``."""
    return replace(
        state,
        penalties=tuple(penalty for penalty in state.penalties if penalty.entrant not in gone),
        absences={number: absence for number, absence in state.absences.items() if number not in gone},
        locks=tuple(lock for lock in state.locks if gone.isdisjoint((lock.home, lock.away))),
    )


def _called(state: TournamentState, entrants: Mapping[int, Entrant]) -> TournamentState:
    """The tournament with ``entrants``, and who of them has the name of another."""
    return replace(state, entrants=entrants, namesakes=namesakes_of(entrants.values()))


def _played(state: TournamentState, event: Event, entry: Entry) -> TournamentState:
    """The tournament after an event about one or several matches."""
    if isinstance(event, Seated):
        seats = {number: table for number, table in event.seats if number in state.fixtures}
        seated = {number: replace(state.fixtures[number], table=table) for number, table in seats.items()}
        return _seated(state, _with(state.fixtures, seated))
    numbers = event.fixtures if isinstance(event, Started | Stopped) else (getattr(event, "fixture", None),)
    changed = {
        number: folded(state.fixtures[number], event, entry)
        for number in numbers
        if number is not None and number in state.fixtures
    }
    state = replace(state, fixtures=_with(state.fixtures, changed))
    return _advanced(state, changed) if any(fixture.pairing.is_knockout for fixture in changed.values()) else state


def _running(state: TournamentState, changed: Mapping[int, FixtureState]) -> TournamentState:
    """The tournament with the clocks of the matches that ``changed``."""
    return replace(state, fixtures=_with(state.fixtures, changed)) if changed else state


def _seated(state: TournamentState, fixtures: Mapping[int, FixtureState]) -> TournamentState:
    """The tournament with ``fixtures``, of which some are at other tables than before, or are no more."""
    return replace(state, fixtures=fixtures, tables=at_tables(state.tables, fixtures))


def _paired(state: TournamentState, pairings: tuple[PlannedPairing, ...], at_s: float) -> TournamentState:
    rules = state.plan.rules
    gone = {key: absence.reason for key, absence in state.absences.items() if absence.for_good}
    added = {
        pairing.number: FixtureState(
            pairing=pairing, rules=rules, drawn_s=at_s, home=pairing.home, away=pairing.away,
            given_up=tuple((who, gone[who]) for who in (pairing.home, pairing.away) if who in gone and who is not None),
        )
        for pairing in pairings
    }  # fmt: skip
    return _advanced(replace(state, fixtures=_with(state.fixtures, added)), added)


def _advanced(state: TournamentState, numbers: Iterable[int]) -> TournamentState:
    return replace(state, fixtures=advanced(state.fixtures, numbers, state.absences))


def _with(kept: Mapping[_Key, _Value], more: Mapping[_Key, _Value]) -> Mapping[_Key, _Value]:
    """A new mapping with the items of both, those of ``more`` taking precedence."""
    return MappingProxyType({**kept, **more})
