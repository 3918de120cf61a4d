"""Violations: a code, the tiles at fault, and a sentence.

The sentences are in ``wording/violations.toml``, one in Spanish and one in English for each code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.rule_and_tile_words import Plural, table, tile_list
from engine.rules.citations import citation
from engine.rules.codes import Code
from engine.rules.rules import Rules
from engine.run_order import order_in_words
from engine.tiles import Color, Tile

__all__ = ["Code", "Facts", "Violation"]

Facts = tuple[tuple[str, int | str], ...]


_IN_NOTATION = ("over", "first", "second")
"""Facts that name tiles: those beyond the end of a run, and those of either meld where a row is two."""


class _Listed(str):
    """Tiles in words; the format ``{tiles:, with }`` prefixes a text where there are any."""

    def __format__(self, spec: str) -> str:
        return spec + self if self else ""


@dataclass(frozen=True, slots=True)
class Violation:
    """One violation: its code, the tiles at fault, the facts of its sentence, and its cause."""

    code: Code
    tiles: tuple[Tile, ...] = ()
    facts: Facts = ()
    because: tuple[Violation, ...] = field(default=(), compare=False)
    """The violations of the meld that a change left."""

    def sentence(self, language: str = "es", *, whole: bool = False) -> str:
        """The sentence in Spanish (``es``) or English (``en``), with its cause; ``whole`` names every tile."""
        blanks: dict[str, object] = {key: Plural(fact) if isinstance(fact, int) else fact for key, fact in self.facts}
        blanks = {"left": Plural(0), "either": Plural(0), **blanks}
        blanks |= {key: _Listed(tile_list(self._named(key), language, whole=True)) for key in _IN_NOTATION}
        blanks |= {"tiles": _Listed(tile_list(self.tiles, language, whole=whole)), "n": Plural(len(self.tiles))}
        words = table("violations")[self.code][language].format(order=_Listed(self._order(language)), **blanks)
        return " ".join(
            (words[:1].upper() + words[1:], *(cause.sentence(language, whole=whole) for cause in self.because))
        )

    def whole(self, language: str = "es") -> str:
        """The sentence with every tile named, where ``sentence`` shortens the list; else empty."""
        whole = self.sentence(language, whole=True)
        return "" if whole == self.sentence(language) else whole

    def _named(self, fact: str) -> tuple[Tile, ...]:
        """The tiles that a fact gives in notation; empty where it is absent."""
        return tuple(map(Tile.parse, str(dict(self.facts).get(fact, "")).split()))

    def _order(self, language: str) -> str:
        """The order in which the tiles form a run, where the order is the violation."""
        facts = dict(self.facts)
        start, color = facts.get("start"), facts.get("color")
        if not isinstance(start, int) or not isinstance(color, str):
            return ""
        return order_in_words(self.tiles, start, Color(color), language)

    def as_json(self, language: str, rules: Rules) -> dict[str, Any]:
        """The contracted object: code, message, the tiles at fault in notation, and the rule behind it.

        ``because`` holds its cause, where that is another violation; ``whole`` is the message with every tile named,
        where ``message`` names only some.
        """
        because, whole = [cause.as_json(language, rules) for cause in self.because], self.whole(language)
        return {
            "code": str(self.code),
            "message": self.sentence(language),
            "tiles": [str(tile) for tile in self.tiles],
            "rule": citation(self.code, rules, language).as_json(),
        } | {key: content for key, content in (("whole", whole), ("because", because)) if content}
