"""Automatic backups: one after a number of hands; old ones are deleted."""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread
from time import monotonic

from companion.errors import JournalError
from companion.eventstore import DataFolder, Journal
from companion.eventstore.backup import back_up

HANDS_A_BACKUP = 20
KEPT_BACKUPS = 5
LOOK_S, REST_S = 5.0, 60.0
MOST_SHARE = 20
"""Between two backups passes so many times what the last one took, so that they never slow an event down."""
HANDS = ("confirmed", "agreed", "ruled", "walkedover")
"""The kinds of entries by which a hand counts."""
_DAMAGED = "-damaged"
_NAME = re.compile(r"burako-\d{8}-\d{6}-\d{6}-(\d+)(?:-damaged)?\.zip")
"""The file name of a backup: its time, and the number of hands by then."""
_log = logging.getLogger(__name__)


class Backups:
    """Checks the journal periodically, and writes a backup to ``folder`` after ``every`` more hands.

    Hands are counted from the newest backup there, over restarts of the program.
    """

    def __init__(self, journal: Journal, data_folder: DataFolder, folder: Path, every: int) -> None:
        self._journal, self._where, self._folder, self._every = journal, data_folder, folder, every
        known = [int(found[1]) for backup in _backups(folder) if (found := _NAME.fullmatch(backup.name))]
        self._counted = known[-1] if known else 0

    def start(self) -> None:
        """Start the periodic check in a thread that runs as long as the program."""
        Thread(target=self._run, daemon=True).start()

    def look(self) -> Path | None:
        """Write a backup if one is due, and return it. Raises JournalError."""
        counted = self._journal.count(HANDS)
        if 0 <= counted - self._counted < self._every:
            return None
        file = self._folder / f"burako-{datetime.now(UTC).astimezone():%Y%m%d-%H%M%S-%f}-{counted}.zip"
        found = back_up(self._where, file)
        self._counted = counted
        if not found.is_sound:
            file = file.rename(file.with_stem(f"{file.stem}{_DAMAGED}"))
            _log.warning("backed up to %s what is damaged: %s", file, ", ".join(found.damaged))
        else:
            _log.info("backed up to %s", file)
        self._forget_old(file)
        return file

    def _forget_old(self, newest: Path) -> None:
        """Delete old backups; those of a damaged journal never displace sound ones.

        What is later than the ``newest`` by its name was made before it by a clock that was ahead: it goes first.
        """
        known = sorted(_backups(self._folder), key=lambda path: (path.name <= newest.name, path.name))
        for kept in (
            [path for path in known if not path.stem.endswith(_DAMAGED)],
            [path for path in known if path.stem.endswith(_DAMAGED)],
        ):
            for old in kept[:-KEPT_BACKUPS]:
                old.unlink(missing_ok=True)

    def turn(self) -> float:
        """Check once, catching all errors; returns the seconds until the next check."""
        began_s = monotonic()
        try:
            if self.look() is None:
                return LOOK_S
        except JournalError as error:
            _log.warning("%s", error)
        except Exception:
            _log.exception("no backup could be made")
        return max(REST_S, MOST_SHARE * (monotonic() - began_s))

    def _run(self) -> None:
        pause = Event()
        while True:
            pause.wait(self.turn())


def _backups(folder: Path) -> list[Path]:
    """The backups in a folder, the oldest first."""
    return sorted(folder.glob("burako-*.zip"))
