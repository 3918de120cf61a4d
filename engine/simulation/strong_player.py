"""The strong computer player: searches all plays like the advisor, and weighs them by what is seen of the others."""

from __future__ import annotations

from dataclasses import dataclass

from engine.hand.moves import Discard, Draw, Move, TakePozo
from engine.hand.state import TableState
from engine.plays.burako_plays import RestOfTurn
from engine.plays.candidates import candidates
from engine.plays.discards import ExtendingTiles
from engine.plays.play import state_after_lawful
from engine.plays.rummy_plays import with_jokers_at_rest
from engine.rules.rules import Rules
from engine.simulation import burako_player, rummy_player
from engine.simulation.seat import Seat, UnseenTileNeeded
from engine.simulation.strong_player_evaluation import WEIGHTS, MoveEvaluation, MoveWeights
from engine.tiles import Tile

_DRAW = 50.0
"""The worth of an unseen tile."""


_NEVER = 1000
"""More tiles than any rack holds."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """The rest of a turn, and its worth."""

    moves: tuple[Move, ...]
    worth: float


def take_turn(seat: Seat, weights: MoveWeights = WEIGHTS) -> bool:
    """Play the turn, or the rest of it; return whether it could."""
    if seat.rules.meld_owner == "table":
        return _at_common_table(seat)
    state, rules = seat.state, seat.rules
    if not state.turn.drawn:
        taken = _pozo(state, rules, weights)
        if taken is None:
            return seat.draw() or burako_player.take_turn(seat)
        return _makes(seat, taken.moves) or burako_player.take_turn(seat)
    plan = _rest(state, (), rules, weights)
    return (plan is not None and _makes(seat, plan.moves)) or burako_player.ends_turn(seat)


def _at_common_table(seat: Seat) -> bool:
    """Rearrange the table where that lays more tiles than extending it."""
    if not (seat.rules.draw_or_play or seat.state.turn.drawn):
        return seat.draw()
    plans = [_tried(seat, ())]
    if seat.seat in seat.state.opened and (moves := with_jokers_at_rest(seat.state, seat.rules)):
        plans.append(_tried(seat, moves))
    left, plan = min(plans, key=lambda option: option[0])
    return all(seat.try_move(move) for move in plan) if left < _NEVER else rummy_player.take_turn(seat)


def _tried(seat: Seat, first: tuple[Move, ...]) -> tuple[int, tuple[Move, ...]]:
    """The turn that begins with the moves ``first``, and the number of tiles left on the rack."""
    mark = seat.mark()
    could = all(seat.try_move(move) for move in first)
    try:
        could = could and rummy_player.take_turn(seat)
    except UnseenTileNeeded:
        could = not first  # whoever laid something does not draw
    left, moves = seat.state.racks[mark.state.turn.seat].count, tuple(seat.moves[mark.moves :])
    seat.back_to(mark)
    return (left, moves) if could else (_NEVER, ())


def _makes(seat: Seat, moves: tuple[Move, ...]) -> bool:
    """Make the moves of a plan up to the first unseen tile."""
    mark = seat.mark()
    if all(seat.try_move(move) for move in moves):
        return True
    seat.back_to(mark)
    return False


def _pozo(state: TableState, rules: Rules, weights: MoveWeights) -> _Plan | None:
    """The turn that begins with taking the pozo, where that is worth more than an unseen tile."""
    if not state.pozo or rules.pozo_take == "never":
        return None
    take = TakePozo(state.turn.seat, 0 if rules.pozo_take == "whole" else len(state.pozo) - 1)
    taken = _rest(state, (take,), rules, weights)
    drawn = _rest(state, (Draw(state.turn.seat),), rules, weights)
    if taken is None or (drawn and drawn.worth + _DRAW >= taken.worth):
        return None
    return taken


def _rest(state: TableState, first: tuple[Move, ...], rules: Rules, weights: MoveWeights) -> _Plan | None:
    """The best end of the turn that begins with ``first``."""
    begun = state_after_lawful(state, first, rules)
    if begun is None:
        return None
    seat = state.turn.seat
    weighing = MoveEvaluation(begun, rules, weights)
    turn = RestOfTurn(state, first, begun, rules)
    options = candidates(begun.melds_of(begun.team_of(seat)), begun.racks[seat].known, rules)
    most = max(weighing.most(), 0)
    found = turn.weighed(options, weighing.meld, weighing.end, most)
    if found is None:
        return None
    chosen, moves = found
    worth: float = sum(map(weighing.meld, chosen)) + weighing.end(moves[-1])
    held = begun.racks[seat].known
    laid = turn.after(moves[: len(chosen)])
    if laid is not None and isinstance(moves[-1], Discard):
        thrown = _thrown(laid, weighing, turn.uses, rules)
        moves = (*moves[: len(chosen)], Discard(seat, thrown)) if thrown else moves
    worth += 100 * weighing.rack(held, laid.racks[seat].known if laid else ())
    return _Plan((*first, *moves), worth / 100)


def _thrown(laid: TableState, weighing: MoveEvaluation, uses: ExtendingTiles, rules: Rules) -> Tile | None:
    """The best lawful discard; None where only another end was found."""
    rack = laid.racks[laid.turn.seat].known
    for tile in weighing.throws(rack, uses):
        after = state_after_lawful(laid, (Discard(laid.turn.seat, tile),), rules)
        if after is not None and after.racks[laid.turn.seat].count:
            return tile
    return None
