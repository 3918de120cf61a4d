"""Events of a tournament: one frozen dataclass for each kind of entry, and their codec."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import ClassVar, Literal

from companion.eventstore.archiving import Archived, Restored
from companion.eventstore.codec import Converter, EventCodec
from companion.tournaments.attendance_events import Attendance, Joined, Left, Locked, Returned, Unattended, Unlocked
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

__all__ = ["Archived", "Joined", "Left", "Locked", "Restored", "Returned", "Unattended", "Unlocked"]
Seat = Literal["home", "away", "both"]
"""The side that a device at a table may speak for: one side of the match, or both."""
SIDES: tuple[Seat, Seat] = ("home", "away")
How = Literal["drawn", "typed"]
"""Whether the program drew the lots, or people drew them and typed the order."""


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """The tournament was created, or its plan was changed."""

    STORED_AS: ClassVar[str] = "founded"
    plan: Plan


@dataclass(frozen=True, slots=True)
class Entered:
    """Players or pairs entered; an entrant with a known number replaces that one's name, club and year of birth."""

    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An entrant withdrew before the draw."""

    entrant: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """Zones were drawn, with all their matches."""

    seed: str
    """The seed of the draw; the same seed, entrants and plan give the same draw."""
    by_club: bool
    """Whether members of one club were spread over the zones."""
    zones: tuple[DrawnZone, ...]
    pairings: tuple[PlannedPairing, ...]


@dataclass(frozen=True, slots=True)
class Paired:
    """A round was paired, by the program or by hand."""

    pairings: tuple[PlannedPairing, ...]
    seed: str = ""
    """The seed of the order of a first round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketDrawn:
    """The bracket was made; with a seed where its order was drawn."""

    pairings: tuple[PlannedPairing, ...]
    """The matches of all rounds in order; the final is last."""
    seed: str = ""


@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """Lots were drawn between tied entrants; ``order`` is from the first to the last."""

    zone: str
    order: tuple[int, ...]
    how: How
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Seated:
    """Matches were assigned to tables, as pairs of match and table number."""

    seats: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Started:
    """The clocks of these matches were started."""

    fixtures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stopped:
    """The clocks of these matches were stopped."""

    fixtures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Extended:
    """A judge gave a match more minutes."""

    fixture: int
    minutes: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """A side proposed the points of a hand; hand 0 is the whole match."""

    fixture: int
    hand: int
    points: tuple[int, ...]
    """Home first; empty for a void hand."""
    side: Seat
    late_s: int = 0
    """How many seconds the device was offline between the entry and its sending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsAccepted:
    """The other side confirmed the proposed points."""

    STORED_AS: ClassVar[str] = "agreed"
    fixture: int
    hand: int
    side: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Disputed:
    """The other side disputed the proposed points; a judge decides."""

    fixture: int
    hand: int
    side: Seat
    points: tuple[int, ...] | None
    """The points that it claims instead; None where it named none."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """A judge decided or corrected the points of a hand."""

    fixture: int
    hand: int
    old: tuple[int, ...] | None
    """The points before; None where there were none."""
    points: tuple[int, ...] | None
    """None removes the hand; empty makes it void."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkedOver:
    """A match was decided because only one side was present."""

    fixture: int
    present: Seat
    points: int
    """The points awarded to the side that was present."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalised:
    """A judge added or deducted points: in a match, else in the standings of the zone."""

    entrant: int
    points: int
    reason: str
    fixture: int | None = None


@dataclass(frozen=True, slots=True)
class Admitted:
    """A device was admitted to a table."""

    device: int
    """Counts from 1."""
    table: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Revoked:
    """A device lost its admission."""

    device: int


@dataclass(frozen=True, slots=True)
class MatchLinked:
    """A tournament match is recorded hand by hand in the match ``match``."""

    STORED_AS: ClassVar[str] = "tied"
    fixture: int
    match: str


@dataclass(frozen=True, slots=True)
class EntryVoided:
    """The entry ``entry`` was voided and has no effect."""

    STORED_AS: ClassVar[str] = "struck"
    entry: int
    reason: str
    pauses: bool = False
    """Whether the clocks that the entry had stopped stood until this one; not where an earlier version voided it."""


Event = (
    TournamentCreated | Entered | Withdrawn | Drawn | Paired | BracketDrawn | LotsDrawn | Seated | Started | Stopped
    | Extended | Proposed | PointsAccepted | Disputed | Ruled | WalkedOver | Penalised | Admitted | Revoked
    | MatchLinked | EntryVoided | Archived | Restored | Attendance
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
