"""The moves of players and the corrections of people in a hand: one frozen value and one line of text each.

A line starts with the seat, counted from 0 in the order of play: ``0 draw``, ``1 lay 4r 5r J=6r``, ``0 discard 9k``.
``?`` is a tile whose face nobody saw, ``#3`` the meld number 3 of the table. ``move_notation`` reads the lines back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.placed_tile import PlacedTile, notation
from engine.tiles import Tile

Row = tuple[PlacedTile, ...]
"""The tiles of a meld in the order they lie."""
SeenTile = Tile | None
"""A tile, or None for an unseen face."""
ClosedBy = Literal["discard", "meld_out"]
UNSEEN, NEW = "?", "new"


def seen_notation(tiles: Iterable[SeenTile]) -> str:
    """Tiles in notation, ``?`` for each unseen face."""
    return " ".join(UNSEEN if tile is None else str(tile) for tile in tiles)


def _line(*words: object) -> str:
    return " ".join(said for word in words if (said := str(word)))


def _melds(rows: Iterable[Row]) -> str:
    return " | ".join(notation(row) for row in rows)


@dataclass(frozen=True, slots=True)
class Draw:
    """Robar: the seat draws a tile of the mazo; ``tile`` where its face is known."""

    seat: int
    tile: SeenTile = None

    def __str__(self) -> str:
        return _line(self.seat, "draw", self.tile or "")


@dataclass(frozen=True, slots=True)
class Redraw:
    """The first player puts the first tile drawn, ``returned``, on the pozo and draws another."""

    seat: int
    returned: SeenTile = None
    tile: SeenTile = None

    def __str__(self) -> str:
        return _line(self.seat, "redraw", self.returned or UNSEEN, self.tile or "")


@dataclass(frozen=True, slots=True)
class TakePozo:
    """Levantar el pozo: the seat takes its tiles from the top down and leaves ``left`` of them."""

    seat: int
    left: int = 0

    def __str__(self) -> str:
        return _line(self.seat, "pozo", f"leaving {self.left}" if self.left else "")


@dataclass(frozen=True, slots=True)
class LayDown:
    """Bajar: a new meld; it gets the next free number of the table."""

    seat: int
    row: Row

    def __str__(self) -> str:
        return _line(self.seat, "lay", notation(self.row))


@dataclass(frozen=True, slots=True)
class Extend:
    """Agregar: the meld ``number`` becomes ``row``, with tiles that the seat added."""

    seat: int
    number: int
    row: Row

    def __str__(self) -> str:
        return _line(self.seat, "extend", f"#{self.number}", notation(self.row))


@dataclass(frozen=True, slots=True)
class SwapWild:
    """Correr el comodín: like ``Extend``, with a wild of the meld moved to another place."""

    seat: int
    number: int
    row: Row

    def __str__(self) -> str:
        return _line(self.seat, "swap", f"#{self.number}", notation(self.row))


@dataclass(frozen=True, slots=True)
class Rearrange:
    """The melds ``numbers`` become ``rows``, with tiles added from the seat's rack, or some of theirs taken back.

    The first rows keep the numbers, in order; further ones get new ones.
    """

    seat: int
    numbers: tuple[int, ...]
    rows: tuple[Row, ...]

    def __str__(self) -> str:
        return _line(self.seat, "rearrange", *(f"#{number}" for number in self.numbers), ":", _melds(self.rows))


@dataclass(frozen=True, slots=True)
class Discard:
    """Tirar: a tile of the rack goes to the pozo and the turn ends."""

    seat: int
    tile: SeenTile = None

    def __str__(self) -> str:
        return _line(self.seat, "discard", self.tile or UNSEEN)


@dataclass(frozen=True, slots=True)
class TakeMuerto:
    """Comprar el muerto: ``direct`` in the middle of the turn, otherwise after the last tile was discarded."""

    seat: int
    direct: bool
    tiles: tuple[Tile, ...] = ()
    """Its tiles, where their faces are known."""

    def __str__(self) -> str:
        return _line(self.seat, "muerto", "direct" if self.direct else "indirect", notation(self.tiles))


@dataclass(frozen=True, slots=True)
class TakeClosingTile:
    """The seat takes the tile set apart for closing."""

    seat: int
    tile: SeenTile = None

    def __str__(self) -> str:
        return _line(self.seat, "closing_tile", self.tile or "")


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn passes on without a discard."""

    seat: int

    def __str__(self) -> str:
        return _line(self.seat, "end")


@dataclass(frozen=True, slots=True)
class Close:
    """Cerrar: the seat is out of tiles and ends the hand."""

    seat: int
    by: ClosedBy

    def __str__(self) -> str:
        return _line(self.seat, "close", self.by)


@dataclass(frozen=True, slots=True)
class StockOut:
    """The hand ends because the mazo ran out."""

    def __str__(self) -> str:
        return "stock_out"


@dataclass(frozen=True, slots=True)
class CorrectMeld:
    """Correction: the meld ``number`` has always been ``row``; an empty row deletes it, a new number adds a missed
    meld.

    Tiles more or fewer than before go from or to the rack of ``seat``.
    """

    seat: int
    number: int | None
    row: Row

    def __str__(self) -> str:
        return _line(self.seat, "correct", NEW if self.number is None else f"#{self.number}", ":", notation(self.row))


@dataclass(frozen=True, slots=True)
class SetAside:
    """A judge sets aside the wrong meld ``number``, laid by ``seat``; its tiles count against the side."""

    seat: int
    number: int

    def __str__(self) -> str:
        return _line(self.seat, "aside", f"#{self.number}")


@dataclass(frozen=True, slots=True)
class SetTurn:
    """Correction: it is this seat's turn."""

    seat: int

    def __str__(self) -> str:
        return _line(self.seat, "turn")


@dataclass(frozen=True, slots=True)
class ShowRack:
    """Correction: all tiles of the seat's rack are shown; a wrong count is balanced with the mazo."""

    seat: int
    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        return _line(self.seat, "rack", notation(self.tiles))


@dataclass(frozen=True, slots=True)
class ShowPozo:
    """Correction: all tiles of the pozo are shown, the lowest first; a wrong count is balanced with the mazo."""

    tiles: tuple[SeenTile, ...]

    def __str__(self) -> str:
        return _line("show_pozo", seen_notation(self.tiles))


@dataclass(frozen=True, slots=True)
class GoOn:
    """Correction: a hand that seemed over goes on; a player without tiles holds one."""

    def __str__(self) -> str:
        return "go_on"


TurnMove = (
    Draw
    | Redraw
    | TakePozo
    | LayDown
    | Extend
    | SwapWild
    | Rearrange
    | Discard
    | TakeMuerto
    | TakeClosingTile
    | EndTurn
)
"""A move that a seat makes in its turn."""
BY_HAND = LayDown | Extend | SwapWild | Rearrange | TakePozo | Redraw | Discard
"""Moves for which a player's hand comes over melds or pozo."""
Correction = CorrectMeld | SetAside | SetTurn | ShowRack | ShowPozo | GoOn
"""A correction that a person makes."""
Move = TurnMove | Close | StockOut | Correction
