"""Order the tiles of a run."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rule_and_tile_words import joined, table
from engine.tiles import Color, Tile

_LAST = 13


def run_order(tiles: Sequence[Tile], start: int, color: Color) -> tuple[Tile, ...]:
    """``tiles`` on the places from ``start`` upwards: each of ``color`` on its own place, the others in the gaps."""
    left = list(tiles)
    row: list[Tile | None] = []
    for step in range(len(tiles)):
        own = _own(start + step, color)
        row.append(own if own in left else None)
        if own in left:
            left.remove(own)
    return tuple(tile or left.pop(0) for tile in row)


def _own(place: int, color: Color) -> Tile:
    """The tile of ``color`` that belongs on a place."""
    return Tile((place - 1) % _LAST + 1, color)


def order_in_words(tiles: Sequence[Tile], start: int, color: Color, language: str) -> str:
    """The order in words: ``5, 6, comodín y 8, en rojo``."""
    words = table("tiles")
    said = []
    for step, tile in enumerate(run_order(tiles, start, color)):
        own = _own(start + step, color)
        if tile.color is None:
            said.append(words["order_joker"][language])
        elif tile == own:
            said.append(str(tile.number))
        else:
            said.append(words["order_wild"][language].format(color=words[tile.color.name][language]))
    return words["order"][language].format(tiles=joined(said, language), color=words[color.name][language])
