"""The full state of a dealt hand, and the partial view of each seat.

A seat's view is not cut out of the full state: the same moves are passed on, those of others without unseen tiles, and
the view is folded from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.hand.apply import apply
from engine.hand.deal import deal
from engine.hand.hand_file import HandRecord
from engine.hand.history import record_of
from engine.hand.moves import Close, Discard, Draw, EndTurn, Move, Redraw, StockOut, TakeClosingTile, TakeMuerto
from engine.hand.state import Rack, TableState, dealt_table
from engine.rules.codes import Code
from engine.rules.rules import Rules
from engine.rules.verdict import Violation
from engine.tiles import Tile

_IN_TURN = Draw | Redraw | TakeMuerto | TakeClosingTile


@dataclass(frozen=True, slots=True)
class HiddenTiles:
    """The tiles that lie face down."""

    mazo: tuple[Tile, ...]
    """The next tile last."""
    muertos: tuple[tuple[Tile, ...], ...]

    def restocked(self, rules: Rules) -> HiddenTiles:
        """The same before a draw: an untaken muerto has become the stock, where the rules say so."""
        if len(self.mazo) <= rules.stock_reserve and rules.muerto_becomes_stock and self.muertos:
            return HiddenTiles((*self.mazo, *self.muertos[0]), self.muertos[1:])
        return self


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand at one moment, with every tile known."""

    state: TableState
    hidden: HiddenTiles

    def seen_by(self, seat: int | None) -> TableState:
        """The table as dealt, before any move, for a seat or for a spectator (``None``)."""
        racks = tuple(rack if at == seat else Rack(rack.count) for at, rack in enumerate(self.state.racks))
        return replace(self.state, racks=racks)


@dataclass(frozen=True, slots=True)
class MovesMade:
    """The hand after moves, those moves with the tiles that came into view, and their violations."""

    dealing: DealtHand
    moves: tuple[Move, ...] = ()
    violations: tuple[Violation, ...] = ()


def begin_hand(bag: Sequence[Tile], table: TableState, rules: Rules) -> DealtHand:
    """The hand that begins at ``table`` with the tiles of ``bag``, a whole set in drawing order, the first last.

    Raises RulesError when the rules are not for so many.
    """
    share, left = deal(table.players, rules), list(bag)
    racks = [tuple(left.pop() for _ in range(share.each)) for _ in range(table.players)]
    muertos = tuple(tuple(left.pop() for _ in range(rules.muerto_size)) for _ in range(rules.muertos))
    closing = tuple(left.pop() for _ in range(share.closing))
    pozo = tuple(left.pop() for _ in range(share.pozo))
    held = tuple(Rack(share.each, tiles) for tiles in racks)
    return DealtHand(replace(table, racks=held, closing_tile=closing, pozo=pozo), HiddenTiles(tuple(left), muertos))


def dealt_hand(bag: Sequence[Tile], players: int, rules: Rules, starter: int = 0) -> DealtHand:
    """The same for a hand outside a match. Raises RulesError when the rules are not for so many."""
    return begin_hand(bag, dealt_table(players, rules, starter=starter), rules)


def after_move(dealing: DealtHand, move: Move, rules: Rules) -> MovesMade:
    """``dealing`` after one ``move`` with its unseen tiles filled in; unchanged if there are violations."""
    turned, hidden = _turned(dealing, move, rules)
    applied = apply(dealing.state, turned, rules)
    if applied.violations:
        return MovesMade(dealing, (), applied.violations)
    return MovesMade(DealtHand(applied.state, hidden), (turned,))


def _turned(dealing: DealtHand, move: Move, rules: Rules) -> tuple[Move, HiddenTiles]:
    """The move with the tiles that it turns up, and what still lies face down after it."""
    hidden, state = dealing.hidden, dealing.state
    if not isinstance(move, _IN_TURN) or not 0 <= move.seat < state.players:
        return move, hidden
    match move:
        case Draw():
            stock = hidden.restocked(rules)
            return Draw(move.seat, _next(stock)), replace(stock, mazo=stock.mazo[:-1])
        case Redraw():
            rack = state.racks[move.seat].known
            return Redraw(move.seat, rack[-1] if rack else None, _next(hidden)), replace(hidden, mazo=hidden.mazo[:-1])
        case TakeMuerto():
            tiles = hidden.muertos[0] if hidden.muertos else ()
            return TakeMuerto(move.seat, move.direct, tiles), replace(hidden, muertos=hidden.muertos[1:])
        case TakeClosingTile():
            return TakeClosingTile(move.seat, state.closing_tile[0] if state.closing_tile else None), hidden


def _next(hidden: HiddenTiles) -> Tile | None:
    return hidden.mazo[-1] if hidden.mazo else None


def after_move_and_consequences(dealing: DealtHand, move: Move, rules: Rules) -> MovesMade:
    """``dealing`` after one ``move`` and its automatic consequences; unchanged if there are violations.

    After the last tile is discarded the muerto is taken or the hand closed; it ends with the mazo where the rules say
    so.
    """
    first = after_move(dealing, move, rules)
    if owed := () if first.violations else _owed(first.dealing, move, rules):
        return MovesMade(dealing, (), owed)
    if first.violations or not isinstance(move, Discard | EndTurn):
        return first
    now, moves = first.dealing, first.moves
    if isinstance(move, Discard) and not now.state.racks[move.seat].count:
        for way in (TakeMuerto(move.seat, direct=False), Close(move.seat, "discard")):
            then = after_move(now, way, rules)
            if not then.violations:
                now, moves = then.dealing, (*moves, *then.moves)
                break
    if now.state.ended is None and is_used_up(now.state, rules):
        then = after_move(now, StockOut(), rules)
        now, moves = then.dealing, (*moves, *then.moves)
    return MovesMade(now, moves)


def _owed(after: DealtHand, move: Move, rules: Rules) -> tuple[Violation, ...]:
    """The violation that would prevent a turn from ending once a muerto was seen in it: too small a first exposure."""
    if not isinstance(move, TakeMuerto) or not move.direct:
        return ()
    thrown = Discard(move.seat, after.state.racks[move.seat].known[0])
    return tuple(
        violation for violation in apply(after.state, thrown, rules).violations if violation.code == Code.FIRST_MELD
    )


def is_used_up(state: TableState, rules: Rules) -> bool:
    """Whether the hand ends here because nothing is left to draw."""
    is_empty = state.mazo <= rules.stock_reserve and not (rules.muerto_becomes_stock and state.muertos)
    return rules.stock_out_when == "end_of_turn" and is_empty


def follows_by_itself(move: Move) -> bool:
    """Whether ``move`` is one that ``played`` makes automatically after a last tile was discarded."""
    return (isinstance(move, TakeMuerto) and not move.direct) or (isinstance(move, Close) and move.by == "discard")


def may_give_up(state: TableState, seat: int) -> bool:
    """Whether ``seat`` may declare the mazo used up: only at the beginning of its turn."""
    return state.turn.seat == seat and not state.turn.drawn and state.melds == state.turn.melds


def as_seen(move: Move, seat: int | None) -> Move:
    """``move`` as ``seat``, or a spectator, sees it: of others only open tiles."""
    if getattr(move, "seat", None) == seat:
        return move
    match move:
        case Draw():
            return Draw(move.seat)
        case Redraw():
            return Redraw(move.seat, move.returned)
        case TakeMuerto():
            return TakeMuerto(move.seat, move.direct)
    return move


def unseen_before(move: Move) -> bool:
    """Whether ``move`` reveals a tile that its own seat had not seen, so that it cannot be undone."""
    return isinstance(move, Draw | Redraw | TakeMuerto)


def whole_record(dealing: DealtHand) -> HandRecord:
    """The hand so far as a record, including the tiles still face down, so that the set is complete."""
    left = tuple(tile for tile in dealing.state.closing_tile if tile)
    muertos = tuple(tile for muerto in dealing.hidden.muertos for tile in muerto)
    return replace(record_of(dealing.state), mazo=(*dealing.hidden.mazo, *left), muertos=muertos)
