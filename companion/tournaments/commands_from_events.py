"""Find the commands that may have led to an event, to check imported events against the rules of commands."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from io import StringIO

from companion.eventstore import is_match
from companion.refusal import TranslatableRefusal
from companion.tournaments import commands, draw_handlers, events, result_handlers
from companion.tournaments.command_handlers import decide
from companion.tournaments.commands import Command
from companion.tournaments.creation import plan_of
from companion.tournaments.events import SIDES, Event
from companion.tournaments.plan import Entrant, Plan
from companion.tournaments.table_and_clock_handlers import at_tables, not_running
from companion.tournaments.tournament_state import TournamentState
from engine.rules.profiles import overridden
from engine.sentences import TranslatableError


def led_to(state: TournamentState, event: Event) -> bool:
    """Whether some command accepted in this state makes ``event``. Raises what draws and plans are refused with."""
    match event:
        case events.TournamentCreated(plan=plan):
            return decide(state, _found(plan), lambda *_: overridden(plan.rules, ())) == event
        case events.Paired(seed=seed) if state.plan.format == "swiss":
            return draw_handlers.draw_event(state, commands.PairRound(anyway=True), seed) == event
        case events.LotsDrawn(zone=zone, how="drawn", seed=seed) if seed:
            return draw_handlers.draw_event(state, commands.DrawLots(zone), seed) == event
        case events.PointsAccepted() | events.Disputed() if _is_after_the_end(state, event):
            return True
        case events.Penalised() if _counted_nowhere(state, event):
            return True
        case events.MatchLinked() if _is_before_the_players(state, event):
            return True
        case events.Started(fixtures=started) if started == not_running(at_tables(state)):
            return bool(started)  # earlier versions also started those that wait
        case _:
            return any(_means(state, command, event) for command in _commands(state, event))


def _is_after_the_end(state: TournamentState, event: events.PointsAccepted | events.Disputed) -> bool:
    """Whether a side answers the other about a match that is over, as earlier versions took it."""
    fixture = state.fixtures.get(event.fixture)
    slip = fixture.slip(event.hand) if fixture and fixture.is_over else None
    return slip is not None and not slip.is_settled and event.side in SIDES and slip.side != event.side


def _counted_nowhere(state: TournamentState, event: events.Penalised) -> bool:
    """Whether a penalty is of a match that was not played, or of standings that there are none of, as earlier versions
    took it."""
    fixture = None if event.fixture is None else state.fixtures.get(event.fixture)
    if event.fixture is not None and (fixture is None or not fixture.unplayed):
        return False
    as_played = fixture and replace(fixture, walkover=None, unattended=None, given_up=())
    with_standings = replace(state, plan=replace(state.plan, format="swiss"))
    command = commands.Penalise(entrant=event.entrant, points=event.points, reason=event.reason, fixture=event.fixture)
    with suppress(TranslatableRefusal):
        return result_handlers.penalised(with_standings, command, as_played) == event
    return False


def _is_before_the_players(state: TournamentState, event: events.MatchLinked) -> bool:
    """Whether a match of which not both players are known is linked, as earlier versions took it."""
    fixture = state.fixtures.get(event.fixture)
    return (
        fixture is not None
        and len(fixture.entrants) < len(SIDES)
        and not fixture.is_spoken_of
        and is_match(event.match)
    )


def _means(state: TournamentState, command: Command, event: Event) -> bool:
    with suppress(TranslatableRefusal, TranslatableError):
        return decide(state, command) == event
    return False


def began(plan: Plan) -> bool:
    """Whether a command creates a tournament with this plan. Raises what the command is refused with."""
    return plan_of(_found(plan), lambda *_: overridden(plan.rules, ())) == plan


def _found(plan: Plan) -> commands.CreateTournament:
    return commands.CreateTournament(
        title=plan.title,
        format=plan.format,
        rules=plan.rules.name,
        overrides=plan.overrides,
        tables=plan.tables,
        zone_size=plan.zone_size,
        qualifiers=plan.qualifiers,
        rounds=plan.rounds,
        delay_s=plan.delay_s,
        third_place=plan.third_place,
        late=plan.late,
        leaving=plan.leaving,
        nobody=plan.nobody,
        born_from=plan.born_from,
        born_until=plan.born_until,
    )


def _commands(state: TournamentState, event: Event) -> Iterator[Command]:
    """The orders that may mean ``event``, the likeliest first."""
    match event:
        case events.Entered(entrants=entrants):
            if len(entrants) == 1 and entrants[0].number in state.entrants:
                (one,) = entrants
                yield commands.Rename(one.number, one.name, one.club, f"{one.born or ''}")
            yield commands.Enter(_lines(entrants), anyway=True)
        case events.Withdrawn(entrant=entrant):
            yield commands.Withdraw(entrant)
        case events.Left(entrant=entrant, for_good=for_good, reason=reason):
            yield commands.Leave(entrant, reason, for_good)
        case events.Locked(home=home, away=away, round=turn):
            yield commands.Lock(home, away, turn)
        case events.Unlocked(entrant=entrant, round=turn):
            yield commands.Unlock(entrant, turn)
        case events.Returned(entrant=entrant, plays=plays):
            yield commands.Return(entrant, plays)
        case events.Joined(entrants=entrants, zones=zones, reason=reason):
            yield from (
                commands.Join(_lines(entrants), reason, zone, True)
                for zone in ("", *(drawn_zone.name for drawn_zone in zones))
            )
        case events.Drawn(seed=seed, by_club=by_club):
            yield commands.DrawZones(seed, by_club, anyway=True)
        case events.Paired(pairings=(one,)) if one.home is not None and one.away is not None:
            yield commands.AddFixture(one.home, one.away, one.round, anyway=True)
        case events.BracketDrawn(seed=seed):
            yield commands.DrawBracket(seed, anyway=True)
        case events.LotsDrawn(zone=zone, order=drawn, how="typed"):
            yield commands.DrawLots(zone, tuple(map(state.name, drawn)))
        case events.Admitted(table=table, seat=seat):
            yield commands.Admit(table, seat)
        case events.Revoked(device=device):
            yield commands.Revoke(device)
        case events.Archived():
            yield commands.Archive()
        case events.Restored():
            yield commands.RestoreArchived()
        case _:
            yield from _of_fixtures(state, event)


def _of_fixtures(state: TournamentState, event: Event) -> Iterator[Command]:
    """The commands that lead to an event about one or several matches."""
    match event:
        case events.Seated(seats=seats):
            for fixture, table in seats[:1]:
                yield commands.SeatFixtures(fixture, table)
            yield commands.SeatFixtures()
        case events.Started(fixtures=fixtures):
            yield from (commands.StartClock(number) for number in fixtures[:1])
            yield commands.StartClock()
        case events.Stopped(fixtures=fixtures):
            yield from (commands.StopClock(number) for number in fixtures[:1])
            yield commands.StopClock()
        case events.Extended(fixture=fixture, minutes=minutes, reason=reason):
            yield commands.ExtendTime(fixture, minutes, reason)
        case events.MatchLinked(fixture=fixture, match=match):
            yield commands.LinkMatch(fixture, match)
        case events.EntryVoided(entry=entry, reason=reason):
            yield commands.VoidEntry(entry, reason)
        case _:
            yield from _of_results(state, event)


def _of_results(state: TournamentState, event: Event) -> Iterator[Command]:
    """The commands that lead to an event about results."""
    match event:
        case events.Proposed(fixture=fixture, hand=hand, points=points, side=side, late_s=late_s):
            yield commands.Propose(fixture=fixture, hand=hand, points=points, side=side, late_s=late_s)
        case events.PointsAccepted(fixture=fixture, hand=hand, side=side):
            yield commands.AcceptPoints(fixture, hand, side)
        case events.Disputed(fixture=fixture, hand=hand, side=side, points=instead, reason=reason):
            if instead is not None and not reason:
                yield commands.Propose(fixture=fixture, hand=hand, points=instead, side=side)
            yield commands.Dispute(fixture=fixture, hand=hand, side=side, points=instead or (), reason=reason)
        case events.Ruled(fixture=fixture, hand=hand, old=old, points=ruled, reason=reason):
            yield commands.Rule(
                fixture=fixture, hand=hand, points=ruled or (), seen=old or (), remove=ruled is None, reason=reason
            )
        case events.Unattended(fixture=fixture, counts=counts, reason=reason):
            yield commands.MissBoth(fixture, reason, not counts)
        case events.WalkedOver(fixture=fixture, present=present, points=worth, reason=reason):
            yield commands.WalkOver(fixture, present, reason, worth)
        case events.Penalised(entrant=entrant, points=taken, reason=reason, fixture=where):
            yield commands.Penalise(entrant=entrant, points=taken, reason=reason, fixture=where)


def _lines(entrants: tuple[Entrant, ...]) -> str:
    """Entrants as a CSV text with named columns, as an uploaded list has them."""
    text = StringIO()
    rows = csv.writer(text, delimiter=";", lineterminator="\n", quoting=csv.QUOTE_ALL)
    rows.writerow(("nombre", "club", "nacimiento"))
    rows.writerows((entrant.name, entrant.club, entrant.born or "") for entrant in entrants)
    return text.getvalue()
