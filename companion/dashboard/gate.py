"""One photograph is read at a time, a few wait, and the rest are told to come back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock


class GateFull(Exception):  # noqa: N818
    """As many photographs wait as may wait."""


class Gate:
    """A door for one with a short queue before it."""

    def __init__(self, waiting: int) -> None:
        self._places = BoundedSemaphore(waiting + 1)
        self._door = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Waits for its turn and holds it. Raises GateFull at once when the queue is full."""
        if not self._places.acquire(blocking=False):
            raise GateFull
        try:
            with self._door:
                yield
        finally:
            self._places.release()
