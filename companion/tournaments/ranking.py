"""The tables of a tournament, as the law of zones takes them; entrants go by their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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

    gone: frozenset[int]
    """Those of them who left for good."""

    @property
    def staying(self) -> tuple[Standing, ...]:
        """The rows of those who may still go on."""
        return tuple(row for row in self.rows if int(row.player) not in self.gone)

    def undrawn(self, places: int) -> tuple[str, ...]:
        """Those in or around the first ``places`` whom only lots can separate; the highest tie alone."""
        ranks = [row.rank for row in self.staying[:places] if row.needs_lots]
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
    """A zone ranked by what was played in it; those of whom nothing counts are in no row."""
    rules = story.plan.rules if story.zones else replace(story.plan.rules, tiebreak_many_only_complete=False)
    fixtures = [one for one in story.fixtures.values() if not one.pairing.is_knockout and one.pairing.zone == zone.name]
    out = _left_out(story, zone, fixtures)
    fixtures = [one for one in fixtures if out.isdisjoint(one.entrants)]
    players = tuple(one for one in zone.entrants if one not in out)
    counted = Zone(
        name=zone.name,
        players=tuple(map(str, players)),
        matches=tuple(_matches(fixtures, rules)),
        decisions=tuple(
            Decision(f"{one.entrant}", one.points, one.reason) for one in story.penalties if one.entrant in players
        ),
        lots=tuple(str(one) for one in story.lots.get(zone.name, ()) if one in players),
    )
    still = sum(not one.is_over for one in fixtures)
    return Ranking(zone, standings(counted, rules), tie_steps(counted, rules), still, _gone(story, players))


def _gone(story: TournamentStory, entrants: Iterable[int]) -> frozenset[int]:
    return frozenset(one for one in entrants if one in story.absences and story.absences[one].for_good)


def _left_out(story: TournamentStory, zone: DrawnZone, fixtures: Sequence[FixtureStory]) -> frozenset[int]:
    """Those who left and of whom nothing counts, as the plan has it; where rounds are paired everything counts."""
    gone = _gone(story, zone.entrants) if story.zones else frozenset[int]()
    if story.plan.leaving == "annul":
        return gone
    return frozenset(one for one in gone if story.plan.leaving == "half" and _played_few(one, fixtures))


def _played_few(entrant: int, fixtures: Sequence[FixtureStory]) -> bool:
    """Whether an entrant has played fewer than half of the matches."""
    theirs = [one for one in fixtures if entrant in one.entrants]
    return 2 * sum(one.is_over and not one.unplayed for one in theirs) < len(theirs)


def _matches(fixtures: Iterable[FixtureStory], rules: Rules) -> Iterator[PlayedMatch]:
    """What counts of matches that are over; in a walkover whoever was there comes first, as the law has it."""
    won, lost = (rules.walkover_points, 0) if rules.target_kind == "points_high" else (0, rules.walkover_points)
    for one in fixtures:
        if one.pairing.is_bye:
            yield PlayedMatch(f"{one.home}", RESTED, won, lost, walkover=True)
        elif one.unplayed in ("both", "void"):
            yield PlayedMatch(
                f"{one.home}", f"{one.away}", lost, won, nobody="lose" if one.unplayed == "both" else "void"
            )
        elif one.is_over:
            (home, away), (own, other) = (one.home, one.away), one.verdict.totals
            if one.unplayed and one.present == "away":
                home, away, own, other = away, home, other, own
            yield PlayedMatch(f"{home}", f"{away}", own, other, walkover=bool(one.unplayed))
