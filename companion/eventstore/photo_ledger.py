"""The job store of bulk counting: each photograph is counted once, however often and from wherever it is submitted."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from sqlalchemy import Engine, Row, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL

from companion.eventstore.database_opening import OpenDatabase, open_database
from companion.eventstore.schema import answers, photographs
from companion.eventstore.transactions import reading, writing

JobState = Literal["waiting", "running", "done", "failed"]
UNBEGUN: tuple[JobState, ...] = ("waiting",)
_AT_ONCE = 200
"""Photographs that one question to the database asks for."""

_columns = photographs.c
_SAME = (_columns.photo == bindparam("of_photo")) & (_columns.models == bindparam("of_models"))
_KEY = _SAME & (_columns.rules == bindparam("of_rules"))
_LINE = select(photographs).where(_KEY)
_KNOWN = select(_columns.reading).where(_SAME, _columns.state == "done").limit(1)
_TAKE = (
    update(photographs)
    .where(_KEY, _columns.state.in_(bindparam("free", expanding=True)))
    .values(state="running", holder=bindparam("by"), tries=_columns.tries + 1, at_ms=bindparam("now"))
    .returning(*_columns)
)
_SETTLE = (
    update(photographs)
    .where(_KEY, _columns.state != "done")
    .values(state=bindparam("then"), reading=bindparam("read"), failure=bindparam("why"), at_ms=bindparam("now"))
)
_ENTER = {
    "sqlite": sqlite.insert(photographs).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(photographs).on_conflict_do_nothing(),
}
"""What is asked for each photograph, put together once; a line is made where there is none."""


@dataclass(frozen=True, slots=True)
class LedgerKey:
    """The identity of a job: photograph, networks, and rules."""

    photo: str
    """The SHA-256 of its bytes, in hexadecimal."""
    models: str
    """The version of the networks, and of the program around them."""
    rules: str
    """The version of the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """The stored state of one photograph."""

    key: LedgerKey
    state: JobState
    holder: str
    """The worker that processes it, or did last."""
    tries: int
    """The number of attempts."""
    reading: str | None
    """The reading, once it is done."""
    failure: str | None
    """Why it cannot be read, once it failed."""


class Ledger(OpenDatabase):
    """All photographs of bulk counting; thread-safe, and safe across processes and machines."""

    def __init__(self, database: Engine, clock: Callable[[], float] = time.time) -> None:
        super().__init__(database)
        self._clock = clock

    @staticmethod
    def open(url: str | URL) -> Ledger:
        """The ledger in the database at ``url``. Raises JournalError."""
        return Ledger(open_database(url))

    def take(self, key: LedgerKey, holder: str, free: Collection[JobState] = UNBEGUN) -> LedgerLine:
        """The line of ``key``, assigned to the holder where it was in one of the states ``free``.

        A photograph that the same networks read under other rules is done at once: the reading is the same. Raises
        JournalError.
        """
        of_key = _of(key)
        with writing(self._database) as connection:
            known = connection.scalar(_KNOWN, of_key)
            state = "waiting" if known is None else "done"
            fresh = {**asdict(key), "state": state, "holder": "", "tries": 0, "reading": known, "at_ms": self._now()}
            connection.execute(_ENTER[connection.dialect.name], fresh)
            taken = connection.execute(_TAKE, {**of_key, "free": list(free), "by": holder, "now": self._now()}).first()
            return _line(taken or connection.execute(_LINE, of_key).one())

    def finish(self, key: LedgerKey, what_was_read: str) -> bool:
        """Mark ``key`` as done; returns whether it was not before. Raises JournalError."""
        return self._settle(key, "done", what_was_read, None)

    def fail(self, key: LedgerKey, failure: str) -> bool:
        """Mark ``key`` as failed; returns whether it was not done before. Raises JournalError."""
        return self._settle(key, "failed", None, failure)

    def release(self, holder: str) -> None:
        """Release the unfinished jobs of ``holder``. Raises JournalError."""
        held = photographs.c.holder == holder, photographs.c.state == "running"
        with writing(self._database) as connection:
            connection.execute(update(photographs).where(*held).values(state="waiting", at_ms=self._now()))

    def lines(self, keys: Sequence[LedgerKey]) -> Iterator[LedgerLine]:
        """The stored lines of ``keys``; all must have the same networks and rules."""
        for start in range(0, len(keys), _AT_ONCE):
            some = keys[start : start + _AT_ONCE]
            same = photographs.c.models == some[0].models, photographs.c.rules == some[0].rules
            wanted = select(photographs).where(*same, photographs.c.photo.in_([key.photo for key in some]))
            with reading(self._database) as connection:
                yield from map(_line, connection.execute(wanted).all())

    def answer(self, key: LedgerKey, faces: Mapping[int, str], author: str) -> None:
        """Store answers about tiles of a photograph, under any rules. Raises JournalError."""
        same = {"photo": key.photo, "models": key.models, "author": author, "at_ms": self._now()}
        with writing(self._database) as connection:
            for tile, face in faces.items():
                connection.execute(insert(answers).values(**same, tile=tile, face=face))

    def answered(self, models: str) -> Mapping[str, Mapping[int, str]]:
        """The last answer about each tile, by photograph, as these networks read them. Raises JournalError."""
        found: dict[str, dict[int, str]] = {}
        wanted = select(answers).where(answers.c.models == models).order_by(answers.c.id)
        with reading(self._database) as connection:
            for row in connection.execute(wanted):
                found.setdefault(row.photo, {})[row.tile] = row.face
        return found

    def _settle(self, key: LedgerKey, then: JobState, read: str | None, why: str | None) -> bool:
        said = {**_of(key), "then": then, "read": read, "why": why, "now": self._now()}
        with writing(self._database) as connection:
            return connection.execute(_SETTLE, said).rowcount == 1

    def _now(self) -> int:
        return round(self._clock() * 1000)


def _of(key: LedgerKey) -> dict[str, str]:
    return {f"of_{name}": value for name, value in asdict(key).items()}


def _line(row: Row[tuple[object, ...]]) -> LedgerLine:
    return LedgerLine(
        key=LedgerKey(row.photo, row.models, row.rules),
        state=row.state,
        holder=row.holder,
        tries=row.tries,
        reading=row.reading,
        failure=row.failure,
    )
