"""Admission control: a few requests at a time, a short fair queue, and rejection of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition


class QueueFull(Exception):  # noqa: N818
    """The queue is full, and no client in it has more requests waiting than the newcomer."""


@dataclass(frozen=True, slots=True)
class RequestClient:
    """The client of a request; clients of one address share its turns, since addresses are hard to fake."""

    address: str = ""
    name: str = ""
    """A name that distinguishes clients of one address: a guest's key, or what a proxy reported."""


NOBODY = RequestClient()


@dataclass(slots=True, eq=False)
class _Place:
    asker: RequestClient
    came: int
    """The number of earlier arrivals."""
    is_wanted: bool = True
    is_inside: bool = field(default=False)


class AdmissionQueue:
    """Slots for ``inside`` addresses at once, with a short queue.

    The least recently served address goes first, so that a client with many requests delays others by one of them only.
    """

    def __init__(self, waiting: int, inside: int = 1) -> None:
        self._most_waiting, self._most_inside = waiting, inside
        self._changed = Condition()
        self._places: list[_Place] = []
        self._came = 0
        self._turns: dict[Hashable, int] = {}
        """When each address, and each asker, of a place had a turn last."""

    @contextmanager
    def turn(self, asker: RequestClient = NOBODY) -> Iterator[None]:
        """A context that waits for a slot for ``asker`` and holds it. Raises QueueFull."""
        place = self._enter(asker)
        try:
            yield
        finally:
            with self._changed:
                self._forget(place)
                self._lets_in()

    def _enter(self, asker: RequestClient) -> _Place:
        with self._changed:
            self._came += 1
            place = _Place(asker, self._came)
            inside = [self._turns[other.asker.address] for other in self._places if other.is_inside]
            for key in (asker.address, asker):  # who comes had a turn, as it were, just before those inside
                self._turns.setdefault(key, min(inside, default=self._came) - 1)
            self._places.append(place)
            self._lets_in()
            if not place.is_inside and len(self._waiting()) > self._most_waiting:
                self._reject(place)
            self._changed.wait_for(lambda: place.is_inside or not place.is_wanted)
            if not place.is_wanted:
                raise QueueFull
        return place

    def _waiting(self) -> list[_Place]:
        return [place for place in self._places if not place.is_inside]

    def _lets_in(self) -> None:
        """Grant free slots to waiting addresses that hold none."""
        while True:
            inside = [place.asker.address for place in self._places if place.is_inside]
            may = [place for place in self._waiting() if place.asker.address not in inside]
            if not may or len(inside) >= self._most_inside:
                return
            first = min(
                may, key=lambda waiting: (self._turns[waiting.asker.address], self._turns[waiting.asker], waiting.came)
            )
            first.is_inside = True
            self._came += 1
            self._turns[first.asker.address] = self._turns[first.asker] = self._came
            self._changed.notify_all()

    def _reject(self, last: _Place) -> None:
        """Make room: drop the latest request of the address and client with most waiting; at worst ``last``."""
        goes = last
        for whose in (_address, _asker):
            waits = Counter(whose(place) for place in self._waiting())
            if max(waits.values()) > waits[whose(last)]:
                most = max(waits, key=waits.__getitem__)
                goes = [place for place in self._waiting() if whose(place) == most][-1]
                break
        goes.is_wanted = False
        self._forget(goes)
        self._changed.notify_all()

    def _forget(self, place: _Place) -> None:
        self._places.remove(place)
        here = {whose(left) for left in self._places for whose in (_address, _asker)}
        self._turns = {asker: turn for asker, turn in self._turns.items() if asker in here}


def _address(place: _Place) -> str:
    return place.asker.address


def _asker(place: _Place) -> RequestClient:
    return place.asker
