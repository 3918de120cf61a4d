"""Handlers for observations of the table: moves, a question, or a correction to the observed table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from companion.matches.events import Moves
from companion.matches.hand_entry_check import begun_by_another, by_another
from companion.matches.tile_order import joined
from companion.matches.typed_moves import InconsistentMoves
from engine.hand.apply import apply, replay
from engine.hand.events import Event, events_of
from engine.hand.history import MoveHistory
from engine.hand.moves import (
    Close,
    CorrectMeld,
    Discard,
    Draw,
    LayDown,
    Move,
    SeenTile,
    SetTurn,
    ShowPozo,
    TakeClosingTile,
    TakeMuerto,
)
from engine.hand.state import LaidMeld, TableState
from engine.inference.meld_matching import table_changes
from engine.inference.move_search import row_of
from engine.inference.moves_between_looks import Contradiction, explain
from engine.inference.observation import Observation, SeenMeld
from engine.melds.melds import judge_meld
from engine.rules.rules import Rules
from engine.rules.verdict import Code
from engine.tiles import NotationError

_MISJUDGED = frozenset((Code.SPLIT, Code.MERGED, Code.SHRINK))
_ODD = _MISJUDGED | {Code.TOO_SHORT}
"""Violations that are more often a misjudged gap, an overlooked tile or an unfinished pile: people are asked."""
MOST_ANSWERS = 4
"""Answers offered for one question; the likeliest are first."""


def moves_of_observation(
    state: TableState, observation: Observation, rules: Rules, passed: Moves = ()
) -> Moves | InconsistentMoves:
    """The moves that an observation shows (none where nothing happened), or its inconsistencies.

    ``passed`` are the draws and ends of turns that went before, which no table shows, and melds from which tiles were
    taken back before. Raises NotationError for a seat or side that is not at the table.
    """
    now = replay(state, passed, rules).state
    explained = explain(now, observation, rules)
    if isinstance(explained, Contradiction):
        return InconsistentMoves(
            explained.violations, tuple((*passed, *answer) for answer in explained.answers[:MOST_ANSWERS])
        )
    is_news = explained or any(isinstance(move, CorrectMeld) for move in passed)
    moves = (*passed, *closed(now, explained, rules)) if is_news else ()
    moves = begun_by_another(state, moves, observation, rules) or moves
    events = tuple(events_of(MoveHistory(state, moves), rules))
    odd = tuple(fault for event in events for fault in event.violations if fault.code in _ODD)
    if not odd:
        return by_another(state, moves, observation, rules) or moves
    answers = (*_overlooked(events), *_laid_on(now, moves, rules), moves)
    return InconsistentMoves(odd, answers[:MOST_ANSWERS])


def _overlooked(events: Sequence[Event]) -> Iterator[Moves]:
    """The moves without those that split or join melds, or take tiles off them against the rules: misreadings.

    Nor was a tile drawn, then, for the sake of one that came last.
    """
    left = [event.move for event in events if _MISJUDGED.isdisjoint(fault.code for fault in event.violations)]
    if len(left) < len(events):
        while left and isinstance(left[-1], Draw):
            left.pop()
        yield tuple(left)


def _laid_on(state: TableState, moves: Moves, rules: Rules) -> Iterator[Moves]:
    """The moves with tiles too few for a meld laid on one of their side, where the rules allow it."""
    for few in (move for move in moves if isinstance(move, LayDown)):
        if any(fault.code == Code.TOO_SHORT for fault in judge_meld(few.row, rules).violations):
            known = state.melds_of(state.team_of(few.seat))
            laid = (joined(state, few.seat, meld, few.row, rules) for meld in known)
            lawful = (meld for meld in laid if judge_meld(meld.row, rules).lawful)
            yield from (tuple(added if move is few else move for move in moves) for added in lawful)


def closed(state: TableState, moves: Moves, rules: Rules) -> Moves:
    """The moves with the end of the hand appended where the last player is out of tiles and may close.

    In games without discards unseen draws are possible: there the racks show who closed.
    """
    if not (moves and rules.discard_ends_turn) or state.goes_on:
        return moves
    after, seat = replay(state, moves, rules).state, getattr(moves[-1], "seat", None)
    if after.ended or seat is None or after.racks[seat].count:
        return moves
    close = Close(seat, "discard" if isinstance(moves[-1], Discard) else "meld_out")
    applied = apply(after, close, rules)
    return (*moves, close) if applied.state.ended and not applied.violations else moves


def resync(state: TableState, observation: Observation, rules: Rules) -> Moves:
    """The corrections that turn the recorded table into ``observation``. Raises NotationError for an unknown seat."""
    if not observation.is_of(state):
        raise NotationError("not_an_observation", text=str(observation))
    melds = tuple(corrected_melds(state, state.melds, observation.melds))
    return (*melds, *_around_the_melds(replay(state, melds, rules).state, observation))


def corrected_melds(
    state: TableState, melds: Sequence[LaidMeld], rows: Sequence[SeenMeld], team: int | None = None
) -> Iterator[Move]:
    """The corrections that turn ``melds`` into ``rows``, of ``team`` or of the shared table.

    Returned tiles come first, so that they can be laid elsewhere.
    """
    changes = sorted(table_changes(melds, rows), key=lambda change: change.added.total())
    for change in changes:
        seat = _seat_of(state, {team} if team is not None else change.teams)
        new_rows = [row_of(row) for row in change.new]
        for index, meld in enumerate(change.old):
            yield CorrectMeld(seat, meld.number, new_rows[index] if index < len(new_rows) else ())
        for row in new_rows[len(change.old) :]:
            yield CorrectMeld(seat, None, row)


def _seat_of(state: TableState, teams: Collection[int | None]) -> int:
    """The seat of one of ``teams`` that played last."""
    order = ((state.turn.seat - step) % state.players for step in range(state.players))
    return next((seat for seat in order if state.team_of(seat) in teams), state.turn.seat)


def _around_the_melds(state: TableState, observation: Observation) -> Iterator[Move]:
    """The corrections to pozo, muertos, closing tile and turn."""
    if observation.pozo is not None and _pozo(state.pozo, observation) != state.pozo:
        yield ShowPozo(_pozo(state.pozo, observation))
    for _ in range(len(state.muertos) - len(observation.muertos) if observation.muertos is not None else 0):
        yield TakeMuerto(_without_muerto(state), direct=True)
    if observation.closing_tile is False and state.closing_tile:
        yield TakeClosingTile(state.turn.seat)
    if observation.turn is not None and observation.turn != state.turn.seat:
        yield SetTurn(observation.turn)


def _pozo(tiles: Sequence[SeenTile], observation: Observation) -> tuple[SeenTile, ...]:
    """The pozo as seen, with its known covered part."""
    shown = observation.pozo or ()
    if not observation.pozo_covers:
        return shown
    below = len(tiles) - len(shown)
    return (*(tiles[:below] if below > 0 else (None,)), *shown)


def _without_muerto(state: TableState) -> int:
    """The first seat, backwards from the one in turn, of a side that has taken no muerto."""
    order = [(state.turn.seat - step) % state.players for step in range(state.players)]
    return next((seat for seat in order if state.teams[state.team_of(seat)].muerto == "untaken"), state.turn.seat)
