"""Whoever waits for news takes one of a few places, so that others are answered; where all are taken, it is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import BoundedSemaphore

from flask import Flask, current_app, request
from flask_babel import gettext as _

from companion.dashboard.photos.desk import desk
from companion.dashboard.refusals import Refusal
from companion.network.request_keys import LEAVING


def add_places(app: Flask, room: str) -> None:
    """Makes as many places in ``room`` as screens may watch."""
    app.extensions[room] = BoundedSemaphore(app.extensions["desk"].settings.listeners)


def take_place(room: str) -> Callable[[], None]:
    """Takes a place in ``room`` and gives what gives it back, once; refuses whoever finds none.

    The server gives it back where it notices before us that somebody went away.
    """
    places: BoundedSemaphore = current_app.extensions[room]
    if not places.acquire(blocking=False):
        busy = _("Hay demasiadas pantallas mirando: probá de nuevo en unos segundos.")
        raise Refusal(503, busy, desk().settings.retry_after_s)
    taken = ExitStack()
    taken.callback(places.release)
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
