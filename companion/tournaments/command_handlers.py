"""Handle the commands of a tournament: each gives an event, nothing, or a refusal with its reason."""

from __future__ import annotations

from companion.eventstore import is_match
from companion.eventstore.change_marks import is_overtaken
from companion.house_rules.kept_rules import OpenRules
from companion.naming import key_of
from companion.tournaments import attendance_handlers, draw_handlers, orders, results, table_allocation
from companion.tournaments.category import are_two
from companion.tournaments.creation import plan_of
from companion.tournaments.entering import entering, within_limit, year_of
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
from companion.tournaments.orders import Order
from companion.tournaments.plan import Entrant
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.wording import CONFLICT, MISSING, refuse
from engine.rules.profiles import load_rules

SEATS: tuple[Seat, ...] = ("home", "away", "both")
_ORDERS_OF_THE_WHOLE = (
    orders.CreateTournament | orders.Enter | orders.Rename | orders.Withdraw | orders.Admit | orders.Revoke
    | orders.Archive | orders.RestoreArchived
)  # fmt: skip
_DRAWS = (
    orders.DrawZones | orders.PairRound | orders.AddFixture | orders.DrawBracket | orders.DrawLots | orders.Lock
    | orders.Unlock
)  # fmt: skip
_ATTENDANCE = orders.Join | orders.Leave | orders.Return
_SEATING = orders.SeatFixtures | orders.StartClock | orders.StopClock


def decide(state: TournamentState, order: Order, open_rules: OpenRules = load_rules) -> Event | None:
    """The event of ``order`` in this state; None where it changes nothing.

    Raises TournamentRefused, and TranslatableError for invalid rules.
    """
    if isinstance(order, _ORDERS_OF_THE_WHOLE):
        return _of_the_whole(state, order, open_rules)
    if isinstance(order, _DRAWS):
        return draw_handlers.draw_event(state, order)
    if isinstance(order, _SEATING):
        return table_allocation.seating_event(state, order)
    if isinstance(order, _ATTENDANCE):
        return attendance_handlers.attendance_event(state, order)
    if isinstance(order, orders.VoidEntry):
        return EntryVoided(order.entry, results.reason(order.reason))
    match order:
        case orders.ExtendTime():
            fixture = fixture_of(state, order.fixture)
            return Extended(fixture.number, _between("minutes", order.minutes, 1, 240), results.reason(order.reason))
        case orders.LinkMatch():
            return _tied(fixture_of(state, order.fixture), order)
        case orders.Penalise(fixture=None):
            return results.penalised(state, order, None)
        case _:
            assert order.fixture is not None
            return results.result_event(state, fixture_of(state, order.fixture), order)


def fixture_of(state: TournamentState, number: int) -> FixtureState:
    """The match with that number. Raises TournamentRefused where there is none."""
    return state.fixtures.get(number) or refuse("no such match", MISSING)


def _of_the_whole(state: TournamentState, order: _ORDERS_OF_THE_WHOLE, open_rules: OpenRules) -> Event | None:
    match order:
        case orders.CreateTournament():
            plan = plan_of(order, open_rules, state.plan)
            if plan != state.plan and is_overtaken(order.seen, state.plan.mark):
                refuse("plan changed", CONFLICT)
            if state.fixtures and (plan.format, plan.rules) != (state.plan.format, state.plan.rules):
                refuse("drawn already", CONFLICT)
            return None if plan == state.plan else TournamentCreated(plan)
        case orders.Enter(lines=lines):
            entered = entering(lines, state.entrants)
            if state.zones or state.of_stage("bracket"):
                refuse("drawn already", CONFLICT)
            return Entered(entered) if entered else None
        case orders.Rename():
            return _renamed(state, order)
        case orders.Withdraw(entrant=entrant):
            if entrant not in state.entrants:
                refuse("no such entrant", MISSING)
            if any(entrant in fixture.entrants for fixture in state.fixtures.values()):
                refuse("drawn already", CONFLICT)
            return Withdrawn(entrant)
        case orders.Admit(table=table, seat=seat):
            if not 1 <= table <= state.plan.tables:
                refuse("no such table", tables=state.plan.tables)
            return Admitted(max(state.devices, default=0) + 1, table, seat_of(seat))
        case orders.Revoke(device=device):
            known = state.devices.get(device) or refuse("no such device", MISSING)
            return None if known.revoked else Revoked(device)
        case orders.Archive():
            return None if state.is_shelved else Archived()
        case orders.RestoreArchived():
            return Restored() if state.is_shelved else None


def seat_of(written: str) -> Seat:
    """The seat named by ``written``. Raises TournamentRefused for an unknown one."""
    return next((seat for seat in SEATS if seat == written), None) or refuse("no side")


def _renamed(state: TournamentState, order: orders.Rename) -> Entered | None:
    known = state.entrants.get(order.entrant) or refuse("no such entrant", MISSING)
    born = known.born if order.born is None else year_of(order.born)
    renamed = Entrant(known.number, within_limit(order.name) or known.name, within_limit(order.club), born)
    if renamed != known and is_overtaken(order.seen, known.mark):
        refuse("entrant changed", CONFLICT, name=known.name)
    others = (entrant for entrant in state.entrants.values() if entrant != known)
    if any(_is_same(other, renamed) for other in others):
        refuse("name twice", name=renamed.name)
    return None if renamed == known else Entered((renamed,))


def _is_same(entrant: Entrant, other: Entrant) -> bool:
    """Whether two entrants agree in name, club and year of birth as far as known."""
    return key_of(entrant.name) == key_of(other.name) and not are_two(
        entrant.club, entrant.born, other.club, other.born
    )


def _tied(fixture: FixtureState, order: orders.LinkMatch) -> MatchLinked | None:
    if fixture.match == order.match:
        return None
    if fixture.match or fixture.has_begun:
        refuse("tied already", CONFLICT)
    if not is_match(order.match):  # a game on the screen, whose tiles are nobody's to see, or no match at all
        refuse("no such match", MISSING)
    return MatchLinked(fixture.number, order.match)


def _between(what: str, number: int, least: int, most: int) -> int:
    return number if least <= number <= most else refuse("not so many", what=what, least=least, most=most)
