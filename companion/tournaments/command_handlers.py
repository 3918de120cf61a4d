"""Handle the commands of a tournament: each gives an event, nothing, or a refusal with its reason."""

from __future__ import annotations

from companion.eventstore import is_match
from companion.eventstore.change_marks import is_overtaken
from companion.house_rules.rules_codec import OpenRules
from companion.tournaments import (
    attendance_handlers,
    commands,
    draw_handlers,
    result_handlers,
    table_and_clock_handlers,
)
from companion.tournaments.age_category import is_same
from companion.tournaments.commands import Command
from companion.tournaments.creation import plan_of
from companion.tournaments.entry_parsing import entering, within_limit, year_of
from companion.tournaments.events import (
    Admitted,
    Archived,
    Entered,
    EntryVoided,
    Event,
    Extended,
    MatchLinked,
    Restored,
    Revoked,
    Seat,
    TournamentCreated,
    Withdrawn,
)
from companion.tournaments.fixture_state import FixtureState
from companion.tournaments.judges_decisions import check_decisions
from companion.tournaments.plan import Entrant
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.wording import CONFLICT, MISSING, refuse
from engine.rules.profiles import load_rules

SEATS: tuple[Seat, ...] = ("home", "away", "both")
_SIDES = 2
_COMMANDS_OF_THE_WHOLE = (
    commands.CreateTournament | commands.Enter | commands.Rename | commands.Withdraw | commands.Admit | commands.Revoke
    | commands.Archive | commands.RestoreArchived
)  # fmt: skip
_DRAWS = (
    commands.DrawZones | commands.PairRound | commands.AddFixture | commands.DrawBracket | commands.DrawLots
    | commands.Lock | commands.Unlock
)  # fmt: skip
_ATTENDANCE = commands.Join | commands.Leave | commands.Return
_SEATING = commands.SeatFixtures | commands.StartClock | commands.StopClock


def decide(state: TournamentState, command: Command, open_rules: OpenRules = load_rules) -> Event | None:
    """The event of ``command`` in this state; None where it changes nothing.

    Raises TournamentRefused, and TranslatableError for invalid rules.
    """
    if isinstance(command, _COMMANDS_OF_THE_WHOLE):
        return _of_the_whole(state, command, open_rules)
    if isinstance(command, _DRAWS):
        return draw_handlers.draw_event(state, command)
    if isinstance(command, _SEATING):
        return table_and_clock_handlers.seating_event(state, command)
    if isinstance(command, _ATTENDANCE):
        return attendance_handlers.attendance_event(state, command)
    if isinstance(command, commands.VoidEntry):
        return EntryVoided(command.entry, result_handlers.reason(command.reason), pauses=True)
    if isinstance(command, commands.ExtendTime | commands.Penalise):
        check_decisions(state, command)
    match command:
        case commands.ExtendTime():
            fixture = fixture_of(state, command.fixture)
            return Extended(
                fixture.number, _between("minutes", command.minutes, 1, 240), result_handlers.reason(command.reason)
            )
        case commands.LinkMatch():
            return _tied(fixture_of(state, command.fixture), command)
        case commands.Penalise(fixture=None):
            return result_handlers.penalised(state, command, None)
        case _:
            assert command.fixture is not None
            return result_handlers.result_event(state, fixture_of(state, command.fixture), command)


def fixture_of(state: TournamentState, number: int) -> FixtureState:
    """The match with that number. Raises TournamentRefused where there is none."""
    return state.fixtures.get(number) or refuse("no such match", MISSING)


def _of_the_whole(state: TournamentState, command: _COMMANDS_OF_THE_WHOLE, open_rules: OpenRules) -> Event | None:
    match command:
        case commands.CreateTournament():
            plan = plan_of(command, open_rules, state.plan)
            if plan != state.plan and is_overtaken(command.seen, state.plan.mark):
                refuse("plan changed", CONFLICT)
            if state.fixtures and (plan.format, plan.rules) != (state.plan.format, state.plan.rules):
                refuse("drawn already", CONFLICT)
            return None if plan == state.plan else TournamentCreated(plan)
        case commands.Enter(lines=lines, anyway=anyway):
            entered = entering(lines, state.entrants, anyway=anyway)
            if state.zones or state.of_stage("bracket"):
                refuse("drawn already", CONFLICT)
            return Entered(entered) if entered else None
        case commands.Rename():
            return _renamed(state, command)
        case commands.Withdraw(entrant=entrant):
            if entrant not in state.entrants:
                refuse("no such entrant", MISSING)
            if any(entrant in fixture.entrants for fixture in state.fixtures.values()):
                refuse("drawn already", CONFLICT)
            return Withdrawn(entrant)
        case commands.Admit(table=table, seat=seat):
            if not 1 <= table <= state.plan.tables:
                refuse("no such table", tables=state.plan.tables)
            return Admitted(max(state.devices, default=0) + 1, table, seat_of(seat))
        case commands.Revoke(device=device):
            known = state.devices.get(device) or refuse("no such device", MISSING)
            return None if known.revoked else Revoked(device)
        case commands.Archive():
            return None if state.is_shelved else Archived()
        case commands.RestoreArchived():
            return Restored() if state.is_shelved else None


def seat_of(written: str) -> Seat:
    """The seat named by ``written``. Raises TournamentRefused for an unknown one."""
    return next((seat for seat in SEATS if seat == written), None) or refuse("no side")


def _renamed(state: TournamentState, command: commands.Rename) -> Entered | None:
    known = state.entrants.get(command.entrant) or refuse("no such entrant", MISSING)
    born = known.born if command.born is None else year_of(command.born)
    renamed = Entrant(known.number, within_limit(command.name) or known.name, within_limit(command.club), born)
    if renamed != known and is_overtaken(command.seen, known.mark):
        refuse("entrant changed", CONFLICT, name=known.name)
    others = (entrant for entrant in state.entrants.values() if entrant != known)
    if any(is_same(other, renamed) for other in others):
        refuse("name twice", name=renamed.name)
    return None if renamed == known else Entered((renamed,))


def _tied(fixture: FixtureState, command: commands.LinkMatch) -> MatchLinked | None:
    if fixture.match == command.match:
        return None
    if len(fixture.entrants) < _SIDES:
        refuse("not ready", CONFLICT)
    if fixture.match or fixture.has_begun:
        refuse("tied already", CONFLICT)
    if not is_match(command.match):  # a game on the screen, whose tiles are nobody's to see, or no match at all
        refuse("no such match", MISSING)
    return MatchLinked(fixture.number, command.match)


def _between(what: str, number: int, least: int, most: int) -> int:
    return number if least <= number <= most else refuse("not so many", what=what, least=least, most=most)
