"""The append-only log of everything that was said at the tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Row, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from companion.errors import StoryFileError
from companion.story.carrying import check_follows
from companion.story.entries import TOURNAMENT, Draft, Entry, Said
from companion.story.opening import open_database
from companion.story.schema import entries
from companion.story.transactions import in_turn, reading, writing
from companion.version import program_version

Clock = Callable[[], float]
PROGRAM = program_version()


_OF_MATCH = entries.c.match == bindparam("of")
_LAST = select(func.max(entries.c.number)).where(_OF_MATCH)
_AFTER = select(entries).where(_OF_MATCH, entries.c.number > bindparam("after")).order_by(entries.c.number)
_SAID = select(entries).where(_OF_MATCH, entries.c.key == bindparam("key"))
"""What is asked again and again, put together once."""


class StaleStory(Exception):  # noqa: N818
    """Somebody else wrote first; ``last`` is the number of the newest entry now."""

    def __init__(self, last: int) -> None:
        super().__init__(last)
        self.last = last


class Journal:
    """Entries of all matches, in the order they were written; safe to use from many threads and programs."""

    def __init__(self, database: Engine, clock: Clock = time.time) -> None:
        self._database = database
        self._clock = clock

    @staticmethod
    def open(url: str, clock: Clock = time.time) -> Journal:
        """The journal in the database at ``url``. Raises StoryError."""
        return Journal(open_database(url), clock)

    def now_s(self) -> float:
        """The moment that an entry written now would have, in seconds since 1970."""
        return self._clock()

    def close(self) -> None:
        """Lets go of the database."""
        self._database.dispose()

    def append(self, draft: Draft, after: int) -> Entry:
        """Writes ``draft`` as the entry after number ``after``; it is on the disk when this returns.

        The entry that has the same key already is given back as it is. Raises StaleStory where other entries came
        after ``after``, StoryError where nothing can be written.
        """
        try:
            return self._append(draft, after)
        except IntegrityError:  # another machine wrote at this very moment: now its entry is there to be seen
            return self._append(draft, after)

    def drafted(self, draft: Draft, number: int) -> Entry:
        """``draft`` as it would be written now, under ``number``."""
        return _written(draft, number, round(self._clock() * 1000))

    def turn(self, match: str) -> AbstractContextManager[None]:
        """While it is held, no other server writes of this match that asks for its turn, too. Raises StoryError."""
        return in_turn(self._database, match)

    def append_all(self, fresh: Sequence[Entry]) -> None:
        """Writes drafted entries of one match, all or none; they are on the disk when this returns.

        Raises StaleStory where others came before the first of them or a key is known already, and StoryError.
        """
        match, after = fresh[0].match, fresh[0].number - 1
        try:
            with writing(self._database) as connection:
                last = _last(connection, match)
                if last != after:
                    raise StaleStory(last)
                rows = [_row(_draft(entry), entry.number, round(entry.at_s * 1000)) for entry in fresh]
                connection.execute(insert(entries), rows)
        except IntegrityError as error:
            raise StaleStory(self.last(match)) from error

    def entries(self, match: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a match from number ``after`` on."""
        with reading(self._database) as connection:
            return tuple(map(_entry, connection.execute(_AFTER, {"of": match, "after": after})))

    def last(self, match: str) -> int:
        """The number of the newest entry of a match; 0 where there is none."""
        with reading(self._database) as connection:
            return _last(connection, match)

    def matches(self, limit: int = 100) -> tuple[str, ...]:
        """The names of the matches, the one written in last first."""
        return self._names(entries.c.match.not_like(f"{TOURNAMENT}%"), limit)

    def tournaments(self, limit: int = 100) -> tuple[str, ...]:
        """The names of the tournaments, the one written in last first."""
        return self._names(entries.c.match.like(f"{TOURNAMENT}%"), limit)

    def said(self, match: str, key: str) -> Entry | None:
        """The entry of a match that has this key."""
        with reading(self._database) as connection:
            known = connection.execute(_SAID, {"of": match, "key": key}).first()
        return None if known is None else _entry(known)

    def take_in(self, stories: Iterable[Sequence[Entry]]) -> int:
        """Writes stories as they were told elsewhere, each after what is here of it; gives how many entries were new.

        All or nothing: raises StoryFileError where another story is here under the name of one of them.
        """
        count = 0
        with writing(self._database) as connection:
            for brought in stories:
                match = brought[0].match
                here = tuple(map(_entry, connection.execute(_AFTER, {"of": match, "after": 0})))
                check_follows(here, brought)
                rows = [_carried(entry) for entry in brought[len(here) :]]
                count += len(rows)
                try:
                    connection.execute(insert(entries), rows) if rows else None
                except IntegrityError as error:
                    raise StoryFileError("another story", match=match) from error
        return count

    def count(self, kinds: Sequence[str]) -> int:
        """How many entries are of these kinds."""
        with reading(self._database) as connection:
            return connection.scalar(select(func.count()).where(entries.c.kind.in_(kinds))) or 0

    def pictures(self) -> frozenset[str]:
        """The names of all pictures that an entry rests on."""
        wanted = select(entries.c.picture).where(entries.c.picture.is_not(None)).distinct()
        with reading(self._database) as connection:
            return frozenset(name for name in connection.scalars(wanted) if name)

    def _names(self, which: ColumnElement[bool], limit: int) -> tuple[str, ...]:
        newest = func.max(entries.c.id)
        wanted = select(entries.c.match).where(which).group_by(entries.c.match).order_by(newest.desc()).limit(limit)
        with reading(self._database) as connection:
            return tuple(connection.scalars(wanted))

    def _append(self, draft: Draft, after: int) -> Entry:
        with writing(self._database) as connection:
            known = connection.execute(_SAID, {"of": draft.match, "key": draft.said.key}).first()
            if known is not None:
                return _entry(known)
            last = _last(connection, draft.match)
            if last != after:
                raise StaleStory(last)
            row = _row(draft, last + 1, round(self._clock() * 1000))
            connection.execute(insert(entries).values(**row))
            return _written(draft, last + 1, row["at_ms"])


def _last(connection: Connection, match: str) -> int:
    return connection.scalar(_LAST, {"of": match}) or 0


def _row(draft: Draft, number: int, at_ms: int) -> dict[str, Any]:
    said = draft.said
    return {
        "match": draft.match,
        "number": number,
        "key": said.key,
        "kind": draft.kind,
        "text": draft.text,
        "rules": draft.rules,
        "program": PROGRAM,
        "author": said.author,
        "picture": said.picture,
        "model": said.model,
        "at_ms": at_ms,
    }


def _draft(entry: Entry) -> Draft:
    return Draft(match=entry.match, kind=entry.kind, text=entry.text, rules=entry.rules, said=entry.said)


def _carried(entry: Entry) -> dict[str, Any]:
    """The row of an entry that was written elsewhere."""
    return _row(_draft(entry), entry.number, round(entry.at_s * 1000)) | {"program": entry.program}


def _written(draft: Draft, number: int, at_ms: int) -> Entry:
    return Entry(
        match=draft.match,
        number=number,
        kind=draft.kind,
        text=draft.text,
        rules=draft.rules,
        program=PROGRAM,
        at_s=at_ms / 1000,
        said=draft.said,
    )


def _entry(row: Row[Any]) -> Entry:
    return Entry(
        match=row.match,
        number=row.number,
        kind=row.kind,
        text=row.text,
        rules=row.rules,
        program=row.program,
        at_s=row.at_ms / 1000,
        said=Said(author=row.author, key=row.key, picture=row.picture, model=row.model),
    )
