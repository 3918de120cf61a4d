"""Divide the tiles of a set into racks, muertos, pozo and mazo before the first turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.rules.rules import Rules, RulesError
from engine.sentences import TranslatableError


@dataclass(frozen=True, slots=True)
class Deal:
    """Reparto: counts of tiles in each place; their sum is the whole set."""

    players: int
    each: int
    muertos: int
    """Tiles in all the muertos together."""
    closing: int
    """Tiles face up that may only be used to close."""
    pozo: int
    """Tiles turned up to begin the pozo."""
    stock: int

    @property
    def racks(self) -> int:
        """The number of tiles on all racks together."""
        return self.players * self.each


def deal(players: int, rules: Rules) -> Deal:
    """The deal for ``players``. Raises RulesError when these rules are not for so many."""
    if players not in rules.players:
        raise RulesError(
            "not_for_so_many", players=players, possible=_either([str(player) for player in rules.players])
        )
    each, muertos = rules.dealt(players), rules.muertos * rules.muerto_size
    closing = int(rules.closing_tile)
    stock = len(rules.bag) - players * each - muertos - closing - rules.pozo_start
    return Deal(players, each, muertos, closing, rules.pozo_start, stock)


def _either(numbers: Sequence[str]) -> str | TranslatableError:
    """Join numbers with "or" before the last."""
    *first, last = numbers
    return TranslatableError("either", first=", ".join(first), last=last) if first else last
