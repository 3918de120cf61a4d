"""A disk of a few megabytes that can be filled to its last byte, where the system lets us make one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BALLAST = "ballast"


class NoDisk(Exception):  # noqa: N818
    """The system lets nobody make a disk here."""


@contextmanager
def small_disk(place: Path, size_mb: int) -> Iterator[Path]:
    """An empty disk in memory, at ``place``. Raises NoDisk where only an administrator may make one."""
    place.mkdir(exist_ok=True)
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size_mb}m,mode=0700", "tmpfs", str(place)],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        raise NoDisk(made.stderr.decode(errors="replace").strip())
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill(disk: Path, leave_bytes: int = 0) -> None:
    """Fills a disk until so many bytes are free; with none, until the system refuses the next one."""
    with (disk / BALLAST).open("ab", buffering=0) as file:
        while (free := _free(disk) - leave_bytes) > 0:
            try:
                file.write(bytes(min(free, 2**20)))
            except OSError:
                return


def make_room(disk: Path) -> None:
    """Takes away what filled it."""
    (disk / BALLAST).unlink(missing_ok=True)


def _free(disk: Path) -> int:
    found = os.statvfs(disk)
    return found.f_bavail * found.f_frsize
