"""Melds that come into view after the discard of who laid them before it, under a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from companion.game_tracking.arrival_order import Arrivals
from companion.game_tracking.observation import Faces, ObservedTable
from companion.matches.events import Moves
from engine.hand.apply import replay
from engine.hand.moves import CorrectMeld, Discard, Draw, Extend, LayDown, Move, Redraw, SetTurn
from engine.hand.state import TableState
from engine.rules.rules import Rules

_TURN_BACK = SetTurn | Draw | Redraw
"""Moves with which a turn begins anew that seemed to have ended."""


@dataclass(frozen=True, slots=True)
class ToldDiscard:
    """A discard that was told last."""

    before: TableState
    """The table before it."""
    move: Discard

    @classmethod
    def last_of(cls, moves: Moves, state: TableState, rules: Rules) -> ToldDiscard | None:
        """The last of the ``moves`` from ``state`` on; None where that is no discard."""
        last = moves[-1] if moves else None
        return cls(replay(state, moves[:-1], rules).state, last) if isinstance(last, Discard) else None

    def corrected(self, moves: Moves, rules: Rules) -> Moves:
        """The ``moves`` after it, with what its seat laid corrected to what it laid before.

        As they are where that breaks a rule, too.
        """
        again = [*takewhile(lambda move: isinstance(move, _TURN_BACK) and move.seat == self.move.seat, moves)]
        left = moves[len(again) :]
        late = [*takewhile(lambda move: isinstance(move, LayDown | Extend) and move.seat == self.move.seat, left)]
        left = left[len(late) :]
        if not late or (again and left) or replay(self.before, (*late, self.move), rules).violations:
            return moves
        return (*_corrections(late), *left)


def came_before_discard(observed: ObservedTable, known: Faces, came: Arrivals) -> bool:
    """Whether all tiles of melds that are not ``known`` yet came before the newest discard; False where nobody saw."""
    new, newest = [number for number in observed.laid if number not in known], observed.newest_discard
    groups = came((*new, newest)) if new and newest is not None else ()
    return groups[-1:] == ((newest,),)


def _corrections(moves: Iterable[Move]) -> Iterator[CorrectMeld]:
    for move in moves:
        if isinstance(move, LayDown | Extend):
            yield CorrectMeld(move.seat, move.number if isinstance(move, Extend) else None, move.row)
