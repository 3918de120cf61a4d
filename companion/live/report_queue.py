"""The queue of unprocessed reports from the worker process."""

from __future__ import annotations

from collections import deque
from queue import Empty
from threading import Condition

from companion.live.worker_messages import FrameReport


class ReportQueue:
    """Reports in order, ``None`` where a worker ended; an uninformative report is replaced by its successor."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: deque[FrameReport | None] = deque()

    def put(self, report: FrameReport | None) -> None:
        """Enqueue a report."""
        with self._changed:
            if self._waiting and _is_idle(self._waiting[-1]):
                self._waiting.pop()
            self._waiting.append(report)
            self._changed.notify()

    def take(self, timeout_s: float) -> FrameReport | None:
        """The oldest pending report. Raises Empty after the timeout."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._waiting, timeout_s):
                raise Empty
            return self._waiting.popleft()

    def clear(self) -> None:
        """Drop all pending reports."""
        with self._changed:
            self._waiting.clear()


def _is_idle(report: FrameReport | None) -> bool:
    """Whether a report contains neither a changed table nor a hand over it."""
    if report is None:
        return False
    one = report.watched
    return one.seen is None and one.reached_from is None and not one.hands
