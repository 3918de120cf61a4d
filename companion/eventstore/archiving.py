"""Events that every sort of stream has in common: a match or a tournament is archived, and restored."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shelved:
    """The match or the tournament was archived; it is listed apart, and takes no other command until it is restored."""


@dataclass(frozen=True, slots=True)
class Unshelved:
    """The match or the tournament was restored from the archive."""
