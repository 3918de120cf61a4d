"""What the rules say against something laid, moved or counted: a code, the tiles at fault, and a sentence.

The sentences are in ``wording/violations.toml``, one in Spanish and one in English for each code.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.citations import citation
from engine.codes import Code
from engine.rules import Rules
from engine.tiles import Tile
from engine.wording import Count, table, tile_list

__all__ = ["Code", "Facts", "Violation"]

Facts = tuple[tuple[str, int | str], ...]


class _Listed(str):
    """Tiles in words, and before them what ``{tiles:, with }`` says, where there are any."""

    def __format__(self, spec: str) -> str:
        return spec + self if self else ""


@dataclass(frozen=True, slots=True)
class Violation:
    """One offence: its code, the tiles at fault, and the facts that its sentence tells."""

    code: Code
    tiles: tuple[Tile, ...] = ()
    facts: Facts = ()

    def sentence(self, language: str = "es") -> str:
        """What a judge would say, in Spanish (``es``) or English (``en``)."""
        told = {key: Count(fact) if isinstance(fact, int) else fact for key, fact in self.facts}
        words = table("violations")[self.code][language]
        said = words.format(tiles=_Listed(tile_list(self.tiles, language)), n=Count(len(self.tiles)), **told)
        return said[:1].upper() + said[1:]

    def as_json(self, language: str, rules: Rules) -> dict[str, Any]:
        """The contracted object: code, message, the tiles at fault in notation, and the rule behind it."""
        return {
            "code": str(self.code),
            "message": self.sentence(language),
            "tiles": [str(tile) for tile in self.tiles],
            "rule": citation(self.code, rules, language).as_json(),
        }
