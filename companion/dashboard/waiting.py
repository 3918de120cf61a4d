"""Whoever waits for news takes one of a few places, so that others are answered; where all are taken, it is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from flask import Flask, current_app
from flask_babel import gettext as _

from companion.dashboard.desk import desk
from companion.dashboard.refusals import Refusal


def add_places(app: Flask, room: str) -> None:
    """Makes as many places in ``room`` as screens may watch."""
    app.extensions[room] = BoundedSemaphore(app.extensions["desk"].settings.listeners)


def take_place(room: str) -> Callable[[], None]:
    """Takes a place in ``room`` and gives what gives it back; refuses whoever finds none."""
    places: BoundedSemaphore = current_app.extensions[room]
    if not places.acquire(blocking=False):
        busy = _("Hay demasiadas pantallas mirando: probá de nuevo en unos segundos.")
        raise Refusal(503, busy, desk().settings.retry_after_s)
    return places.release


@contextmanager
def waiting(room: str) -> Iterator[None]:
    """A place in ``room`` for as long as somebody waits there; refuses whoever finds none."""
    leave = take_place(room)
    try:
        yield
    finally:
        leave()
