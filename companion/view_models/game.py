"""A screen game as one seat may see it; sentences in the viewer's language, tiles in notation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from companion.view_models.hand import TileInMeld
from companion.view_models.photo import ViolationView


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRules:
    """The rules that affect the interface."""

    name: str
    title: str
    common_table: bool
    draw_or_play: bool
    discard_ends_turn: bool
    pozo_take: str
    """``whole``, ``top`` or ``never``."""
    has_muertos: bool
    closing_tile: bool
    first_meld_min: int
    target: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSeat:
    """A seat: its player, and its number of tiles."""

    seat: int
    name: str
    program: str | None
    """``easy``, ``middle`` or ``strong``; ``None`` for a person."""
    here: bool
    """Whether it is occupied."""
    away: bool
    """Whether a program substitutes for its absent person."""
    team: int
    count: int
    opened: bool


@dataclass(frozen=True, slots=True)
class GameTeam:
    """A side, and its points from finished hands."""

    name: str
    seats: tuple[int, ...]
    muerto: str
    """``untaken``, ``played`` or ``unplayed``."""
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMeld:
    """A meld on the table."""

    number: int
    team: int | None
    tiles: tuple[TileInMeld, ...]
    meld: str
    kind: str | None
    lawful: bool
    """False only on a shared table, while a player rearranges it."""
    canasta: str | None
    to_canasta: int | None
    points: int
    mine: bool
    """Whether the viewer may extend it in their turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHand:
    """The last dealt hand, as one seat sees it."""

    number: int
    turn: int
    """The seat whose turn it is."""
    drawn: bool
    taken: tuple[str, ...]
    """The tiles taken from the pozo in this turn."""
    rack: tuple[str, ...] | None
    """The viewer's tiles in order of arrival; None for a viewer without a seat."""
    melds: tuple[GameMeld, ...]
    pozo: tuple[str, ...]
    """The lowest first; ``?`` for those that lie covered."""
    mazo: int
    muertos: tuple[int, ...]
    closing_tile: str | None
    new_meld: int
    """The number that the next new meld gets."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One move of the hand, as the viewer saw it."""

    number: int
    seat: int | None
    move: str
    says: str
    undone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """The result of the last dealt hand."""

    ended: str
    points: tuple[int, ...]
    """By side; empty for a void hand."""
    parts: tuple[tuple[str, tuple[int, ...]], ...]
    """The points by category, named as in ``LineView.part``, for each side."""
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    """The sides that have won the game, once it is over."""
    racks: tuple[tuple[str, ...], ...]
    """The tiles left on each rack."""
    match: str
    """The match under which the hand is kept."""
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game as one seat may see it."""

    game: str
    revision: int
    seat: int | None
    standing: str
    """``waiting``, ``playing``, ``hand_over`` or ``over``."""
    advice: bool
    pace_ms: int
    rules: GameRules
    seats: tuple[GameSeat, ...]
    teams: tuple[GameTeam, ...]
    hand: GameHand | None
    may: tuple[str, ...]
    log: tuple[GameLine, ...]
    result: GameResult | None

    def as_json(self) -> dict[str, Any]:
        """A JSON object of the same names."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """A list entry of a game."""

    game: str
    title: str
    rules: str
    players: tuple[str | None, ...]
    """``None`` for a free seat."""
    free: tuple[int, ...]
    seat: int | None
    standing: str


@dataclass(frozen=True, slots=True)
class MeldTarget:
    """A meld that can take the tiles, and the moves for it, the best first."""

    number: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """The lawful targets of some tiles."""

    new: str | None
    """The move that makes a new meld of them."""
    melds: tuple[MeldTarget, ...]
    discard: str | None
    why: tuple[ViolationView, ...]
    """Why the rules forbid a new meld of these tiles."""

    def as_json(self) -> dict[str, Any]:
        """A JSON object of the same names."""
        return asdict(self)


Plays = Mapping[str, Any]
"""Possible plays, as ``/api/advise`` gives them."""
