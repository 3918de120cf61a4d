"""A tournament as plain tables: players, matches, hands, and zone standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from companion.printing.wording import word
from companion.view_models.tournament import FixtureView, TournamentSnapshot

Cell = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; its columns have machine-readable names, each row one cell for each."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def players_grid(snapshot: TournamentSnapshot) -> Grid:
    """The registered players."""
    rows = tuple((entrant.number, entrant.name, entrant.club) for entrant in snapshot.entrants)
    return Grid("players", ("number", "name", "club"), rows)


def qualified_grid(snapshot: TournamentSnapshot) -> Grid:
    """The players qualified for another tournament, in the format that it imports."""
    known = {entrant.number: entrant for entrant in snapshot.entrants}
    rows = tuple((place, known[entrant].name, known[entrant].club) for place, entrant in enumerate(snapshot.places, 1))
    return Grid("qualified", ("rank", "name", "club"), rows)


def fixtures_grid(snapshot: TournamentSnapshot) -> Grid:
    """Every match, with its result if any."""
    columns = ("fixture", "stage", "round", "zone", "table", "home", "away")
    points = ("home_points", "away_points", "standing", "winner", "walkover")
    return Grid("fixtures", columns + points, tuple(_fixture_row(fixture) for fixture in snapshot.fixtures))


def results_grid(snapshot: TournamentSnapshot) -> Grid:
    """Every scored hand; hand 0 is a whole match."""
    columns = ("fixture", "hand", "home", "away", "home_points", "away_points", "standing", "counts", "reason")
    return Grid("results", columns, tuple(row for fixture in snapshot.fixtures for row in _slip_rows(fixture)))


def standings_grid(snapshot: TournamentSnapshot) -> Grid:
    """The tables of all zones, with victory points where the rules award them."""
    victory = ("victory",) if any(zone.has_victory for zone in snapshot.zones) else ()
    columns = ("zone", "rank", "name", "club", "played", *victory, "won", "difference", "points_for", "needs_lots")
    rows = tuple(
        (zone.name, *(getattr(row, name) for name in columns[1:-1]), row.needs_lots and not zone.open_fixtures)
        for zone in snapshot.zones
        for row in zone.standings
    )
    return Grid("standings", columns, rows)


GRIDS: Mapping[str, Callable[[TournamentSnapshot], Grid]] = {
    "players": players_grid,
    "qualified": qualified_grid,
    "fixtures": fixtures_grid,
    "results": results_grid,
    "standings": standings_grid,
}


def name_of(fixture: FixtureView, side: int, language: str) -> str:
    """The player of a side of a match, or where that is decided."""
    if fixture.names[side] or fixture.is_bye:
        return fixture.names[side] or word(language, "bye")
    if fixture.vacant[side] or not fixture.feeds:
        return word(language, "nobody") if fixture.feeds else ""
    return word(language, "loser of" if fixture.losers[side] else "winner of", number=fixture.feeds[side])


def has_points(fixture: FixtureView) -> bool:
    """Whether there is any score of a match to show."""
    return not fixture.is_unopposed and (bool(fixture.slips) or fixture.standing == "over")


def _fixture_row(fixture: FixtureView) -> tuple[Cell, ...]:
    points = fixture.totals if has_points(fixture) else (None, None)
    winner = "" if fixture.winner is None else fixture.names[fixture.winner]
    standing = "bye" if fixture.is_unopposed else fixture.standing
    return (
        fixture.number,
        fixture.stage,
        fixture.round,
        fixture.zone,
        fixture.table,
        *fixture.names,
        *points,
        standing,
        winner,
        fixture.walkover,
    )


def _slip_rows(fixture: FixtureView) -> Iterator[tuple[Cell, ...]]:
    for slip in fixture.slips:
        points = slip.points or (None, None)
        yield (fixture.number, slip.hand, *fixture.names, *points, slip.standing, slip.counts, slip.reason)
