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
_NAME = re.compile(r"burako-\d{8}-\d{6}-\d{6}-(\d+)(?:-([0-9a-f]{8}))?(?:-damaged)?\.zip")
"""The file name of a backup: its time, the number of hands by then, and the mark of its house, which those of earlier
versions lack."""
_log = logging.getLogger(__name__)


class Backups:
    """Checks the journal periodically, and writes a backup to ``folder`` after ``every`` more hands.

    Hands are counted from the newest backup there, over restarts of the program. Backups of other houses, and files
    that somebody put there, stay.
    """

    def __init__(self, journal: Journal, data_folder: DataFolder, folder: Path, every: int) -> None:
        self._journal, self._where, self._folder, self._every = journal, data_folder, folder, every
        self._mark = data_folder.mark()
        names = [found for path in sorted(folder.glob("burako-*.zip")) if (found := _NAME.fullmatch(path.name))]
        known = [int(found[1]) for found in names if found[2] in (None, self._mark)]
        self._counted = known[-1] if known else 0
        self._is_apart = _is_apart(folder, data_folder.folder)
        self.is_failing = False
        """Whether the last one that was due could not be made."""

    def start(self) -> None:
        """Start the periodic check in a thread that runs as long as the program."""
        Thread(target=self._run, daemon=True).start()

    def look(self) -> Path | None:
        """Write a backup if one is due, and return it. Raises JournalError."""
        counted = self._journal.count(HANDS)
        if 0 <= counted - self._counted < self._every:
            return None
        if self._is_apart and not _is_apart(self._folder, self._where.folder):
            raise JournalError("backup disk gone", place=self._folder)
        for part in self._folder.glob(f"burako-*-{self._mark}.zip.part"):  # of a program that was killed
            part.unlink(missing_ok=True)
        made = f"{datetime.now(UTC).astimezone():%Y%m%d-%H%M%S-%f}-{counted}-{self._mark}"
        file = self._folder / f"burako-{made}.zip"
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
        """Delete old backups of this house; those of a damaged journal never displace sound ones.

        What is later than the ``newest`` by its name was made before it by a clock that was ahead: it goes first.
        """
        named = ((path, _NAME.fullmatch(path.name)) for path in self._folder.glob("burako-*.zip"))
        own = (path for path, found in named if found and found[2] == self._mark)
        known = sorted(own, key=lambda path: (path.name <= newest.name, path.name))
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
            self.is_failing = False
        except JournalError as error:
            self.is_failing = True
            _log.warning("%s", error)
        except Exception:
            self.is_failing = True
            _log.exception("no backup could be made")
        return max(REST_S, MOST_SHARE * (monotonic() - began_s))

    def _run(self) -> None:
        pause = Event()
        while True:
            pause.wait(self.turn())


def _is_apart(folder: Path, data_folder: Path) -> bool:
    """Whether a folder is on another disk than the data; that of a disk that was taken out is on none, or on this."""
    there = next((place for place in (folder, *folder.absolute().parents) if place.exists()), data_folder)
    return data_folder.exists() and _device(there) != _device(data_folder)


def _device(path: Path) -> int:
    """The disk that a path is on."""
    return path.stat().st_dev
