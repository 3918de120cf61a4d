"""Check whether a drawn bracket is still the one that the zones give: results may be corrected after the draw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.tournaments.brackets import bracket_pairings
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.zone_standings import Ranking
from engine.tournament.standings import Standing

_Rows = tuple[tuple[str, tuple[Standing, ...]], ...]


def is_stale(state: TournamentState, tables: Sequence[Ranking]) -> bool:
    """Whether others would go through by now than the bracket has, or would meet others.

    Once it has begun, those who left for good keep their places.
    """
    first = [fixture for fixture in state.of_stage("bracket") if fixture.pairing.round == 1]
    if not first or state.plan.format != "zones":
        return False
    most = state.plan.qualifiers
    through: _Rows = tuple((table.zone.name, table.rows[:most]) for table in tables)
    staying: _Rows = tuple((table.zone.name, table.staying[:most]) for table in tables)
    drawn = {entrant for fixture in first for entrant in fixture.entrants}
    begun = any(fixture.is_spoken_of for fixture in state.of_stage("bracket"))
    counted = through if begun and drawn == _entrants(through) else staying
    if drawn != _entrants(counted):
        return True
    if any(table.open_fixtures or table.undrawn(most) for table in tables):
        return False
    return _crossings(counted, most) != tuple((fixture.pairing.home, fixture.pairing.away) for fixture in first)


def _entrants(rows: _Rows) -> set[int]:
    return {int(row.player) for _, listed in rows for row in listed}


@lru_cache(maxsize=64)
def _crossings(zones: _Rows, qualifiers: int) -> tuple[tuple[int | None, int | None], ...]:
    """Who meets whom in the first round of the bracket of these zones."""
    pairings = bracket_pairings(zones, qualifiers, 0)
    return tuple((pairing.home, pairing.away) for pairing in pairings if pairing.feeds is None)
