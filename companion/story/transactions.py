"""Reading from the database and writing to it, with what it cannot do told in words of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from zlib import crc32

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from companion.errors import StoryError
from companion.story.opening import WRITES, reason_of


@contextmanager
def writing(database: Engine) -> Iterator[Connection]:
    """A transaction that is on the disk when it ends. Raises StoryError, or IntegrityError where another was first."""
    writer = database.execution_options(**{WRITES: True})
    with _told(), writer.begin() as connection:
        yield connection


@contextmanager
def reading(database: Engine) -> Iterator[Connection]:
    """A connection that only reads. Raises StoryError."""
    with _told(), database.connect() as connection:
        yield connection


@contextmanager
def in_turn(database: Engine, name: str) -> Iterator[Connection]:
    """A transaction during which nobody else is in turn under this name, on whatever server; as ``writing`` otherwise.

    The turn is a lock of PostgreSQL, or the one writer of a file: who is killed lets go of it.
    """
    with writing(database) as connection:
        if database.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(crc32(name.encode()))))
        yield connection


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise StoryError("story not written", reason=reason_of(error)) from error
