"""The ground truth of a filmed hand: its moves with the times of visibility, and the table over time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.errors import TruthError
from engine.hand.moves import (
    Close,
    Discard,
    Draw,
    EndTurn,
    Extend,
    GoOn,
    LayDown,
    Move,
    Rearrange,
    Redraw,
    SetTurn,
    StockOut,
    SwapWild,
    TakeClosingTile,
    TakeMuerto,
    TakePozo,
)
from engine.hand.notation import parse_move
from engine.inference.observation import Observation
from engine.tiles import NotationError, Tile

UNSEEN = Draw | EndTurn | StockOut | TakeClosingTile | SetTurn | Close | GoOn
"""Moves that leave nothing to be seen on the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueMove:
    """A move, the frame from which it is visible, and whether it is an offence."""

    move: Move
    frame: int
    is_offence: bool


@dataclass(frozen=True, slots=True)
class TrueTable:
    """The table from a frame on."""

    frame: int
    seen: Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueFilm:
    """The ground truth of a filmed hand."""

    video: Path
    rules: str
    players: int
    starter: int
    fps: float
    moves: tuple[TrueMove, ...]
    racks: tuple[str, ...]
    totals: Mapping[str, int]
    tables: tuple[TrueTable, ...]
    codec: str
    """The codec of the film; empty where unknown."""
    second: Path | None = None
    """The film of a second camera over the same table."""

    def table_at(self, frame: int) -> Observation:
        """The table at a frame, or the next one."""
        return next(iter(self.tables_until(frame)), Observation())

    def tables_until(self, frame: int) -> tuple[Observation, ...]:
        """The tables up to a frame, newest first."""
        return tuple(table.seen for table in reversed(self.tables) if table.frame <= frame)


def load_true_film(path: Path) -> TrueFilm:
    """Load the ground truth from a file beside its video. Raises TruthError."""
    try:
        truth = json.loads(path.read_text(encoding="utf-8"))
        moves = tuple(
            TrueMove(move=parse_move(move["move"]), frame=int(move["frame"]), is_offence=bool(move["violations"]))
            for move in truth["moves"]
        )
        return TrueFilm(
            video=path.parent / truth["video"],
            second=path.parent / truth["second"] if "second" in truth else None,
            rules=truth["rules"],
            players=int(truth["players"]),
            starter=int(truth["starter"]),
            fps=float(truth["fps"]),
            moves=moves,
            racks=tuple(truth["racks"]),
            tables=tuple(TrueTable(int(still["frame"]), Observation.parse(still["seen"])) for still in truth["stills"]),
            codec=str(truth.get("codec", "")),
            totals={team: int(sheet["total"]) for team, sheet in truth["score"]["teams"].items()},
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError, NotationError) as error:
        raise TruthError("no sitting", path=path) from error


def visible(moves: Sequence[TrueMove]) -> Iterator[TrueMove]:
    """The visible moves: no draws, and of a meld changed twice between two looks only the last change."""
    for at, filmed in enumerate(moves):
        if not isinstance(filmed.move, UNSEEN) and not any(_grows_on(filmed, later) for later in moves[at + 1 :]):
            yield filmed


def accepted_reports(true_move: TrueMove, truth: TrueFilm) -> tuple[str, ...]:
    """The acceptable reports of a move in plain form.

    A tile discarded and taken within a second may be reported without its face.
    """
    soon = (later.move for later in truth.moves if 0 <= later.frame - true_move.frame <= truth.fps)
    is_taken = any(
        isinstance(later, TakePozo) and later.seat != getattr(true_move.move, "seat", None) for later in soon
    )
    return (
        plain(true_move.move),
        *((plain(Discard(true_move.move.seat)),) if is_taken and isinstance(true_move.move, Discard) else ()),
    )


def _grows_on(earlier: TrueMove, later: TrueMove) -> bool:
    """Whether the same player extends the meld of ``earlier`` again before the next look."""
    if earlier.frame != later.frame or not isinstance(later.move, Extend | SwapWild):
        return False
    is_longer = not _tiles_of(earlier.move) - _tiles_of(later.move)
    return isinstance(earlier.move, LayDown | Extend | SwapWild) and earlier.move.seat == later.move.seat and is_longer


def _tiles_of(move: Move) -> Counter[Tile]:
    return Counter(placed.tile for placed in getattr(move, "row", ()))


def plain(move: Move) -> str:
    """A move without what only its player knows and without meld numbers."""
    match move:
        case TakeMuerto():
            return str(replace(move, tiles=()))
        case Redraw():
            return str(replace(move, tile=None))
        case LayDown():
            return f"{move.seat} lay {_sorted(move.row)}"
        case Extend() | SwapWild():
            return f"{move.seat} extend {_sorted(move.row)}"
        case Rearrange():
            return f"{move.seat} rearrange {sorted(_sorted(row) for row in move.rows)}"
        case _:
            return str(move)


def _sorted(row: Sequence[Any]) -> str:
    return " ".join(sorted(str(placed.tile) for placed in row))
