"""The film of all matches in a folder of limited size: write, find, keep, and delete."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import RLock
from typing import BinaryIO

from companion.eventstore.evidence_store import sync_folder
from companion.film.film_file import FilmShot, shots_in, write_shot
from companion.film.film_limits import FilmLimits

MEBIBYTE = 2**20
REEL_MS = 10_000
"""The length of a file in milliseconds; a power cut loses at most the one being written."""
RESERVE_BYTES = 256 * MEBIBYTE
"""Disk space reserved for everything else, far more than the journal needs."""
_ROOM_BYTES = 4 * MEBIBYTE
"""The assumed size of a file before it is written."""
_FILM, _KEPT = ".film", ".kept"


@dataclass(slots=True)
class _OpenReel:
    match: str
    since_ms: int
    path: Path
    file: BinaryIO


class FilmStore:
    """The film segments of a folder; thread-safe within one process."""

    def __init__(self, folder: Path, limits: FilmLimits, free: Callable[[Path], int] | None = None) -> None:
        """``free`` returns the number of free bytes on a folder's disk."""
        self._folder, self.limits = folder, limits
        self._free = free or _free_bytes
        self._lock = RLock()
        self._open: _OpenReel | None = None

    def of(self, match: str) -> Path:
        """The folder of a match; it may not exist yet."""
        return self._folder / match

    @property
    def matches(self) -> tuple[str, ...]:
        """The matches with film."""
        with suppress(OSError):
            return tuple(sorted(path.name for path in self._folder.iterdir() if path.is_dir()))
        return ()

    def add(self, match: str, at_ms: int, jpeg: bytes) -> None:
        """Append a picture to a match's film. Raises OSError where there is no room, or the disk fails."""
        with self._lock:
            reel = self._open
            if reel is None or reel.match != match or not 0 <= at_ms - reel.since_ms < REEL_MS:
                reel = self._begun(match, at_ms)
            try:
                write_shot(reel.file, at_ms, jpeg)
            except OSError:
                self.finish()
                raise

    def finish(self) -> None:
        """Close the current file, flushed to disk."""
        with self._lock:
            reel, self._open = self._open, None
            if reel is None:
                return
            with suppress(OSError):
                os.fsync(reel.file.fileno())
            with suppress(OSError):
                reel.file.close()

    def shots(self, match: str, since_ms: int, until_ms: int) -> tuple[FilmShot, ...]:
        """The pictures of a match between two times, in order."""
        with self._lock:
            found = [shot for path in self._reels(match) if since_ms - 2 * REEL_MS < _began(path) <= until_ms
                     for shot in shots_in(path)]  # fmt: skip
        return tuple(
            sorted((shot for shot in found if since_ms <= shot.at_ms <= until_ms), key=lambda shot: shot.at_ms)
        )

    def spans(self, match: str) -> tuple[tuple[int, int], ...]:
        """The time spans in milliseconds with film of a match, in whole files."""
        joined: list[tuple[int, int]] = []
        for began in sorted(map(_began, self._reels(match))):
            if joined and began <= joined[-1][1] + REEL_MS:
                joined[-1] = (joined[-1][0], began + REEL_MS)
            else:
                joined.append((began, began + REEL_MS))
        return tuple(joined)

    def keep(self, match: str, since_ms: int, until_ms: int) -> int:
        """Protect the film of a time span from deletion; returns the number of its files. Raises OSError."""
        with self._lock:
            if self._open and self._open.match == match:
                self.finish()
            wanted = [path for path in self._reels(match) if since_ms - REEL_MS < _began(path) <= until_ms]
            for path in wanted:
                path.rename(path.with_suffix(_KEPT))
            if wanted:
                sync_folder(self.of(match))
        return len(wanted)

    def delete(self, match: str, *, also_kept: bool, before_ms: int | None = None) -> int:
        """Delete the film of a match, or the part before a given time; returns the number of files. Raises OSError."""
        with self._lock:
            gone = [path for path in self._reels(match) if (also_kept or path.suffix == _FILM)
                    and (before_ms is None or _began(path) < before_ms)]  # fmt: skip
            for path in gone:
                if self._is_open(path):
                    self.finish()
                path.unlink(missing_ok=True)
            with suppress(OSError):  # the last of a match that nobody films any more
                self.of(match).rmdir()
        return len(gone)

    def bytes_of(self, match: str) -> tuple[int, int]:
        """The size of a match's film in bytes, and of its protected part."""
        sizes = [(_size(path), path.suffix == _KEPT) for path in self._reels(match)]
        return sum(size for size, _ in sizes), sum(size for size, is_kept in sizes if is_kept)

    def make_room(self, match: str) -> bool:
        """Delete the oldest unprotected files until there is room for more of a match; False where impossible."""
        with self._lock:
            while not self._has_room_on_shelf(match):
                if not self._drops_oldest(None if self._table_fits(match) else match):
                    return False
            return True

    def free_space(self) -> None:
        """Delete the oldest unprotected files while the disk is nearly full."""
        with self._lock:
            while self.matches and self._free(self._folder) < RESERVE_BYTES and self._drops_oldest(None):
                pass

    def _begun(self, match: str, at_ms: int) -> _OpenReel:
        self.finish()
        folder = self.of(match)
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.mkdir(exist_ok=True, mode=0o700)
        if not self.make_room(match):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        path = folder / f"{at_ms:013d}{_FILM}"
        file = open(path, "ab", opener=partial(os.open, mode=0o600))  # noqa: SIM115
        self._open = _OpenReel(match, at_ms, path, file)
        return self._open

    def _has_room_on_shelf(self, match: str) -> bool:
        total = sum(self.bytes_of(match_name)[0] for match_name in self.matches)
        return (self._table_fits(match) and total + _ROOM_BYTES <= self.limits.total_mb * MEBIBYTE
                and self._free(self._folder) >= RESERVE_BYTES)  # fmt: skip

    def _table_fits(self, match: str) -> bool:
        return self.bytes_of(match)[0] + _ROOM_BYTES <= self.limits.table_mb * MEBIBYTE

    def _drops_oldest(self, match: str | None) -> bool:
        """Delete the oldest unprotected file, of one match or of all; False where there is none."""
        among = [match] if match else list(self.matches)
        free = [
            path
            for match_name in among
            for path in self._reels(match_name)
            if path.suffix == _FILM and not self._is_open(path)
        ]
        if not free:
            return False
        min(free, key=_began).unlink(missing_ok=True)
        return True

    def _is_open(self, path: Path) -> bool:
        return self._open is not None and self._open.path == path

    def _reels(self, match: str) -> Iterator[Path]:
        with suppress(OSError):
            yield from [
                path for path in self.of(match).iterdir() if path.suffix in (_FILM, _KEPT) and path.stem.isdigit()
            ]


def _began(path: Path) -> int:
    return int(path.stem)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _free_bytes(folder: Path) -> int:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 2 * RESERVE_BYTES  # whoever writes is told
