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
ReadOn = Callable[[str, Entries, StateT | None], StateT | None]
"""Folds the entries of a stream into a state, continuing from a known one; None where the stream does not exist."""


@dataclass(frozen=True, slots=True)
class _Kept(Generic[StateT]):
    """A cached state with its position."""

    state: StateT
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

    def newest(self, name: str, entries: Entries) -> StateT | None:
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
                state = self._read(name, entries, known.state if known else None)
            if state:
                self._keep(name, began_s, state)
            return state

    def _read(self, name: str, entries: Entries, cached: StateT | None) -> StateT | None:
        """The state read on from ``cached``; from the beginning where the stream was cut before it."""
        try:
            return self._read_on(name, entries, cached)
        except TruncatedStream:
            self._kept.pop(name, None)
            return self._read_on(name, entries, None)

    def put(self, name: str, state: StateT) -> None:
        """Store a state that was just written."""
        with self._reading:
            known = self._kept.get(name)
            if known is None or state.revision > known.state.revision:
                self._keep(name, known.began_s if known else 0.0, state)

    def _keep(self, name: str, began_s: float, state: StateT) -> None:
        now_s = self._clock()
        self._kept[name] = _Kept(state, began_s, now_s)
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
