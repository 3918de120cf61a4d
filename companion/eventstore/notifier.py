"""Wakes whoever waits for a new entry of a stream, and looks once for all who wait for the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from threading import Condition, Lock
from time import monotonic

LOOK_AGAIN_S = 1.0
"""How often somebody who waits looks whether another program has written."""


@dataclass(slots=True)
class _Watched:
    """A stream that somebody waits for."""

    changed: Condition
    looking: Lock = field(default_factory=Lock)
    count: int = 0
    """How many wait."""
    revision: int = -1
    known_s: float = -inf
    """The moment for which ``revision`` is known to be the newest."""

    def learn(self, revision: int, known_s: float) -> None:
        """Takes in what was the newest at a moment, and wakes those who wait where it is news."""
        if known_s < self.known_s:
            return
        is_news, self.revision, self.known_s = revision != self.revision, revision, known_s
        if is_news:
            self.changed.notify_all()


class ChangeNotifier:
    """Wakes those who wait for a stream; safe to use from many threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._watched: dict[str, _Watched] = {}

    def post(self, name: str, revision: int) -> None:
        """``revision`` of the stream ``name`` was written."""
        with self._lock:
            watched = self._watched.get(name)
            if watched and revision > watched.revision:  # otherwise another server has written since
                watched.learn(revision, monotonic())

    def wait(self, name: str, read: Callable[[], int], after: int, timeout_s: float) -> int:
        """The revision of ``name`` as soon as it is not ``after`` any more, or after ``timeout_s``.

        ``read`` gives the newest; it is asked where nobody has asked within the last second, and its errors are raised.
        """
        until_s = monotonic() + timeout_s
        with self._watching(name) as watched:
            while True:
                now_s = monotonic()
                revision = self._looked(watched, read, now_s - LOOK_AGAIN_S)
                if revision < after:  # who waits has seen news that nobody here has looked for yet
                    revision = self._looked(watched, read, now_s)
                if revision != after or now_s >= until_s:
                    return revision
                with self._lock:
                    if watched.revision == after:
                        pause_s = min(until_s, watched.known_s + LOOK_AGAIN_S) - monotonic()
                        watched.changed.wait(max(pause_s, 0))

    def _looked(self, watched: _Watched, read: Callable[[], int], since_s: float) -> int:
        """The newest revision as of ``since_s`` or later."""
        with watched.looking:
            if watched.known_s < since_s:
                began_s = monotonic()
                revision = read()
                with self._lock:
                    watched.learn(revision, began_s)
            return watched.revision

    @contextmanager
    def _watching(self, name: str) -> Iterator[_Watched]:
        with self._lock:
            watched = self._watched.setdefault(name, _Watched(Condition(self._lock)))
            watched.count += 1
        try:
            yield watched
        finally:
            with self._lock:
                watched.count -= 1
                if not watched.count:
                    del self._watched[name]
