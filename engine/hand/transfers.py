"""Move tiles between places so that none is lost: what leaves one place arrives at another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.hand.moves import SeenTile
from engine.hand.state import TableState, Turn, with_rack
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.tiles import Tile, without


@dataclass(frozen=True, slots=True)
class MoveResult:
    """The state after a move, and the violations of that move."""

    state: TableState
    violations: tuple[Violation, ...] = ()

    def also(self, *violations: Violation) -> MoveResult:
        """The same with ``violations`` added."""
        return MoveResult(self.state, (*self.violations, *violations)) if violations else self


def with_tiles_added(state: TableState, seat: int, tiles: Sequence[SeenTile]) -> TableState:
    """The state with ``tiles`` added to the rack of ``seat``; they have already left their former place."""
    return with_rack(state, seat, state.racks[seat].plus(tiles))


def restocked(state: TableState, rules: Rules, needed: int) -> TableState:
    """The state in which untaken muertos have become the stock, where the mazo lacks ``needed`` tiles and the rules say
    so."""
    while state.mazo < needed and rules.muerto_becomes_stock and state.muertos:
        state = replace(state, mazo=state.mazo + state.muertos[0], muertos=state.muertos[1:])
    return state


def with_tiles_removed(state: TableState, seat: int, tiles: Sequence[SeenTile], rules: Rules) -> MoveResult:
    """The state with ``tiles`` removed from the rack of ``seat``, on their way to another place.

    Where the rack holds fewer, a draw was missed and the mazo supplies them. Where that is not enough either, the state
    is unchanged.
    """
    rack = state.racks[seat]
    short = max(len(tiles) - rack.count, 0)
    stocked = restocked(state, rules, short)
    if short > stocked.mazo:
        return MoveResult(state, (surplus_tiles_violation(state, state.count() + short - state.mazo),))
    if short:
        facts = (("team", state.teams[state.team_of(seat)].name), ("count", rack.count), ("least", len(tiles)))
        lent = with_rack(replace(stocked, mazo=stocked.mazo - short), seat, rack.plus((None,) * short).minus(tiles))
        return MoveResult(lent, (Violation(Code.BUDGET, (), facts),))
    strange = rack.lacks(tiles)
    left = with_rack(state, seat, rack.minus(tiles))
    return MoveResult(left, (Violation(Code.NOT_FROM_RACK, strange),) if strange else ())


def surplus_tiles_violation(state: TableState, count: int) -> Violation:
    """The violation of a table that would need ``count`` tiles, more than the set has."""
    return Violation(Code.INVENTORY, (), (("count", count), ("most", state.count()), ("untaken", 0)))


def newly_known_tiles(state: TableState, seat: int, tiles: Iterable[SeenTile]) -> tuple[Tile, ...]:
    """The tiles of ``tiles`` that were not known to be on the rack of ``seat``."""
    return without((tile for tile in tiles if tile), state.racks[seat].known)


def surplus_copies(state: TableState, tiles: Sequence[Tile], rules: Rules) -> tuple[Violation, ...]:
    """The violation for each of ``tiles`` of which more copies are seen than the set has."""
    if not tiles:
        return ()
    seen = state.seen_tiles()
    counts = ((tile, seen.count(tile)) for tile in dict.fromkeys(tiles))
    return tuple(surplus_copy_violation(tile, count, rules) for tile, count in counts if count > rules.most_of(tile))


def surplus_copy_violation(tile: Tile, count: int, rules: Rules) -> Violation:
    """The violation of a ``tile`` seen ``count`` times."""
    most = rules.most_of(tile)
    return Violation(Code.IMPOSSIBLE_COPIES if most else Code.NOT_IN_SET, (tile,), (("count", count), ("most", most)))


def turn_of(state: TableState, seat: int) -> tuple[Violation, ...]:
    """The violation of ``seat`` moving out of turn."""
    if seat == state.turn.seat:
        return ()
    facts = (("player", seat + 1), ("turn", state.turn.seat + 1))
    return (Violation(Code.OUT_OF_TURN, (), facts),)


def passed_on(state: TableState, seat: int) -> TableState:
    """The state after the turn has passed from ``seat`` to the next."""
    following = (seat + 1) % state.players
    held = state.racks[following].count
    turn = Turn(seat=following, count=state.turn.count + 1, melds=state.melds, held=held)
    return replace(state, turn=turn, previous=seat)


def lacks_draw(state: TableState, rules: Rules) -> bool:
    """Whether the player in turn still has to draw. In a draw-or-play game, laying anything replaces the draw."""
    if not rules.draw_required or state.turn.drawn or not is_to_draw(state, rules):
        return False
    return not (rules.draw_or_play and state.melds != state.turn.melds)


def is_to_draw(state: TableState, rules: Rules) -> bool:
    """Whether a turn now begins with a draw.

    On a shared table no discard shows when a turn passed, so that more draws may have been recorded than happened; an
    exhausted stock is then not charged to the last player.
    """
    return rules.discard_ends_turn or state.mazo > rules.stock_reserve
