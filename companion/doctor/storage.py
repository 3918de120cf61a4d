"""Check the data folder and the journal: writable, private, and intact."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

from companion.doctor.finding import Finding
from companion.errors import JournalError
from companion.eventstore import DataFolder
from companion.eventstore.backup import check_kept
from companion.eventstore.evidence_store import RESERVE_BYTES

LITTLE_BYTES = 500 * 10**6
"""Less than a long day of an event takes, and as much again."""
_OTHERS = 0o077
_PRIVATE = ("secret", "story.sqlite", "story.sqlite-wal", "camera.json", "cameras.json", "authority")


def check_folder(data_folder: DataFolder) -> Finding:
    """Check whether the folder, or its nearest existing parent, is writable."""
    place = _nearest(data_folder.folder)
    try:
        with NamedTemporaryFile(dir=place, prefix="doctor-"):
            pass
    except OSError as error:
        return Finding("folder", "B201", {"place": data_folder.folder, "reason": error.strerror or error})
    return Finding("folder", parts={"place": data_folder.folder})


def check_privacy(data_folder: DataFolder) -> Finding:
    """Check whether secrets are readable by their owner only; checked on POSIX only."""
    open_to_others = list(_open_to_others(data_folder.folder)) if os.name == "posix" else []
    if open_to_others:
        return Finding("privacy", "B202", {"place": data_folder.folder, "quoted": shlex.quote(str(data_folder.folder))})
    return Finding("privacy")


def check_disk(data_folder: DataFolder) -> Finding:
    """Check whether there is enough free disk space."""
    free = shutil.disk_usage(_nearest(data_folder.folder)).free
    code = "B203" if free < RESERVE_BYTES else "B204" if free < LITTLE_BYTES else ""
    return Finding("disk", code, {"free_mb": free // 10**6})


def check_journal(data_folder: DataFolder) -> Finding:
    """Check whether all entries are intact, without changing or creating anything."""
    try:
        found = check_kept(data_folder)
    except JournalError as error:
        return Finding("journal", "B206", {"reason": error})
    if found.is_sound:
        return Finding("journal")
    return Finding("journal", "B205", {"count": len(found.damaged)})


def _nearest(folder: Path) -> Path:
    """The folder, or its nearest existing parent."""
    return next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())


def _open_to_others(folder: Path) -> Iterator[Path]:
    """The files that others may read or write; none in a folder that they cannot enter."""
    if not folder.exists() or not folder.stat().st_mode & _OTHERS:
        return
    for name in _PRIVATE:
        path = folder / name
        if path.exists() and path.stat().st_mode & _OTHERS:
            yield path
