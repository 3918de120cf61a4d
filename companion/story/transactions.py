"""Reading from the database and writing to it, with what it cannot do told in words of ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from zlib import crc32

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from companion.errors import DamagedStory, StoryError
from companion.story.opening import WRITES, reason_of

_PRIMARY = 0xFF
"""What of a number of SQLite's says the kind of an error."""
_CORRUPTED = "XX00"
"""With what PostgreSQL's codes of damage begin."""


@contextmanager
def writing(database: Engine, match: str = "") -> Iterator[Connection]:
    """A transaction that is on the disk when it ends. Raises StoryError, or IntegrityError where another was first."""
    writer = database.execution_options(**{WRITES: True})
    with _told(match), writer.begin() as connection:
        yield connection


@contextmanager
def reading(database: Engine, match: str = "") -> Iterator[Connection]:
    """A connection that only reads, of ``match`` where it is named. Raises StoryError."""
    with _told(match), database.connect() as connection:
        yield connection


@contextmanager
def in_turn(database: Engine, name: str) -> Iterator[Connection]:
    """A transaction during which nobody else is in turn under this name, on whatever server; as ``writing`` otherwise.

    The turn is a lock of PostgreSQL, or the one writer of a file: who is killed lets go of it.
    """
    with writing(database, name) as connection:
        if database.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(crc32(name.encode()))))
        yield connection


@contextmanager
def _told(match: str) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        if is_damage(error.orig):
            raise DamagedStory(match) from error
        raise StoryError("story not written", reason=reason_of(error)) from error


def is_damage(error: object) -> bool:
    """Whether a database says that what it keeps is not what was written."""
    if isinstance(error, sqlite3.Error):
        return (getattr(error, "sqlite_errorcode", 0) & _PRIMARY) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    said = getattr(error, "sqlstate", None) or next(iter(getattr(error, "args", ())), None)
    code = said.get("C") if isinstance(said, dict) else said
    return isinstance(code, str) and code.startswith(_CORRUPTED)
