"""Compare observed moves with the hands that were seen; a contradiction leads to the question who played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.matches.events import Moves
from companion.matches.typed_moves import InconsistentMoves
from engine.hand.apply import replay
from engine.hand.moves import Discard, Extend, LayDown, Move, Rearrange, Redraw, SetTurn, SwapWild, TakePozo
from engine.hand.state import TableState
from engine.inference.moves_between_looks import Contradiction, explain
from engine.inference.observation import Observation
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation

_BY_HAND = LayDown | Extend | SwapWild | Rearrange | TakePozo | Redraw | Discard
"""Moves for which a hand comes over melds or pozo."""
ABOUT_SEATS = frozenset((Code.OUT_OF_TURN, Code.WHO_PLAYED, Code.NO_DISCARD))
"""Violations that suggest an earlier move of the wrong seat."""


def seats_in(moves: Sequence[Move]) -> tuple[int, ...]:
    """The seats whose hands must come over melds or pozo for these moves, in order, without repetitions."""
    seats = [move.seat for move in moves if isinstance(move, _BY_HAND)]
    return tuple(seat for at, seat in enumerate(seats) if at == 0 or seats[at - 1] != seat)


def are_by(moves: Sequence[Move], hands: Sequence[int]) -> bool:
    """Whether the seen ``hands``, in order, can have made the moves, the last of them certainly.

    Others may have been there too, and the hand of a discard that was covered or taken since may have been missed.
    """
    seats, left = seats_in(moves), iter(hands)
    return not seats or (seats[-1] in hands and all(seat in left for seat in seats if seat in hands))


def by_another(state: TableState, moves: Moves, observation: Observation, rules: Rules) -> InconsistentMoves | None:
    """The question who played, where lawful ``moves`` contradict the hands that were seen; else None.

    They would be as lawful by one of those hands: either it was attributed wrongly, or an earlier seat was.
    """
    if not observation.hands or are_by(moves, observation.hands) or _violates(state, moves, rules):
        return None
    seat = observation.hands[0]
    other = () if seat == state.turn.seat else tuple(_anew(state, seat, observation, rules))
    if not other:
        return None
    facts = (("player", seat + 1), ("turn", state.turn.seat + 1))
    return InconsistentMoves((Violation(Code.WHO_PLAYED, (), facts),), (moves, other))


def begun_by_another(state: TableState, moves: Moves, observation: Observation, rules: Rules) -> Moves:
    """The first ``moves`` of a hand as those of a seat that was not said to start; empty where that seat started.

    Who starts was told wrongly: nobody begins a hand by playing out of turn.
    """
    seats = (*observation.hands[:1], *seats_in(moves)[:1])
    if state.was_played or state.melds or not rules.discard_ends_turn or not _violates(state, moves, rules):
        return ()
    others = (seat for seat in seats if seat != state.turn.seat)
    return next((anew for seat in others if (anew := tuple(_anew(state, seat, observation, rules)))), ())


def _anew(state: TableState, seat: int, observation: Observation, rules: Rules) -> Iterator[Move]:
    """The moves by the seat whose hand was seen, after correcting the turn; empty where they break a rule."""
    turn = (SetTurn(seat),)
    explained = explain(replay(state, turn, rules).state, replace(observation, hands=()), rules)
    if explained and not isinstance(explained, Contradiction) and not _violates(state, (*turn, *explained), rules):
        yield from (*turn, *explained)


def _violates(state: TableState, moves: Moves, rules: Rules) -> bool:
    return bool(replay(state, moves, rules).violations)


def borne_out(state: TableState, answers: Sequence[Moves], observation: Observation, rules: Rules) -> int | None:
    """The index of the answer best supported by ``observation``, the next one; None for a tie.

    Broken rules count against an answer, and a first move by a seat that is not in turn.
    """
    after = [replay(state, moves, rules).state for moves in answers]
    against = [
        _faults(table, observation, rules) + (table.turn.seat not in observation.hands[:1] if observation.hands else 0)
        for table in after
    ]
    least = min(against, default=0)
    return against.index(least) if against.count(least) == 1 else None


def _faults(state: TableState, observation: Observation, rules: Rules) -> int:
    explained = explain(state, replace(observation, hands=()), rules)
    return len(
        explained.violations if isinstance(explained, Contradiction) else replay(state, explained, rules).violations
    )
