"""Rate-limit expensive requests by client."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic

from companion.network.addresses import place_of

BURST = 60
"""Questions that may come at once from one address…"""
PER_SECOND = 2.0
"""…and how many are granted anew in a second."""
REMEMBERED = 1000


class RequestRateLimit:
    """Counts requests by client address; thread-safe."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def may_ask(self, who: str) -> bool:
        """Whether ``who`` may make a request now; if so, it is counted."""
        with self._lock:
            now = self._clock()
            left, at = self._left.pop(place_of(who), (float(BURST), now))
            left = min(BURST, left + (now - at) * PER_SECOND)
            granted = left >= 1
            self._left[place_of(who)] = (left - 1 if granted else left, now)
            while len(self._left) > REMEMBERED:
                self._left.popitem(last=False)
            return granted
