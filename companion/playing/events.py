"""Events of a screen game: one frozen dataclass for each kind of entry, and their codec.

Entries contain the tile order and all racks, and are never shown unfiltered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.eventstore.codec import Converter, EventCodec
from companion.matches.agreement import Agreement, read_agreement
from companion.playing.game_commands import Strength
from engine.hand.moves import Move
from engine.hand.notation import parse_move
from engine.tiles import Tile

Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A game was created."""

    agreement: Agreement
    programs: tuple[Strength | None, ...]
    """By seat; ``None`` where a person is to sit."""
    pace_ms: int
    advice: bool


@dataclass(frozen=True, slots=True)
class Sat:
    """A person sat down; ``token`` is the hash of the seat's secret."""

    seat: int
    name: str
    token: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A person left, and a program plays on."""

    STORED_AS: ClassVar[str] = "left"
    seat: int


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A program substitutes for an absent person."""

    seat: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """An absent person returned."""

    seat: int


@dataclass(frozen=True, slots=True)
class Paced:
    """The pause of computer players before each move was set."""

    pace_ms: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A hand was dealt from this bag, the first tile last."""

    hand: int
    starter: int
    bag: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """Moves were made, with every revealed tile."""

    hand: int
    moves: Moves


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last move of the turn was undone."""

    hand: int


Event = Opened | Sat | SeatLeft | StoodIn | CameBack | Paced | Shuffled | Played | TakenBack

_WRITERS: Mapping[str, Converter] = {
    "agreement": Agreement.as_json,
    "programs": list,
    "bag": lambda bag: " ".join(map(str, bag)),
    "moves": lambda moves: list(map(str, moves)),
}
_READERS: Mapping[str, Converter] = {
    "agreement": read_agreement,
    "programs": tuple,
    "bag": lambda text: tuple(map(Tile.parse, text.split())),
    "moves": lambda lines: tuple(map(parse_move, lines)),
}

_KINDS = (Opened, Sat, SeatLeft, StoodIn, CameBack, Paced, Shuffled, Played, TakenBack)
CODEC: EventCodec[Event] = EventCodec.of(_KINDS, _WRITERS, _READERS)
read_event = CODEC.read
