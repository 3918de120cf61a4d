"""Backups that make themselves: one after so many hands, the old ones deleted."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread
from time import monotonic

from companion.errors import StoryError
from companion.story import Journal, Places
from companion.story.backup import back_up

KEPT = 5
LOOK_S, REST_S = 5.0, 60.0
MOST_SHARE = 20
"""Between two backups passes so many times what the last one took, so that they never slow an event down."""
HANDS = ("confirmed", "agreed", "ruled", "walkedover")
"""The kinds of entries by which a hand counts."""
_log = logging.getLogger(__name__)


class Backups:
    """Looks at the journal now and then, and keeps everything in ``folder`` when ``every`` more hands were noted."""

    def __init__(self, journal: Journal, where: Places, folder: Path, every: int) -> None:
        self._journal, self._where, self._folder, self._every = journal, where, folder, every
        self._counted = journal.count(HANDS)

    def start(self) -> None:
        """Looks from now on, as long as the program runs."""
        Thread(target=self._run, daemon=True).start()

    def look(self) -> Path | None:
        """The backup that was due, if one was. Raises StoryError."""
        counted = self._journal.count(HANDS)
        if counted - self._counted < self._every:
            return None
        file = self._folder / f"burako-{datetime.now(UTC).astimezone():%Y%m%d-%H%M%S-%f}.zip"
        back_up(self._where, file)
        self._counted = counted
        _log.info("backed up to %s", file)
        for old in sorted(self._folder.glob("burako-*.zip"))[:-KEPT]:
            old.unlink(missing_ok=True)
        return file

    def _run(self) -> None:
        pause = Event()
        while True:
            began_s, made = monotonic(), None
            try:
                made = self.look()
            except StoryError as error:
                _log.warning("%s", error)
            took_s = monotonic() - began_s
            pause.wait(max(REST_S, MOST_SHARE * took_s) if made else LOOK_S)
