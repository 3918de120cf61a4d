"""Commands during play: tables, clocks, results, a judge's decisions, and devices at tables."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SeatFixtures:
    """Assign a table to a match, or a free one to every match that can be played."""

    fixture: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class StartClock:
    """Start the clock of a match, or of all that are played at a table."""

    fixture: int | None = None


@dataclass(frozen=True, slots=True)
class StopClock:
    """Stop the clock of a match, or of all."""

    fixture: int | None = None


@dataclass(frozen=True, slots=True)
class ExtendTime:
    """Give a match more minutes."""

    fixture: int
    minutes: int
    reason: str
    seen: str = field(default="", repr=False)
    """The mark of all penalties and added minutes that were in view; empty where it does not matter what others gave
    meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Propose:
    """Propose the points of a hand; hand 0 is the whole match."""

    fixture: int
    hand: int
    side: str
    """``home`` or ``away``."""
    points: tuple[int, ...] = ()
    """Home first; empty for a void hand."""
    late_s: int = field(default=0, repr=False)
    """How many seconds ago it was entered on a device that was offline; grows with each attempt to send."""
    seen: str = field(default="", repr=False)
    """The mark of the result sheet that was in view, ``none`` where there was none; empty where it does not matter what
    the same side said meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeAlone(Propose):
    """The same from a device that does not identify the side: it neither confirms nor disputes the other side's
    points."""


@dataclass(frozen=True, slots=True)
class AcceptPoints:
    """Confirm the points that the other side proposed."""

    fixture: int
    hand: int
    side: str
    seen: str = field(default="", repr=False)
    """The mark of the result sheet that was in view; empty where it does not matter what it says by now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """Dispute the points that the other side proposed."""

    fixture: int
    hand: int
    side: str
    points: tuple[int, ...] = ()
    """The points claimed instead; empty where none are named."""
    reason: str = ""
    seen: str = field(default="", repr=False)
    """As of a confirmation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Decide or correct the points of a hand, as a judge. Hand 0 is the whole match."""

    fixture: int
    hand: int
    points: tuple[int, ...] = ()
    """Empty for a void hand."""
    seen: tuple[int, ...] = ()
    """The points that the judge had in view; empty where there were none."""
    remove: bool = False
    """Whether to remove the hand altogether."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WalkOver:
    """Award a match to ``present``, the only side there; ``points`` default to those of the rules."""

    fixture: int
    present: str
    reason: str = ""
    points: int | None = None


@dataclass(frozen=True, slots=True)
class MissBoth:
    """Record that neither side appeared for a match; ``void`` overrides the plan."""

    fixture: int
    reason: str
    void: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalise:
    """Deduct or add points of an entrant: in a match, else in the standings of the zone."""

    entrant: int
    points: int
    reason: str
    fixture: int | None = None
    seen: str = field(default="", repr=False)
    """As of added minutes."""


@dataclass(frozen=True, slots=True)
class Admit:
    """Admit a device to a table, for one side or for both."""

    table: int
    seat: str = "both"


@dataclass(frozen=True, slots=True)
class Revoke:
    """Withdraw a device's admission."""

    device: int


@dataclass(frozen=True, slots=True)
class LinkMatch:
    """Record a tournament match hand by hand in a match of the match service."""

    fixture: int
    match: str


@dataclass(frozen=True, slots=True)
class VoidEntry:
    """Void an entry, which then has no effect."""

    entry: int
    reason: str
