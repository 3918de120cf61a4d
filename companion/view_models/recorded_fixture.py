"""A match of a tournament that is recorded, hand by hand, in a match of the house."""

from __future__ import annotations

from dataclasses import dataclass

from companion.view_models.tournament import FixtureView


@dataclass(frozen=True, slots=True)
class RecordedFixture:
    """The match as it stands in its tournament."""

    tournament: str
    title: str
    fixture: FixtureView
