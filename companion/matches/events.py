"""Events of a match: one frozen dataclass for each kind of entry, and their codec."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.eventstore.archiving import Archived, Restored
from companion.eventstore.codec import Converter, EventCodec
from companion.matches.agreement import Agreement, read_agreement
from companion.matches.guessed_melds import GuessedRow
from companion.matches.meld_outlines import OutlinedMeld
from engine.hand.hand_file import MuertoState
from engine.hand.moves import Move
from engine.hand.notation import parse_move
from engine.inference.observation import NOTHING_SEEN, Observation
from engine.rules.verdict import Code, Violation
from engine.scoring.paper_sheet import SideSum
from engine.scoring.side_words import parse_side, side_notation
from engine.tiles import Tile

__all__ = ["Archived", "Restored"]
Moves = tuple[Move, ...]
EntryOrigin = Literal["typed", "look", "resync"]
"""The source of moves: typed, derived from an observation, or set to the table as observed."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """The match was created, or its agreements changed."""

    agreement: Agreement


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A hand began."""

    hand: int
    """Counts from 1."""
    starter: int
    """The seat of the first turn."""
    drawn: bool = False
    """Whether the program drew it by lot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """Moves were made, or something was corrected."""

    hand: int
    moves: Moves
    origin: EntryOrigin
    seen: Observation = NOTHING_SEEN
    """The observation."""
    guessed: tuple[str, ...] = ()
    """The assumed faces of meld tiles that were neither read nor named; without moves where only these changed."""
    guessed_rows: tuple[GuessedRow, ...] = ()
    """Those melds, and what else they may be."""
    outlined: tuple[OutlinedMeld, ...] = ()
    """Where melds that lie otherwise than before are in the picture of the entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The input was inconsistent; people are asked before anything is recorded."""

    hand: int
    origin: EntryOrigin
    doubts: tuple[Violation, ...]
    answers: tuple[Moves, ...]
    """The possible moves, the likeliest first."""
    seen: Observation = NOTHING_SEEN
    outlined: tuple[OutlinedMeld, ...] = ()
    """Where melds that lie otherwise than is known are in the picture of the entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A question was answered; ``choice`` is ``None`` where it was dismissed."""

    hand: int
    question: int
    """The number of the entry with the question."""
    choice: int | None
    moves: Moves = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A hand was submitted for scoring: its end, the final racks, and the muertos."""

    hand: int
    moves: Moves
    muertos: tuple[MuertoState, ...] = ()
    """By team, where stated."""
    ended: str = ""
    """``stock_out`` or the seat that closed, where it differs from the moves."""
    partial: bool = False
    """Whether tiles were left out on purpose."""
    outlined: tuple[OutlinedMeld, ...] = ()
    """Where melds are in the picture of the entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """The points of a hand counted by people were entered."""

    hand: int
    points: tuple[int, ...]
    """By team; none where the hand is void."""
    sums: tuple[SideSum, ...] = ()
    """The counts of each side, where given; the points follow from them by the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """The score of a hand was confirmed."""

    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Annulled:
    """A hand was voided."""

    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Revised:
    """The moves of the entry ``entry`` were replaced; by none where nothing was made."""

    hand: int
    entry: int
    moves: Moves


@dataclass(frozen=True, slots=True)
class Undone:
    """The last entry was undone."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The last undone entry was restored."""


Event = (
    Agreed
    | Dealt
    | Moved
    | Asked
    | Answered
    | Counted
    | Noted
    | Confirmed
    | Annulled
    | Revised
    | Undone
    | Redone
    | Archived
    | Restored
)


def _lines(moves: Moves) -> list[str]:
    return [str(move) for move in moves]


def _moves(lines: Sequence[str]) -> Moves:
    return tuple(map(parse_move, lines))


def _violation_json(violation: Violation) -> dict[str, Any]:
    tiles = [str(tile) for tile in violation.tiles]
    because = [_violation_json(cause) for cause in violation.because]
    kept = {"code": str(violation.code), "tiles": tiles, "facts": dict(violation.facts)}
    return kept | ({"because": because} if because else {})


def _violation(contents: Mapping[str, Any]) -> Violation:
    tiles = tuple(map(Tile.parse, contents["tiles"]))
    because = tuple(map(_violation, contents.get("because", ())))
    return Violation(Code(contents["code"]), tiles, tuple(contents["facts"].items()), because)


_WRITERS: Mapping[str, Converter] = {
    "agreement": Agreement.as_json,
    "moves": _lines,
    "answers": lambda answers: [_lines(moves) for moves in answers],
    "doubts": lambda doubts: [_violation_json(doubt) for doubt in doubts],
    "seen": str,
    "guessed_rows": lambda rows: list(map(str, rows)),
    "outlined": lambda melds: list(map(str, melds)),
    "sums": lambda sums: list(map(side_notation, sums)),
}
_READERS: Mapping[str, Converter] = {
    "agreement": read_agreement,
    "moves": _moves,
    "answers": lambda answers: tuple(map(_moves, answers)),
    "doubts": lambda doubts: tuple(map(_violation, doubts)),
    "seen": Observation.parse,
    "muertos": tuple,
    "guessed": tuple,
    "guessed_rows": lambda rows: tuple(map(GuessedRow.parse, rows)),
    "outlined": lambda melds: tuple(map(OutlinedMeld.parse, melds)),
    "points": tuple,
    "sums": lambda sums: tuple(map(parse_side, sums)),
}

CODEC: EventCodec[Event] = EventCodec.of(
    (Agreed, Dealt, Moved, Asked, Answered, Counted, Noted, Confirmed, Annulled, Revised, Undone, Redone, Archived,
     Restored),
    _WRITERS,
    _READERS,
)  # fmt: skip
kind_of, text_of, read_event = CODEC.kind_of, CODEC.text_of, CODEC.read
