"""What an entry of a tournament's journal says happened: one frozen value for each kind, and its line of JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import ClassVar, Literal

from companion.eventstore.archiving import Shelved, Unshelved
from companion.eventstore.codec import Converter, EventCodec
from companion.tournaments.attendance import Attendance, Joined, Left, Locked, Returned, Unattended, Unlocked
from companion.tournaments.plan import (
    DrawnZone,
    Entrant,
    Plan,
    PlannedPairing,
    entrant_as_json,
    pairing_as_json,
    read_pairing,
    read_plan,
)

__all__ = ["Joined", "Left", "Locked", "Returned", "Shelved", "Unattended", "Unlocked", "Unshelved"]
Seat = Literal["home", "away", "both"]
"""For whom a device speaks: for one side of the match at its table, or for both."""
SIDES: tuple[Seat, Seat] = ("home", "away")
How = Literal["drawn", "typed"]
"""Whether the program drew lots from a seed, or people drew them and typed the order."""


@dataclass(frozen=True, slots=True)
class Founded:
    """The tournament was announced, or something of its plan was changed."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Entered:
    """Players or pairs entered; one whose number is known already has its name or club put right."""

    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Somebody who had entered does not play."""

    entrant: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """Zones were drawn, with everything they play."""

    seed: str
    """The same seed, entrants and plan give the same draw."""
    by_club: bool
    """Whether those of one club were spread."""
    zones: tuple[DrawnZone, ...]
    pairings: tuple[PlannedPairing, ...]


@dataclass(frozen=True, slots=True)
class Paired:
    """A round was paired, by the program or by hand."""

    pairings: tuple[PlannedPairing, ...]
    seed: str = ""
    """Of the order in which a first round was paired."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketDrawn:
    """The bracket was made; with a seed where its order was drawn."""

    pairings: tuple[PlannedPairing, ...]
    """All rounds, the first before the others; the last one is the final."""
    seed: str = ""


@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """Lots were drawn between entrants that nothing else separates: ``order`` has the luckiest first."""

    zone: str
    order: tuple[int, ...]
    how: How
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Seated:
    """Matches were given tables, as pairs of match and table."""

    seats: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Started:
    """The clocks of these matches run."""

    fixtures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stopped:
    """The clocks of these matches stand still."""

    fixtures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Extended:
    """A judge gave a match more minutes."""

    fixture: int
    minutes: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """A side says what a hand scored; hand 0 is the whole match."""

    fixture: int
    hand: int
    points: tuple[int, ...]
    """Home first; none where the hand is void."""
    side: Seat
    late_s: int = 0
    """How long ago that was said on a device that could not send it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsAccepted:
    """The other side says so too."""

    STORED_AS: ClassVar[str] = "agreed"
    fixture: int
    hand: int
    side: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Disputed:
    """The other side says otherwise: a judge decides."""

    fixture: int
    hand: int
    side: Seat
    points: tuple[int, ...] | None
    """What it says instead, where it says so."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """A judge decided what a hand scored, or put it right."""

    fixture: int
    hand: int
    old: tuple[int, ...] | None
    """What stood there before; ``None`` where nothing did."""
    points: tuple[int, ...] | None
    """``None`` takes the hand away, an empty one says that it is void."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkedOver:
    """Only one side was there."""

    fixture: int
    present: Seat
    points: int
    """What the side that was there is given."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalised:
    """A judge added to or took from an entrant's points: within a match, else in the table of the zone."""

    entrant: int
    points: int
    reason: str
    fixture: int | None = None


@dataclass(frozen=True, slots=True)
class Admitted:
    """A device may speak for a table."""

    device: int
    """Counts from 1."""
    table: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Revoked:
    """A device may not speak any more."""

    device: int


@dataclass(frozen=True, slots=True)
class Tied:
    """A match is noted hand by hand at a table of the house, under the name ``match``."""

    fixture: int
    match: str


@dataclass(frozen=True, slots=True)
class Struck:
    """What the entry ``entry`` says does not hold."""

    entry: int
    reason: str


Event = (
    Founded | Entered | Withdrawn | Drawn | Paired | BracketDrawn | LotsDrawn | Seated | Started | Stopped | Extended
    | Proposed | PointsAccepted | Disputed | Ruled | WalkedOver | Penalised | Admitted | Revoked | Tied | Struck
    | Shelved | Unshelved | Attendance
)  # fmt: skip


def _numbers(listed: Sequence[int] | None) -> tuple[int, ...] | None:
    return None if listed is None else tuple(listed)


_WRITERS: Mapping[str, Converter] = {
    "plan": Plan.as_json,
    "entrants": lambda entrants: [entrant_as_json(entrant) for entrant in entrants],
    "zones": lambda zones: [asdict(zone) for zone in zones],
    "pairings": lambda pairings: [pairing_as_json(pairing) for pairing in pairings],
}
_READERS: Mapping[str, Converter] = {
    "plan": read_plan,
    "entrants": lambda entrants: tuple(Entrant(**entrant) for entrant in entrants),
    "zones": lambda zones: tuple(DrawnZone(zone["name"], tuple(zone["entrants"])) for zone in zones),
    "pairings": lambda pairings: tuple(read_pairing(pairing) for pairing in pairings),
    "seats": lambda seats: tuple((fixture, table) for fixture, table in seats),
    "order": _numbers,
    "fixtures": _numbers,
    "lost": _numbers,
    "void": _numbers,
    "points": lambda points: points if isinstance(points, int) else _numbers(points),
    "old": _numbers,
}

CODEC: EventCodec[Event] = EventCodec.of(Event.__args__, _WRITERS, _READERS)
kind_of, text_of, read_event = CODEC.kind_of, CODEC.text_of, CODEC.read
