"""Which matches are or were at which table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from companion.tournaments.fixture_state import FixtureState

Tables = Mapping[int, tuple[int, ...]]
"""The numbers of the matches that are or were at each table, the latest last."""


def at_tables(before: Tables, fixtures: Mapping[int, FixtureState]) -> Tables:
    """The tables with ``fixtures``, of which some are elsewhere than ``before``, or are no more."""
    tables: dict[int, dict[int, None]] = defaultdict(dict)
    for table, there in before.items():
        tables[table] = {number: None for number in there if number in fixtures and fixtures[number].table == table}
    for number, fixture in fixtures.items():
        if fixture.table is not None:
            tables[fixture.table].setdefault(number)
    return {table: tuple(there) for table, there in tables.items()}
