"""What is played: tables and clocks, what hands scored, what judges decide, and the devices that speak."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SeatFixtures:
    """Give a match a table, or every match that can be played one that is free."""

    fixture: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class StartClock:
    """Let the clock of a match run, or those of all matches that have a table."""

    fixture: int | None = None


@dataclass(frozen=True, slots=True)
class StopClock:
    """Let the clock of a match stand, or those of all."""

    fixture: int | None = None


@dataclass(frozen=True, slots=True)
class ExtendTime:
    """Give a match more minutes."""

    fixture: int
    minutes: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Propose:
    """Say what a hand scored; hand 0 is the whole match."""

    fixture: int
    hand: int
    side: str
    """``home`` or ``away``."""
    points: tuple[int, ...] = ()
    """Home first; none where the hand is void."""
    late_s: int = field(default=0, repr=False)
    """How long ago that was said on a device that could not send it: more each time that it tries again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeAlone(Propose):
    """The same, where it is not shown who speaks: it neither confirms nor disputes what the other side said."""


@dataclass(frozen=True, slots=True)
class AcceptPoints:
    """Say so too."""

    fixture: int
    hand: int
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """Say otherwise."""

    fixture: int
    hand: int
    side: str
    points: tuple[int, ...] = ()
    """What it should be; none where that is not said."""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Decide what a hand scored, or put it right. Hand 0 is the whole match."""

    fixture: int
    hand: int
    points: tuple[int, ...] = ()
    """None says that the hand is void."""
    seen: tuple[int, ...] = ()
    """The points that the judge had in view, none where there were none."""
    remove: bool = False
    """Whether the hand never was."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WalkOver:
    """Only ``present`` was there; ``points`` are those of the rules where nobody says otherwise."""

    fixture: int
    present: str
    reason: str = ""
    points: int | None = None


@dataclass(frozen=True, slots=True)
class MissBoth:
    """Nobody came: both lose it, or it is ``void``, as the plan says where nobody says otherwise."""

    fixture: int
    reason: str
    void: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalise:
    """Take points from an entrant, or give some: in a match, else in the table of the zone."""

    entrant: int
    points: int
    reason: str
    fixture: int | None = None


@dataclass(frozen=True, slots=True)
class Admit:
    """Let a device speak for a table: for one side or for both."""

    table: int
    seat: str = "both"


@dataclass(frozen=True, slots=True)
class Revoke:
    """Let a device speak no more."""

    device: int


@dataclass(frozen=True, slots=True)
class Tie:
    """Note a match hand by hand at a table of the house."""

    fixture: int
    match: str


@dataclass(frozen=True, slots=True)
class Strike:
    """Say that an entry does not hold."""

    entry: int
    reason: str
