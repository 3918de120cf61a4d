"""Lock a data folder against a second server, since each would overwrite what the other holds in memory."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import JournalError

NAME = "served.lock"
_TAKEN = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK})


@contextmanager
def served_alone(folder: Path) -> Iterator[None]:
    """A context in which no other program serves ``folder``. Raises JournalError where one does.

    The system lets go of the lock of a program that ends, however it ends. Where none can be had, on a disk that knows
    no locks or that nobody may write to, there is none.
    """
    lock = _opened(folder)
    if lock is None:
        yield
        return
    try:
        if not _is_had(lock):
            raise JournalError("served already", place=folder)
        yield
    finally:
        os.close(lock)


def is_served(folder: Path) -> bool:
    """Whether another program serves ``folder``.

    Not for the program that serves it: with any descriptor of the lock that it closes it lets go of its own.
    """
    try:
        with served_alone(folder):
            return False
    except JournalError:
        return True


def _is_had(lock: int) -> bool:
    """Whether the lock was acquired."""
    try:
        _take(lock)
    except OSError as error:
        return error.errno not in _TAKEN
    return True


def _opened(folder: Path) -> int | None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return None


if os.name == "nt":  # pragma: no cover

    def _take(lock: int) -> None:
        import msvcrt

        msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:

    def _take(lock: int) -> None:
        """Of this process alone: those that it begins do not hold it when it is gone."""
        import fcntl

        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
