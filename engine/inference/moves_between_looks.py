"""Explain an observation: the moves between the known state and what is seen now, or the contradiction between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.hand.apply import apply, replay
from engine.hand.draw_moves import began_empty
from engine.hand.moves import (
    BY_HAND,
    CorrectMeld,
    Discard,
    GoOn,
    Move,
    SetTurn,
    ShowPozo,
    TakeMuerto,
    TakePozo,
)
from engine.hand.state import TableState
from engine.inference.meld_matching import TableChange, out_of_view, table_changes
from engine.inference.misreadings import doubts_about, doubts_of, is_asked, reread
from engine.inference.move_search import InferredTurn, MoveSearch, dealt_out, row_of, turns_of
from engine.inference.observation import Observation, in_view
from engine.inference.pozo_changes import turned_up
from engine.inference.pozo_hypotheses import hypotheses, late_hypotheses, may_lag, took_pozo_after_all
from engine.inference.taken_back import laid_apart, taken_back
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.tiles import NotationError

_SHORT = frozenset((Code.BUDGET, Code.NOT_FROM_RACK))
"""Violations that a muerto taken unseen may cause."""
_MOST_TURNS = 2
"""More do not end between two looks, whoever's hands came over the table: rather is it one player's meld."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why no moves were derived: a likely misreading or missed move, and the answers that people may give."""

    violations: tuple[Violation, ...]
    answers: tuple[tuple[Move, ...], ...] = ()
    """Move sequences that would explain the observation, the most likely first; chosen by people only."""


def explain(state: TableState, observation: Observation, rules: Rules) -> tuple[Move, ...] | Contradiction:
    """The moves that turn ``state`` into ``observation``, or the contradiction between them.

    Applying the moves gives what was seen. Offences of a player travel with the moves and show when they are applied; a
    likely misreading is asked about before anything is played. Raises NotationError for a seat or side that is not at
    the table.
    """
    if not observation.is_of(state):
        raise NotationError("not_an_observation", text=str(observation))
    doubts = tuple(doubts_of(state, observation, rules))
    if any(fault.code == Code.FACE_DOWN for fault in doubts):
        return Contradiction(doubts)
    if rules.pozo_start and not state.ended and (shown := turned_up(state.pozo, observation)):
        return _after((ShowPozo(shown),), state, observation, rules)
    changes = table_changes(state.melds, observation.melds)
    if state.ended:
        return _after_end(state, observation, changes, rules)
    if back := tuple(taken_back(state, changes, rules)) or tuple(laid_apart(state, changes, rules)):
        return _after(back, state, observation, rules)
    doubts = (*doubts, *doubts_about(changes, observation))
    searches = sorted(
        _searches(state, observation, changes, rules),
        key=lambda search: _strangeness(search, state, observation.hands),
    )
    asked = (*doubts, *(fault for fault in searches[0].violations if is_asked(fault, rules)))
    if asked:
        tellings = [tuple(reading.moves) for reading in searches]
        if any(fault.code == Code.MUERTO_EARLY for fault in asked):
            tellings = [*_muertos_out_of_view(tellings, state, rules), *tellings]
        if any(fault.code in _SHORT for fault in asked):
            tellings += [*_late_muerto(state, observation, rules), *_unseen_muerto(state, observation, changes, rules)]
        answers = (
            *_out_of_view(state, observation, changes, rules),
            *_corrections(state, observation, changes, doubts, rules),
            *tellings,
        )
        return Contradiction(tuple(dict.fromkeys(asked)), tuple(dict.fromkeys(answers)))
    return tuple(searches[0].moves)


def _after(
    first: tuple[Move, ...], state: TableState, observation: Observation, rules: Rules
) -> tuple[Move, ...] | Contradiction:
    """Explain the observation after the moves ``first``: the tile turned up at the deal came into view, or tiles
    were taken back."""
    then = explain(replay(state, first, rules).state, observation, rules)
    if isinstance(then, Contradiction):
        return replace(then, answers=tuple((*first, *moves) for moves in then.answers))
    return (*first, *then)


def _after_end(
    state: TableState, observation: Observation, changes: Sequence[TableChange], rules: Rules
) -> tuple[Move, ...] | Contradiction:
    """The doubt about a table that changed after the end; where tiles were added the hand may go on."""
    if not changes:
        return ()
    if not any(change.added for change in changes):
        return Contradiction((Violation(Code.AFTER_END),))
    then = explain(replay(state, [GoOn()], rules).state, observation, rules)
    tellings = (then.answers or ((),)) if isinstance(then, Contradiction) else (then,)
    return Contradiction((Violation(Code.AFTER_END),), tuple((GoOn(), *moves) for moves in tellings))


def _corrections(
    state: TableState,
    observation: Observation,
    changes: Sequence[TableChange],
    doubts: Sequence[Violation],
    rules: Rules,
) -> Iterator[tuple[Move, ...]]:
    """The answer that tiles with a changed face have always been what is read now, and the moves that follow."""
    if any(fault.code == Code.REREAD for fault in doubts):
        single = [(change, reread(change)) for change in changes if len(change.old) == len(change.new) == 1]
        put_right = tuple(
            CorrectMeld(_last_of(state, change), change.old[0].number, other.row if other else row_of(change.new[0]))
            for change, other in single
            if other or observation.still
        )
        then = explain(replay(state, put_right, rules).state, observation, rules) if put_right else ()
        yield put_right if isinstance(then, Contradiction) else (*put_right, *then)


def _out_of_view(
    state: TableState, observation: Observation, changes: Sequence[TableChange], rules: Rules
) -> Iterator[tuple[Move, ...]]:
    """The answer that melds out of view are still where they were, and the other moves."""
    if lost := out_of_view(changes):
        then = explain(state, replace(observation, melds=(*observation.melds, *map(in_view, lost))), rules)
        yield from then.answers if isinstance(then, Contradiction) else (then,)


def _muertos_out_of_view(
    tellings: Iterable[tuple[Move, ...]], state: TableState, rules: Rules
) -> Iterator[tuple[Move, ...]]:
    """The tellings without muertos taken by seats that could take none yet, where the rest is lawful: those were only
    out of view.

    Also where nothing else happened, if several are gone at once, for nobody takes two.
    """
    for moves in tellings:
        now, left = state, list[Move]()
        for move in moves:
            applied = apply(now, move, rules)
            if not (isinstance(move, TakeMuerto) and applied.violations):
                now = applied.state
                left.append(move)
        if (left or len(moves) > 1) and not replay(state, left, rules).violations:
            yield tuple(left)


def _late_muerto(state: TableState, observation: Observation, rules: Rules) -> Iterator[tuple[Move, ...]]:
    """The moves of a seat that began its turn empty, preceded by taking a muerto that the observation still counts."""
    taken = TakeMuerto(state.turn.seat, direct=False)
    if observation.muertos and began_empty(state, state.turn.seat):
        applied = apply(state, taken, rules)
        then = explain(applied.state, replace(observation, muertos=observation.muertos[1:]), rules)
        if not applied.violations and not isinstance(then, Contradiction):
            yield (taken, *then)


def _unseen_muerto(
    state: TableState, observation: Observation, changes: Sequence[TableChange], rules: Rules
) -> Iterator[tuple[Move, ...]]:
    """The moves with a muerto taken in the middle of the turn, though the observation counts all of them."""
    if observation.muertos:
        searches = _searches(state, replace(observation, muertos=None), changes, rules)
        likeliest = sorted(searches, key=lambda search: _strangeness(search, state, observation.hands))
        yield from (
            tuple(reading.moves) for reading in likeliest if any(isinstance(move, TakeMuerto) for move in reading.moves)
        )


def _last_of(state: TableState, change: TableChange) -> int:
    """The seat that played last for the side of ``change``."""
    order = ((state.turn.seat - step) % state.players for step in range(state.players))
    return next((seat for seat in order if state.team_of(seat) in change.teams), state.turn.seat)


def _strangeness(search: MoveSearch, before: TableState, hands: Sequence[int]) -> tuple[int, bool, bool, int, int, int]:
    """The sort key of a candidate, the most plausible lowest.

    Its doubts; whether it contradicts the hands seen, throws the pozo back, and how many hands it leaves idle; its
    unseen moves; its moves.
    """
    idle, unseen = set(hands).difference(_seats(search)), sum("?" in str(move) for move in search.moves)
    is_back = _throws_back(search, before)
    return len(search.violations), not _is_by(search, hands), is_back, len(idle), unseen, len(search.moves)


def _throws_back(search: MoveSearch, before: TableState) -> bool:
    """Whether a seat takes the only tile of the pozo and throws it again, so that nothing there changes."""
    taken = next((move for move in search.moves if isinstance(move, TakePozo | Discard)), None)
    return isinstance(taken, TakePozo) and len(before.pozo) == 1 and Discard(taken.seat, before.pozo[0]) in search.moves


def _is_by(search: MoveSearch, hands: Sequence[int]) -> bool:
    """Whether a candidate involves the ``hands`` that were seen, and ends with the last of them."""
    seats = _seats(search)
    return not hands or not seats or (seats[-1] == hands[-1] and set(hands).issuperset(seats))


def _seats(search: MoveSearch) -> list[int]:
    return [move.seat for move in search.moves if isinstance(move, BY_HAND)]


def _searches(
    state: TableState, observation: Observation, changes: Sequence[TableChange], rules: Rules
) -> Iterator[MoveSearch]:
    """The simplest candidate and, where it is contradicted, every other."""
    search, stories = MoveSearch(state, observation, rules), hypotheses(state, observation, rules)
    if took_pozo_after_all(state, observation, changes, stories[0][0]):
        anew, seat = search.restarted(), state.turn.seat
        anew.make(SetTurn(seat))
        yield _explained(anew, changes, turns_of(seat, state.players, stories[0][0], redraw=False))
        return
    for number, (steps, redraw) in enumerate(stories):
        explained = _explained(
            search.restarted(), changes, turns_of(state.turn.seat, state.players, steps, redraw=redraw)
        )
        yield explained
        if not number and not explained.violations and _is_by(explained, observation.hands):
            return
    if may_lag(state, rules) and state.previous is not None:
        for steps in late_hypotheses(state, stories):
            late = search.restarted()
            late.turn_back(state.previous)
            yield _explained(late, changes, turns_of(state.previous, state.players, steps, redraw=False))


def _explained(search: MoveSearch, changes: Sequence[TableChange], turns: list[InferredTurn]) -> MoveSearch:
    """One candidate: its moves, and the violations and doubts about it."""
    state = search.state
    with_changes = dealt_out(state, turns, changes)
    threw = [turn.seat for turn in turns if turn.thrown]
    if len(threw) > _MOST_TURNS or (len(threw) > 1 and not set(search.seen.hands).issuperset(threw)):
        search.doubt(Code.TWO_DISCARDS, count=len(threw))
    search.take_late()
    for turn in with_changes:
        if turn.stray and (missed := _missed(state, with_changes)):
            search.doubt(missed, player=state.turn.seat + 1)
            search.pass_over(turn.seat)
            turn = InferredTurn(seat=turn.seat, changes=turn.changes)
        search.play_turn(turn)
    search.take_left_over(_side_without_muerto(state, with_changes))
    if search.seen.turn is not None:
        search.pass_to(search.seen.turn)
    return search


def _missed(state: TableState, turns: Sequence[InferredTurn]) -> Code | None:
    """The missed turn when the side not in turn laid tiles; empty where no other seat played before it."""
    if turns[0].changes:
        return Code.MISSED_TURN
    played = state.melds != state.turn.melds or state.turn.taken or not turns[0].is_empty
    return Code.NO_DISCARD if played else None


def _side_without_muerto(state: TableState, turns: Sequence[InferredTurn]) -> int:
    """The seat to which an unexplained muerto is assigned: the first of a side that has taken none."""
    seats = [turn.seat for turn in turns if not turn.is_empty] or [state.turn.seat]
    untaken = [seat for seat in seats if state.teams[state.team_of(seat)].muerto == "untaken"]
    return (untaken or seats)[0]
