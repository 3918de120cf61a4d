"""Compare the racks shown at the end of a hand with the tile counts that its moves leave there."""

from __future__ import annotations

from collections.abc import Iterator

from engine.hand.apply import replay
from engine.hand.history import MoveHistory
from engine.hand.moves import Close, Move, ShowRack, TurnMove
from engine.hand.state import TableState
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation


def rack_count_violations(history: MoveHistory, state: TableState, rules: Rules) -> Iterator[Violation]:
    """The sides of ``state`` that hold more or fewer tiles than the moves of ``history`` leave them.

    ``state`` is the final state, including what people said about the muertos. Partners are counted together, since
    which of them laid a tile is often a guess. Sides with an unshown rack, hands that were not recorded move by move,
    and games without discards or visible draws are not judged.
    """
    if not rules.discard_ends_turn or not any(map(_is_recorded, history.moves)):
        return
    expected = replay(history.start, _uncounted(history.moves), rules).state
    for before, team in zip(expected.teams, state.teams, strict=True):
        racks = [state.racks[seat] for seat in team.seats]
        taken = (team.muerto != "untaken") - (before.muerto != "untaken")
        left = sum(expected.racks[seat].count for seat in team.seats) + taken * rules.muerto_size
        count = sum(rack.count for rack in racks)
        if count != left and all(rack.is_known for rack in racks):
            yield Violation(Code.RACK_COUNT, (), (("team", team.name), ("count", count), ("left", left)))


def _is_recorded(move: Move) -> bool:
    """Whether a move records play, and not only how the hand ended."""
    return isinstance(move, TurnMove) and not isinstance(move, Close)


def _uncounted(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves without the racks that were shown after the last play."""
    last = max(index for index, move in enumerate(moves) if _is_recorded(move))
    return tuple(move for index, move in enumerate(moves) if index <= last or not isinstance(move, ShowRack))
