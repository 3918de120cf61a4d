"""Verify that everything is as it was written: every entry of every stream, and the database file."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine, select

from companion.errors import DamagedJournal
from companion.eventstore.match_transaction import Transaction
from companion.eventstore.schema import entries, heads
from companion.eventstore.transactions import reading


@dataclass(frozen=True, slots=True)
class IntegrityReport:
    """The result of an integrity check."""

    damaged: tuple[str, ...] = ()
    """The names of the matches, and of what else has entries, of which some are not as they were written."""
    strays: tuple[str, ...] = ()
    """Streams without a recorded end."""
    is_whole: bool = True
    """Whether the database finds nothing amiss in its file."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is damaged."""
        return self.is_whole and not self.damaged


def check(database: Engine) -> IntegrityReport:
    """Verify everything. Raises JournalError where the database does not answer."""
    is_whole, ended, begun = _is_whole(database), *_names(database)
    strays = tuple(name for name in begun if name not in ended)
    damaged = tuple(name for name in (*ended, *strays) if name in strays or not _is_sound(database, name))
    return IntegrityReport(tuple(map(_spoken, damaged)), tuple(map(_spoken, strays)), is_whole)


def _is_whole(database: Engine) -> bool:
    if database.dialect.name != "sqlite":
        return True  # PostgreSQL looks at its own files, where it was told to
    try:
        with reading(database) as connection:
            return connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() == "ok"
    except DamagedJournal:
        return False


def _names(database: Engine) -> tuple[list[str], list[str]]:
    """The streams with a recorded end or with entries."""
    with reading(database) as connection:
        ended = connection.scalars(select(heads.c.match).order_by(heads.c.entry)).all()
    try:
        with reading(database) as connection:
            return list(ended), list(connection.scalars(select(entries.c.match).distinct()))
    except DamagedJournal:
        return list(ended), []


def _is_sound(database: Engine, name: str) -> bool:
    try:
        with reading(database, name) as connection:
            Transaction(connection, name, float).entries()
    except (DamagedJournal, UnicodeEncodeError):  # what cannot be written was never written
        return False
    return True


def _spoken(name: object) -> str:
    """A name with possibly damaged letters."""
    return str(name).encode(errors="backslashreplace").decode()
