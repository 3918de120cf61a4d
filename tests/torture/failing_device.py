"""A device whose n-th write, or sync, goes wrong: SQLite's own way to the disk, with one call of it answered with EIO.

SQLite reaches the disk through a table of functions, which a process may change for itself: nothing else is preloaded,
mounted or faked. Only where Python uses SQLite as a library of its own file, as on most Linux.
"""

from __future__ import annotations

import ctypes
import sqlite3
from collections.abc import Callable
from typing import Any

IOERR_WRITE, IOERR_FSYNC = 10 | 3 << 8, 10 | 4 << 8
"""What SQLite calls EIO of a write and of a sync."""
_LIBRARY = "libsqlite3.so.0"
_FILE = ctypes.c_void_p


class _Methods(ctypes.Structure):
    """What SQLite does with an open file (``sqlite3_io_methods``)."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("close", ctypes.c_void_p),
        ("read", ctypes.c_void_p),
        ("write", ctypes.c_void_p),
        ("truncate", ctypes.c_void_p),
        ("sync", ctypes.c_void_p),
        ("others", ctypes.c_void_p * 13),
    )


class _File(ctypes.Structure):
    _fields_ = (("methods", ctypes.POINTER(_Methods)),)


class _System(ctypes.Structure):
    """How SQLite reaches files (``sqlite3_vfs``), as far as is needed here."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
    )


_Open = ctypes.CFUNCTYPE(ctypes.c_int, _FILE, _FILE, _FILE, ctypes.c_int, ctypes.c_void_p)
_Write = ctypes.CFUNCTYPE(ctypes.c_int, _FILE, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, _FILE, ctypes.c_int)


class NoSuchLibrary(Exception):  # noqa: N818
    """Python's SQLite is no library that others can reach."""


class FailingDevice:
    """Every database that this process opens from now on is on this device."""

    def __init__(self) -> None:
        try:
            library = ctypes.CDLL(_LIBRARY)
        except OSError as error:
            raise NoSuchLibrary(_LIBRARY) from error
        library.sqlite3_libversion.restype = ctypes.c_char_p
        if library.sqlite3_libversion().decode() != sqlite3.sqlite_version:
            raise NoSuchLibrary(sqlite3.sqlite_version)
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_System)
        library.sqlite3_vfs_find.argtypes = (ctypes.c_char_p,)
        self._kept: list[Any] = [library]
        self._left, self._kind = -1, ""
        self.failed = 0
        """How many calls have gone wrong."""
        self._stand_between(library.sqlite3_vfs_find(None).contents)

    def fails(self, kind: str, number: int) -> None:
        """The ``number``-th write or sync (``kind``), counted from now on and from 1, goes wrong, and no other."""
        self._kind, self._left = kind, number

    def _stand_between(self, system: _System) -> None:
        opens = _Open(system.open)

        def opened(there: int, path: int, file: int, flags: int, told: int) -> int:
            code = opens(there, path, file, flags, told)
            if not code:
                self._spoil(ctypes.cast(file, ctypes.POINTER(_File)).contents)
            return code

        stands = _Open(opened)
        self._kept += [opens, stands]
        system.open = ctypes.cast(stands, ctypes.c_void_p).value

    def _spoil(self, file: _File) -> None:
        methods = _Methods.from_buffer_copy(file.methods.contents)
        self._wrap(methods, "write", _Write, IOERR_WRITE)
        self._wrap(methods, "sync", _Sync, IOERR_FSYNC)
        self._kept.append(methods)
        file.methods = ctypes.pointer(methods)

    def _wrap(self, methods: _Methods, kind: str, shape: Any, code: int) -> None:
        does: Callable[..., int] = shape(getattr(methods, kind))

        def answers(*told: int) -> int:
            return code if self._goes_wrong(kind) else does(*told)

        stands = shape(answers)
        self._kept += [does, stands]
        setattr(methods, kind, ctypes.cast(stands, ctypes.c_void_p).value)

    def _goes_wrong(self, kind: str) -> bool:
        if kind != self._kind or self._left < 0:
            return False
        self._left -= 1
        if self._left:
            return False
        self._left = -1
        self.failed += 1
        return True
