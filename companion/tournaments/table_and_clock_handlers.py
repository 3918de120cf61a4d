"""Handle the commands about tables and clocks: which match is played where, and when its clock runs."""

from __future__ import annotations

from collections.abc import Iterable

from companion.tournaments import commands
from companion.tournaments.events import Event, Seated, Started, Stopped
from companion.tournaments.fixture_state import FixtureState
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.wording import CONFLICT, MISSING, refuse


def seating_event(
    state: TournamentState, command: commands.SeatFixtures | commands.StartClock | commands.StopClock
) -> Event | None:
    """The event of a command about tables or clocks; None where it changes nothing. Raises TournamentRefused."""
    if isinstance(command, commands.SeatFixtures):
        seats = _seats(state) if command.fixture is None else _seat(state, command.fixture, command.table)
        return Seated(seats) if seats else None
    chosen = at_tables(state) if command.fixture is None else (_chosen(state, command.fixture),)
    if isinstance(command, commands.StopClock):
        running = tuple(fixture.number for fixture in chosen if fixture.clock.since_s is not None)
        return Stopped(running) if running else None
    if command.fixture is None:
        chosen = tuple(fixture for fixture in chosen if _is_played(state, fixture))
    standing = not_running(chosen)
    return Started(standing) if standing else None


def _is_played(state: TournamentState, fixture: FixtureState) -> bool:
    """Whether it is the match of its table, and nobody of it is away for a while."""
    there = state.at_table(fixture.table or 0)
    return there is not None and there.number == fixture.number and state.absences.keys().isdisjoint(fixture.entrants)


def not_running(chosen: Iterable[FixtureState]) -> tuple[int, ...]:
    """The numbers of the matches whose clock is stopped."""
    return tuple(fixture.number for fixture in chosen if fixture.clock.since_s is None)


def free_tables(state: TournamentState) -> tuple[int, ...]:
    """The numbers of the tables without an unfinished match."""
    taken = {fixture.table for fixture in state.fixtures.values() if fixture.standing in ("seated", "playing")}
    return tuple(table for table in range(1, state.plan.tables + 1) if table not in taken)


def _seats(state: TournamentState) -> tuple[tuple[int, int], ...]:
    """Tables for all matches that can be played now, earliest rounds first, each entrant at one table only."""
    busy = {
        entrant
        for fixture in state.fixtures.values()
        if fixture.standing in ("seated", "playing")
        for entrant in fixture.entrants
    }
    busy |= state.absences.keys()
    free = list(free_tables(state))
    seats: list[tuple[int, int]] = []
    for fixture in sorted(state.fixtures.values(), key=lambda fixture: (fixture.pairing.round, fixture.number)):
        if fixture.standing == "ready" and free and busy.isdisjoint(fixture.entrants):
            busy.update(fixture.entrants)
            seats.append((fixture.number, free.pop(0)))
    return tuple(seats)


def _seat(state: TournamentState, number: int, table: int | None) -> tuple[tuple[int, int], ...]:
    fixture = state.fixtures.get(number) or refuse("no such match", MISSING)
    if fixture.is_over:
        refuse("match over", CONFLICT)
    if len(fixture.entrants) < 2:
        refuse("not ready", CONFLICT)
    free = free_tables(state)
    chosen = table if table is not None else next(iter(free), 0)
    if chosen == fixture.table:
        return ()
    if not 1 <= chosen <= state.plan.tables:
        refuse("no such table", tables=state.plan.tables)
    if chosen not in free:
        refuse("table taken", CONFLICT, table=chosen)
    return ((number, chosen),)


def at_tables(state: TournamentState) -> tuple[FixtureState, ...]:
    """The matches that have a table and are not over, also one that waits there, open again, until another is over."""
    return tuple(played for played in state.fixtures.values() if played.standing in ("seated", "playing"))


def _chosen(state: TournamentState, number: int) -> FixtureState:
    fixture = state.fixtures.get(number) or refuse("no such match", MISSING)
    if fixture.is_over:
        refuse("match over", CONFLICT)
    return fixture
