"""The phone used as a camera: one at a time, with its uploads checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from threading import Lock
from time import monotonic
from typing import Protocol

from companion.refusal import PhotoRefused
from companion.server.adapters import refused
from companion.view_models import NO_TILE, PhoneView, PhotoScore
from engine.sentences import Translated, catalogue
from vision.errors import BadImage
from vision.io.images import check

ANOTHER: Mapping[str, str] = Translated(
    "companion.phone.another",
    "Otro teléfono es ahora la cámara, y se usa uno solo. Tocá «Empezar» para que vuelva a ser este.",
)
IN_VIEW: Mapping[str, str] = Translated("companion.phone.in_view", "Se ven {tiles} y {melds}.")
COUNTED: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.phone",
    {"tile": "una ficha", "tiles": "{} fichas", "meld": "un juego", "melds": "{} juegos"},
)
"""The singular and plural of counted objects."""
READY_SOON: Mapping[str, str] = Translated(
    "companion.phone.ready_soon", "El programa se está preparando para leer la mesa."
)
_LATE_S = 0.8
"""Seconds for which it is not asked again what the table shows."""


class SeenLive(Protocol):
    """The part of `companion.view_models.LiveView` used here."""

    @property
    def state(self) -> str:
        """See `companion.view_models.LiveView`."""

    @property
    def says(self) -> str:
        """The status sentence."""

    @property
    def notice(self) -> str:
        """The problem; empty without one."""

    @property
    def score(self) -> PhotoScore | None:
        """The judged table; None before anything was seen."""


class PhoneTable(Protocol):
    """A table whose camera receives pushed pictures."""

    def push(self, picture: bytes) -> None:
        """Set the newest picture."""

    def show(self, picture: bytes) -> None:
        """Use a photograph as the table's picture until the next one."""

    def view(self, language: str) -> SeenLive:
        """The status of camera and table."""


class PairedPhone:
    """Accepts pictures of one phone for a table. Thread-safe."""

    def __init__(self, table: PhoneTable, clock: Callable[[], float] = monotonic) -> None:
        self._table, self._clock = table, clock
        self._phone, self._lock = "", Lock()
        self._views: dict[str, tuple[float, PhoneView]] = {}

    def begin(self, phone: str) -> None:
        """Make ``phone`` the camera, replacing any other."""
        with self._lock:
            self._phone = phone

    def send(self, phone: str, picture: bytes) -> None:
        """Set the newest picture. Raises PhotoRefused for an unreadable one, or from another phone."""
        with self._lock:
            self._phone = self._phone or phone
            if phone != self._phone:
                raise PhotoRefused(ANOTHER, 409)
        self._table.push(_checked(picture))

    def take_photo(self, picture: bytes) -> None:
        """Use a photograph of the table. Raises PhotoRefused."""
        self._table.show(_checked(picture))

    def view(self, language: str) -> PhoneView:
        """Its status, at most a moment old."""
        now_s = self._clock()
        seen_s, view = self._views.get(language, (-inf, PhoneView("", "", "")))
        if now_s - seen_s >= _LATE_S:
            view = _view(self._table.view(language), language)
            if view.state == "opening" and self._phone:  # a phone is there already, and need not be waited for
                view = replace(view, says=READY_SOON[language])
            self._views[language] = (now_s, view)
        return view


def _checked(picture: bytes) -> bytes:
    """The bytes, if they look like a complete picture. Raises PhotoRefused."""
    try:
        check(picture)
    except BadImage as error:
        raise refused(error) from error
    return picture


def _view(live: SeenLive, language: str) -> PhoneView:
    table = _in_view(live.score, language) if live.score else ""
    return PhoneView(live.state, f"{live.says} {live.notice}".strip(), table)


def _in_view(score: PhotoScore, language: str) -> str:
    """The number of visible tiles."""
    lying = sum(tile.face != NO_TILE for tile in score.tiles)
    tiles, melds = _counted("tile", lying, language), _counted("meld", len(score.rows), language)
    return IN_VIEW[language].format(tiles=tiles, melds=melds)


def _counted(word: str, number: int, language: str) -> str:
    return COUNTED[word if number == 1 else f"{word}s"][language].format(number)
