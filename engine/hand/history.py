"""The move history of a hand: a starting state and its moves, folded again for undo, redo and corrections."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.hand.apply import MoveResult, replay
from engine.hand.hand_file import HandRecord, TeamRecord
from engine.hand.moves import Move
from engine.hand.state import TableState, TeamTable
from engine.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class MoveHistory:
    """The moves of a hand in order, and the undone ones (``undone``; the last is the next to redo)."""

    start: TableState
    moves: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = ()

    def then(self, *moves: Move) -> MoveHistory:
        """The history with ``moves`` appended; undone moves are dropped."""
        return MoveHistory(self.start, (*self.moves, *moves))

    def undo(self) -> MoveHistory:
        """The history without its last move; unchanged where it has none."""
        if not self.moves:
            return self
        return replace(self, moves=self.moves[:-1], undone=(*self.undone, self.moves[-1]))

    def redo(self) -> MoveHistory:
        """The history with the last undone move applied again; unchanged where none was undone."""
        if not self.undone:
            return self
        return replace(self, moves=(*self.moves, self.undone[-1]), undone=self.undone[:-1])

    def replayed(self, rules: Rules) -> MoveResult:
        """The state after all moves, and every violation on the way."""
        return replay(self.start, self.moves, rules)

    def __str__(self) -> str:
        return "\n".join(str(move) for move in self.moves)


Story = MoveHistory
"""The name of `MoveHistory` in earlier versions, kept for programs outside this repository."""


def record_of(state: TableState) -> HandRecord:
    """The hand so far as a record to be scored; partial while tiles of a rack are unknown."""
    closer = getattr(state.ended, "seat", None)
    known = all(rack.is_known for rack in state.racks)
    return HandRecord(
        teams=tuple(_team_record(state, team) for team in range(len(state.teams))),
        closed_by=None if closer is None else state.teams[state.team_of(closer)].name,
        players=state.players,
        partial=not known,
        table=tuple(meld.row for meld in state.melds if meld.team is None),
        pozo=tuple(tile for tile in state.pozo if tile),
    )


def _team_record(state: TableState, index: int) -> TeamRecord:
    team: TeamTable = state.teams[index]
    unplayed = team.holder if team.muerto == "unplayed" else None
    racks = [() if seat == unplayed else state.racks[seat].known for seat in team.seats]
    return TeamRecord(
        name=team.name,
        melds=tuple(meld.row for meld in state.melds_of(index)),
        racks=tuple(racks),
        muerto=team.muerto,
        unplayed_muerto=() if unplayed is None else state.racks[unplayed].known,
        set_aside=team.set_aside,
    )
