"""The queue of reports from the worker process that nobody has taken yet."""

from __future__ import annotations

from collections import deque
from queue import Empty
from threading import Condition

from companion.live.reports import FrameReport


class ReportQueue:
    """Reports in order, ``None`` where a program ended; one that tells nothing new gives way to whatever follows it."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: deque[FrameReport | None] = deque()

    def put(self, report: FrameReport | None) -> None:
        """Something was said."""
        with self._changed:
            if self._waiting and _is_idle(self._waiting[-1]):
                self._waiting.pop()
            self._waiting.append(report)
            self._changed.notify()

    def take(self, timeout_s: float) -> FrameReport | None:
        """What was said first of what waits. Raises Empty where nothing comes in time."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._waiting, timeout_s):
                raise Empty
            return self._waiting.popleft()

    def clear(self) -> None:
        """Forgets what waits."""
        with self._changed:
            self._waiting.clear()


def _is_idle(report: FrameReport | None) -> bool:
    """Whether a report tells neither of another table nor of a hand that came over it."""
    if report is None:
        return False
    one = report.watched
    return one.seen is None and one.reached_from is None and not one.hands
