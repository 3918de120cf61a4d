"""A cache of folded states, which are read on from where they were."""

from __future__ import annotations

import logging
import struct
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from threading import RLock
from time import monotonic
from typing import Generic, Protocol, TypeVar

from sqlalchemy.exc import DBAPIError

from companion.errors import JournalError, TruncatedStream
from companion.eventstore.entries import Entry

_log = logging.getLogger(__name__)


class FoldedState(Protocol):
    """A state folded from entries."""

    @property
    def revision(self) -> int:
        """The number of the newest entry in it."""


StateT = TypeVar("StateT", bound=FoldedState)
Entries = Callable[[int], Sequence[Entry]]
"""The entries after that of a number."""


class ReadEntries(Protocol):
    """Reads the entries after that of a number, and with that checksum where it is given."""

    def __call__(self, after: int, mark: str = ..., /) -> Sequence[Entry]:
        """Raises TruncatedStream where that entry is no longer there."""


ReadOn = Callable[[str, Entries, StateT | None], StateT | None]
"""Folds the entries of a stream into a state, continuing from a known one; None where the stream does not exist."""


@dataclass(frozen=True, slots=True)
class _Kept(Generic[StateT]):
    """A cached state with its position."""

    state: StateT
    mark: str
    """The checksum of the newest entry in it: from a backup another may come to have its number. Empty where nothing
    was read for it."""
    began_s: float
    """When the reading that produced it began."""
    used_s: float
    """When it was last requested."""


class StateCache(Generic[StateT]):
    """Thread-safe; one thread reads for all that wait."""

    def __init__(
        self, read_on: ReadOn[StateT], most: int, unused_s: float = inf, clock: Callable[[], float] = monotonic
    ) -> None:
        """Keep at ``most`` so many states, each for ``unused_s`` after its last use; others are folded again."""
        self._read_on, self._clock = read_on, clock
        self._most, self._unused_s = most, unused_s
        self._kept: OrderedDict[str, _Kept[StateT]] = OrderedDict()
        self._reading = RLock()

    def __len__(self) -> int:
        return len(self._kept)

    def newest(self, name: str, entries: ReadEntries) -> StateT | None:
        """The state folded from all of its ``entries``; None for an empty stream.

        Raises JournalError where it cannot be read. A waiting thread takes the result of another read that began after
        its request.
        """
        came_s = self._clock()
        with self._reading:
            known = self._kept.get(name)
            if known and known.began_s > came_s:
                return known.state
            began_s = self._clock()
            with _errors_translated(name):
                state, mark = self._read(name, entries, known)
            if state:
                self._keep(name, began_s, state, mark)
            return state

    def _read(self, name: str, entries: ReadEntries, known: _Kept[StateT] | None) -> tuple[StateT | None, str]:
        """The state read on from what is ``known``, with its mark; from the beginning where the stream was cut before
        it, or goes on otherwise than it did."""
        marks = [known.mark if known else ""]

        def read(after: int) -> Sequence[Entry]:
            is_checked = known is not None and known.mark and after == known.state.revision
            found = entries(after, known.mark) if known and is_checked else entries(after)
            if found:
                marks.append(found[-1].checksum)
            return found

        try:
            state = self._read_on(name, read, known.state if known else None)
        except TruncatedStream:
            self._kept.pop(name, None)
            known, marks = None, [""]
            state = self._read_on(name, read, None)
        return state, marks[-1]

    def put(self, name: str, state: StateT, mark: str = "") -> None:
        """Store a state that was just written, with the checksum of its newest entry."""
        with self._reading:
            known = self._kept.get(name)
            if known is None or state.revision > known.state.revision:
                self._keep(name, known.began_s if known else 0.0, state, mark)

    def _keep(self, name: str, began_s: float, state: StateT, mark: str) -> None:
        now_s = self._clock()
        self._kept[name] = _Kept(state, mark, began_s, now_s)
        self._kept.move_to_end(name)
        while len(self._kept) > self._most or now_s - next(iter(self._kept.values())).used_s > self._unused_s:
            self._kept.popitem(last=False)


@contextmanager
def _errors_translated(name: str) -> Iterator[None]:
    """A context that turns errors about stored data into errors with a sentence; those of the database have theirs
    where it is queried."""
    try:
        yield
    except (DBAPIError, OSError, struct.error):
        raise
    except Exception as error:  # whoever wrote it may have got anything wrong
        if callable(getattr(error, "sentence", None)):
            raise
        _log.warning("%s cannot be told: %r", name, error)
        raise JournalError("story not told", name=name) from error
