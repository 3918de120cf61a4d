"""Find the melds to which given tiles may be added."""

from __future__ import annotations

from companion.matches.tile_order import joined
from companion.matches.typed_moves import completed
from engine.hand.apply import apply, replay
from engine.hand.moves import Row, SetTurn
from engine.hand.state import LaidMeld, TableState
from engine.rules.rules import Rules


def fitting(state: TableState, seat: int, added: Row, rules: Rules) -> tuple[int, ...]:
    """The numbers of the melds to which ``seat`` may lawfully add all of ``added`` in its turn."""
    if state.turn.seat != seat:
        state = apply(state, SetTurn(seat), rules).state

    def takes(meld: LaidMeld) -> bool:
        moves = completed(state, (joined(state, seat, meld, added, rules),), rules)
        return not replay(state, moves, rules).violations

    mine = (meld for meld in state.melds if meld.team in (None, state.team_of(seat)))
    return tuple(meld.number for meld in mine if takes(meld))
