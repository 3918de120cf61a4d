"""What of a tournament is everybody's to read: the photographs of its hands are the judges'."""

from __future__ import annotations

from dataclasses import replace

from companion.view_models.tournament import FixtureView, TournamentSnapshot


def published(shown: TournamentSnapshot) -> TournamentSnapshot:
    """The same view without the names of photographs, each of which opens one."""
    if not any(slip.pictures for fixture in shown.fixtures for slip in fixture.slips):
        return shown
    return replace(shown, fixtures=tuple(_without_pictures(fixture) for fixture in shown.fixtures))


def _without_pictures(fixture: FixtureView) -> FixtureView:
    return replace(fixture, slips=tuple(replace(slip, pictures=()) for slip in fixture.slips))
