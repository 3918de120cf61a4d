"""Who agreed to be filmed, what of it is written, what is told of it, and when it is over."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Event, Lock, Thread
from time import monotonic

from companion.errors import JournalError
from companion.eventstore.evidence import keep_file
from companion.eventstore.service_errors import spoken
from companion.film.film_store import MEBIBYTE, FilmStore
from companion.phrases.wording import say
from companion.refusal import TableRefused
from companion.view_models.film import FilmView, around_ms

AFTER_S = 3600.0
"""So long after a match is over its film goes, unless somebody keeps it: the last hand may be the one in dispute."""
_ON = "on"
_NAME = re.compile(r"[\w-]{1,64}")
_WAITING, _TICK_S, _CLEARING_S, _PAUSE_S = 8, 5.0, 60.0, 10.0
_log = logging.getLogger(__name__)


class FilmService:
    """The film of the house; safe to use from many threads."""

    def __init__(self, shelf: FilmStore, clock: Callable[[], float], ended: Callable[[str], float | None]) -> None:
        """``clock`` tells the seconds since 1970 that entries have, ``ended`` when a match was over; None while it goes
        on, and where nobody knows."""
        self._shelf, self._clock, self._ended = shelf, clock, ended
        self._on = {match for match in shelf.matches if self._switch(match).exists()}
        self._trouble: dict[str, str] = {}
        self._waiting: Queue[tuple[str, int, bytes] | None] = Queue(_WAITING)
        self._lock, self._closing = Lock(), Event()
        self._paused_until_s = self._clear_at_s = float("-inf")
        self._writer = Thread(target=self._writes, name="film", daemon=True)

    def start(self) -> None:
        """Writes from now on, and deletes what is over, as long as the program runs."""
        self._writer.start()

    def close(self) -> None:
        """Writes no more; what was taken is on the disk."""
        self._closing.set()
        if self._writer.is_alive():
            with suppress(Full):  # then nobody waits for a picture
                self._waiting.put_nowait(None)
            self._writer.join()
        self._shelf.finish()

    def is_on(self, match: str | None) -> bool:
        """Whether a match is filmed."""
        return match in self._on

    @spoken(TableRefused)
    def switch(self, match: str, *, on: bool) -> None:
        """The table agrees to be filmed, or does no longer. Raises TableRefused where that cannot be kept."""
        if not _NAME.fullmatch(match):
            return
        if on:
            keep_file(self._switch(match), b"")
            self._on.add(match)
            return
        self._on.discard(match)  # also where the disk fails
        self._trouble.pop(match, None)
        self._shelf.finish()
        try:
            self._switch(match).unlink(missing_ok=True)
        except OSError as error:
            raise JournalError("story not saved") from error

    def add(self, match: str | None, jpeg: bytes) -> None:
        """A picture of the table of a match; whoever brings it never waits for the disk."""
        if match is None or match not in self._on:
            return
        with suppress(Full):  # the disk is slow: pictures are left out
            self._waiting.put_nowait((match, round(1000 * self._clock()), jpeg))

    def moments(self, match: str, at_s: float) -> tuple[int, ...]:
        """The moments of the pictures around one, in milliseconds since 1970."""
        if not _NAME.fullmatch(match):
            return ()
        return tuple(shot.at_ms for shot in self._shelf.shots(match, *around_ms(at_s)))

    def picture(self, match: str, at_ms: int) -> bytes:
        """The JPEG of a moment; empty where there is none any more."""
        if not _NAME.fullmatch(match):
            return b""
        return next((jpeg for shot in self._shelf.shots(match, at_ms, at_ms) if (jpeg := shot.jpeg())), b"")

    def keep(self, match: str, at_s: float) -> None:
        """Keeps the film around a moment until somebody deletes it. Raises TableRefused."""
        self._does(lambda: self._shelf.keep(match, *around_ms(at_s)), match)

    def delete(self, match: str) -> None:
        """Deletes all film of a match, also what was kept. Raises TableRefused."""
        self._does(lambda: self._shelf.delete(match, also_kept=True), match)

    def view(self, match: str, language: str) -> FilmView:
        """How the film of a match stands, in words of ``language``."""
        size, kept = self._shelf.bytes_of(match) if _NAME.fullmatch(match) else (0, 0)
        limits = self._shelf.limits
        return FilmView(
            is_on=self.is_on(match),
            says=say(language, self._trouble.get(match, "film running")) if self.is_on(match) else "",
            size_mb=round(size / MEBIBYTE, 1),
            kept_mb=round(kept / MEBIBYTE, 1),
            limit_mb=limits.table_mb,
            hours=limits.hours,
            spans=self._spans(match),
        )

    def clear(self) -> None:
        """Deletes what is over: the film of matches that ended, what is old, what the disk has no room for."""
        now_s = self._clock()
        for match in self._shelf.matches:
            ended_s = self._ended(match)
            if ended_s is not None:
                with suppress(TableRefused):
                    self.switch(match, on=False)
            is_over = ended_s is not None and now_s - ended_s > AFTER_S
            before_ms = None if is_over else round(1000 * (now_s - 3600 * self._shelf.limits.hours))
            self._shelf.delete(match, also_kept=False, before_ms=before_ms)
        self._shelf.free_space()

    def _switch(self, match: str) -> Path:
        return self._shelf.of(match) / _ON

    def _spans(self, match: str) -> tuple[tuple[int, int], ...]:
        return self._shelf.spans(match) if _NAME.fullmatch(match) else ()

    @spoken(TableRefused)
    def _does(self, what: Callable[[], object], match: str) -> None:
        if not _NAME.fullmatch(match):
            return
        try:
            what()
        except OSError as error:
            raise JournalError("story not saved") from error

    def _writes(self) -> None:
        """Takes one picture after another to the disk, and looks now and then for what is over."""
        while not self._closing.is_set():
            try:
                if picture := self._waiting.get(timeout=_TICK_S):
                    self._write(*picture)
            except Empty:
                self._shelf.finish()
            except Exception:
                _log.exception("the film")
            if monotonic() >= self._clear_at_s:
                self._clear_at_s = monotonic() + _CLEARING_S
                try:
                    self.clear()
                except Exception:
                    _log.exception("film that is over cannot be deleted")

    def _write(self, match: str, at_ms: int, jpeg: bytes) -> None:
        """Writes a picture; where that fails nothing is written for a while, and people are told."""
        if match not in self._on or monotonic() < self._paused_until_s:
            return
        try:
            self._shelf.add(match, at_ms, jpeg)
            self._trouble.pop(match, None)
        except OSError as error:
            _log.warning("no film: %s", error)
            self._trouble[match] = "film stopped"
            self._paused_until_s = monotonic() + _PAUSE_S
