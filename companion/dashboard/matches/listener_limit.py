"""Limits how many clients wait for news at once, so that others are answered; where none is free, it is said."""

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


class WaitingRoom:
    """So many places, of which one address has a share; this machine may have all, for whoever relays speaks from it.

    Safe to use from many threads.
    """

    def __init__(self, places: int) -> None:
        self._free, self._most_of_one = places, max(2, places // ONE_SHARE)
        self._taken: Counter[str] = Counter()
        self._lock = Lock()

    def take(self, address: str) -> bool:
        """Takes a place for ``address``; whether there was one."""
        place = place_of(address)
        with self._lock:
            if not self._free or (not is_this_machine(address) and self._taken[place] >= self._most_of_one):
                return False
            self._free -= 1
            self._taken[place] += 1
            return True

    def leave(self, address: str) -> None:
        """Gives a place of ``address`` back."""
        place = place_of(address)
        with self._lock:
            self._free += 1
            self._taken[place] -= 1
            if not self._taken[place]:
                del self._taken[place]


def add_places(app: Flask, room: str) -> None:
    """Makes as many places in ``room`` as screens may watch."""
    app.extensions[room] = WaitingRoom(app.extensions["photo service"].settings.listeners)


def take_place(room: str) -> Callable[[], None]:
    """Takes a place in ``room`` and gives what gives it back, once; refuses whoever finds none.

    The server gives it back where it notices before us that somebody went away.
    """
    places: WaitingRoom = current_app.extensions[room]
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
    """A place in ``room`` for as long as somebody waits there; refuses whoever finds none."""
    leave = take_place(room)
    try:
        yield
    finally:
        leave()


def _never(_call: Callable[[], None]) -> None:
    """What a server says that does not notice."""
