"""Wake threads that wait for a new entry of a stream, with one query for all that wait for the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from threading import Condition, Lock
from time import monotonic

LOOK_AGAIN_S = 1.0
"""The interval at which waiting readers poll for entries of other processes, in seconds."""


@dataclass(slots=True)
class _Watched:
    """A stream with waiting threads."""

    changed: Condition
    looking: Lock = field(default_factory=Lock)
    count: int = 0
    """The number of waiting threads."""
    revision: int = -1
    known_s: float = -inf
    """The moment for which ``revision`` is known to be the newest."""

    def learn(self, revision: int, known_s: float) -> None:
        """Take a revision read at a time, and wake the waiting threads if it is new."""
        if known_s < self.known_s:
            return
        is_news, self.revision, self.known_s = revision != self.revision, revision, known_s
        if is_news:
            self.changed.notify_all()


class ChangeNotifier:
    """Wakes threads that wait for a stream; thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._watched: dict[str, _Watched] = {}

    def post(self, name: str, revision: int) -> None:
        """Announce the ``revision`` of the stream ``name``."""
        with self._lock:
            watched = self._watched.get(name)
            if watched and revision > watched.revision:  # otherwise another server has written since
                watched.learn(revision, monotonic())

    def wait(self, name: str, read: Callable[[], int], after: int, timeout_s: float) -> int:
        """Wait until the revision of ``name`` differs from ``after``, at most ``timeout_s``; returns the revision.

        ``read`` queries the newest at most once a second; its errors are raised.
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
