"""The final ranking of a tournament, as far as it is decided, and those of it who qualify for the next stage."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.zone_standings import Ranking, rankings
from engine.tournament.standings import Standing


def placings(state: TournamentState) -> tuple[int, ...]:
    """Entrant numbers from the first place on; empty before all is played.

    Ends before a tie that only lots would decide. Of a bracket: the finalists and those of the match for third place;
    of zones alone: the qualifiers.
    """
    return tuple(_ended(state, lambda table: table.rows))


def finishers(state: TournamentState) -> tuple[int, ...]:
    """The same for those who may go on to another tournament: of a table without those who left for good."""
    return tuple(_ended(state, lambda table: table.staying))


_RowsOf = Callable[[Ranking], tuple[Standing, ...]]


def _ended(state: TournamentState, rows_of: _RowsOf) -> Iterator[int]:
    if not state.fixtures or any(not fixture.is_over for fixture in state.fixtures.values()):
        return iter(())
    return _of_bracket(state) if state.of_stage("bracket") else _of_tables(state, rows_of)


def _of_tables(state: TournamentState, rows_of: _RowsOf) -> Iterator[int]:
    tables, plan = rankings(state), state.plan
    if plan.format == "swiss" and max(fixture.pairing.round for fixture in state.fixtures.values()) < plan.rounds:
        return
    if plan.format == "zones":
        if any(table.undrawn(plan.qualifiers) for table in tables):
            return
        for place in range(plan.qualifiers):
            yield from (int(table.staying[place].player) for table in tables if place < len(table.staying))
        return
    for row in rows_of(tables[0]):
        if sum(other.rank == row.rank for other in tables[0].rows) > 1:
            return
        yield int(row.player)


def _of_bracket(state: TournamentState) -> Iterator[int]:
    finals = state.of_stage("final") or state.of_stage("bracket")[-1:]
    champion = finals[-1].winner
    if champion is None:
        return
    yield champion
    if (
        second := next((entrant for final in finals for entrant in final.entrants if entrant != champion), None)
    ) is None:
        return
    yield second
    for third in state.of_stage("third"):
        yield from (entrant for entrant in (third.winner, third.loser) if entrant is not None)
    for lower in state.of_stage("lower")[-1:]:
        yield from (entrant for entrant in (lower.loser,) if entrant is not None)
