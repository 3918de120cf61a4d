"""Open the database of a journal and migrate it."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from weakref import finalize

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from companion.errors import JournalError
from companion.eventstore.circuit_breaker import listen_for, with_time_limits
from companion.eventstore.schema import HEAD
from companion.eventstore.write_failures import with_write_failures

BUSY_MS = 10_000
"""The milliseconds after which a waiting writer gives up."""
_PATIENCE = ("lock_timeout", "idle_in_transaction_session_timeout")
"""PostgreSQL's settings for the time limits of locks and of idle transactions: a server that is suspended in its
turn would block all others."""
_ISOLATION = "READ COMMITTED"
"""Whatever is usual in a database: whoever has the turn has to see what was written before it."""
CONNECTIONS = 32
"""The number of connections that each server keeps open; PostgreSQL allows a hundred by default."""
_ONE_AT_A_TIME = 0x62757261
"""The key of the advisory lock of this program."""
_OWNER = 0o700
WRITES = "writes"
"""The option of a connection that is going to write."""


class OpenDatabase:
    """An open database, closed with its last reference."""

    def __init__(self, database: Engine) -> None:
        self._database = database
        finalize(self, database.dispose)

    def close(self) -> None:
        """Close the database."""
        self._database.dispose()


def open_database(url: str | URL) -> Engine:
    """The database at ``url``, up to date; a file is made where there is none. Raises JournalError."""
    try:
        is_file = make_url(url).get_backend_name() == "sqlite"
        options = {"connect_args": {"timeout": BUSY_MS / 1000}} if is_file else {"isolation_level": _ISOLATION}
        engine = create_engine(url, pool_pre_ping=not is_file, pool_size=CONNECTIONS, **options)
        if is_shared(engine):
            engine = with_time_limits(engine)
        with ExitStack() as in_vain:
            in_vain.callback(engine.dispose)
            if is_file:
                _prepare_sqlite(engine)
            elif is_shared(engine):
                _prepare_postgresql(engine)
            _bring_up_to_date(engine)
            in_vain.pop_all()
    except (DBAPIError, OSError) as error:
        raise JournalError("story not opened", reason=reason_of(error)) from error
    except ImportError as error:
        raise JournalError("no driver", driver=error.name or error) from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise JournalError("no such database", reason=error) from error
    return with_write_failures(engine)


def is_shared(database: Engine | Connection) -> bool:
    """Whether servers on other machines may write in it, too: a file has one as a rule."""
    return database.dialect.name == "postgresql"


def reason_of(error: Exception) -> str:
    """The system's message in one line."""
    said = str(getattr(error, "orig", None) or error)
    return said.splitlines()[0] if said else type(error).__name__


def _prepare_sqlite(engine: Engine) -> None:
    """A write-ahead log that is on the disk before anything is acknowledged; transactions begin when we say so."""
    path = engine.url.database
    if path and path != ":memory:":
        Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _keep_to_owner(Path(path))

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        connection.text_factory = _as_far_as_it_can_be_read
        for pragma in ("journal_mode = WAL", "synchronous = FULL", f"busy_timeout = {BUSY_MS}"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begins(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare_postgresql(engine: Engine) -> None:
    """Set time limits for waiting for locks and for idle transactions."""
    wanted = ", ".join(f"set_config('{name}', '{BUSY_MS}', false)" for name in _PATIENCE)

    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _record: object) -> None:
        with closing(connection.cursor()) as cursor:
            cursor.execute(f"SELECT {wanted}")
        connection.commit()


def _keep_to_owner(path: Path) -> None:
    """Restrict a database and SQLite's files beside it to their owner; files of other users stay unchanged.

    A file that is there is not opened: closing it would let go of the locks that SQLite holds on it here.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
        with suppress(OSError):
            file.chmod(stat.S_IMODE(file.stat().st_mode) & _OWNER)


def _as_far_as_it_can_be_read(text: bytes) -> str:
    """Decode text with possibly damaged bytes, which its checksum reveals."""
    return text.decode(errors="surrogateescape")


def _bring_up_to_date(engine: Engine) -> None:
    with engine.execution_options(**{WRITES: True}).begin() as connection:
        if is_shared(connection):  # of several programs that begin at once, one does it
            listen_for(connection, None)
            connection.execute(text("SET LOCAL lock_timeout = 0"))  # a migration may take its time
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})"))
        found = _version(connection)
        if found == HEAD:
            return
        if found is not None and found > HEAD:
            raise JournalError("newer story", place=make_url(engine.url).database)
        _migrate(connection)


def _version(connection: Connection) -> str | None:
    """The newest migration that the database has seen."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(connection: Connection) -> None:
    from alembic import command  # takes a moment to load, and a database that is up to date needs none of it
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
