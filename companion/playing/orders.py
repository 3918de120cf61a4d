"""What people ask of a game on the screen: one frozen value for each thing that may be asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Strength = Literal["easy", "middle", "strong"]
PACE_MS = 600
"""How long a program seems to think where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who is to sit somewhere: a person, under a name or whoever comes, or a program."""

    name: str = ""
    program: Strength | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Begin a game; the first seat of a person is that of whoever asks."""

    rules: str
    seats: tuple[SeatPlan, ...]
    overrides: tuple[str, ...] = ()
    """``key=value`` each."""
    pace_ms: int = PACE_MS
    """How long a program seems to think before each move."""
    advice: bool = True
    """Whether people may ask what to do."""


@dataclass(frozen=True, slots=True)
class Move:
    """Make one move, in notation; unseen tiles are left out."""

    move: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the last move of one's own turn."""


@dataclass(frozen=True, slots=True)
class NewHand:
    """Deal the next hand."""


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Get up; a program plays on."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """Let a program play for the person whose turn it is and who is away."""


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Play again after having been away; any other order says so too."""


@dataclass(frozen=True, slots=True)
class SetPace:
    """Say how long programs seem to think before each move."""

    pace_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiles:
    """Tiles that somebody chose: of the own rack and, on a table of everybody, of its melds."""

    rack: str
    meld: int | None = None
    taken: str = ""
    """The tiles of that meld, or of several, each after the number of its own: ``3:7r 5:7b``."""


Order = Move | TakeBack | NewHand | LeaveSeat | StandIn | ComeBack | SetPace


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """What whoever holds the token of a seat asks."""

    order: Order
    token: str


@dataclass(frozen=True, slots=True)
class SitDown:
    """Take a free seat; ``token`` is the hash of what opens it again."""

    seat: int
    name: str
    token: str


Command = SeatOrder | SitDown | NewHand
"""What a game is told: the table deals by itself once all sit."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A seat at a game, and what opens it again."""

    game: str
    revision: int
    seat: int
    token: str
