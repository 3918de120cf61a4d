"""Pictures that serve as evidence, each named by its hash, in a folder of limited size."""

from __future__ import annotations

import errno
import glob
import logging
import os
import re
import shutil
import time
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Lock, get_ident

from companion.errors import JournalError

LIMIT_BYTES = 2 * 2**30
RESERVE_BYTES = 16 * 2**20
"""The disk space kept free, so that files can be closed and a backup can be made."""
_NAME = re.compile(r"[0-9a-f]{64}")
_PART = ".part"
_ABANDONED_S = 3600
APART_NS = 2 * 10**9
"""The time between two pictures where the clock is behind the newest: what every file system tells apart."""
_log = logging.getLogger(__name__)


class EvidenceStore:
    """A folder of pictures."""

    def __init__(self, folder: Path, limit_bytes: int = LIMIT_BYTES) -> None:
        self._folder = folder
        self._limit_bytes = limit_bytes
        self._lock = Lock()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _forget_abandoned(folder)
        self._newest_ns = max((path.stat().st_mtime_ns for path in self._pictures()), default=0)

    def keep(self, picture: bytes) -> str:
        """Store a picture durably and return its name. Raises OSError where it cannot."""
        name = sha256(picture).hexdigest()
        path = self._folder / name
        with self._lock:
            if not path.exists():
                if not has_room(self._folder):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                write_whole(path, picture)
            self._make_newest(path)
        return name

    def _make_newest(self, path: Path) -> None:
        """Date a picture after all others, whatever the machine's clock says and said before."""
        self._newest_ns = max(time.time_ns(), self._newest_ns + APART_NS)
        os.utime(path, ns=(self._newest_ns, self._newest_ns))

    def find(self, name: str) -> Path | None:
        """The file of the picture called ``name``; None where it is gone."""
        path = self._folder / name
        return path if _NAME.fullmatch(name) and path.is_file() else None

    def size_bytes(self) -> int:
        """The total size of the pictures."""
        return sum(path.stat().st_size for path in self._pictures())

    def trim(self, named: Collection[str]) -> tuple[str, ...]:
        """Delete pictures until the rest fits: first those kept longest ago and not ``named``, then the oldest.

        Returns the names of the deleted ones.
        """
        gone: list[str] = []
        with self._lock:
            size = self.size_bytes()
            for path in sorted(self._pictures(), key=lambda path: (path.name in named, path.stat().st_mtime_ns)):
                if size <= self._limit_bytes:
                    break
                size -= path.stat().st_size
                path.unlink(missing_ok=True)
                gone.append(path.name)
        return tuple(gone)

    def _pictures(self) -> list[Path]:
        return [path for path in self._folder.iterdir() if _NAME.fullmatch(path.name)]


def has_room(folder: Path) -> bool:
    """Whether ``folder`` is writable with room left."""
    try:
        return shutil.disk_usage(folder).free >= RESERVE_BYTES
    except OSError:
        return True  # whoever writes is told


def keep_file(path: Path, content: bytes) -> None:
    """Write a small file beside the journal atomically, readable by its owner only.

    Raises JournalError where the disk is full, and where the system refuses; its own words go to the log.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not has_room(path.parent):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        _forget_abandoned(path.parent, f"{glob.escape(path.name)}.*{_PART}")
        write_whole(path, content)
    except OSError as error:
        _log.warning("the disk: %s", error)
        raise JournalError("disk full" if is_no_room(error) else "story not saved") from error


def is_no_room(error: OSError) -> bool:
    """Whether a write failed because the disk or a quota is full."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def write_whole(path: Path, content: bytes, *, lasts: bool = True) -> None:
    """Write a file atomically, readable by its owner only. Raises OSError.

    Without the durable option the file may be missing or empty after a power failure: for data that can be recreated.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}-{get_ident()}{_PART}")
    try:
        with open(part, "wb", opener=partial(os.open, mode=0o600)) as file:
            file.write(content)
            if lasts:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    if lasts:
        sync_folder(path.parent)


def remove_file(path: Path) -> None:
    """Delete a file durably, if it is there: after a power failure it does not come back. Raises OSError."""
    with suppress(FileNotFoundError):
        path.unlink()
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Sync the names in ``folder``, where the system supports it. Raises OSError."""
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _forget_abandoned(folder: Path, pattern: str = f"*{_PART}") -> None:
    """Delete incomplete files of killed processes."""
    for part in folder.glob(pattern):
        with suppress(FileNotFoundError):  # whoever writes it has just finished
            if time.time() - part.stat().st_mtime > _ABANDONED_S:
                part.unlink()
