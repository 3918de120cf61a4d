"""Bound the memory of a process that works on many pictures in turn."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

KEEPING: Mapping[str, str] = MappingProxyType({
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": str(2**30),
    "MALLOC_TRIM_THRESHOLD_": str(2**30),
})  # fmt: skip
"""Environment of a program that keeps the memory it freed for its next picture: to have it given anew costs as much as
decoding a picture of 1920 x 1080. Only the C library of Linux looks at it."""
