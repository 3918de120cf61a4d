"""Bound the memory of a process that works on many pictures in turn."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

KEEPING: Mapping[str, str] = MappingProxyType({
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": str(2**30),
    "MALLOC_TRIM_THRESHOLD_": str(2**30),
})  # fmt: skip
"""The environment with which a program keeps freed memory for the next picture: allocating it again costs as much as
decoding 1920 x 1080 pixels. Only the GNU C library reads it."""


def give_back() -> bool:
    """Give freed memory back to the system; False where only the GNU C library could and another is used.

    A process that reads pictures for hours keeps what is free between blocks that are in use, more with every hour.
    """
    trim = _trim()
    return bool(trim and trim(0))


@cache
def _trim() -> Callable[[int], int] | None:
    """``malloc_trim`` of the GNU C library; None with another."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return trim
