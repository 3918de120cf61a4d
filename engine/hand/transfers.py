"""Tiles that go from one place to another: what leaves a place arrives at another, so that none is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.hand.moves import SeenTile
from engine.hand.state import TableState, Turn, with_rack
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.tiles import Tile, without


@dataclass(frozen=True, slots=True)
class Applied:
    """The state after a move, and what the rules say against that move."""

    state: TableState
    violations: tuple[Violation, ...] = ()

    def also(self, *violations: Violation) -> Applied:
        """The same with more violations."""
        return Applied(self.state, (*self.violations, *violations)) if violations else self


def gained(state: TableState, seat: int, tiles: Sequence[SeenTile]) -> TableState:
    """The state with ``tiles`` more on the rack of ``seat``; they have left their place already."""
    return with_rack(state, seat, state.racks[seat].plus(tiles))


def restocked(state: TableState, rules: Rules, needed: int) -> TableState:
    """The state in which muertos that nobody took are the stock, where ``needed`` tiles of it are not there and the
    rules say so."""
    while state.mazo < needed and rules.muerto_becomes_stock and state.muertos:
        state = replace(state, mazo=state.mazo + state.muertos[0], muertos=state.muertos[1:])
    return state


def paid(state: TableState, seat: int, tiles: Sequence[SeenTile], rules: Rules) -> Applied:
    """The state with ``tiles`` gone from the rack of ``seat``, on their way to another place.

    Where the rack holds fewer, a draw was missed and the mazo pays. Where even that is not enough the state stays.
    """
    rack = state.racks[seat]
    short = max(len(tiles) - rack.count, 0)
    stocked = restocked(state, rules, short)
    if short > stocked.mazo:
        return Applied(state, (too_many(state, state.count() + short - state.mazo),))
    if short:
        facts = (("team", state.teams[state.team_of(seat)].name), ("count", rack.count), ("least", len(tiles)))
        lent = with_rack(replace(stocked, mazo=stocked.mazo - short), seat, rack.plus((None,) * short).minus(tiles))
        return Applied(lent, (Violation(Code.BUDGET, (), facts),))
    strange = rack.lacks(tiles)
    left = with_rack(state, seat, rack.minus(tiles))
    return Applied(left, (Violation(Code.NOT_FROM_RACK, strange),) if strange else ())


def too_many(state: TableState, count: int) -> Violation:
    """The offence of a table that would need ``count`` tiles, more than it has."""
    return Violation(Code.INVENTORY, (), (("count", count), ("most", state.count()), ("untaken", 0)))


def news(state: TableState, seat: int, tiles: Iterable[SeenTile]) -> tuple[Tile, ...]:
    """Those of ``tiles`` that nobody knew to be on the rack of ``seat``."""
    return without((tile for tile in tiles if tile), state.racks[seat].known)


def copies(state: TableState, tiles: Sequence[Tile], rules: Rules) -> tuple[Violation, ...]:
    """The offence of each of ``tiles`` of which more are seen than the set has."""
    if not tiles:
        return ()
    seen = state.seen_tiles()
    counts = ((tile, seen.count(tile)) for tile in dict.fromkeys(tiles))
    return tuple(too_often(tile, count, rules) for tile, count in counts if count > rules.most_of(tile))


def too_often(tile: Tile, count: int, rules: Rules) -> Violation:
    """The offence of a ``tile`` that is there ``count`` times."""
    most = rules.most_of(tile)
    return Violation(Code.IMPOSSIBLE_COPIES if most else Code.NOT_IN_SET, (tile,), (("count", count), ("most", most)))


def turn_of(state: TableState, seat: int) -> tuple[Violation, ...]:
    """What speaks against a move of ``seat`` now: that it is somebody else's turn."""
    if seat == state.turn.seat:
        return ()
    facts = (("player", seat + 1), ("turn", state.turn.seat + 1))
    return (Violation(Code.OUT_OF_TURN, (), facts),)


def passed_on(state: TableState, seat: int) -> TableState:
    """The state when the turn has passed from ``seat`` to the next."""
    following = (seat + 1) % state.players
    held = state.racks[following].count
    turn = Turn(seat=following, count=state.turn.count + 1, melds=state.melds, held=held)
    return replace(state, turn=turn, previous=seat)


def lacks_draw(state: TableState, rules: Rules) -> bool:
    """Whether the player whose turn it is has still to draw; who draws or plays has not, once something was laid."""
    if not rules.draw_required or state.turn.drawn or not is_to_draw(state, rules):
        return False
    return not (rules.draw_or_play and state.melds != state.turn.melds)


def is_to_draw(state: TableState, rules: Rules) -> bool:
    """Whether a turn begins with a draw now. On a common table, where no discard shows whose turns went by, more draws
    may have been told than there were: what they used up is no offence of whoever comes last."""
    return rules.discard_ends_turn or state.mazo > rules.stock_reserve
