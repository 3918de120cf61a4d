"""What an entry says of who is there: somebody left, came back or came late, or nobody came to a match."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tournaments.plan import DrawnZone, Entrant, PlannedPairing


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """An entrant goes away: for good, and what is left to play is lost; or for a while, and it waits."""

    entrant: int
    for_good: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Returned:
    """An entrant is back."""

    entrant: int
    plays: bool
    """Whether what was lost by leaving is played after all, as far as nothing was played since that follows from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unattended:
    """Nobody came to a match."""

    fixture: int
    counts: bool
    """Whether both lost it; else it is void."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Players or pairs came after the draw."""

    entrants: tuple[Entrant, ...]
    zones: tuple[DrawnZone, ...]
    """The zones that they came into, as they are since."""
    pairings: tuple[PlannedPairing, ...]
    """What they play; one with the number of another is in its place."""
    lost: tuple[int, ...]
    """The matches that they missed and lost, by their numbers."""
    void: tuple[int, ...]
    """The matches that they missed and nobody plays."""
    reason: str


@dataclass(frozen=True, slots=True)
class Locked:
    """These two meet in a round, or the one rests in it; without a round in the one that is drawn next, or, where zones
    are, in the same zone."""

    home: int
    away: int | None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Unlocked:
    """What was locked of an entrant is not any more; where a round is named, in that one."""

    entrant: int
    round: int | None = None


Attendance = Left | Returned | Unattended | Joined | Locked | Unlocked
