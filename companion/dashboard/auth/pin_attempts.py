"""Limit attempts to guess a PIN or a key: by client address, and more strictly when many guess at once."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from companion.network.addresses import place_of


@dataclass(frozen=True, slots=True)
class AttemptLimit:
    """A number of attempts in a number of seconds."""

    times: int
    within_s: float


LIMITS = (AttemptLimit(5, 60), AttemptLimit(20, 3600))
MANY, LIMITS_OF_MANY = AttemptLimit(100, 3600), (AttemptLimit(3, 3600),)
"""After so many wrong guesses from all addresses together an attack is assumed, and each address has fewer."""
TOO_MANY = AttemptLimit(600, 3600)
"""After so many no new address may guess at all; one address alone never gets there."""
REMEMBERED = 1000


class PinAttempts:
    """Counts wrong guesses by client; thread-safe.

    Without ``for_all`` places that have nothing to do with each other do not wait for each other.
    """

    def __init__(self, clock: Callable[[], float] = monotonic, *, for_all: bool = True) -> None:
        self._clock = clock
        self._for_all = for_all
        self._made: OrderedDict[str, deque[float]] = OrderedDict()
        self._all: deque[float] = deque(maxlen=TOO_MANY.times)
        self._lock = Lock()

    def may_try(self, who: str) -> bool:
        """Whether ``who``, an address or another name, may guess now; if so, it counts until it proves right."""
        place = place_of(who)
        with self._lock:
            made = self._made.pop(place, None) or deque(maxlen=max(limit.times for limit in LIMITS))
            self._made[place] = made
            while len(self._made) > REMEMBERED:
                self._made.popitem(last=False)
            now = self._clock()
            limits = LIMITS_OF_MANY if self._is_over(MANY, now) else LIMITS
            if self._is_over(TOO_MANY, now) or any(_is_over(made, limit, now) for limit in limits):
                return False
            made.append(now)
            self._all.append(now)
            return True

    def was_right(self, who: str) -> None:
        """Discount the last guess of ``who``: many people may share one address."""
        with self._lock:
            place = place_of(who)
            for counted in (self._made.get(place), self._all):
                if counted:
                    counted.pop()
            if not self._made.get(place):
                self._made.pop(place, None)

    def _is_over(self, limit: AttemptLimit, now: float) -> bool:
        return self._for_all and _is_over(self._all, limit, now)


def _is_over(made: deque[float], limit: AttemptLimit, now: float) -> bool:
    return sum(now - at < limit.within_s for at in made) >= limit.times
