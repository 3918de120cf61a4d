"""What each deed does to the match it speaks of."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from companion.eventstore import Entry
from companion.tournaments.clock import Clock
from companion.tournaments.events import (
    Agreed,
    Deed,
    Disputed,
    Extended,
    Penalised,
    Proposed,
    Ruled,
    Started,
    Stopped,
    Tied,
    Unattended,
    WalkedOver,
)
from companion.tournaments.fixture_story import FixtureStory, Slip


def folded(fixture: FixtureStory, deed: Deed, entry: Entry) -> FixtureStory:
    """``fixture`` after ``deed``, which the entry says; its clock stands from the moment that the match is over."""
    after = _told(fixture, deed, entry)
    return replace(after, clock=after.clock.stopped(entry.at_s)) if after.is_over else after


def _told(fixture: FixtureStory, deed: Deed, entry: Entry) -> FixtureStory:
    match deed:
        case Proposed():
            return fixture.with_slip(_proposed(fixture, deed, entry))
        case Agreed():
            return _settled(fixture, deed, entry, "agreed")
        case Disputed():
            return _settled(fixture, deed, entry, "disputed")
        case Ruled():
            return _ruled(fixture, deed, entry)
        case Unattended(counts=counts, reason=reason):
            return replace(fixture, unattended=(counts, reason))
        case WalkedOver(present=present, points=points, reason=reason):
            return replace(fixture, walkover=(present, points, reason))
        case Penalised(entrant=entrant, points=points):
            own = fixture.side_of(entrant)
            home, away = fixture.penalties
            return replace(fixture, penalties=(home + points * (own == 0), away + points * (own == 1)))
        case Tied(match=match):
            return replace(fixture, match=match)
        case _:
            return replace(fixture, clock=_clock(fixture.clock, deed, entry.at_s))


def _clock(clock: Clock, deed: Deed, at_s: float) -> Clock:
    match deed:
        case Started():
            return clock.started(at_s)
        case Stopped():
            return clock.stopped(at_s)
        case Extended(minutes=minutes):
            return replace(clock, extra_min=clock.extra_min + minutes)
        case _:
            return clock


def _proposed(fixture: FixtureStory, deed: Proposed, entry: Entry) -> Slip:
    return Slip(
        hand=deed.hand,
        points=deed.points,
        standing="proposed",
        side=deed.side,
        ended_min=fixture.clock.minutes(entry.at_s - deed.late_s),
        entry=entry.number,
        author=entry.said.author,
        pictures=_pictures(fixture.slip(deed.hand), entry),
    )


def _settled(
    fixture: FixtureStory, deed: Agreed | Disputed, entry: Entry, standing: Literal["agreed", "disputed"]
) -> FixtureStory:
    slip = fixture.slip(deed.hand)
    if slip is None:
        return fixture
    slip = replace(
        slip, standing=standing, entry=entry.number, author=entry.said.author, pictures=_pictures(slip, entry)
    )
    if isinstance(deed, Disputed):
        slip = replace(slip, instead=deed.points, reason=deed.reason)
    return fixture.with_slip(slip)


def _ruled(fixture: FixtureStory, deed: Ruled, entry: Entry) -> FixtureStory:
    if deed.points is None:
        return replace(fixture, slips=tuple(slip for slip in fixture.slips if slip.hand != deed.hand))
    before = fixture.slip(deed.hand)
    return fixture.with_slip(
        Slip(
            hand=deed.hand,
            points=deed.points,
            standing="ruled",
            side="both",
            ended_min=before.ended_min if before else fixture.clock.minutes(entry.at_s),
            entry=entry.number,
            author=entry.said.author,
            pictures=_pictures(before, entry),
            reason=deed.reason,
        )
    )


def _pictures(before: Slip | None, entry: Entry) -> tuple[str, ...]:
    """What was shown of a hand before, and what the entry shows."""
    shown = before.pictures if before else ()
    more = entry.said.picture
    return shown if more is None or more in shown else (*shown, more)
