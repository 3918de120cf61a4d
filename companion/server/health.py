"""Monitor the health of the server: database, disk, clock and camera."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from threading import Event, Thread
from time import monotonic

from companion.errors import JournalError
from companion.eventstore import DataFolder, Journal
from companion.eventstore.evidence_store import has_room
from companion.eventstore.integrity import IntegrityReport
from companion.phrases.wording import say

LOOK_S, CHECK_S, AGAIN_S = 1.0, 24 * 3600.0, 60.0
"""The intervals of quick checks, of reading the whole journal, and of reading it again after a failure."""
_MINUTE_S, _FULL = 60, "disk full"
_log = logging.getLogger(__name__)


class HealthMonitor:
    """Checks periodically and reports the last result. Thread-safe."""

    def __init__(self, journal: Journal, data_folder: DataFolder, jump_s: Callable[[], float] = float) -> None:
        """``jump_s`` returns how far the machine's clock has jumped."""
        self._journal, self._where, self._jump_s = journal, data_folder, jump_s
        self._soundness = IntegrityReport()
        self._has_room, self._answers, self._jumped_s = True, True, 0.0
        self.camera: Callable[[], str] = lambda: "none"
        self.is_backup_failing: Callable[[], bool] = lambda: False

    def start(self) -> None:
        """Start the periodic check in a thread that runs as long as the program."""
        Thread(target=self._run, daemon=True).start()
        Thread(target=self._run_checks, daemon=True).start()

    def look(self) -> None:
        """Check the disk, the database and the clock."""
        self._has_room = has_room(self._where.folder)
        self._jumped_s = self._jump_s()
        try:
            self._journal.last("")
            self._answers = True
        except JournalError:
            self._answers = False

    def check(self) -> bool:
        """Read all entries again; returns whether they are readable."""
        try:
            self._soundness = self._journal.check()
        except JournalError as error:
            _log.warning("%s", error)
            return False
        if not self._soundness.is_sound:
            _log.warning("%s", self._damage("es"))
        return True

    def health(self) -> Mapping[str, object]:
        """The health report for monitoring, by subsystem: ``ok``, or the problem."""
        unwritten = self._journal.write_trouble()
        report: dict[str, object] = {
            "database": self._database(unwritten),
            "disk": "ok" if self._has_room and unwritten != _FULL else "full",
            "camera": self.camera(),
            "clock": "jumped" if self._jumped_s else "ok",
        }
        if self.is_backup_failing():
            report["backups"] = "failing"
        return report | ({"damaged": list(self._soundness.damaged)} if self._soundness.damaged else {})

    def is_well(self) -> bool:
        """Whether entries can be stored."""
        return self._answers and self._has_room and not self._journal.write_trouble()

    def troubles(self, language: str) -> tuple[str, ...]:
        """The problems to show to every user, a sentence each."""
        return tuple(self._troubles(language))

    def _troubles(self, language: str) -> Iterator[str]:
        unwritten = self._journal.write_trouble()
        if not self._has_room or unwritten == _FULL:
            yield say(language, "disk full now")
        if not self._answers:
            yield say(language, "story away")
        elif unwritten == "story not saved":
            yield say(language, "story not saved now")
        if not self._soundness.is_sound:
            yield self._damage(language)
        if self.is_backup_failing():
            yield say(language, "backup failing")
        if self._jumped_s:
            yield say(language, "clock jumped", minutes=f"{abs(self._jumped_s) / _MINUTE_S:.0f}")

    def _database(self, unwritten: str) -> str:
        """How the database is, in one word."""
        if not self._answers:
            return "away"
        return "unwritable" if unwritten == "story not saved" else "ok" if self._soundness.is_sound else "damaged"

    def _damage(self, language: str) -> str:
        names = ", ".join(self._soundness.damaged)
        return say(language, "found damaged", names=names) if names else say(language, "damaged journal")

    def _run(self) -> None:
        pause = Event()
        while True:
            began_s = monotonic()
            try:
                self.look()
            except Exception:
                _log.exception("nobody could look how things are")
            pause.wait(max(LOOK_S - (monotonic() - began_s), LOOK_S / 2))

    def _run_checks(self) -> None:
        pause = Event()
        while True:
            has_read = False
            try:
                has_read = self.check()
            except Exception:
                _log.exception("nobody could read again what was noted")
            pause.wait(CHECK_S if has_read else AGAIN_S)
