"""Rules and tiles in words, in every language of the program."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from engine.sentences import LANGUAGES, table
from engine.tiles import NUMBERS, Tile

__all__ = [
    "LANGUAGES",
    "Plural",
    "joined",
    "rule_choice",
    "rule_sentence",
    "rule_statement",
    "table",
    "tile_list",
    "tile_name",
]

_LISTED = 5
_PILES = re.compile(r"(\d+x)?\d+(\+(\d+x)?\d+)*")
_BY_POINTS = ("first_meld_by_total", "victory_points")
"""Rules whose value is a list of pairs of points, and not of players, and what holds from there on."""
EITHER = ("players", "draw_sources", "muerto_modes", "close_by")
"""The rules that leave a choice."""


class Plural(int):
    """A number that also picks a word: ``{count:ficha|fichas}``."""

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        if bar:
            return one if self == 1 else many
        return str(int(self))


def rule_sentence(key: str, language: str) -> str:
    """The sentence that describes the rule ``key``."""
    return table("rules")[key][language]


def rule_choice(key: str, choice: object, language: str) -> str:
    """The sentence for ``choice``, a value of the enumerated rule ``key`` or None.

    Raises KeyError for a word that it may not have.
    """
    choices: Mapping[str, Any] = table("choices")
    return str(choices[key]["none" if choice is None else str(choice)][language])


def rule_statement(key: str, value: object, language: str) -> str:
    """The sentence for the rule ``key`` with the value ``value``.

    Raises KeyError for a rule, or a value of one, that has no statement.
    """
    statements: Mapping[str, Any] = table("statements")
    said = statements[key].get(_variant(value)) or statements[key]["any"]
    return str(said[language].format(value=_spoken_value(key, value, language)))


def _variant(value: object) -> str:
    """The name of the statement that is for ``value`` alone, if there is one."""
    if value == tuple(NUMBERS):
        return "numbers"
    return "none" if value is None or value == () else str(value).lower()


def _spoken_value(key: str, value: object, language: str) -> object:
    """The value of the rule ``key`` as its statement words it."""
    if isinstance(value, int):
        return Plural(value)
    if not isinstance(value, tuple):
        return value
    words: Mapping[str, Any] = table("statements")["words"]
    if key == "tile_values":
        return "; ".join(_ranges(value, language))
    if value and isinstance(value[0], tuple):
        said = words["from" if key in _BY_POINTS else "each"][language]
        return "; ".join(
            said.format(players=first, points=first, value=_piles(second, language)) for first, second in value
        )
    if not value:
        return ""
    names = [words[str(part)][language] if str(part) in words else str(part) for part in value]
    link = words["or" if key in EITHER else "and before i" if names[-1].startswith("i") else "and"][language]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])}{link}{names[-1]}"


def _ranges(values: tuple[Any, ...], language: str) -> Iterator[str]:
    """What tiles are worth, those that follow one another and are worth the same together."""
    words: Mapping[str, Any] = table("statements")["words"]
    for value, same in groupby(NUMBERS, key=lambda number: values[number - 1]):
        numbers = [*same]
        said = words["numbers" if len(numbers) > 1 else "one number"][language]
        yield said.format(first=numbers[0], last=numbers[-1], value=value)


def _piles(stock: object, language: str) -> object:
    """The piles of a stock in words, ``7+5x11`` as one of 7 and five of 11; other texts unchanged."""
    if not isinstance(stock, str) or not _PILES.fullmatch(stock):
        return stock
    words: Mapping[str, Any] = table("statements")["words"]
    parts = [part.rpartition("x") for part in stock.split("+")]
    return joined(
        [words["piles" if count else "pile"][language].format(count=count, size=size) for count, _, size in parts],
        language,
    )


def tile_name(tile: Tile, language: str) -> str:
    """A tile in words: ``el 7 rojo``, ``the red 7``, ``el comodín``."""
    words = table("tiles")
    if tile.color is None:
        return words["joker"][language]
    return words["tile"][language].format(number=tile.number, color=words[tile.color.name][language])


def tile_list(tiles: Iterable[Tile], language: str, *, whole: bool = False) -> str:
    """Several tiles in words: ``el 5 rojo, los dos comodines y el 9 azul``.

    After five only the number of the rest, unless the ``whole`` list is asked for.
    """
    counts = Counter(tiles)
    names = [_so_many(tile, count, language) for tile, count in counts.items()]
    if len(names) > _LISTED + 1 and not whole:
        names = [*names[:_LISTED], table("tiles")["more"][language].format(count=len(names) - _LISTED)]
    return joined(names, language)


def joined(names: Sequence[str], language: str) -> str:
    """Join names with commas and "and": ``a, b y c``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {table('tiles')['and'][language]} {names[-1]}"


def _so_many(tile: Tile, count: int, language: str) -> str:
    """Copies of a tile in words: ``el 7 rojo``, ``los dos 7 rojos``, ``tres 7 rojos``."""
    if count == 1:
        return tile_name(tile, language)
    words = table("tiles")
    kind = ("many " if count > 2 else "") + ("jokers" if tile.color is None else "tiles")
    color = words[f"{tile.color.name}S"][language] if tile.color else ""
    number_word = words[f"{count}"][language] if f"{count}" in words else f"{count}"
    return words[kind][language].format(count=number_word, number=tile.number, color=color)
