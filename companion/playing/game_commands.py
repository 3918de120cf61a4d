"""Commands of a screen game: one frozen value each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Strength = Literal["easy", "middle", "strong"]
PACE_MS = 600
"""The default thinking time of a program, in milliseconds."""


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """The planned player of a seat: a named or any person, or a computer player."""

    name: str = ""
    program: Strength | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Create a game; the creator takes the first person's seat."""

    rules: str
    seats: tuple[SeatPlan, ...]
    overrides: tuple[str, ...] = ()
    """``key=value`` each."""
    pace_ms: int = PACE_MS
    """The pause of a program before each move."""
    advice: bool = True
    """Whether people may ask what to do."""


@dataclass(frozen=True, slots=True)
class Move:
    """Make one move, in notation; unseen tiles are left out."""

    move: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last move of one's own turn."""


@dataclass(frozen=True, slots=True)
class NewHand:
    """Deal the next hand."""


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Leave; a program plays on."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """Substitute a program for the absent person in turn."""


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Return after an absence; any other command implies it."""


@dataclass(frozen=True, slots=True)
class SetPace:
    """Set the pause of computer players before each move."""

    pace_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiles:
    """A selection of tiles: of the own rack and, on a shared table, of its melds."""

    rack: str
    meld: int | None = None
    taken: str = ""
    """The tiles of that meld, or of several, each after the number of its own: ``3:7r 5:7b``."""


SeatAction = Move | TakeBack | NewHand | LeaveSeat | StandIn | ComeBack | SetPace


@dataclass(frozen=True, slots=True)
class SeatCommand:
    """A command of the holder of a seat's token."""

    action: SeatAction
    token: str


@dataclass(frozen=True, slots=True)
class SitDown:
    """Take a free seat; ``token`` is the hash of its secret."""

    seat: int
    name: str
    token: str


Command = SeatCommand | SitDown | NewHand
"""All commands of a game; the table deals by itself once all sit."""


@dataclass(frozen=True, slots=True)
class SeatTicket:
    """A seat at a game, and its secret."""

    game: str
    revision: int
    seat: int
    token: str
