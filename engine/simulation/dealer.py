"""Who deals and turns over tiles: keeps what nobody sees, and lets only lawful moves pass."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.hand.apply import apply
from engine.hand.deal import deal
from engine.hand.moves import Draw, Move, Redraw, TakeClosingTile, TakeMuerto
from engine.hand.state import TableState, dealt_table
from engine.rules.rules import Rules
from engine.rules.verdict import Violation
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Hidden:
    """What lies face down."""

    mazo: tuple[Tile, ...]
    """The next tile last."""
    muertos: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment of the hand to go back to."""

    state: TableState
    hidden: Hidden
    moves: int


class Croupier:
    """One hand being played: the only place where it grows."""

    def __init__(self, rules: Rules, players: int, rng: random.Random, starter: int = 0) -> None:
        share = deal(players, rules)
        bag = list(rules.bag)
        rng.shuffle(bag)
        racks = [tuple(bag.pop() for _ in range(share.each)) for _ in range(players)]
        muertos = tuple(tuple(bag.pop() for _ in range(rules.muerto_size)) for _ in range(rules.muertos))
        closing = tuple(bag.pop() for _ in range(share.closing))
        pozo = tuple(bag.pop() for _ in range(share.pozo))
        self.rules, self.rng = rules, rng
        dealt = dealt_table(players, rules, starter=starter, racks=racks)
        self.start = replace(dealt, closing_tile=closing, pozo=pozo)
        self.state, self.hidden = self.start, Hidden(tuple(bag), muertos)
        self.moves: list[Move] = []

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.state.turn.seat

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The tiles of whose turn it is."""
        return self.state.racks[self.seat].known

    def mark(self) -> Mark:
        """This moment."""
        return Mark(self.state, self.hidden, len(self.moves))

    def back_to(self, mark: Mark) -> None:
        """Takes back every move since ``mark``."""
        self.state, self.hidden = mark.state, mark.hidden
        del self.moves[mark.moves :]

    def against(self, move: Move) -> tuple[Violation, ...]:
        """What the rules say against ``move`` now."""
        return apply(self.state, move, self.rules).violations

    def lets(self, move: Move) -> bool:
        """Makes ``move`` if it is lawful, and says whether it was."""
        applied = apply(self.state, move, self.rules)
        if applied.violations:
            return False
        self.state = applied.state
        self.moves.append(move)
        return True

    def draw(self) -> bool:
        """Gives the next tile of the mazo to whose turn it is."""
        hidden, rules = self.hidden, self.rules
        if len(hidden.mazo) <= rules.stock_reserve and rules.muerto_becomes_stock and hidden.muertos:
            self.hidden = Hidden((*hidden.mazo, *hidden.muertos[0]), hidden.muertos[1:])
        return bool(self.hidden.mazo) and self._turned(Draw(self.seat, self.hidden.mazo[-1]))

    def redraw(self) -> bool:
        """Changes the tile that was drawn last for the next one."""
        mazo = self.hidden.mazo
        return bool(mazo) and self._turned(Redraw(self.seat, self.rack[-1], mazo[-1]))

    def _turned(self, move: Move) -> bool:
        if not self.lets(move):
            return False
        self.hidden = replace(self.hidden, mazo=self.hidden.mazo[:-1])
        return True

    def give_muerto(self, seat: int, *, direct: bool) -> bool:
        """Gives a muerto to ``seat`` if its rack is empty and its side may have one."""
        if not self.hidden.muertos or not self.lets(TakeMuerto(seat, direct, self.hidden.muertos[0])):
            return False
        self.hidden = replace(self.hidden, muertos=self.hidden.muertos[1:])
        return True

    def give_closing_tile(self) -> bool:
        """Gives the tile that only serves to close to whose turn it is."""
        tiles: Sequence[Tile | None] = self.state.closing_tile
        return bool(tiles) and self.lets(TakeClosingTile(self.seat, tiles[0]))
