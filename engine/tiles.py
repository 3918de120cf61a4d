"""The physical tiles: colours, numbers, the joker, and their notation.

Notation: ``7r`` is the red 7, ``13k`` the black 13, ``J`` the joker.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from engine.sentences import TranslatableError
from engine.typed_tiles import LETTERS

NUMBERS = range(1, 14)
_TILE = re.compile(r"(\d{1,2})([rbykogan])")


class Color(StrEnum):
    """Color: the ink of a number. ``YELLOW`` covers the yellow, orange or green of different makers."""

    RED = "r"
    BLUE = "b"
    YELLOW = "y"
    BLACK = "k"


class NotationError(TranslatableError):
    """A text that is not in the notation."""


@dataclass(frozen=True, slots=True)
class Tile:
    """Ficha: a number in a colour, or the joker (both fields ``None``).

    >>> str(Tile.parse("13K")), Tile.parse("j").is_joker, str(Tile.parse("4o"))
    ('13k', True, '4y')
    """

    number: int | None
    color: Color | None

    @property
    def is_joker(self) -> bool:
        """Whether this is the tile printed as a joker (a 2 playing as a wild is not)."""
        return self.number is None

    @staticmethod
    def parse(text: str) -> Tile:
        """The tile that ``text`` names; case is free; ``o`` and ``g`` are ``y``, ``a`` is ``b``, ``n`` is ``k``.

        Raises NotationError when it names none.
        """
        found = _TILE.fullmatch(text.strip().lower())
        if text.strip().lower() == "j":
            return JOKER
        if not found:
            raise NotationError("not_a_tile", text=text)
        number, letter = int(found[1]), found[2]
        if number not in NUMBERS:
            raise NotationError("no_such_number", text=text)
        return Tile(number, Color(LETTERS[letter]))

    def __str__(self) -> str:
        return "J" if self.color is None else f"{self.number}{self.color}"


JOKER = Tile(None, None)
FACES: tuple[Tile, ...] = (*(Tile(number, color) for color in Color for number in NUMBERS), JOKER)
"""The 53 different faces, in the order of every table of probabilities."""
COPIES = 2
"""Tiles of each face in a set."""
BAG: tuple[Tile, ...] = FACES * COPIES
"""The 106 tiles of a set: every face twice."""


@cache
def bag_of(copies: int, jokers: int) -> tuple[Tile, ...]:
    """The tiles of a set with ``copies`` of every numbered tile and that many ``jokers``."""
    layers = range(max(copies, jokers))
    return tuple(tile for layer in layers for tile in FACES if layer < (jokers if tile.is_joker else copies))


def words_of(text: str) -> list[str]:
    """Split a text of tiles at spaces and commas."""
    return text.replace(",", " ").split()


def without(tiles: Iterable[Tile], others: Iterable[Tile]) -> tuple[Tile, ...]:
    """``tiles`` with one matching tile removed for each of ``others``."""
    takers, left = list(others), []
    for tile in tiles:
        if tile in takers:
            takers.remove(tile)
        else:
            left.append(tile)
    return tuple(left)
