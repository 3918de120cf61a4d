"""Whose turn it is where no discard tells: hands come in from the side at which their player sits.

Seats are counted to the left, as the turn goes round, and the first sits at the near side of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.table.deeds import Moves
from engine.apply import replay
from engine.explain import Contradiction, explain
from engine.observation import observe
from engine.rules import Rules
from engine.state import TableState
from vision.watching.reaching import Side

SIDES = {
    2: (Side.NEAR, Side.FAR),
    3: (Side.NEAR, Side.LEFT, Side.FAR),
    4: (Side.NEAR, Side.LEFT, Side.FAR, Side.RIGHT),
}
"""By how many play: the side at which each seat sits."""


def seat_at(side: Side, players: int) -> int | None:
    """The seat at a side of the table; None where nobody sits."""
    sides = SIDES.get(players, ())
    return sides.index(side) if side in sides else None


def together(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    """Seats in the order in which their hands came; one that goes on is named once."""
    return (*before, *(after[1:] if before[-1:] == after[:1] else after))


def passed_on(state: TableState, seats: Sequence[int], rules: Rules) -> Moves:
    """The draws and ends of turns by which the turn came to each of ``seats`` in their order, and nothing was laid."""
    moves: Moves = ()
    for seat in seats:
        told = explain(state, replace(observe(state, rules), turn=seat), rules)
        if not isinstance(told, Contradiction):
            state, moves = replay(state, told, rules).state, (*moves, *told)
    return moves
