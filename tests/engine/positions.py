"""Tables in the middle of hands, as whoever's turn it is sees them: the racks of the others are counts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from engine import Rack, Rules, TableState, apply, simulate


def positions(rules: Rules, seed: int) -> Iterator[TableState]:
    """The table at the beginning of every turn of one hand, and again when its first tile was drawn."""
    hand = simulate(rules, seed, random.Random(seed).choice(rules.players))
    state, turn = hand.history.start, None
    for move in hand.history.moves:
        if not state.ended and (state.turn.count, state.turn.drawn) != turn and state.melds == state.turn.melds:
            turn = (state.turn.count, state.turn.drawn)
            yield seen_by(state, state.turn.seat)
        state = apply(state, move, rules).state


def seen_by(state: TableState, seat: int) -> TableState:
    """The same table without the faces that ``seat`` cannot see."""
    return replace(state, racks=tuple(rack if at == seat else Rack(rack.count) for at, rack in enumerate(state.racks)))


def some(rules: Rules, count: int, seed: int) -> list[TableState]:
    """So many different positions, the same for the same seed."""
    rng = random.Random(f"{rules.name} {seed}")
    found: list[TableState] = []
    while len(found) < count:
        whole = list(positions(rules, rng.randrange(10**6)))
        found += rng.sample(whole, min(len(whole), 8))
    return found[:count]
