"""Put a restored folder in the place of the present one, which is set aside.

Everything is ready beforehand, so that a program that is killed in between leaves one of the two folders whole.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from companion.errors import JournalError
from companion.eventstore.data_folder import FILMS, DataFolder
from companion.eventstore.evidence_store import sync_folder
from companion.eventstore.folder_lock import is_served


def swap_in(part: Path, folder: Path, database: str, *, replace: bool) -> Path | None:
    """Give ``part`` the place of ``folder``, whose journal is called ``database``; returns the path of its former
    content.

    Raises JournalError where something is there and is not to be replaced, or is being used; OSError.
    """
    if not folder.exists() or not any(folder.iterdir()):
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
        return None
    if not replace:
        raise JournalError("place taken", place=folder)
    if _is_in_use(folder / database) or is_served(folder):
        raise JournalError("place in use", place=folder)
    _keep_who_is_in(folder, part)
    aside = _free_name(folder)
    folder.rename(aside)
    part.rename(folder)
    sync_folder(folder.parent)
    if (aside / FILMS).is_dir():  # it goes on being deleted when its time is over
        (aside / FILMS).rename(folder / FILMS)
    return aside


def sync_files(folder: Path) -> None:
    """Restrict everything in ``folder`` to its owner and have it on the disk, also after a power failure, where the
    system supports it. Raises OSError."""
    for path in folder.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
    if hasattr(os, "sync"):
        os.sync()


def _free_name(folder: Path) -> Path:
    """The name of ``folder`` with the time, and a number where that is taken."""
    named = f"{folder.name}-{datetime.now(UTC).astimezone():%Y%m%d-%H%M%S}"
    names = (folder.with_name(named if number == 1 else f"{named}-{number}") for number in count(1))
    return next(name for name in names if not name.exists())


def _keep_who_is_in(before: Path, part: Path) -> None:
    """Keep the sessions of ``before``, not those of the backup; where the house key differs, keep none.

    A key that was changed since the backup was made stays so, with the sessions: whoever knows the former one was shut
    out.
    """
    kept, restored = DataFolder(before, ""), DataFolder(part, "")
    restored.keep_newer_secret(kept)
    restored.keep_sessions(kept.stored_sessions() if kept.secret() == restored.secret() else b"")


def _is_in_use(database: Path) -> bool:
    """Whether a process has the journal open, so that it cannot leave write-ahead logging.

    Of a damaged one nobody can tell; who serves the folder has its lock.
    """
    if not database.is_file():
        return False
    with closing(sqlite3.connect(database, timeout=0)) as opened:
        try:
            return bool(opened.execute("PRAGMA journal_mode = DELETE").fetchone() != ("delete",))
        except sqlite3.OperationalError:
            return True
        except (sqlite3.DatabaseError, UnicodeDecodeError):  # what SQLite says of it may quote damaged bytes
            return False
