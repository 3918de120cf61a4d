"""The sentences of the game in Spanish and English, read from ``wording/*.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from engine.tiles import Tile

LANGUAGES = ("es", "en")


@cache
def table(name: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of ``wording/<name>.toml``: code, then language, then text."""
    return tomllib.loads(files("engine").joinpath("wording", f"{name}.toml").read_text("utf-8"))


def rule_sentence(key: str, language: str) -> str:
    """What the rule ``key`` settles."""
    return table("rules")[key][language]


def tile_name(tile: Tile, language: str) -> str:
    """How a player says ``tile``: ``7 rojo``, ``red 7``, ``comodín``."""
    words = table("tiles")
    if tile.color is None:
        return words["joker"][language]
    return words["tile"][language].format(number=tile.number, color=words[tile.color.name][language])


def tile_list(tiles: Iterable[Tile], language: str) -> str:
    """Several tiles as a person lists them: ``5 rojo, 6 rojo y comodín``."""
    names = [tile_name(tile, language) for tile in tiles]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {table('tiles')['and'][language]} {names[-1]}"
