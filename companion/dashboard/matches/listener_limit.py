"""Limit the number of clients waiting for events, so that others are answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock

from flask import Flask, current_app, request
from flask_babel import gettext as _

from companion.dashboard.error_pages import Refusal
from companion.dashboard.photos.photo_service import photo_service
from companion.network.addresses import is_this_machine, place_of
from companion.network.request_keys import LEAVING

ONE_SHARE = 4
"""One address may take a quarter of the places, two at least: a browser of many tabs, never all of them."""


class ListenerLimit:
    """A limited number of places, of which one address has a share; this machine may take all, as a proxy may run here.

    Safe to use from many threads.
    """

    def __init__(self, places: int) -> None:
        self._free, self._most_of_one = places, max(2, places // ONE_SHARE)
        self._taken: Counter[str] = Counter()
        self._lock = Lock()

    def take(self, address: str) -> bool:
        """Take a place for ``address``; returns whether there was one."""
        place = place_of(address)
        with self._lock:
            if not self._free or (not is_this_machine(address) and self._taken[place] >= self._most_of_one):
                return False
            self._free -= 1
            self._taken[place] += 1
            return True

    def leave(self, address: str) -> None:
        """Return a place of ``address``."""
        place = place_of(address)
        with self._lock:
            self._free += 1
            self._taken[place] -= 1
            if not self._taken[place]:
                del self._taken[place]


def add_places(app: Flask, room: str) -> None:
    """Create the places in ``room``, as many as configured."""
    app.extensions[room] = ListenerLimit(app.extensions["photo service"].settings.listeners)


def take_place(room: str) -> Callable[[], None]:
    """Take a place in ``room`` and return a function that releases it once; refuses when full.

    The server gives it back where it notices before us that somebody went away.
    """
    places: ListenerLimit = current_app.extensions[room]
    address = request.remote_addr or ""
    if not places.take(address):
        busy = _("Hay demasiadas pantallas mirando: probá de nuevo en unos segundos.")
        raise Refusal(503, busy, photo_service().settings.retry_after_s)
    taken = ExitStack()
    taken.callback(places.leave, address)
    request.environ.get(LEAVING, _never)(taken.close)
    return taken.close


@contextmanager
def waiting(room: str) -> Iterator[None]:
    """A context with a place in ``room``; refuses when full."""
    leave = take_place(room)
    try:
        yield
    finally:
        leave()


def _never(_call: Callable[[], None]) -> None:
    """A disconnect check for servers without one."""
