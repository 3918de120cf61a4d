"""Score a hand: provisionally, finally, and with an audit of its tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from companion.matches.events import Asked, Counted
from companion.matches.guessed_melds import ScoreRange, Totals, score_range, widened
from companion.matches.hand_state import HandState
from engine.hand.apply import replay
from engine.hand.hand_file import HandRecord, MuertoState
from engine.hand.history import MoveHistory, record_of
from engine.hand.moves import CorrectMeld, Move
from engine.hand.rack_count import rack_count_violations
from engine.hand.state import TableState, TeamTable
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.scoring.score_sheets import HandScore
from engine.scoring.scoring import Audit, audit, score_hand
from engine.tiles import Tile

FoundT = TypeVar("FoundT")


def once(find: Callable[[HandState], FoundT]) -> Callable[[HandState], FoundT]:
    """Cache a property per hand, for as long as the hand exists."""
    kept: WeakKeyDictionary[HandState, FoundT] = WeakKeyDictionary()

    @wraps(find)
    def found(hand: HandState) -> FoundT:
        known = kept.get(hand)
        if known is None:
            known = kept[hand] = find(hand)
        return known

    return found


def record(hand: HandState, state: TableState | None = None) -> HandRecord:
    """The hand as a record to be scored, with the statements about muertos; of its own or another ``state``."""
    found = record_of(_as_said(hand, state or hand.state))
    if hand.said_end:
        found = replace(found, closed_by=_closer(hand.state, hand.said_end))
    return replace(found, partial=True) if hand.is_partial else found


@once
def doubts(hand: HandState) -> tuple[Violation, ...]:
    """The guesses about the hand, and contradictions with the racks shown at its end."""
    if not hand.is_over:
        return ()
    history = MoveHistory(hand.start, tuple(_recorded_moves(hand)))
    racks = () if hand.is_partial else rack_count_violations(history, _as_said(hand, hand.state), hand.rules)
    return (*_unsaid(hand), *racks)


def _recorded_moves(hand: HandState) -> Iterator[Move]:
    """The moves of the hand without those that put it down for scoring, except meld corrections."""
    for step in hand.steps:
        is_count = isinstance(step.recorded.event, Counted)
        yield from (event.move for event in step.events if not is_count or isinstance(event.move, CorrectMeld))


def _unsaid(hand: HandState) -> Iterator[Violation]:
    """The unanswered questions of the hand."""
    if guessed := hand.guessed:
        yield Violation(Code.GUESSED, tuple(map(Tile.parse, guessed)))
    if left := hand.unanswered:
        yield Violation(Code.UNANSWERED, (), (("count", left),))


@once
def count(hand: HandState) -> HandScore:
    """The score of a hand, without unknown parts, and without a closer during the hand."""
    rules = hand.rules if hand.is_over else as_it_goes_on(hand.rules)
    return score_hand(record(hand), rules if hand.was_told else as_nobody_told(rules))


def points(hand: HandState) -> tuple[int, ...]:
    """The present points of a hand by team; empty where it is void or impossible."""
    if hand.noted is not None:
        return hand.noted
    score = count(hand)
    return () if score.void or score.impossible else tuple(sheet.total for sheet in score.sheets)


def standing_range(hand: HandState, question: Asked | None = None) -> ScoreRange:
    """The lowest and highest points of each team over unanswered matters; empty without known points.

    Those are an open ``question``, and guessed tiles.
    """
    rules = hand.rules if hand.is_over else as_it_goes_on(hand.rules)

    def totals(state: TableState) -> Totals:
        sheets = score_hand(record(hand, state), rules).sheets
        return tuple(sheet.total for sheet in sheets) or (0,) * len(state.teams)

    if not points(hand) or hand.noted is not None:
        return ()
    found = score_range(hand.state, hand.guessed_rows, hand.rules, totals)
    answers = [replay(hand.state, moves, hand.rules).state for moves in question.answers] if question else []
    return widened(found, totals(hand.state), [totals(after) for after in answers])


def accounted(hand: HandState) -> Audit:
    """The audit: how many of the 106 tiles the score accounts for."""
    return audit(record(hand), hand.rules)


def unknown_racks(hand: HandState) -> tuple[int, ...]:
    """The seats whose final rack is unknown."""
    return tuple(seat for seat, rack in enumerate(hand.state.racks) if not rack.is_known)


def as_it_goes_on(rules: Rules) -> Rules:
    """The rules variant for an unfinished hand: it is not void, and the end of the stock pays nothing."""
    return replace(rules, stock_out_none_has_canasta="score", stock_out_close_bonus=0)


def as_nobody_told(rules: Rules) -> Rules:
    """The rules variant for a hand of which only the end was recorded: requirements of the close are not checked."""
    return replace(rules, close_needs_canasta=False, close_needs_pura=False, close_needs_muerto=False)


def _as_said(hand: HandState, state: TableState) -> TableState:
    """A table of the hand, with the statements about muertos applied."""
    said = tuple(_with_muerto(state, index, muerto) for index, muerto in enumerate(hand.muertos))
    return replace(state, teams=(*said, *state.teams[len(said) :]))


def _closer(state: TableState, end: str) -> str | None:
    """The side that closed; None where the mazo ran out."""
    return state.teams[state.team_of(int(end))].name if end.isdecimal() else None


def _with_muerto(state: TableState, index: int, muerto: MuertoState) -> TeamTable:
    """A side with its stated muerto: held by the seat seen taking it, else by the one with the largest rack."""
    team = state.teams[index]
    holder = team.holder if team.holder is not None else max(team.seats, key=lambda seat: state.racks[seat].count)
    return replace(team, muerto=muerto, holder=None if muerto == "untaken" else holder)
