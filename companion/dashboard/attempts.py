"""How often somebody may guess."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic


@dataclass(frozen=True, slots=True)
class Limit:
    """So many times in so many seconds."""

    times: int
    within_s: float


LIMITS = (Limit(5, 60), Limit(20, 3600))
FOR_EVERYBODY = (Limit(100, 3600),)
"""However many addresses they come from."""
REMEMBERED = 1000


class Attempts:
    """Counts guesses by the address they come from; safe to use from many threads."""

    def __init__(
        self, clock: Callable[[], float] = monotonic, for_everybody: tuple[Limit, ...] = FOR_EVERYBODY
    ) -> None:
        self._clock = clock
        self._for_everybody = for_everybody
        self._made: OrderedDict[str, deque[float]] = OrderedDict()
        self._all: deque[float] = deque(maxlen=FOR_EVERYBODY[0].times)
        self._lock = Lock()

    def may_try(self, who: str) -> bool:
        """Whether ``who`` may guess now; if so, it counts."""
        with self._lock:
            made = self._made.pop(who, None) or deque(maxlen=max(limit.times for limit in LIMITS))
            self._made[who] = made
            while len(self._made) > REMEMBERED:
                self._made.popitem(last=False)
            now = self._clock()
            if _is_over(made, LIMITS, now) or _is_over(self._all, self._for_everybody, now):
                return False
            made.append(now)
            self._all.append(now)
            return True


def _is_over(made: deque[float], limits: tuple[Limit, ...], now: float) -> bool:
    return any(sum(now - at < limit.within_s for at in made) >= limit.times for limit in limits)
