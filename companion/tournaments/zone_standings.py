"""The standings of a tournament's zones, computed by `engine.tournament.standings`; players are entrant numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.tournaments.fixture_state import FixtureState
from companion.tournaments.plan import DrawnZone
from companion.tournaments.tournament_state import TournamentState
from engine.rules.rules import Rules
from engine.tournament.standings import PlayedMatch, PointsAdjustment, Standing, TieStep, Zone, standings, tie_steps

RESTED = ""
"""The opponent's name in the match of an entrant who rests."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings of a zone, and what they were computed from."""

    zone: DrawnZone
    rows: tuple[Standing, ...]
    steps: tuple[TieStep, ...]
    open_fixtures: int
    """The matches that are not over."""

    gone: frozenset[int]
    """The entrants of the zone who left for good."""

    @property
    def staying(self) -> tuple[Standing, ...]:
        """The rows without the entrants who left for good."""
        return tuple(row for row in self.rows if int(row.player) not in self.gone)

    def undrawn(self, places: int) -> tuple[str, ...]:
        """The entrants of the highest tie at or around the first ``places`` that only lots can break; empty without
        one."""
        ranks = [row.rank for row in self.staying[:places] if row.needs_lots]
        return tuple(row.player for row in self.rows if ranks and row.rank == ranks[0])


def rankings(state: TournamentState) -> tuple[Ranking, ...]:
    """The standings of every zone; without zones one of all entrants, with an empty name."""
    return tuple(ranking(state, zone) for zone in zones_of(state))


def zones_of(state: TournamentState) -> tuple[DrawnZone, ...]:
    """The zones; where rounds are paired, one zone of all entrants."""
    if state.plan.format in ("swiss", "free"):
        return (DrawnZone("", tuple(state.entrants)),)
    return state.zones


def annulled(state: TournamentState) -> frozenset[int]:
    """The numbers of the matches that count in no standings, since an entrant of theirs left."""
    found: set[int] = set()
    for zone in zones_of(state):
        fixtures = _fixtures(state, zone)
        out = _left_out(state, zone, fixtures)
        found |= {fixture.number for fixture in fixtures if not out.isdisjoint(fixture.entrants)}
    return frozenset(found)


def _fixtures(state: TournamentState, zone: DrawnZone) -> list[FixtureState]:
    """The matches of a zone."""
    return [
        fixture
        for fixture in state.fixtures.values()
        if not fixture.pairing.is_knockout and fixture.pairing.zone == zone.name
    ]


def ranking(state: TournamentState, zone: DrawnZone) -> Ranking:
    """The standings of a zone by its matches; entrants without a match that counts are in no row."""
    rules = state.plan.rules if state.zones else replace(state.plan.rules, tiebreak_many_only_complete=False)
    fixtures = _fixtures(state, zone)
    out = _left_out(state, zone, fixtures)
    fixtures = [fixture for fixture in fixtures if out.isdisjoint(fixture.entrants)]
    players = tuple(entrant for entrant in zone.entrants if entrant not in out)
    counted = Zone(
        name=zone.name,
        players=tuple(map(str, players)),
        matches=tuple(_matches(fixtures, rules)),
        decisions=tuple(
            PointsAdjustment(f"{penalty.entrant}", penalty.points, penalty.reason)
            for penalty in state.penalties
            if penalty.entrant in players
        ),
        draws=tuple(tuple(str(lot) for lot in draw if lot in players) for draw in state.lots.get(zone.name, ())),
    )
    still = sum(not fixture.is_over for fixture in fixtures)
    return Ranking(zone, standings(counted, rules), tie_steps(counted, rules), still, _gone(state, players))


def _gone(state: TournamentState, entrants: Iterable[int]) -> frozenset[int]:
    return frozenset(entrant for entrant in entrants if entrant in state.absences and state.absences[entrant].for_good)


def _left_out(state: TournamentState, zone: DrawnZone, fixtures: Sequence[FixtureState]) -> frozenset[int]:
    """Those who left and of whom nothing counts, as the plan has it; where rounds are paired everything counts."""
    gone = _gone(state, zone.entrants) if state.zones else frozenset[int]()
    if state.plan.leaving == "annul":
        return gone
    return frozenset(entrant for entrant in gone if state.plan.leaving == "half" and _played_few(entrant, fixtures))


def _played_few(entrant: int, fixtures: Sequence[FixtureState]) -> bool:
    """Whether an entrant has played fewer than half of the matches."""
    theirs = [fixture for fixture in fixtures if entrant in fixture.entrants]
    return 2 * sum(their.is_over and not their.unplayed for their in theirs) < len(theirs)


def _matches(fixtures: Iterable[FixtureState], rules: Rules) -> Iterator[PlayedMatch]:
    """The finished matches with their counted points; a walkover is won by the side that was present."""
    won, lost = (rules.walkover_points, 0) if rules.target_kind == "points_high" else (0, rules.walkover_points)
    for fixture in fixtures:
        if fixture.pairing.is_bye:
            yield PlayedMatch(f"{fixture.home}", RESTED, won, lost, walkover=True)
        elif fixture.unplayed in ("both", "void"):
            yield PlayedMatch(
                f"{fixture.home}", f"{fixture.away}", lost, won, nobody="lose" if fixture.unplayed == "both" else "void"
            )
        elif fixture.is_over:
            (home, away), (own, other) = (fixture.home, fixture.away), fixture.verdict.totals
            if fixture.unplayed and fixture.present == "away":
                home, away, own, other = away, home, other, own
            yield PlayedMatch(f"{home}", f"{away}", own, other, walkover=bool(fixture.unplayed))
