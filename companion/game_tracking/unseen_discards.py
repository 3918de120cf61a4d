"""Discards on a covered pozo that nobody saw: of the face that they cover, or under the next one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.game_tracking.whose_turn import HandsOverTable
from companion.matches.events import Moves
from engine.hand.apply import replay
from engine.hand.moves import Discard, Draw, TakePozo
from engine.hand.state import TableState
from engine.rules.rules import Rules


def with_unseen(moves: Moves, state: TableState, hands: HandsOverTable, rules: Rules) -> Moves:
    """``moves`` from ``state`` on, with the discards that the ``hands`` over the table tell and nobody saw."""
    named = with_same_face(moves, state, hands.left_seats, rules)
    return with_hidden_discard(named, state, hands.over_all, rules)


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


def with_hidden_discard(moves: Moves, state: TableState, over: Sequence[int | None], rules: Rules) -> Moves:
    """``moves`` from ``state`` on, with a discard that lies under the last one of a covered pozo.

    ``over`` are the seats whose hands were over all that changed since the table was last at rest, in order. Where the
    next player's hand came over the pozo after that of the seat in turn, and took nothing, it threw what lies on top.
    """
    top = moves[-1] if moves else None
    if not isinstance(top, Discard) or top.tile is None or rules.pozo_display != "covered":
        return moves
    before, after = replay(state, moves, rules), (*moves[:-1], Discard(top.seat, None))
    seat = before.state.turn.seat
    if tuple(over[-2:]) != (top.seat, seat) or top.seat == seat:
        return moves
    longer = (*after, Draw(seat), Discard(seat, top.tile))
    return moves if len(replay(state, longer, rules).violations) > len(before.violations) else longer
