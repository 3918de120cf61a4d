"""Apply moves that fill a rack: from the mazo, the pozo, a muerto, or the closing tile."""

from __future__ import annotations

from dataclasses import replace

from engine.hand.moves import Draw, Redraw, SeenTile, TakeClosingTile, TakeMuerto, TakePozo
from engine.hand.state import TableState, Turn, is_barred, with_team
from engine.hand.taking_the_pozo import judge_pozo
from engine.hand.transfers import MoveResult, restocked, surplus_copies, turn_of, with_tiles_added, with_tiles_removed
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation


def draw(state: TableState, move: Draw, rules: Rules) -> MoveResult:
    """The state after a tile of the mazo went to a rack."""
    faults = [*turn_of(state, move.seat), *_drawn_before(state, move.seat)]
    state = restocked(state, rules, rules.stock_reserve + 1)
    if rules.draw_or_play and move.seat == state.turn.seat and state.melds != state.turn.melds:
        faults.append(Violation(Code.DREW_AND_LAID))
    if state.mazo <= rules.stock_reserve:
        faults.append(Violation(Code.EMPTY_STOCK))
    if not state.mazo:
        return MoveResult(state, tuple(faults))
    after = _begun(replace(state, mazo=state.mazo - 1), move.seat)
    return _seen(with_tiles_added(after, move.seat, (move.tile,)), (move.tile,), rules).also(*faults)


def redraw(state: TableState, move: Redraw, rules: Rules) -> MoveResult:
    """The state after the first player put the drawn tile on the pozo and drew another.

    It may be told late, when that tile was taken for a discard and the next player has done nothing yet.
    """
    is_late = rules.first_player_redraw and _is_late(state, move, rules)
    if is_late:
        state = _taken_back(state, move)
    turn, faults = state.turn, list(turn_of(state, move.seat))
    has_laid = state.melds != turn.melds and not is_late
    first = turn.count == 0 and turn.drawn and not (turn.redrawn or turn.taken or has_laid)
    if not (rules.first_player_redraw and first):
        faults.append(Violation(Code.REDRAW))
    returned = with_tiles_removed(state, move.seat, (move.returned,), rules)
    if not returned.state.mazo:
        return MoveResult(state, (*faults, Violation(Code.EMPTY_STOCK)))
    turn = replace(turn, drawn=True, redrawn=True)
    after = replace(returned.state, mazo=returned.state.mazo - 1, pozo=(*state.pozo, move.returned), turn=turn)
    seen = _seen(with_tiles_added(after, move.seat, (move.tile,)), (move.returned, move.tile), rules)
    return seen.also(*faults, *returned.violations)


def has_exchanged(state: TableState, rules: Rules) -> bool:
    """Whether more tiles lie on the pozo than turns have ended, so that the first tile drawn was exchanged already."""
    return len(state.pozo) > rules.pozo_start + state.turn.count


def _is_late(state: TableState, move: Redraw, rules: Rules) -> bool:
    """Whether the first turn was recorded as the discard of ``returned`` and nothing else, and nothing was recorded
    since."""
    turn = state.turn
    nothing_since = not (turn.drawn or state.melds) and state.ended is None
    nothing_else = len(state.pozo) == rules.pozo_start + 1 and state.pozo[-1] == move.returned
    return nothing_since and nothing_else and turn.count == 1 and state.previous == move.seat


def _taken_back(state: TableState, move: Redraw) -> TableState:
    """The state before the first player's discard."""
    before = replace(state, pozo=state.pozo[:-1], previous=None, turn=Turn(seat=move.seat, drawn=True))
    return with_tiles_added(before, move.seat, (move.returned,))


def take_pozo(state: TableState, move: TakePozo, rules: Rules) -> MoveResult:
    """The state after a seat took tiles of the pozo from the top."""
    left = min(move.left, len(state.pozo))
    taken = state.pozo[left:]
    faults = [*turn_of(state, move.seat), *_drawn_before(state, move.seat)]
    if "pozo" in rules.draw_sources:
        faults += judge_pozo(state.racks[move.seat].count, len(state.pozo), rules, len(taken))
    else:
        faults.append(Violation(Code.NO_POZO))
    after = _begun(replace(state, pozo=state.pozo[:left]), move.seat)
    if move.seat == state.turn.seat:
        after = replace(after, turn=replace(after.turn, taken=(*state.turn.taken, *taken)))
    return MoveResult(with_tiles_added(after, move.seat, taken), tuple(faults))


def take_muerto(state: TableState, move: TakeMuerto, rules: Rules) -> MoveResult:
    """The state after a seat took its side's muerto."""
    team = state.teams[state.team_of(move.seat)]
    if not state.muertos:
        return MoveResult(state, (Violation(Code.NO_MUERTO),))
    faults = list(_against_muerto(state, move, rules))
    size = state.muertos[0]
    tiles: tuple[SeenTile, ...] = move.tiles if len(move.tiles) == size else (None,) * size
    after = with_team(state, replace(team, muerto="played" if move.direct else "unplayed", holder=move.seat))
    after = with_tiles_added(replace(after, muertos=state.muertos[1:]), move.seat, tiles)
    return _seen(after, tiles, rules).also(*faults)


def began_empty(state: TableState, seat: int) -> bool:
    """Whether ``seat`` is in turn and began the turn without a tile, so that it must first take a muerto."""
    return state.turn.seat == seat and state.turn.held == 0


def _against_muerto(state: TableState, move: TakeMuerto, rules: Rules) -> tuple[Violation, ...]:
    faults = []
    is_late = not move.direct and began_empty(state, move.seat)
    left = 0 if is_late else state.racks[move.seat].count
    if not is_late and move.seat != (state.turn.seat if move.direct else state.previous):
        faults.append(Violation(Code.OUT_OF_TURN, (), (("player", move.seat + 1), ("turn", state.turn.seat + 1))))
    if state.teams[state.team_of(move.seat)].muerto != "untaken":
        faults.append(Violation(Code.SECOND_MUERTO))
    if left:
        faults.append(Violation(Code.MUERTO_EARLY, (), (("count", left),)))
    if ("direct" if move.direct else "indirect") not in rules.muerto_modes:
        faults.append(Violation(Code.MUERTO_MODE))
    if is_barred(state, move.seat, rules):
        faults.append(Violation(Code.BARRED_MUERTO))
    return tuple(faults)


def take_closing_tile(state: TableState, move: TakeClosingTile, rules: Rules) -> MoveResult:
    """The state after a seat took the closing tile; whether it closed is checked at the end of the turn."""
    if not state.closing_tile:
        return MoveResult(state, (Violation(Code.NO_CLOSING_TILE),))
    turn = replace(state.turn, closing_tile=True)
    after = with_tiles_added(replace(state, closing_tile=(), turn=turn), move.seat, (move.tile,))
    return _seen(after, (move.tile,), rules).also(*turn_of(state, move.seat))


def _drawn_before(state: TableState, seat: int) -> tuple[Violation, ...]:
    return (Violation(Code.ALREADY_DRAWN),) if seat == state.turn.seat and state.turn.drawn else ()


def _begun(state: TableState, seat: int) -> TableState:
    """The state once ``seat`` has begun its turn: a muerto taken earlier counts as being played."""
    team = state.teams[state.team_of(seat)]
    if team.muerto == "unplayed" and team.holder == seat:
        state = with_team(state, replace(team, muerto="played"))
    return replace(state, turn=replace(state.turn, drawn=True)) if seat == state.turn.seat else state


def _seen(state: TableState, tiles: tuple[SeenTile, ...], rules: Rules) -> MoveResult:
    return MoveResult(state, surplus_copies(state, tuple(tile for tile in tiles if tile), rules))
