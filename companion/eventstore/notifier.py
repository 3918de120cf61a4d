"""Wakes whoever waits for a new entry."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition
from time import monotonic

LOOK_AGAIN_S = 1.0
"""How often somebody who waits looks whether another program has written."""


class ChangeNotifier:
    """Wakes those who wait when something was said."""

    def __init__(self) -> None:
        self._changed = Condition()

    def post(self) -> None:
        """Something was said."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, revision: Callable[[], int], after: int, timeout_s: float) -> int:
        """The revision as soon as it is not ``after`` any more, or after ``timeout_s``."""
        until = monotonic() + timeout_s
        with self._changed:
            while (now := revision()) == after and (left := until - monotonic()) > 0:
                self._changed.wait(min(left, LOOK_AGAIN_S))
        return now
