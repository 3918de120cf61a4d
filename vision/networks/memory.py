"""Bound the memory of a process that works on many pictures in turn."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

KEEPING: Mapping[str, str] = MappingProxyType({
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": str(2**30),
    "MALLOC_TRIM_THRESHOLD_": str(2**30),
})  # fmt: skip
"""The environment with which a program keeps freed memory for the next picture: allocating it again costs as much as
decoding 1920 x 1080 pixels. Only the GNU C library reads it."""
