"""A player's own seat: the hand as that seat sees it, in which a turn is thought through up to the next unseen tile."""

from __future__ import annotations

import random

from engine.hand.moves import Draw, Move, TakeMuerto
from engine.hand.state import TableState
from engine.rules.rules import Rules
from engine.simulation.dealer import Dealer
from engine.simulation.dealer_state import Hidden, follows_by_itself


class Unseen(Exception):  # noqa: N818
    """The next tile has to be seen before anybody can go on."""


class Seat(Dealer):
    """Takes the place of the croupier for somebody who sees ``view`` and nothing else; what it makes are only plans."""

    def __init__(self, view: TableState, rules: Rules, rng: random.Random) -> None:
        self.rules, self.rng = rules, rng
        self.start = self.state = view
        self.hidden = Hidden((), ())
        self.moves: list[Move] = []

    @property
    def plan(self) -> tuple[Move, ...]:
        """The moves to make now, without those that follow a discard by themselves."""
        return tuple(move for move in self.moves if not follows_by_itself(move))

    def draw(self) -> bool:
        """Wants the next tile of the mazo. Raises Unseen where there is one."""
        return self._wants(Draw(self.seat))

    def redraw(self) -> bool:
        """Never changes a tile that it has not seen yet."""
        return False

    def give_muerto(self, seat: int, *, direct: bool) -> bool:
        """Wants the muerto. Raises Unseen where its side may have it."""
        return self._wants(TakeMuerto(seat, direct))

    def _wants(self, move: Move) -> bool:
        if self.try_move(move):
            raise Unseen
        return False
