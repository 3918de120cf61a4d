"""Discards on a covered pozo that nobody saw, for they cover their like."""

from __future__ import annotations

from collections.abc import Collection

from companion.matches.events import Moves
from engine.hand.apply import replay
from engine.hand.moves import Discard, TakePozo
from engine.hand.state import TableState
from engine.rules.rules import Rules


def with_same_face(moves: Moves, state: TableState, left: Collection[int], rules: Rules) -> Moves:
    """``moves`` from ``state`` on, their first discard named where it covers its like on a covered pozo.

    ``left`` are the seats whose hands had gone when the pozo still showed the same face and did not come again. What
    such a seat threw lay on top then, unless the set has no further tile of that face.
    """
    at = next((at for at, move in enumerate(moves) if isinstance(move, Discard | TakePozo)), len(moves))
    thrown, top = moves[at] if at < len(moves) else None, state.pozo[-1] if state.pozo else None
    if not isinstance(thrown, Discard) or thrown.tile or not top or rules.pozo_display != "covered":
        return moves
    if thrown.seat != state.turn.seat or thrown.seat not in left:
        return moves
    named = (*moves[:at], Discard(thrown.seat, top), *moves[at + 1 :])
    is_odd = len(replay(state, named, rules).violations) > len(replay(state, moves, rules).violations)
    return moves if is_odd else named
