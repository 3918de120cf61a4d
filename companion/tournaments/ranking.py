"""The tables of a tournament, as the law of zones takes them; entrants go by their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.tournaments.fixture_story import FixtureStory
from companion.tournaments.plan import DrawnZone
from companion.tournaments.tournament_story import TournamentStory
from engine.rules.rules import Rules
from engine.tournament.standings import Decision, PlayedMatch, Standing, TieStep, Zone, standings, tie_steps

RESTED = ""
"""Stands for nobody in the matches of who rests."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A zone ranked: its rows, and how they came about."""

    zone: DrawnZone
    rows: tuple[Standing, ...]
    steps: tuple[TieStep, ...]
    open_fixtures: int
    """Matches that are not over."""

    def undrawn(self, places: int) -> tuple[str, ...]:
        """Those in or around the first ``places`` whom only lots can separate; the highest tie alone."""
        ranks = [row.rank for row in self.rows[:places] if row.needs_lots]
        return tuple(row.player for row in self.rows if ranks and row.rank == ranks[0])


def rankings(story: TournamentStory) -> tuple[Ranking, ...]:
    """Every zone ranked; without zones all entrants are one, called by no name."""
    return tuple(ranking(story, zone) for zone in zones_of(story))


def zones_of(story: TournamentStory) -> tuple[DrawnZone, ...]:
    """The zones, or the one that all entrants are where rounds are paired."""
    if story.plan.format in ("swiss", "free"):
        return (DrawnZone("", tuple(story.entrants)),)
    return story.zones


def ranking(story: TournamentStory, zone: DrawnZone) -> Ranking:
    """A zone ranked by what was played in it."""
    rules = story.plan.rules if story.zones else replace(story.plan.rules, tiebreak_many_only_complete=False)
    fixtures = [
        one for one in story.fixtures.values() if one.pairing.stage != "bracket" and one.pairing.zone == zone.name
    ]
    counted = Zone(
        name=zone.name,
        players=tuple(map(str, zone.entrants)),
        matches=tuple(_matches(fixtures, rules)),
        decisions=tuple(
            Decision(f"{one.entrant}", one.points, one.reason)
            for one in story.penalties
            if one.entrant in zone.entrants
        ),
        lots=tuple(map(str, story.lots.get(zone.name, ()))),
    )
    still = sum(not one.is_over for one in fixtures)
    return Ranking(zone, standings(counted, rules), tie_steps(counted, rules), still)


def _matches(fixtures: Iterable[FixtureStory], rules: Rules) -> Iterator[PlayedMatch]:
    for one in fixtures:
        if one.pairing.is_bye:
            won, lost = (rules.walkover_points, 0) if rules.target_kind == "points_high" else (0, rules.walkover_points)
            yield PlayedMatch(f"{one.home}", RESTED, won, lost, walkover=True)
        elif one.is_over:
            yield _match(one)


def _match(fixture: FixtureStory) -> PlayedMatch:
    """A finished match; in a walkover whoever was there comes first, as the law has it."""
    home, away = fixture.verdict.totals
    if fixture.walkover and fixture.walkover[0] == "away":
        return PlayedMatch(f"{fixture.away}", f"{fixture.home}", away, home, walkover=True)
    return PlayedMatch(f"{fixture.home}", f"{fixture.away}", home, away, walkover=fixture.walkover is not None)
