"""Events about attendance: entrants leave, return or enter late, and matches to which nobody came."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tournaments.plan import DrawnZone, Entrant, PlannedPairing


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """An entrant left: for good, and the remaining matches are lost; or for a while, and they wait."""

    entrant: int
    for_good: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Returned:
    """An entrant returned."""

    entrant: int
    plays: bool
    """Whether the matches lost by leaving are played after all, except where a match that follows has begun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unattended:
    """Neither side appeared for a match."""

    fixture: int
    counts: bool
    """True: lost by both sides; false: void."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Players or pairs entered late, after the draw."""

    entrants: tuple[Entrant, ...]
    zones: tuple[DrawnZone, ...]
    """The zones they were added to, complete."""
    pairings: tuple[PlannedPairing, ...]
    """Their matches; a pairing with a known number replaces that one."""
    lost: tuple[int, ...]
    """Numbers of the matches they missed and lost."""
    void: tuple[int, ...]
    """Numbers of the matches they missed that are void."""
    reason: str


@dataclass(frozen=True, slots=True)
class Locked:
    """A pairing or a rest was fixed by hand for a round.

    Without a round: for the next round drawn or, with zones, both entrants in one zone.
    """

    home: int
    away: int | None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Unlocked:
    """What was fixed for an entrant is free again; only in ``round`` where one is given."""

    entrant: int
    round: int | None = None


Attendance = Left | Returned | Unattended | Joined | Locked | Unlocked
