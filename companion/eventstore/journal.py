"""The append-only log of all events of all streams, in a database."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Engine, and_, func, not_, or_, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError

from companion.errors import JournalFileError
from companion.eventstore.database_opening import OpenDatabase, is_shared, open_database
from companion.eventstore.entries import GAME, HOUSE_KEYS, RULE_SETS, TOURNAMENT, Draft, Entry, is_match, is_tournament
from companion.eventstore.export_import import check_follows
from companion.eventstore.integrity import IntegrityReport, check
from companion.eventstore.match_transaction import ReadClock, Transaction
from companion.eventstore.rows import written
from companion.eventstore.schema import entries, heads
from companion.eventstore.transactions import in_turn, reading, writers_done
from companion.eventstore.write_failures import write_failures

_SECOND_MS = 1000
_NOW = text("SELECT extract(epoch FROM clock_timestamp())")
_AT_ONCE = 500
"""Names of which a question is asked."""


class StaleStream(Exception):  # noqa: N818
    """Another writer came first; ``last`` is the number of the newest entry."""

    def __init__(self, last: int) -> None:
        super().__init__(last)
        self.last = last


@dataclass(frozen=True, slots=True)
class NewEntries:
    """The new entries of one stream: the numbers of the first and the last, and the id and time of the last."""

    match: str
    first: int
    last: int
    last_id: int
    at_s: float


class Journal(OpenDatabase):
    """Entries of all matches, in the order they were written; safe to use from many threads and programs."""

    def __init__(self, database: Engine, clock: ReadClock = time.time) -> None:
        super().__init__(database)
        self._clock = clock
        self._strays: tuple[str, ...] = ()

    @staticmethod
    def open(url: str | URL, clock: ReadClock = time.time) -> Journal:
        """The journal in the database at ``url``. Raises JournalError."""
        return Journal(open_database(url), clock)

    @property
    def is_shared(self) -> bool:
        """Whether servers on other machines may write in it, too: a file has one as a rule."""
        return is_shared(self._database)

    def write_trouble(self) -> str:
        """The name of the sentence about a write that failed a moment ago; empty where none did."""
        return write_failures(self._database).present()

    def ahead_s(self, wall: ReadClock = time.time) -> float:
        """How far the clock of the database's machine is ahead of the clock ``wall`` of this one; 0 for a file. Raises
        JournalError."""
        if not self.is_shared:
            return 0.0
        with reading(self._database) as connection:
            connection.execute(_NOW)  # the first question also makes the connection
            asked_s, there_s, answered_s = wall(), float(connection.execute(_NOW).scalar_one()), wall()
        return there_s - (asked_s + answered_s) / 2

    def use_clock(self, clock: ReadClock) -> None:
        """Set the clock that dates entries."""
        self._clock = clock

    def now_s(self) -> float:
        """The time that an entry written now would have, in seconds since 1970."""
        return self._clock()

    def append(self, draft: Draft, after: int) -> Entry:
        """Append ``draft`` after entry ``after``; it is on the disk when this returns.

        The entry that has the same key already is given back as it is. Raises StaleStream where other entries came
        after ``after``, JournalError where nothing can be written.
        """
        try:
            return self._append(draft, after)
        except IntegrityError:  # another machine wrote at this very moment: now its entry is there to be seen
            return self._append(draft, after)

    @contextmanager
    def turn(self, match: str) -> Iterator[Transaction]:
        """While it is held, no other server writes of this match.

        What was written is on the disk, all or none, when it ends. Raises StaleStream where a server of an earlier
        version, which does not ask for its turn, was first, and JournalError.
        """
        try:
            with in_turn(self._database, match) as connection:
                yield Transaction(connection, match, self._clock)
        except IntegrityError as error:
            raise StaleStream(self.last(match)) from error

    def drafted(self, draft: Draft, number: int) -> Entry:
        """``draft`` as it would be written now, under ``number``."""
        return written(draft, number, self._clock())

    def append_all(self, fresh: Sequence[Entry]) -> str:
        """Append entries of one match that follow one another; all are on the disk when this returns, or none.

        Returns the checksum of the last.
        Raises StaleStream where other entries came in between, JournalError where nothing can be written.
        """
        match, after = fresh[0].match, fresh[0].number - 1
        try:
            with in_turn(self._database, match) as connection:
                turn = Transaction(connection, match, self._clock)
                if (last := turn.last()) != after:
                    raise StaleStream(last)
                return turn.append_all(fresh)
        except IntegrityError as error:  # another machine wrote at this very moment
            raise StaleStream(self.last(match)) from error

    def said(self, match: str, keys: Sequence[str]) -> Mapping[str, Entry]:
        """The entries of a match that have one of these keys, by their keys."""
        with reading(self._database, match) as connection:
            return Transaction(connection, match, self._clock).said(keys)

    def entries(self, match: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a match from number ``after`` on."""
        with reading(self._database, match) as connection:
            return Transaction(connection, match, self._clock).entries(after)

    def following(self, match: str, after: int, mark: str = "") -> tuple[Entry, ...]:
        """The entries of a match after number ``after``, whose checksum was ``mark`` where it is known. Raises
        TruncatedStream where that entry is no longer there."""
        with reading(self._database, match) as connection:
            return Transaction(connection, match, self._clock).following(after, mark)

    def last(self, match: str) -> int:
        """The number of the newest entry of a match; 0 where there is none."""
        with reading(self._database) as connection:
            return Transaction(connection, match, self._clock).last()

    def marks(self, matches: Sequence[str]) -> Mapping[str, str]:
        """By stream, a mark that changes with every entry: the last number and checksum."""
        found = dict.fromkeys(matches, "")
        with reading(self._database) as connection:
            for first in range(0, len(matches), _AT_ONCE):
                some = heads.c.match.in_(matches[first : first + _AT_ONCE])
                for head in connection.execute(select(heads.c.match, heads.c.number, heads.c.checksum).where(some)):
                    found[head.match] = f"{head.number} {head.checksum}"
        return found

    def tournaments_changed_since(self, moment_s: float) -> frozenset[str]:
        """The names of the tournaments whose newest entry was written after a moment, in seconds since 1970."""
        newest = select(heads.c.match).join(entries, heads.c.entry == entries.c.id)
        wanted = newest.where(heads.c.match.like(f"{TOURNAMENT}%"), entries.c.at_ms > moment_s * _SECOND_MS)
        with reading(self._database) as connection:
            return frozenset(connection.scalars(wanted))

    def texts(self, kind: str, matches: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """By stream, the texts of its entries of a kind."""
        found: dict[str, tuple[str, ...]] = dict.fromkeys(matches, ())
        with reading(self._database) as connection:
            for first in range(0, len(matches), _AT_ONCE):
                some = and_(entries.c.match.in_(matches[first : first + _AT_ONCE]), entries.c.kind == kind)
                for row in connection.execute(select(entries.c.match, entries.c.text).where(some)):
                    found[row.match] = (*found[row.match], row.text)
        return found

    def matches(self) -> tuple[str, ...]:
        """The names of the matches, the one written in last first."""
        strays = (name for name in self._strays if is_match(name))
        others = (
            heads.c.match.like(f"{TOURNAMENT}%"),
            heads.c.match.like(f"{GAME}%"),
            heads.c.match.in_((RULE_SETS, HOUSE_KEYS)),
        )
        return (*strays, *self._names(not_(or_(*others))))

    def tournaments(self) -> tuple[str, ...]:
        """The names of the tournaments, the one written in last first."""
        strays = (name for name in self._strays if is_tournament(name))
        return (*strays, *self._names(heads.c.match.like(f"{TOURNAMENT}%")))

    def games(self) -> tuple[str, ...]:
        """The names of the games that are played on the screen, the one written in last first."""
        return self._names(heads.c.match.like(f"{GAME}%"))

    def newest(self) -> int:
        """The id of the newest entry of all; 0 where there is none."""
        with reading(self._database) as connection:
            return connection.scalar(select(func.max(entries.c.id))) or 0

    def news(self, after: int) -> tuple[NewEntries, ...]:
        """The entries after an id, summarised by stream, in order of the newest.

        Reading on from the highest id misses none: while a writer may still commit a lower id, the answer is empty.
        """
        found = (func.min(entries.c.number), func.max(entries.c.number), func.max(entries.c.id),
                 func.max(entries.c.at_ms))  # fmt: skip
        with reading(self._database) as connection:
            newest = connection.scalar(select(func.max(entries.c.id))) or 0
            if newest <= after or not writers_done(connection):
                return ()
            is_new = and_(entries.c.id > after, entries.c.id <= newest)
            wanted = select(entries.c.match, *found).where(is_new).group_by(entries.c.match)
            return tuple(
                NewEntries(match, first, last, last_id, at_ms / _SECOND_MS)
                for match, first, last, last_id, at_ms in connection.execute(wanted.order_by(func.max(entries.c.id)))
            )

    def take_in(self, streams: Iterable[Sequence[Entry]]) -> int:
        """Append imported streams, each after its entries here; returns how many entries were new.

        All or nothing: raises JournalFileError where a different stream has the name of one of them.
        """
        count = 0
        with in_turn(self._database, "") as connection:
            for brought in streams:
                match = brought[0].match
                turn = Transaction(connection, match, self._clock)
                here = turn.entries()
                check_follows(here, brought)
                count += len(brought) - len(here)
                try:
                    turn.append_all(brought[len(here) :])
                except IntegrityError as error:
                    raise JournalFileError("another story", match=match) from error
        return count

    def check(self) -> IntegrityReport:
        """Verify the whole journal; damaged streams are listed as such from now on. Raises JournalError."""
        found = check(self._database)
        self._strays = found.strays
        return found

    def count(self, kinds: Sequence[str]) -> int:
        """The number of entries of these kinds."""
        with reading(self._database) as connection:
            return connection.scalar(select(func.count()).where(entries.c.kind.in_(kinds))) or 0

    def pictures(self) -> frozenset[str]:
        """The names of all pictures that an entry rests on."""
        wanted = select(entries.c.picture).where(entries.c.picture.is_not(None)).distinct()
        with reading(self._database) as connection:
            return frozenset(name for name in connection.scalars(wanted) if name)

    def _names(self, which: ColumnElement[bool]) -> tuple[str, ...]:
        wanted = select(heads.c.match).where(which).order_by(heads.c.entry.desc())
        with reading(self._database) as connection:
            return tuple(connection.scalars(wanted))

    def _append(self, draft: Draft, after: int) -> Entry:
        with in_turn(self._database, draft.match) as connection:
            turn = Transaction(connection, draft.match, self._clock)
            if known := turn.said([draft.said.key]):
                return known[draft.said.key]
            last = turn.last()
            if last != after:
                raise StaleStream(last)
            entry = turn.drafted(draft, last + 1)
            turn.append_all([entry])
            return entry
