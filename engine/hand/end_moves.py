"""Apply moves that end a turn or the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.hand.empty_rack import EmptyRack, judge_closing_tile, judge_empty_rack
from engine.hand.lay_moves import out_of_tiles
from engine.hand.moves import Close, Discard, EndTurn, SeenTile, StockOut
from engine.hand.pozo_duties import pozo_taking_violations
from engine.hand.state import TableState
from engine.hand.transfers import (
    MoveResult,
    lacks_draw,
    newly_known_tiles,
    passed_on,
    surplus_copies,
    turn_of,
    with_tiles_removed,
)
from engine.melds.common_table import TableTurn, table_between
from engine.melds.opening import first_meld_needed, opening_of
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.tiles import Tile, without


def discard(state: TableState, move: Discard, rules: Rules) -> MoveResult:
    """The state after a tile went to the pozo and the turn passed on."""
    account = with_tiles_removed(state, move.seat, (move.tile,), rules)
    if account.state is state:
        return account
    after = replace(account.state, pozo=(*state.pozo, move.tile))
    faults = [*turn_of(state, move.seat), *account.violations, *_undrawn(state, move.seat, rules)]
    if rules.pozo_display == "none":
        faults.append(Violation(Code.DISCARD_NOT_ALLOWED, (move.tile,) if move.tile else ()))
    faults += [*_of_turn(after, move.seat, rules, (move.tile,)), *_last_tile(after, move.seat, move.tile, rules)]
    after = passed_on(_opened(after, rules), move.seat)
    return MoveResult(
        after, (*faults, *surplus_copies(after, newly_known_tiles(state, move.seat, (move.tile,)), rules))
    )


def end_turn(state: TableState, move: EndTurn, rules: Rules) -> MoveResult:
    """The state after the turn passed on without a discard."""
    faults = [*turn_of(state, move.seat), *_undrawn(state, move.seat, rules)]
    if rules.discard_ends_turn:
        faults.append(Violation(Code.NO_DISCARD, (), (("player", move.seat + 1),)))
    faults += [*_of_turn(state, move.seat, rules), *_closing_tile(state, rules)]
    return MoveResult(passed_on(_opened(state, rules), move.seat), tuple(faults))


def close(state: TableState, move: Close, rules: Rules) -> MoveResult:
    """The state after a seat closed the hand."""
    rack = out_of_tiles(state, move.seat, move.by, rules, last=_top(state))
    faults = [*_against_close(state, move, rack, rules)]
    if move.by == "meld_out":
        faults += [*turn_of(state, move.seat), *_of_turn(state, move.seat, rules), *_closing_tile(state, rules)]
    return MoveResult(replace(_opened(state, rules), ended=move), tuple(faults))


def stock_out(state: TableState, move: StockOut, rules: Rules) -> MoveResult:
    """The state after the hand ended because the mazo ran out."""
    left = state.mazo - rules.stock_reserve + (sum(state.muertos) if rules.muerto_becomes_stock else 0)
    faults = (Violation(Code.STOCK_LEFT, (), (("count", left),)),) if left > 0 else ()
    return MoveResult(replace(state, ended=move), faults)


def _top(state: TableState) -> SeenTile:
    return state.pozo[-1] if state.pozo else None


def _undrawn(state: TableState, seat: int, rules: Rules) -> tuple[Violation, ...]:
    """The violation of ending a turn that never began."""
    return (Violation(Code.NO_DRAW),) if seat == state.turn.seat and lacks_draw(state, rules) else ()


def _of_turn(state: TableState, seat: int, rules: Rules, thrown: tuple[SeenTile, ...] = ()) -> Iterator[Violation]:
    """The violations that can be judged only once the turn of ``seat`` is over, given its discard."""
    if seat != state.turn.seat:
        return
    if rules.meld_owner == "table":
        yield from _of_common_table(state, rules)
    elif seat not in state.opened and (needed := first_meld_needed(_total_of(state, seat), rules)):
        before = {meld.number for meld in state.turn.melds}
        laid = [meld.verdict for meld in state.melds_of(state.team_of(seat)) if meld.number not in before]
        faults = opening_of(laid, rules, needed=needed).violations if laid else ()
        yield from (fault for fault in faults if fault.code == Code.FIRST_MELD)
    if state.turn.taken:
        if rules.pozo_use_required and not _used(state):
            yield Violation(Code.POZO_UNUSED)
        yield from pozo_taking_violations(state, _laid_since(state), thrown, rules)


def _of_common_table(state: TableState, rules: Rules) -> Iterator[Violation]:
    """The violations of a turn on a shared table; an unchanged table has none."""
    if state.melds == state.turn.melds:
        return
    old = [meld.verdict for meld in state.turn.melds]
    new = [meld.verdict for meld in state.melds]
    turn = TableTurn(_laid_since(state), state.turn.seat in state.opened)
    yield from table_between(old, new, turn, rules).violations


def _total_of(state: TableState, seat: int) -> int:
    return state.teams[state.team_of(seat)].total


def _used(state: TableState) -> bool:
    """Whether a tile taken from the pozo in this turn has been laid on the table since, judged by faces."""
    return None in state.turn.taken or bool({*state.turn.taken}.intersection(_laid_since(state)))


def _laid_since(state: TableState) -> tuple[Tile, ...]:
    """The tiles on the table that were not there when the turn began."""
    same = {id(meld) for meld in state.melds}.intersection(map(id, state.turn.melds))
    before = (tile for meld in state.turn.melds if id(meld) not in same for tile in meld.tiles)
    return without((tile for meld in state.melds if id(meld) not in same for tile in meld.tiles), before)


def _opened(state: TableState, rules: Rules) -> TableState:
    """The state in which the seat in turn, or its side, counts as having made its first exposure if it laid
    anything."""
    seat = state.turn.seat
    if seat in state.opened or not _laid_since(state):
        return state
    whole = rules.first_meld_scope == "side" and rules.meld_owner == "side"
    seats = state.teams[state.team_of(seat)].seats if whole else (seat,)
    return replace(state, opened=state.opened.union(seats))


def _last_tile(state: TableState, seat: int, tile: SeenTile, rules: Rules) -> tuple[Violation, ...]:
    """The violations of discarding the last tile."""
    if state.racks[seat].count or not rules.must_keep_one_if_cannot_close:
        return ()
    return judge_empty_rack(out_of_tiles(state, seat, "discard", rules, last=tile), rules).violations


def _closing_tile(state: TableState, rules: Rules) -> tuple[Violation, ...]:
    """The violation of taking the closing tile without emptying the rack."""
    left = state.racks[state.turn.seat].count
    return judge_closing_tile(left, rules) if state.turn.closing_tile else ()


def _against_close(state: TableState, move: Close, rack: EmptyRack, rules: Rules) -> Iterator[Violation]:
    team, left = state.teams[state.team_of(move.seat)], state.racks[move.seat]
    facts = (("team", team.name), ("needed", rules.canastas_to_close))
    if move.by == "discard" and move.seat != state.previous:
        yield Violation(Code.OUT_OF_TURN, (), (("player", move.seat + 1), ("turn", state.turn.seat + 1)))
    if left.count > rules.leftover_on_close:
        yield Violation(Code.CLOSER_HAS_TILES, left.known, (*facts, ("count", left.count)))
    if rules.close_needs_canasta and rack.canastas < rules.canastas_to_close:
        yield Violation(Code.CLOSE_NO_CANASTA, (), facts)
    elif rules.close_needs_pura and not rack.pure:
        yield Violation(Code.CLOSE_NO_PURA, (), facts)
    is_gone = rules.muerto_becomes_stock and not state.muertos
    if rules.close_needs_muerto and team.muerto == "untaken" and not is_gone:
        yield Violation(Code.CLOSE_NO_MUERTO, (), facts)
    if rack.laid_badly and rules.bad_meld == "set_aside":
        yield Violation(Code.BARRED_CLOSE)
    if move.by not in rules.close_by:
        yield Violation(Code.CLOSE_NEEDS_DISCARD if move.by == "meld_out" else Code.CLOSE_NEEDS_MELDS)
    if move.by == "discard" and rack.last_is_wild and not rules.close_discard_may_be_wild:
        yield Violation(Code.CLOSE_WILD_DISCARD)
