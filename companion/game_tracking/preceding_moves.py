"""The moves that precede a reading in games without discards: tiles taken back, and turns that ended unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.matches.events import Moves
from engine.hand.apply import replay
from engine.hand.moves import CorrectMeld, EndTurn
from engine.hand.state import TableState
from engine.inference.meld_matching import table_changes
from engine.inference.move_search import row_of
from engine.inference.moves_between_looks import Contradiction, explain
from engine.inference.observation import Observation, observe
from engine.melds.melds import judge_meld
from engine.rules.rules import Rules
from engine.rules.verdict import Code


def preceding_moves(state: TableState, observation: Observation, seats: Sequence[int], rules: Rules) -> Moves:
    """The moves that precede a reading in games without discards.

    Wrongly laid tiles that the seat in turn takes back before another hand comes, and the turns until it is the turn of
    each of ``seats``. None of them, where a side would have opened with too little, and with what is new it did not.
    """
    is_over = any(seat != state.turn.seat for seat in seats)
    back = tuple(_put_back(state, observation, rules)) if is_over else ()
    now = replay(state, back, rules).state
    passed = passed_on(now, seats, rules)
    return back if _opens_with_more(now, observation, passed, seats, rules) else (*back, *passed)


def _put_back(state: TableState, observation: Observation, rules: Rules) -> Iterator[CorrectMeld]:
    """The wrong melds that are lawful without tiles laid in this turn; only the same player may take them back."""
    before = {meld.number: Counter(meld.tiles) for meld in state.turn.melds}
    for change in table_changes(state.melds, observation.melds):
        if (
            len(change.old) != 1
            or change.old[0].verdict.lawful
            or not all(tile for row in change.new for tile in row.row)
        ):
            continue
        meld, row = change.old[0], row_of(change.new[0]) if change.new else ()
        lies, now = Counter(meld.tiles), Counter(placed.tile for placed in row)
        is_own = now < lies and lies - now <= lies - before.get(meld.number, Counter())
        if is_own and (not row or judge_meld(row, rules).lawful):
            yield CorrectMeld(state.turn.seat, meld.number, row)


def passed_on(state: TableState, seats: Sequence[int], rules: Rules) -> Moves:
    """The draws and ends of turns until it is the turn of each of ``seats`` in order, with nothing laid."""
    moves: Moves = ()
    for seat in seats:
        explained = explain(state, replace(observe(state, rules), turn=seat), rules)
        if not isinstance(explained, Contradiction):
            state, moves = replay(state, explained, rules).state, (*moves, *explained)
    return moves


def _opens_with_more(
    state: TableState, observation: Observation, passed: Moves, seats: Sequence[int], rules: Rules
) -> bool:
    """Whether the seat in turn, whose hand came too, opens lawfully with all that is new, but too low without it."""
    seat, faults = state.turn.seat, replay(state, passed, rules).violations
    if seat not in seats or all(fault.code != Code.FIRST_MELD for fault in faults):
        return False
    laid = explain(state, replace(observation, hands=()), rules)
    return (
        bool(laid)
        and not isinstance(laid, Contradiction)
        and not replay(state, (*laid, EndTurn(seat)), rules).violations
    )
