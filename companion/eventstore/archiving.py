"""Events that every sort of stream has in common: a match or a tournament is archived, and restored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Archived:
    """The match or the tournament was archived; it is listed apart, and takes no other command until it is restored."""

    STORED_AS: ClassVar[str] = "shelved"


@dataclass(frozen=True, slots=True)
class Restored:
    """The match or the tournament was restored from the archive."""

    STORED_AS: ClassVar[str] = "unshelved"
