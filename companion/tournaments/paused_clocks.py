"""The clocks that an entry stopped which was struck out later: they stood meanwhile, for nobody could play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.tournaments.events import EntryVoided, Event, Left, Penalised, Unattended, WalkedOver
from companion.tournaments.fixture_state import FixtureState

Fixtures = Mapping[int, FixtureState]
ENDING = (Left, Penalised, Unattended, WalkedOver)
"""What may end a match, and be struck out."""


def is_pausing(strike: EntryVoided, event: Event) -> bool:
    """Whether ``strike`` makes a pause of what ``event`` ended."""
    return strike.pauses and isinstance(event, ENDING)


def stopped(fixtures: Fixtures, ended: Fixtures, at_s: float) -> dict[int, FixtureState]:
    """The matches of ``fixtures`` whose clock runs, and does not where they are ``ended``; stopped at ``at_s``."""
    return {
        number: replace(fixture, clock=fixture.clock.stopped(at_s))
        for number, fixture in fixtures.items()
        if fixture.clock.since_s is not None and ended[number].clock.since_s is None
    }


def going_on(fixtures: Fixtures, paused: Mapping[int, Fixtures], event: Event, at_s: float) -> dict[int, FixtureState]:
    """Where ``event`` strikes out an entry, the matches ``paused`` by it, by its number; their clocks run on.

    Not those that are over, or were started and stopped since.
    """
    before = paused.get(event.entry, {}) if isinstance(event, EntryVoided) else {}
    return {
        number: replace(fixtures[number], clock=fixtures[number].clock.started(at_s))
        for number, stood in before.items()
        if number in fixtures and fixtures[number].clock.runs == stood.clock.runs and not fixtures[number].is_over
    }
