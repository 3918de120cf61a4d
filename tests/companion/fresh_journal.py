"""A new journal in a file is made by the statements that its migrations came to before in this process.

Nor does a commit wait for the disk: what a test writes need not outlast a power cut.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, event

from companion.eventstore import database_opening

_migrate = database_opening._migrate
_prepare_sqlite = database_opening._prepare_sqlite
_made: list[str] = []
"""What a journal that was migrated from nothing consists of."""


def migrate(connection: Connection) -> None:
    """In the place of ``database_opening._migrate``, which takes a hundredth of a second for one from nothing.

    A journal in which there is something, and one in another database, are migrated as ever.
    """
    is_new = connection.dialect.name == "sqlite" and not _tables(connection)
    if not (is_new and _made):
        _migrate(connection)
        if is_new:
            _made.extend(statements_of(connection.connection.driver_connection))
        return
    for statement in _made:
        connection.exec_driver_sql(statement)


def prepare_sqlite(engine: Engine) -> None:
    """In the place of ``database_opening._prepare_sqlite``, with which each commit takes some thousandths of a second.

    All else is the same, also what another connection or program finds.
    """
    _prepare_sqlite(engine)
    event.listen(engine, "connect", lambda connection, _record: connection.execute("PRAGMA synchronous = OFF"))


def statements_of(database: sqlite3.Connection | None) -> Iterator[str]:
    """What makes a database like this one, within a transaction."""
    assert database is not None
    return (line for line in database.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;"))


def _tables(connection: Connection) -> int:
    return int(connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one())


@contextmanager
def as_migrated() -> Iterator[None]:
    """Every journal is migrated meanwhile, a new one too."""
    database_opening._migrate = _migrate
    try:
        yield
    finally:
        database_opening._migrate = migrate


@contextmanager
def as_on_disk() -> Iterator[None]:
    """Every commit in a journal that is opened meanwhile reaches the disk, as for whoever uses the program."""
    database_opening._prepare_sqlite = _prepare_sqlite
    try:
        yield
    finally:
        database_opening._prepare_sqlite = prepare_sqlite


database_opening._migrate = migrate
database_opening._prepare_sqlite = prepare_sqlite
