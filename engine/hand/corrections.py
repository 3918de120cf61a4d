"""Corrections that a person makes to the recorded state: no rule is checked, only that no tile is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from engine.hand.moves import CorrectMeld, SetAside, SetTurn, ShowPozo, ShowRack
from engine.hand.state import LaidMeld, Rack, TableState, Turn, owner_of, with_rack, with_team, without_exposure
from engine.hand.transfers import (
    MoveResult,
    restocked,
    surplus_copies,
    surplus_tiles_violation,
    with_tiles_added,
    with_tiles_removed,
)
from engine.melds.melds import MeldVerdict, judge_meld
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.tiles import Tile, without

LaidMelds = tuple[LaidMeld, ...]


def correct_meld(state: TableState, move: CorrectMeld, rules: Rules) -> MoveResult:
    """The state in which a meld has always been another row; tiles that it did not show come from the rack, unseen."""
    old = None if move.number is None else state.meld(move.number)
    if move.number is not None and old is None:
        return MoveResult(state, (Violation(Code.NO_MELD, (), (("number", move.number),)),))
    new = judge_meld(move.row, rules) if move.row else None
    before, after = Counter(old.tiles if old else ()), Counter(new.tiles if new else ())
    needed = (after - before).total()
    returned = _lent(with_tiles_added(state, move.seat, (None,) * (before - after).total()), move.seat, needed)
    account = with_tiles_removed(returned, move.seat, tuple((after - before).elements()), rules)
    if account.state is returned and needed:
        return MoveResult(state, account.violations)
    if old is not None:
        corrected = _with_melds(account.state, lambda melds: _put_right(melds, old.number, new))
        corrected = corrected if new else without_exposure(corrected, old)
    else:
        team, seat = owner_of(state, move.seat, rules)
        missed = (LaidMeld(state.next_number, team, new, seat),) if new else ()
        corrected = _with_melds(account.state, lambda melds: (*melds, *missed))
        opened = state.opened.union(state.teams[state.team_of(move.seat)].seats)
        corrected = replace(corrected, next_number=state.next_number + len(missed), opened=opened)
    return MoveResult(corrected, surplus_copies(corrected, tuple((after - before).elements()), rules))


def _lent(state: TableState, seat: int, count: int) -> TableState:
    """The state in which ``seat`` and the mazo have ``count`` tiles, moved there from unseen tiles held elsewhere.

    In a hand of which nobody told a turn, those of a rack of which nothing is known may as well lie elsewhere.
    """
    if state.was_played:
        return state
    order = sorted(range(state.players), key=lambda other: state.team_of(other) != state.team_of(seat))
    for other in (next_seat for next_seat in order if next_seat != seat):
        rack = state.racks[other]
        short = count - state.racks[seat].count - state.mazo
        lent = min(max(short, 0), rack.count - len(rack.known))
        if lent:
            state = with_rack(replace(state, mazo=state.mazo + lent), other, rack.minus((None,) * lent))
    return state


def _with_melds(state: TableState, change: Callable[[LaidMelds], LaidMelds]) -> TableState:
    """The state with other melds, both now and at the start of the turn."""
    return replace(state, melds=change(state.melds), turn=replace(state.turn, melds=change(state.turn.melds)))


def _put_right(melds: LaidMelds, number: int, verdict: MeldVerdict | None) -> LaidMelds:
    if verdict is None:
        return tuple(meld for meld in melds if meld.number != number)
    return tuple(replace(meld, verdict=verdict, good=None) if meld.number == number else meld for meld in melds)


def set_aside(state: TableState, move: SetAside) -> MoveResult:
    """The state after a judge set a wrong meld aside; the seat that laid it may no longer close or take a muerto.

    Of a meld that was lawful before it was grown only what was added goes: it lies as it lay.
    """
    meld = state.meld(move.number)
    if meld is None:
        return MoveResult(state, (Violation(Code.NO_MELD, (), (("number", move.number),)),))
    team = state.teams[state.team_of(move.seat) if meld.team is None else meld.team]
    wrong = without(meld.tiles, meld.good.tiles) if meld.good else meld.tiles
    after = with_team(state, replace(team, set_aside=(*team.set_aside, wrong)))
    melds = _put_right(state.melds, meld.number, meld.good)
    return MoveResult(replace(after, melds=melds, barred=state.barred | {move.seat}))


def set_turn(state: TableState, move: SetTurn) -> MoveResult:
    """The state in which it is the turn of ``move.seat``, at its beginning."""
    turn = Turn(seat=move.seat, count=state.turn.count + 1, melds=state.melds)
    return MoveResult(replace(state, turn=turn, previous=(move.seat - 1) % state.players))


def show_rack(state: TableState, move: ShowRack, rules: Rules) -> MoveResult:
    """The state in which all tiles of a rack are known."""
    state = restocked(state, rules, len(move.tiles) - state.racks[move.seat].count)
    mazo = state.mazo + state.racks[move.seat].count - len(move.tiles)
    if mazo < 0:
        return MoveResult(state, (surplus_tiles_violation(state, state.count() - mazo),))
    after = with_rack(replace(state, mazo=mazo), move.seat, Rack(len(move.tiles), move.tiles))
    return MoveResult(after, surplus_copies(after, move.tiles, rules))


def show_pozo(state: TableState, move: ShowPozo, rules: Rules) -> MoveResult:
    """The state in which all tiles of the pozo are known."""
    state = restocked(state, rules, len(move.tiles) - len(state.pozo))
    mazo = state.mazo + len(state.pozo) - len(move.tiles)
    if mazo < 0:
        return MoveResult(state, (surplus_tiles_violation(state, state.count() - mazo),))
    after = replace(state, mazo=mazo, pozo=move.tiles)
    tiles: tuple[Tile, ...] = tuple(tile for tile in move.tiles if tile)
    return MoveResult(after, surplus_copies(after, tiles, rules))


def go_on(state: TableState) -> MoveResult:
    """The state of a hand that is not over after all: a rack that seemed empty gets one unseen drawn tile."""
    if not state.ended:
        return MoveResult(state)
    after, seat = replace(state, ended=None, goes_on=True), getattr(state.ended, "seat", None)
    if seat is None or state.racks[seat].count or not state.mazo:
        return MoveResult(after)
    return MoveResult(with_tiles_added(replace(after, mazo=state.mazo - 1), seat, (None,)))
