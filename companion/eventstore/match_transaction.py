"""A lock on one match across servers, and what may be read and appended while it is held."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Connection, insert
from sqlalchemy.dialects import postgresql, sqlite

from companion.errors import DamagedJournal, TruncatedStream
from companion.eventstore.checksums import chained, check_chain
from companion.eventstore.entries import Draft, Entry
from companion.eventstore.rows import FROM, OF_HEAD, SAID, entry_of, row_of, written
from companion.eventstore.schema import entries, heads

_WRITE = insert(entries).returning(entries.c.id)
"""What gives something back is sent as one statement by every driver."""
_FRESH_HEAD: Mapping[str, sqlite.Insert | postgresql.Insert] = {
    "sqlite": sqlite.insert(heads),
    "postgresql": postgresql.insert(heads),
}
_HEAD: Mapping[str, sqlite.Insert | postgresql.Insert] = {
    name: fresh.on_conflict_do_update(index_elements=["match"], set_=dict(fresh.excluded.items()))
    for name, fresh in _FRESH_HEAD.items()
}
ReadClock = Callable[[], float]


class Transaction:
    """A serialised transaction on one stream: reads are stable, and writes are committed together at its end."""

    def __init__(self, connection: Connection, match: str, clock: ReadClock) -> None:
        self._connection = connection
        self._match = match
        self._clock = clock

    def last(self) -> int:
        """The number of the newest entry of the match; 0 where there is none."""
        return self._head()[0]

    def entries(self, after: int = 0) -> tuple[Entry, ...]:
        """The entries of the match from number ``after`` on. Raises DamagedJournal where one is not as written."""
        return self._after(after, self._head())

    def following(self, after: int, mark: str = "") -> tuple[Entry, ...]:
        """The entries after number ``after``, whose checksum was ``mark`` where it is known.

        Raises TruncatedStream where that entry is no longer there, and DamagedJournal.
        """
        head = self._head()
        if head[0] < after or (head[0] == after and mark not in ("", head[1])):
            raise TruncatedStream(head[0])
        return self._after(after, head, mark)

    def said(self, keys: Sequence[str]) -> Mapping[str, Entry]:
        """The entries of the match that have one of these keys, by their keys."""
        known = self._connection.execute(SAID, {"of": self._match, "keys": list(keys)})
        return {row.key: entry_of(row) for row in known}

    def drafted(self, draft: Draft, number: int) -> Entry:
        """``draft`` as it would be written now, under ``number``."""
        return written(draft, number, self._clock())

    def append_all(self, fresh: Sequence[Entry]) -> str:
        """Append entries, and return the checksum of the last. Raises IntegrityError where their numbers are taken,
        TruncatedStream where the entries before them are no longer there."""
        if not fresh:
            return ""
        last, checksum = self._head()
        if fresh[0].number > last + 1:
            raise TruncatedStream(last)
        rows = chained(map(row_of, fresh), checksum)
        newest = max(self._connection.scalars(_WRITE, rows))
        head = {name: rows[-1][name] for name in ("match", "number", "checksum")}
        self._connection.execute(_HEAD[self._connection.dialect.name], head | {"entry": newest})
        return str(head["checksum"])

    def _after(self, after: int, head: tuple[int, str], mark: str = "") -> tuple[Entry, ...]:
        if head[0] and head[0] <= after:
            return ()
        rows = self._connection.execute(FROM, {"of": self._match, "first": after}).all()
        head = head if head[0] else self._head()  # the first may have been written at this moment
        if rows and not head[0]:
            raise DamagedJournal(self._match)
        if mark and rows and rows[0].number == after and rows[0].checksum != mark:
            raise TruncatedStream(head[0])
        return tuple(map(entry_of, check_chain(self._match, rows, after, head))) if rows or head[0] else ()

    def _head(self) -> tuple[int, str]:
        """The number and the checksum of the newest entry."""
        row = self._connection.execute(OF_HEAD, {"of": self._match}).first()
        return (row.number, row.checksum) if row else (0, "")
