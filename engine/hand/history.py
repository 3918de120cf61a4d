"""A hand as it was told: where it began and every move since; undo, redo and correction come from folding it again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.hand.apply import Applied, replay
from engine.hand.moves import Move
from engine.hand.records import HandRecord, TeamRecord
from engine.hand.state import TableState, TeamTable
from engine.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class Story:
    """The moves of a hand in order; ``undone`` are those taken back, the next to redo last."""

    start: TableState
    moves: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = ()

    def then(self, *moves: Move) -> Story:
        """The story with ``moves`` more; what was taken back is forgotten."""
        return Story(self.start, (*self.moves, *moves))

    def undo(self) -> Story:
        """The story without its last move; the same where there is none."""
        if not self.moves:
            return self
        return replace(self, moves=self.moves[:-1], undone=(*self.undone, self.moves[-1]))

    def redo(self) -> Story:
        """The story with the move that was taken back last; the same where there is none."""
        if not self.undone:
            return self
        return replace(self, moves=(*self.moves, self.undone[-1]), undone=self.undone[:-1])

    def told(self, rules: Rules) -> Applied:
        """The state at its end, and every offence on the way."""
        return replay(self.start, self.moves, rules)

    def __str__(self) -> str:
        return "\n".join(str(move) for move in self.moves)


def record_of(state: TableState) -> HandRecord:
    """The hand as it stands, to be scored; it is partial while the tiles of a rack are unknown."""
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
