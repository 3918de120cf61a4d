"""How the 106 tiles are shared out before the first turn."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules import Rules
from engine.tiles import BAG


@dataclass(frozen=True, slots=True)
class Deal:
    """Reparto: counts of tiles; together they are the whole set."""

    players: int
    each: int
    muertos: int
    """Tiles in all the muertos together."""
    closing: int
    """Tiles face up that may only be used to close."""
    stock: int

    @property
    def racks(self) -> int:
        """Tiles on all the racks together."""
        return self.players * self.each


def deal(players: int, rules: Rules) -> Deal | None:
    """The deal for ``players``; nothing when these rules are not for so many."""
    if players not in rules.players:
        return None
    each, muertos = rules.dealt(players), rules.muertos * rules.muerto_size
    closing = int(rules.closing_tile)
    return Deal(players, each, muertos, closing, len(BAG) - players * each - muertos - closing)
