"""The turn of one server to speak of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Connection, insert

from companion.story.entries import Draft, Entry
from companion.story.rows import AFTER, SAID, entry_of, row_of, written
from companion.story.schema import entries

_WRITE = insert(entries).returning(entries.c.id)
"""What gives something back is sent as one statement by every driver."""
Clock = Callable[[], float]


class Turn:
    """What is read stays so until the turn ends; only then is on the disk what was written, all or none of it."""

    def __init__(self, connection: Connection, match: str, clock: Clock) -> None:
        self._connection = connection
        self._match = match
        self._clock = clock

    def entries(self, after: int = 0) -> tuple[Entry, ...]:
        """The entries of the match from number ``after`` on."""
        return tuple(map(entry_of, self._connection.execute(AFTER, {"of": self._match, "after": after})))

    def said(self, keys: Sequence[str]) -> Mapping[str, Entry]:
        """The entries of the match that have one of these keys, by their keys."""
        known = self._connection.execute(SAID, {"of": self._match, "keys": list(keys)})
        return {row.key: entry_of(row) for row in known}

    def drafted(self, draft: Draft, number: int) -> Entry:
        """``draft`` as it would be written now, under ``number``."""
        return written(draft, number, self._clock())

    def append_all(self, fresh: Sequence[Entry]) -> None:
        """Writes entries that follow those that are there. Raises IntegrityError where others do already."""
        if fresh:
            self._connection.execute(_WRITE, [row_of(entry) for entry in fresh])
