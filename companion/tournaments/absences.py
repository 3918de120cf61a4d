"""The effect of absences on the matches of a tournament: matches forfeited, restored, or decided by a bye."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.tournaments.attendance_events import Joined
from companion.tournaments.fixture_state import FixtureState

Fixtures = Mapping[int, FixtureState]


@dataclass(frozen=True, slots=True)
class Absence:
    """An entrant who left, for good or for a while."""

    entrant: int
    for_good: bool
    reason: str


Absences = Mapping[int, Absence]


def forfeit_matches(fixtures: Fixtures, gone: Absence, at_s: float) -> dict[int, FixtureState]:
    """The unfinished matches of the absent entrant, marked as forfeited and with their clocks stopped, by number."""
    theirs = [fixture for fixture in fixtures.values() if gone.entrant in fixture.entrants and not fixture.is_over]
    changed = [replace(their, given_up=(*their.given_up, (gone.entrant, gone.reason))) for their in theirs]
    return {
        fixture.number: replace(fixture, clock=fixture.clock.stopped(at_s)) if fixture.is_over else fixture
        for fixture in changed
    }


def resume_matches(fixtures: Fixtures, entrant: int) -> dict[int, FixtureState]:
    """The matches that ``entrant`` forfeited by leaving, open again, by number; without those that they came too late
    for, and those whose successor has begun, or one after that."""
    return {
        fixture.number: replace(fixture, given_up=tuple(mark for mark in fixture.given_up if mark[0] != entrant))
        for fixture in fixtures.values()
        if any(mark[0] == entrant for mark in fixture.given_up)
        and entrant not in fixture.late
        and not any(after.is_spoken_of for after in following(fixtures, fixture.number))
    }


def missed(fixtures: Fixtures, event: Joined) -> dict[int, FixtureState]:
    """The matches that a late entry missed, marked as lost or void, by number."""
    changed = {number: replace(fixtures[number], unattended=(False, event.reason)) for number in event.void}
    for number in event.lost:
        fixture = fixtures[number]
        late = tuple(entrant.number for entrant in event.entrants if entrant.number in fixture.entrants)
        marks = tuple((entrant, event.reason) for entrant in late)
        changed[number] = replace(fixture, given_up=(*fixture.given_up, *marks), late=late)
    return changed


def advanced(fixtures: Fixtures, numbers: Iterable[int], absences: Absences) -> Fixtures:
    """The fixtures with the winners and losers of ``numbers`` entered in the matches that follow, and so on through
    the bracket."""
    changed, waiting = dict(fixtures), list(numbers)
    while waiting:
        number = waiting.pop(0)
        for after in led_to(changed, number):
            filled = _filled(after, changed, absences)
            if filled != after:
                changed[after.number] = filled
                waiting.append(after.number)
    return MappingProxyType(changed)


def led_to(fixtures: Fixtures, number: int) -> Iterator[FixtureState]:
    """The bracket matches whose entrants come from match ``number``."""
    return (fixture for fixture in list(fixtures.values()) if number in (fixture.pairing.feeds or ()))


def following(fixtures: Fixtures, number: int) -> Iterator[FixtureState]:
    """The bracket matches whose entrants depend on match ``number``, however many lie between: one may be decided
    without being played."""
    waiting, seen = [number], {number}
    while waiting:
        for after in led_to(fixtures, waiting.pop(0)):
            if after.number not in seen:
                seen.add(after.number)
                waiting.append(after.number)
                yield after


def _filled(after: FixtureState, fixtures: Fixtures, absences: Absences) -> FixtureState:
    """``after`` with the entrants that the matches feeding it have produced so far."""
    feeds = [fixtures[feed] for feed in after.pairing.feeds or ()]
    home, away = (
        feed.loser if is_loser else feed.winner for feed, is_loser in zip(feeds, after.pairing.losers, strict=True)
    )
    vacant = (feeds[0].is_over and home is None, feeds[1].is_over and away is None)
    if feeds[0] is feeds[1] and feeds[0].winner is not None and feeds[0].winner == feeds[0].home:
        away, vacant = None, (False, True)  # who had never lost has won the final: it is not played again
    if (home, away, vacant) == (after.home, after.away, after.vacant):
        return after
    there = [entrant for entrant in (home, away) if entrant is not None and entrant in absences]
    gone = tuple((entrant, absences[entrant].reason) for entrant in there if absences[entrant].for_good)
    return replace(after, home=home, away=away, vacant=vacant, given_up=gone)
