"""Pairings, rests and zone mates that are fixed by hand before a draw."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.tournaments import commands
from companion.tournaments.events import Locked, Unlocked
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.wording import CONFLICT, MISSING, refuse

_Lock = tuple[int, int | None]


def lock_event(state: TournamentState, command: commands.Lock | commands.Unlock) -> Locked | Unlocked | None:
    """The event of a command that fixes or frees a pairing; None where it changes nothing. Raises TournamentRefused."""
    if isinstance(command, commands.Unlock):
        concerned = (lock for lock in state.locks if command.entrant in (lock.home, lock.away))
        is_any = any(command.round in (None, fixture.round) for fixture in concerned)
        return Unlocked(command.entrant, command.round) if is_any else None
    return _locked(state, command)


def held(state: TournamentState, among: Collection[int], turn: int | None = None) -> tuple[_Lock, ...]:
    """The locks of round ``turn``, or of any round for None, that concern only entrants in ``among``.

    Each is two entrants who meet, or one and None for a rest.
    """
    return tuple(
        (lock.home, lock.away)
        for lock in state.locks
        if turn in (None, round_of(state, lock.round)) and {lock.home, lock.away} - {None} <= set(among)
    )


def round_of(state: TournamentState, named: int | None) -> int | None:
    """The round of a lock: ``named``, else the round drawn next; None for zones."""
    if named is not None or state.plan.format == "zones":
        return named
    return next_round(state) if state.plan.format == "swiss" else 1


def next_round(state: TournamentState) -> int:
    """The number of the Swiss round that is paired next."""
    return max((fixture.pairing.round for fixture in state.of_stage("round")), default=0) + 1


def _locked(state: TournamentState, command: commands.Lock) -> Locked | None:
    if state.plan.format == "free":
        refuse("other format", CONFLICT)
    if state.plan.format != "swiss" and state.fixtures:
        refuse("drawn already", CONFLICT)
    _check_people(state, command)
    _check_round(state, command)
    lock = Locked(command.home, command.away, command.round)
    if any(_is_same(state, lock, known_lock) for known_lock in state.locks):
        return None
    for known_lock in state.locks:
        if taken := _in_the_way(state, lock, known_lock):
            refuse("locked already", CONFLICT, name=state.name(taken))
    return lock


def _check_people(state: TournamentState, command: commands.Lock) -> None:
    if command.home == command.away:
        refuse("plays alone")
    for entrant in (command.home, command.away):
        if entrant is not None and entrant not in state.entrants:
            refuse("no such entrant", MISSING)
        if entrant in state.absences:
            refuse("not here", CONFLICT, name=state.name(entrant))


def _check_round(state: TournamentState, command: commands.Lock) -> None:
    turn = round_of(state, command.round)
    if turn is None:
        if command.away is None:
            refuse("rests when")
        return
    first = next_round(state) if state.plan.format == "swiss" else 1
    last = {"swiss": state.plan.rounds, "elimination": 1, "double": 1}.get(state.plan.format, len(state.entrants))
    if not first <= turn <= last and command.round is not None:
        refuse("not so many", what="ronda", least=first, most=last)


def _is_same(state: TournamentState, lock: Locked, other: Locked) -> bool:
    people = {lock.home, lock.away} == {other.home, other.away}
    return people and round_of(state, lock.round) == round_of(state, other.round)


def _in_the_way(state: TournamentState, lock: Locked, other: Locked) -> int | None:
    """The entrant that makes two fixed pairings incompatible: in two matches of a round, or in a repeated single
    meeting."""
    turn, taken = round_of(state, lock.round), round_of(state, other.round)
    both = [
        entrant for entrant in (lock.home, lock.away) if entrant is not None and entrant in (other.home, other.away)
    ]
    if turn is None or taken is None or not both:
        return None
    meet_once = state.plan.format in ("zones", "round_robin") and lock.away is not None
    return both[0] if turn == taken or (meet_once and len(both) == 2) else None


def fixed_in_zones(state: TournamentState, among: Sequence[int]) -> tuple[Locked, ...]:
    """The locks among the entrants drawn, each with its round where it has one."""
    return tuple(
        Locked(lock.home, lock.away, round_of(state, lock.round))
        for lock in state.locks
        if {lock.home, lock.away} - {None} <= set(among)
    )
