"""Rank the plays of a turn on a shared table, by tiles or by points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.hand.moves import Close, Draw, EndTurn, LayDown, Move
from engine.hand.state import TableState
from engine.melds.melds import judge_meld
from engine.melds.opening import first_meld_needed, opening_of
from engine.placed_tile import PlacedTile
from engine.plays.arrangement import Arrangement, arrange, is_exact
from engine.plays.play import Advice, AdvisedTurn, Goal, PlayReason, merged, state_after_lawful
from engine.plays.row_building import Row
from engine.plays.shared_table import best_table, with_jokers_kept, with_least_moved, worth_of
from engine.plays.table_moves import moves_between
from engine.rules.rules import Rules
from engine.scoring.canastas import points_against
from engine.tiles import FACES, JOKER, NUMBERS, Tile, without

_MUCH = 1000
Worth = dict[Tile, int]


def plays_of(state: TableState, rules: Rules) -> Advice:
    """The best plays of the seat in turn, whose rack must be known."""
    begun = (
        state
        if state.turn.drawn or rules.draw_or_play
        else state_after_lawful(state, (Draw(state.turn.seat),), rules) or state
    )
    first: tuple[Move, ...] = () if begun is state else (Draw(state.turn.seat),)
    found, optimal = [], is_exact(rules)
    for goal in ("tiles", "points", "no_joker"):
        play, complete = _best(begun, goal, rules)
        optimal = optimal and complete
        if play:
            found.append(replace(play, moves=(*first, *play.moves)))
    found.append(replace(waiting(begun, rules), moves=(*first, *waiting(begun, rules).moves)))
    return Advice(merged(found), optimal)


def with_jokers_at_rest(state: TableState, rules: Rules) -> tuple[Move, ...]:
    """The moves that lay the most rack tiles without moving a joker; empty where none fits.

    Found in a fraction of the time of a full search; the turn is not ended.
    """
    rack = state.racks[state.turn.seat].known
    rows = [meld.row for meld in state.melds]
    found = with_jokers_kept(rows, rack, _worth("tiles", rules), rules)
    return moves_between(state.melds, with_least_moved(rows, found, rules).rows, state.turn.seat) if found else ()


def waiting(state: TableState, rules: Rules) -> AdvisedTurn:
    """The play that lays nothing."""
    seat = state.turn.seat
    has_played = state.melds != state.turn.melds
    may_draw = rules.draw_or_play and not (state.turn.drawn or has_played) and state.mazo > rules.stock_reserve
    draws: tuple[Move, ...] = (Draw(seat),) if may_draw else ()
    moves = (*draws, EndTurn(seat))
    after = state_after_lawful(state, moves, rules) or state
    needed = _needed(state, rules)
    why = PlayReason("not_enough", count=needed) if needed else PlayReason("draws" if draws else "passes")
    return AdvisedTurn(goals=("wait",), moves=moves, after=after, points=0, tiles=0, whys=(why,))


def _needed(state: TableState, rules: Rules) -> int:
    return 0 if state.turn.seat in state.opened else first_meld_needed(0, rules)


def _worth(goal: Goal, rules: Rules) -> Worth:
    """The worth of a tile for ``goal``: tiles or points, the other as tie-breaker."""
    points = {tile: points_against((tile,), rules) for tile in FACES}
    return {tile: 1 + points[tile] * _MUCH if goal == "points" else _MUCH + points[tile] for tile in FACES}


@dataclass(frozen=True, slots=True)
class _Wish:
    """The objective of a turn: the tiles that may be laid, and the worth of each."""

    goal: Goal
    rack: tuple[Tile, ...]
    worth: Worth


def _best(state: TableState, goal: Goal, rules: Rules) -> tuple[AdvisedTurn | None, bool]:
    """The best play for ``goal``, and whether it is certainly optimal."""
    rack, worth = state.racks[state.turn.seat].known, _worth(goal, rules)
    if goal == "no_joker":
        if JOKER not in rack:
            return None, True
        rack = tuple(tile for tile in rack if not tile.is_joker)
    if state.turn.seat in state.opened:
        return _on_table(state, (), _Wish(goal, rack, worth), rules)
    best: AdvisedTurn | None = None
    for rows in _openings(rack, worth, rules):
        moves = tuple(LayDown(state.turn.seat, row) for row in rows)
        laid = state_after_lawful(state, moves, rules)
        if laid is None:
            continue
        left = without(rack, (placed.tile for row in rows for placed in row))
        more = _on_table(laid, moves, _Wish(goal, left, worth), rules)[0] if rules.first_meld_then_table else None
        play = more or _played(state, moves, goal, rules)
        if play and (best is None or _sum(play, worth) > _sum(best, worth)):
            best = play
    return best, best is None and JOKER not in rack


def _sum(play: AdvisedTurn, worth: Worth) -> int:
    return play.tiles * _MUCH + play.points if worth[JOKER] < 2 * _MUCH else play.points * _MUCH + play.tiles


def _openings(rack: Sequence[Tile], worth: Worth, rules: Rules) -> Iterator[tuple[Row, ...]]:
    """First exposures that reach the minimum: most tiles or most points, with a joker or without."""
    needed = first_meld_needed(0, rules)
    naturals = [tile for tile in rack if not tile.is_joker]
    by_number = {Tile(number, face.color): number * _MUCH + 1 for face in FACES if face.color for number in NUMBERS}
    for stands_for in (None, *(face for face in FACES if JOKER in rack and not face.is_joker)):
        held = [*naturals, *([stands_for] if stands_for else [])]
        for counted in (worth, by_number):
            found = arrange((), held, counted, rules, above=0)
            rows = _with_joker(found.rows, stands_for) if found else ()
            if rows and opening_of([judge_meld(row, rules) for row in rows], rules, needed=needed).lawful:
                yield rows
                break


def _with_joker(rows: tuple[Row, ...], stands_for: Tile | None) -> tuple[Row, ...]:
    """The rows with a joker replacing the tile ``stands_for``; empty where that is missing."""
    if stands_for is None:
        return rows
    at = next((at for at, row in enumerate(rows) if PlacedTile(stands_for) in row), None)
    if at is None:
        return ()
    place = rows[at].index(PlacedTile(stands_for))
    row = (*rows[at][:place], PlacedTile(JOKER), *rows[at][place + 1 :])
    return (*rows[:at], row, *rows[at + 1 :])


def _on_table(
    state: TableState, before: tuple[Move, ...], wish: _Wish, rules: Rules
) -> tuple[AdvisedTurn | None, bool]:
    """The best lawful use of the table in ``state``, after the moves ``before``."""
    rows, rack, worth = [meld.row for meld in state.melds], wish.rack, wish.worth
    best = best_table(rows, rack, worth, rules)
    if best is None:
        return None, True
    ways: list[Arrangement | None] = [
        with_least_moved(rows, best, rules),
        best,
        with_jokers_kept(rows, rack, worth, rules),
    ]
    for way in filter(None, ways):
        moves = moves_between(state.melds, way.rows, state.turn.seat)
        if play := _played(state, moves, wish.goal, rules, before):
            return play, worth_of(way.laid, worth) == worth_of(best.laid, worth)
    return None, False


def _played(
    state: TableState, moves: tuple[Move, ...], goal: Goal, rules: Rules, before: tuple[Move, ...] = ()
) -> AdvisedTurn | None:
    """The turn with ``moves`` and its end, if no rule is broken."""
    seat = state.turn.seat
    after = state_after_lawful(state, moves, rules)
    if after is None or not (moves or before):
        return None
    end: Move = EndTurn(seat) if after.racks[seat].count else Close(seat, "meld_out")
    ended = state_after_lawful(after, (end,), rules)
    if ended is None:
        return None
    laid = without(after.laid_tiles(), (tile for meld in state.turn.melds for tile in meld.tiles))
    whys = [PlayReason("closes_rummy")] if isinstance(end, Close) else []
    if seat not in state.opened:
        whys.append(PlayReason("opens", count=first_meld_needed(0, rules)))
    whys.append(PlayReason(f"most_{goal}", laid, points_against(laid, rules)))
    return AdvisedTurn(goals=(goal,), moves=(*before, *moves, end), after=ended, points=points_against(laid, rules),
                       tiles=len(laid), whys=tuple(whys))  # fmt: skip
