"""Fold the events of a tournament into the state of the match that they concern."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from companion.eventstore import Entry
from companion.tournaments.events import (
    Disputed,
    Event,
    Extended,
    MatchLinked,
    Penalised,
    PointsAccepted,
    Proposed,
    Ruled,
    Started,
    Stopped,
    Unattended,
    WalkedOver,
)
from companion.tournaments.fixture_state import FixtureState, ResultSheet
from companion.tournaments.match_clock import Clock


def folded(fixture: FixtureState, event: Event, entry: Entry) -> FixtureState:
    """``fixture`` after ``event`` of ``entry``; its clock stops when the match is over."""
    after = _applied(fixture, event, entry)
    if not after.is_over:
        return after
    stopped = after.clock.stopped(entry.at_s)
    return after if stopped == after.clock else replace(after, clock=stopped)  # with what was worked out of it


def _applied(fixture: FixtureState, event: Event, entry: Entry) -> FixtureState:
    match event:
        case Proposed():
            return fixture.with_slip(_proposed(fixture, event, entry))
        case PointsAccepted():
            return _settled(fixture, event, entry, "agreed")
        case Disputed():
            return _settled(fixture, event, entry, "disputed")
        case Ruled():
            return _ruled(fixture, event, entry)
        case Unattended(counts=counts, reason=reason):
            return replace(fixture, unattended=(counts, reason))
        case WalkedOver(present=present, points=points, reason=reason):
            return replace(fixture, walkover=(present, points, reason))
        case Penalised(entrant=entrant, points=points):
            own = fixture.side_of(entrant)
            home, away = fixture.penalties
            return replace(fixture, penalties=(home + points * (own == 0), away + points * (own == 1)))
        case MatchLinked(match=match):
            return replace(fixture, match=match)
        case _:
            return replace(fixture, clock=_clock(fixture.clock, event, entry.at_s))


def _clock(clock: Clock, event: Event, at_s: float) -> Clock:
    match event:
        case Started():
            return clock.started(at_s)
        case Stopped():
            return clock.stopped(at_s)
        case Extended(minutes=minutes):
            return replace(clock, extra_min=clock.extra_min + minutes)
        case _:
            return clock


def _proposed(fixture: FixtureState, event: Proposed, entry: Entry) -> ResultSheet:
    return ResultSheet(
        hand=event.hand,
        points=event.points,
        standing="proposed",
        side=event.side,
        ended_min=fixture.clock.minutes(entry.at_s - event.late_s),
        entry=entry.number,
        author=entry.said.author,
        pictures=_pictures(fixture.slip(event.hand), entry),
    )


def _settled(
    fixture: FixtureState, event: PointsAccepted | Disputed, entry: Entry, standing: Literal["agreed", "disputed"]
) -> FixtureState:
    slip = fixture.slip(event.hand)
    if slip is None:
        return fixture
    slip = replace(
        slip, standing=standing, entry=entry.number, author=entry.said.author, pictures=_pictures(slip, entry)
    )
    if isinstance(event, Disputed):
        slip = replace(slip, instead=event.points, reason=event.reason)
    return fixture.with_slip(slip)


def _ruled(fixture: FixtureState, event: Ruled, entry: Entry) -> FixtureState:
    if event.points is None:
        kept = tuple(slip for slip in fixture.slips if slip.hand != event.hand)
        return replace(fixture, slips=kept, removed=fixture.removed | {event.hand})
    before = fixture.slip(event.hand)
    return fixture.with_slip(
        ResultSheet(
            hand=event.hand,
            points=event.points,
            standing="ruled",
            side="both",
            ended_min=before.ended_min if before else fixture.clock.minutes(entry.at_s),
            entry=entry.number,
            author=entry.said.author,
            pictures=_pictures(before, entry),
            reason=event.reason,
        )
    )


def _pictures(before: ResultSheet | None, entry: Entry) -> tuple[str, ...]:
    """What was shown of a hand before, and what the entry shows."""
    shown = before.pictures if before else ()
    more = entry.said.picture
    return shown if more is None or more in shown else (*shown, more)
