"""A tile with its role in a meld, and the notation of melds and tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.tiles import NotationError, Tile
from engine.typed_tiles import tile_words


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A laid tile: ``stands_for`` is the tile that a wild replaces, ``None`` where it stands for itself.

    Before a meld is judged ``None`` means undeclared. In a group the colour of ``stands_for`` is a convention: the
    colour of which the group holds fewest.
    """

    tile: Tile
    stands_for: Tile | None = None

    @property
    def is_wild(self) -> bool:
        """Whether the tile stands for another."""
        return self.stands_for is not None

    @staticmethod
    def parse(text: str) -> PlacedTile:
        """The placed tile that ``text`` names: ``7r``, ``J``, ``J=6r`` or ``2b=6r``."""
        written, equals, role = text.partition("=")
        tile = Tile.parse(written)
        if not equals:
            return PlacedTile(tile)
        if not role.strip():
            raise NotationError("not_a_tile", text=text)
        stands_for = Tile.parse(role)
        if stands_for.is_joker or tile.number not in (None, 2):
            raise NotationError("not_a_wild", text=text)
        return PlacedTile(tile, None if stands_for == tile else stands_for)

    def __str__(self) -> str:
        return f"{self.tile}" if self.stands_for is None else f"{self.tile}={self.stands_for}"


def parse_meld(text: str) -> tuple[PlacedTile, ...]:
    """Parse the tiles of one meld in the order they lie, separated by spaces or commas: ``4r 5r J=6r``.

    What people type is understood: ``5 rojo 6 rojo``, ``5R6R7R``, ``5r-6r-7r``.

    Raises NotationError when ``text`` names no tile or something that is none.
    """
    laid = tuple(PlacedTile.parse(word) for word in tile_words(text))
    if not laid:
        raise NotationError("empty_meld")
    return laid


def parse_table(text: str) -> tuple[tuple[PlacedTile, ...], ...]:
    """Parse the melds of a table, separated by ``|``: ``4r 5r 6r | 9r 9k 9b``."""
    return tuple(parse_meld(row) for row in text.split("|"))


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Parse tiles that form no meld, such as a rack; an empty text gives no tiles."""
    return tuple(Tile.parse(word) for word in tile_words(text))


def notation(laid: Iterable[PlacedTile | Tile]) -> str:
    """The text that ``parse_meld`` and ``parse_tiles`` read back."""
    return " ".join(str(placed) for placed in laid)
