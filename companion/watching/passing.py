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
from vision.watching.watcher import Sight, Watched

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


class HandsOver:
    """Whose hands came over the table, in their order."""

    def __init__(self, players: int) -> None:
        self._players = players
        self.until_look: tuple[int, ...] = ()
        """The seats of those since something was told and until the last look."""
        self.since_look: tuple[int, ...] = ()
        """Those whose hands came since: they did not make what it shows."""
        self._is_stirred = self._was_anybody = False
        """Whether something moves over the table of which nobody knows yet whose hand it is, and whether a hand since
        something was told was anybody's."""

    def sees(self, watched: Watched) -> None:
        """Takes in one more frame."""
        is_still = watched.sight is Sight.STILL
        self._was_anybody |= is_still and self._is_stirred and watched.reached_from is None
        self._is_stirred = not is_still
        seat = None if watched.reached_from is None else seat_at(watched.reached_from, self._players)
        if seat is not None:
            self.since_look = together(self.since_look, (seat,))

    def looks(self) -> None:
        """The table was looked at."""
        self.until_look, self.since_look = together(self.until_look, self.since_look), ()

    def tells(self) -> None:
        """What they did was told."""
        self.until_look, self._was_anybody = (), False

    def forgets(self) -> None:
        """What they did no longer matters."""
        self.tells()
        self.since_look = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """Those who made what is seen; none where it may have been anybody."""
        return () if self._was_anybody else self.until_look


def passed_on(state: TableState, seats: Sequence[int], rules: Rules) -> Moves:
    """The draws and ends of turns by which the turn came to each of ``seats`` in their order, and nothing was laid."""
    moves: Moves = ()
    for seat in seats:
        told = explain(state, replace(observe(state, rules), turn=seat), rules)
        if not isinstance(told, Contradiction):
            state, moves = replay(state, told, rules).state, (*moves, *told)
    return moves
