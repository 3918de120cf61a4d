"""Read and write transactions of the database, whose failures become errors of the journal."""

from __future__ import annotations

import logging
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from zlib import crc32

from sqlalchemy import Connection, Engine, func, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.errors import DamagedJournal, JournalError
from companion.eventstore.circuit_breaker import SILENCE_S, guarded_query, listen_for
from companion.eventstore.database_opening import BUSY_MS, WRITES, is_shared, reason_of
from companion.eventstore.evidence_store import has_room
from companion.eventstore.write_failures import write_failures

_PRIMARY = 0xFF
"""What of a number of SQLite's says the kind of an error."""
_CORRUPTED, _NO_ROOM = "XX00", "53100"
"""With what PostgreSQL's codes of damage begin, and the one of a full disk."""
WRITERS_S, _LOOK_S = 2.0, 0.005
"""The seconds to wait for running writers, and the polling interval."""
_IN_TURN = text(
    "SELECT virtualtransaction FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objsubid = 1 "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
"""The transactions that hold the lock of a turn."""
_log = logging.getLogger(__name__)


@contextmanager
def writing(database: Engine, match: str = "") -> Iterator[Connection]:
    """A transaction that is on the disk when it ends. Raises JournalError; IntegrityError where another was first."""
    failures = write_failures(database)
    try:
        check_room(database)
        writer = database.execution_options(**{WRITES: True})
        with _errors_translated(match, "story not saved"), guarded_query(database), writer.begin() as connection:
            listen_for(connection, BUSY_MS / 1000 + SILENCE_S)  # others may be in their turn so long
            yield connection
    except JournalError as error:
        failures.note(error)
        raise
    failures.note(None)


@contextmanager
def reading(database: Engine, match: str = "") -> Iterator[Connection]:
    """A connection that only reads, of ``match`` where it is named. Raises JournalError.

    PostgreSQL shows each statement what is committed by then in either way: without a transaction, which would have to
    be begun and ended, it is asked once instead of three times.
    """
    reader = database.execution_options(isolation_level="AUTOCOMMIT") if is_shared(database) else database
    with _errors_translated(match), guarded_query(database), reader.connect() as connection:
        listen_for(connection, SILENCE_S)
        yield connection


@contextmanager
def in_turn(database: Engine, name: str) -> Iterator[Connection]:
    """A write transaction that excludes all others under the same name, on every server.

    The lock is an advisory lock of PostgreSQL, or SQLite's write lock: a killed process releases it.
    """
    with writing(database, name) as connection:
        if is_shared(database):
            connection.execute(select(func.pg_advisory_xact_lock(crc32(name.encode()))))
            listen_for(connection, SILENCE_S)
        yield connection


def writers_done(connection: Connection) -> bool:
    """Whether all writers running at the time of the call have finished; waits for them briefly.

    Ids are assigned before their rows become visible: only then can no lower id appear later. A file has one writer at
    a time.
    """
    if not is_shared(connection):
        return True
    until_s, busy = monotonic() + WRITERS_S, set(connection.scalars(_IN_TURN))
    while busy and monotonic() < until_s:
        sleep(_LOOK_S)
        busy &= set(connection.scalars(_IN_TURN))
    return not busy


def check_room(database: Engine) -> None:
    """Raise JournalError where the file could not grow without the disk space reserved for closing it."""
    path = database.url.database
    if database.dialect.name == "sqlite" and path and not has_room(Path(path).parent):
        raise JournalError("disk full")


@contextmanager
def _errors_translated(match: str, away: str = "story away") -> Iterator[None]:
    """Translate database errors into JournalError; their original text is logged."""
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeout, ConnectionError, TimeoutError, struct.error) as error:
        said = getattr(error, "orig", None)
        if is_damage(said):
            raise DamagedJournal(match) from error
        _log.warning("the database: %s", reason_of(error))
        raise JournalError("disk full" if is_full(said) else away) from error


def is_full(error: object) -> bool:
    """Whether a database error means that there is no disk space."""
    if isinstance(error, sqlite3.Error):
        return (getattr(error, "sqlite_errorcode", 0) & _PRIMARY) == sqlite3.SQLITE_FULL
    return _state(error) == _NO_ROOM


def is_damage(error: object) -> bool:
    """Whether a database error means that the file is damaged."""
    if isinstance(error, sqlite3.Error):
        return (getattr(error, "sqlite_errorcode", 0) & _PRIMARY) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return _state(error).startswith(_CORRUPTED)


def _state(error: object) -> str:
    """PostgreSQL's code of an error, by whichever driver; empty where there is none."""
    said = getattr(error, "sqlstate", None) or next(iter(getattr(error, "args", ())), None)
    code = said.get("C") if isinstance(said, dict) else said
    return code if isinstance(code, str) else ""
