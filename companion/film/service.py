"""The film service: consent, recording, reporting, and deletion."""

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
from companion.eventstore.evidence_store import keep_file, remove_file
from companion.eventstore.service_errors import errors_as_refusals
from companion.film.film_store import MEBIBYTE, FilmStore
from companion.phrases.wording import say
from companion.refusal import TableRefused
from companion.view_models.film import FilmView, around_ms

DELETED_AFTER_S = 3600.0
"""The seconds after the end of a match at which its film is deleted unless it is kept, since the last hand may be
disputed."""
_ON = "on"
_NAME = re.compile(r"[\w-]{1,64}")
_WAITING, _TICK_S, _CLEARING_S, _PAUSE_S = 8, 5.0, 60.0, 10.0
_log = logging.getLogger(__name__)


class FilmService:
    """The film of all matches; thread-safe."""

    def __init__(self, shelf: FilmStore, clock: Callable[[], float], ended: Callable[[str], float | None]) -> None:
        """``clock`` returns seconds since 1970, ``ended`` the end of a match, None while it goes on or is unknown."""
        self._shelf, self._clock, self._ended = shelf, clock, ended
        self._on = {match for match in shelf.matches if self._switch(match).exists()}
        self._trouble: dict[str, str] = {}
        self._waiting: Queue[tuple[str, int, bytes] | None] = Queue(_WAITING)
        self._lock, self._closing = Lock(), Event()
        self._paused_until_s = self._clear_at_s = float("-inf")
        self._writer = Thread(target=self._writes, name="film", daemon=True)

    def start(self) -> None:
        """Start writing and deleting in a thread that runs as long as the program."""
        self._writer.start()

    def close(self) -> None:
        """Stop writing; accepted pictures are on the disk."""
        self._closing.set()
        if self._writer.is_alive():
            with suppress(Full):  # then nobody waits for a picture
                self._waiting.put_nowait(None)
            self._writer.join()
        self._shelf.finish()

    def is_on(self, match: str | None) -> bool:
        """Whether a match is filmed."""
        return match in self._on

    @errors_as_refusals(TableRefused)
    def switch(self, match: str, *, on: bool) -> None:
        """Set or withdraw the consent to filming. Raises TableRefused where it cannot be stored."""
        if not _NAME.fullmatch(match):
            return
        with self._lock:
            if on:
                keep_file(self._switch(match), b"")
                self._on.add(match)
                return
            self._on.discard(match)  # also where the disk fails
            self._trouble.pop(match, None)
            self._shelf.finish()
            try:
                remove_file(self._switch(match))
            except OSError as error:
                raise JournalError("story not saved") from error

    def add(self, match: str | None, jpeg: bytes) -> None:
        """Enqueue a picture of a match's table, without waiting for the disk."""
        if match is None or match not in self._on:
            return
        with suppress(Full):  # the disk is slow: pictures are left out
            self._waiting.put_nowait((match, round(1000 * self._clock()), jpeg))

    def moments(self, match: str, at_s: float) -> tuple[int, ...]:
        """The times of the pictures around one, in milliseconds since 1970."""
        if not _NAME.fullmatch(match):
            return ()
        return tuple(shot.at_ms for shot in self._shelf.shots(match, *around_ms(at_s)))

    def picture(self, match: str, at_ms: int) -> bytes:
        """The JPEG of a time; empty where it is gone."""
        if not _NAME.fullmatch(match):
            return b""
        return next((jpeg for shot in self._shelf.shots(match, at_ms, at_ms) if (jpeg := shot.jpeg())), b"")

    def keep(self, match: str, at_s: float) -> bool:
        """Protect the film around a time from deletion; False where there is none. Raises TableRefused."""
        return self._does(lambda: self._shelf.keep(match, *around_ms(at_s)), match)

    def delete(self, match: str) -> None:
        """Delete all film of a match, including protected film. Raises TableRefused."""
        self._does(lambda: self._shelf.delete(match, also_kept=True), match)

    def view(self, match: str, language: str) -> FilmView:
        """The state of a match's film in ``language``."""
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
        """Delete expired film: of finished matches, too old, or exceeding the disk."""
        now_s = self._clock()
        for match in self._shelf.matches:
            ended_s = self._ended(match)
            if ended_s is not None:
                with suppress(TableRefused):
                    self.switch(match, on=False)
            is_over = ended_s is not None and now_s - ended_s > DELETED_AFTER_S
            before_ms = None if is_over else round(1000 * (now_s - 3600 * self._shelf.limits.hours))
            self._shelf.delete(match, also_kept=False, before_ms=before_ms)
        self._shelf.free_space()

    def _switch(self, match: str) -> Path:
        return self._shelf.of(match) / _ON

    def _spans(self, match: str) -> tuple[tuple[int, int], ...]:
        return self._shelf.spans(match) if _NAME.fullmatch(match) else ()

    @errors_as_refusals(TableRefused)
    def _does(self, what: Callable[[], int], match: str) -> bool:
        if not _NAME.fullmatch(match):
            return False
        try:
            return what() > 0
        except OSError as error:
            raise JournalError("story not saved") from error

    def _writes(self) -> None:
        """Write queued pictures, and look for expired film from time to time."""
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
        """Write a picture; after a failure writing pauses, and people are informed."""
        with self._lock:  # whoever switched it off has seen the last picture
            if match not in self._on or monotonic() < self._paused_until_s:
                return
            try:
                self._shelf.add(match, at_ms, jpeg)
                self._trouble.pop(match, None)
            except OSError as error:
                _log.warning("no film: %s", error)
                self._trouble[match] = "film stopped"
                self._paused_until_s = monotonic() + _PAUSE_S
