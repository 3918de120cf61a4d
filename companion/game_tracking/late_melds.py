"""Melds that come into view after the discard of who laid them before it, under a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.game_tracking.arrival_order import Arrivals
from companion.game_tracking.observation import Faces, ObservedTable
from companion.matches.events import Moves
from companion.matches.observation_handlers import moves_of_observation
from companion.matches.typed_moves import InconsistentMoves
from engine.hand.apply import replay
from engine.hand.moves import CorrectMeld, Discard, Extend, LayDown, Move
from engine.hand.state import TableState
from engine.inference.observation import Observation
from engine.rules.rules import Rules
from vision.geometry import centers, quads_of
from vision.watching.frame_results import FrameResult, SeenTable


class LateMelds:
    """The last discard of a hand, and which tiles may have lain there before it, out of view."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._told: tuple[TableState, Discard] | None = None
        """The table before the discard that was told last, and that; None where something else was."""
        self._known: frozenset[int] = frozenset()
        """The numbers of the tiles at the last look."""
        self._unseen: tuple[NDArray[np.uint8], ...] = ()
        """What the looks left as it was, from that on which the discard was told of."""
        self._hidden: frozenset[int] = frozenset()
        """The numbers of tiles that no look can have shown since, before that on which they came into view."""

    def update(self, watched: FrameResult) -> None:
        """Process one more frame."""
        if watched.seen is not None:
            numbers = frozenset(watched.seen.settled.numbers)
            self._hidden |= self._out_of_view(watched.seen, numbers - self._known)
            self._known = numbers
        if watched.unseen is not None:
            self._unseen = (*(self._unseen if watched.unseen.any() else ()), watched.unseen)

    def reported(self, state: TableState, moves: Moves) -> None:
        """Record the ``moves`` that were told of the last look, from ``state`` on."""
        last = moves[-1] if moves else None
        self._told = (replay(state, moves[:-1], self._rules).state, last) if isinstance(last, Discard) else None
        self._unseen, self._hidden = self._unseen[-1:], frozenset()

    def forget(self) -> None:
        """Forget the discard."""
        self._told = None

    def explained(self, observed: ObservedTable, known: Faces, came: Arrivals) -> Moves:
        """The moves that ``observed`` shows where all new melds were laid before the last discard, under a hand.

        Those are corrected to what was laid then. Empty where nobody knows, or where that breaks a rule. ``known``
        are the tiles seen before but those that were guessed, and ``came`` puts new ones in their order.
        """
        new = [number for number in observed.laid if number not in known and number not in observed.taken]
        if self._told is None or not new:
            return ()
        order = _order(observed, new, came)
        if not (order[-1:] == ((observed.newest_discard,),) if order else self._hidden.issuperset(new)):
            return ()
        before, discard = self._told
        return tuple(self._corrected(before, discard, observed.observation))

    def _out_of_view(self, table: SeenTable, new: frozenset[int]) -> frozenset[int]:
        """The ``new`` tiles of a table, by their numbers, whose places no look so far has shown."""
        if not (new and self._unseen):
            return frozenset()
        spots = centers(quads_of([tile.place.corners_px for tile in table.settled.reading.tiles]))
        at = {number: spot for number, spot in zip(table.settled.numbers, spots, strict=True) if number in new}
        return frozenset(number for number in new if all(_is_in(unseen, at[number], table) for unseen in self._unseen))

    def _corrected(self, before: TableState, discard: Discard, seen: Observation) -> Iterator[Move]:
        explained = moves_of_observation(before, replace(seen, hands=()), self._rules)
        if isinstance(explained, InconsistentMoves) or discard not in explained:
            return
        at = explained.index(discard)
        late = [move for move in explained[:at] if isinstance(move, LayDown | Extend) and move.seat == discard.seat]
        if len(late) == at > 0 and not replay(before, explained, self._rules).violations:
            yield from (
                CorrectMeld(move.seat, move.number if isinstance(move, Extend) else None, move.row) for move in late
            )
            yield from explained[at + 1 :]


def _order(observed: ObservedTable, new: Iterable[int], came: Arrivals) -> tuple[tuple[int, ...], ...]:
    """The order in which the ``new`` tiles and the newest discard came; empty where that is not known."""
    newest = observed.newest_discard
    return came((*new, newest)) if newest is not None else ()


def _is_in(unseen: NDArray[np.uint8], spot: NDArray[np.float64], table: SeenTable) -> bool:
    """Whether a place (2,) in pixels lies in what a look left as it was, ``unseen`` (h, w)."""
    (x, y), (width, height) = spot.tolist(), table.size_px
    rows, columns = unseen.shape
    row, column = min(int(y / height * rows), rows - 1), min(int(x / width * columns), columns - 1)
    return bool(unseen[max(row, 0), max(column, 0)])
