"""How players say rules and tiles, in Spanish and English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.sentences import LANGUAGES, table
from engine.tiles import Tile

__all__ = ["LANGUAGES", "rule_sentence", "table", "tile_list", "tile_name"]

_LISTED = 5


def rule_sentence(key: str, language: str) -> str:
    """What the rule ``key`` settles."""
    return table("rules")[key][language]


def tile_name(tile: Tile, language: str) -> str:
    """How a player says ``tile``: ``el 7 rojo``, ``the red 7``, ``el comodín``."""
    words = table("tiles")
    if tile.color is None:
        return words["joker"][language]
    return words["tile"][language].format(number=tile.number, color=words[tile.color.name][language])


def tile_list(tiles: Iterable[Tile], language: str) -> str:
    """Several tiles as a person lists them: ``el 5 rojo, los dos comodines y el 9 azul``; after five, how many more."""
    counts = Counter(tiles)
    names = [_both(tile, language) if count > 1 else tile_name(tile, language) for tile, count in counts.items()]
    if len(names) > _LISTED + 1:
        names = [*names[:_LISTED], table("tiles")["more"][language].format(count=len(names) - _LISTED)]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {table('tiles')['and'][language]} {names[-1]}"


def _both(tile: Tile, language: str) -> str:
    words = table("tiles")
    if tile.color is None:
        return words["jokers"][language]
    return words["tiles"][language].format(number=tile.number, color=words[f"{tile.color.name}S"][language])
