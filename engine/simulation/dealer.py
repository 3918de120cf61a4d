"""The dealer of a simulated hand: deals, draws, and accepts only lawful moves."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.hand.apply import apply
from engine.hand.moves import Draw, Move, Redraw, TakeClosingTile, TakeMuerto
from engine.hand.state import TableState
from engine.rules.rules import Rules
from engine.rules.verdict import Violation
from engine.simulation.dealer_state import DealtHand, HiddenTiles, after_move, dealt_hand
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A moment of the hand that `Dealer.back_to` restores."""

    state: TableState
    hidden: HiddenTiles
    moves: int


class Dealer:
    """The mutable state of one simulated hand."""

    def __init__(self, rules: Rules, players: int, rng: random.Random, starter: int = 0) -> None:
        bag = list(rules.bag)
        rng.shuffle(bag)
        begun = dealt_hand(bag, players, rules, starter)
        self.rules, self.rng = rules, rng
        self.start = begun.state
        self.state, self.hidden = begun.state, begun.hidden
        self.moves: list[Move] = []

    @property
    def seat(self) -> int:
        """The seat in turn."""
        return self.state.turn.seat

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The rack of the seat in turn."""
        return self.state.racks[self.seat].known

    def mark(self) -> Checkpoint:
        """A checkpoint of this moment."""
        return Checkpoint(self.state, self.hidden, len(self.moves))

    def back_to(self, mark: Checkpoint) -> None:
        """Undo every move since ``mark``."""
        self.state, self.hidden = mark.state, mark.hidden
        del self.moves[mark.moves :]

    def against(self, move: Move) -> tuple[Violation, ...]:
        """The violations of ``move`` now."""
        return apply(self.state, move, self.rules).violations

    def try_move(self, move: Move) -> bool:
        """Make ``move`` if it is lawful, and return whether it was."""
        applied = apply(self.state, move, self.rules)
        if applied.violations:
            return False
        self.state = applied.state
        self.moves.append(move)
        return True

    def draw(self) -> bool:
        """Deal the next tile of the mazo to the seat in turn."""
        return bool(self.hidden.restocked(self.rules).mazo) and self._turns_up(Draw(self.seat))

    def redraw(self) -> bool:
        """Exchange the tile drawn last for the next one."""
        return bool(self.hidden.mazo) and self._turns_up(Redraw(self.seat))

    def give_muerto(self, seat: int, *, direct: bool) -> bool:
        """Give a muerto to ``seat`` if its rack is empty and its side may have one."""
        return bool(self.hidden.muertos) and self._turns_up(TakeMuerto(seat, direct))

    def give_closing_tile(self) -> bool:
        """Give the closing tile to the seat in turn."""
        return bool(self.state.closing_tile) and self._turns_up(TakeClosingTile(self.seat))

    def _turns_up(self, move: Move) -> bool:
        done = after_move(DealtHand(self.state, self.hidden), move, self.rules)
        if done.violations:
            return False
        self.state, self.hidden = done.dealing.state, done.dealing.hidden
        self.moves += done.moves
        return True
