"""Plan a turn from one seat's view of the hand, up to the next unseen tile."""

from __future__ import annotations

import random

from engine.hand.moves import Draw, Move, TakeMuerto
from engine.hand.state import TableState
from engine.rules.rules import Rules
from engine.simulation.dealer import Dealer
from engine.simulation.dealer_state import HiddenTiles, follows_by_itself


class UnseenTileNeeded(Exception):  # noqa: N818
    """The next tile must be revealed before the plan can continue."""


class Seat(Dealer):
    """Replaces the `Dealer` for planning from ``view`` alone; its moves are only plans."""

    def __init__(self, view: TableState, rules: Rules, rng: random.Random) -> None:
        self.rules, self.rng = rules, rng
        self.start = self.state = view
        self.hidden = HiddenTiles((), ())
        self.moves: list[Move] = []

    @property
    def plan(self) -> tuple[Move, ...]:
        """The moves to make now, without those that follow a discard automatically."""
        return tuple(move for move in self.moves if not follows_by_itself(move))

    def draw(self) -> bool:
        """Request the next tile of the mazo. Raises UnseenTileNeeded where there is one."""
        return self._wants(Draw(self.seat))

    def redraw(self) -> bool:
        """Never exchanges a tile that it has not seen yet."""
        return False

    def give_muerto(self, seat: int, *, direct: bool) -> bool:
        """Request the muerto. Raises UnseenTileNeeded where its side may have it."""
        return self._wants(TakeMuerto(seat, direct))

    def _wants(self, move: Move) -> bool:
        if self.try_move(move):
            raise UnseenTileNeeded
        return False
