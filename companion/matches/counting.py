"""The count of a hand: as it would stand now, as it ended, and how much of the set it accounts for."""

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
from engine.hand.history import Story, record_of
from engine.hand.moves import CorrectMeld, Move
from engine.hand.rack_count import miscounted
from engine.hand.records import HandRecord, MuertoState
from engine.hand.state import TableState, TeamTable
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.scoring.scoring import Audit, audit, score_hand
from engine.scoring.sheets import HandScore
from engine.tiles import Tile

FoundT = TypeVar("FoundT")


def once(find: Callable[[HandState], FoundT]) -> Callable[[HandState], FoundT]:
    """Finds it once for each hand, and keeps it as long as somebody keeps the hand."""
    kept: WeakKeyDictionary[HandState, FoundT] = WeakKeyDictionary()

    @wraps(find)
    def found(hand: HandState) -> FoundT:
        known = kept.get(hand)
        if known is None:
            known = kept[hand] = find(hand)
        return known

    return found


def record(hand: HandState, state: TableState | None = None) -> HandRecord:
    """The hand as it is counted: what lies there, or would in another ``state``, and what somebody said of the
    muertos."""
    found = record_of(_as_said(hand, state or hand.state))
    if hand.said_end:
        found = replace(found, closed_by=_closer(hand.state, hand.said_end))
    return replace(found, partial=True) if hand.is_partial else found


@once
def doubts(hand: HandState) -> tuple[Violation, ...]:
    """What was guessed of the hand, and what does not add up between it and the racks that were shown at the end."""
    if not hand.is_over:
        return ()
    story = Story(hand.start, tuple(_recorded_moves(hand)))
    racks = () if hand.is_partial else miscounted(story, _as_said(hand, hand.state), hand.rules)
    return (*_unsaid(hand), *racks)


def _recorded_moves(hand: HandState) -> Iterator[Move]:
    """The moves of the hand but for those by which it was put down for the count, of which melds put right stay."""
    for step in hand.steps:
        is_count = isinstance(step.recorded.event, Counted)
        yield from (event.move for event in step.events if not is_count or isinstance(event.move, CorrectMeld))


def _unsaid(hand: HandState) -> Iterator[Violation]:
    """What people were asked about the hand and never said."""
    if guessed := hand.guessed:
        yield Violation(Code.GUESSED, tuple(map(Tile.parse, guessed)))
    if left := hand.unanswered:
        yield Violation(Code.UNANSWERED, (), (("count", left),))


@once
def count(hand: HandState) -> HandScore:
    """The score of a hand: what is not known yet is left out, and while it goes on nobody closed it."""
    rules = hand.rules if hand.is_over else as_it_goes_on(hand.rules)
    return score_hand(record(hand), rules if hand.was_told else as_nobody_told(rules))


def points(hand: HandState) -> tuple[int, ...]:
    """The points of a hand by team, as they stand; none where it is void or cannot have been so."""
    if hand.noted is not None:
        return hand.noted
    score = count(hand)
    return () if score.void or score.impossible else tuple(sheet.total for sheet in score.sheets)


def standing_range(hand: HandState, question: Asked | None = None) -> ScoreRange:
    """The least and the most that each team may have of a hand, by what nobody has answered: an open ``question``, and
    what tiles were guessed to be; none where no points are known."""
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
    """How much of the 106 tiles the count accounts for."""
    return audit(record(hand), hand.rules)


def unknown_racks(hand: HandState) -> tuple[int, ...]:
    """The seats of which nobody said what they were left with."""
    return tuple(seat for seat, rack in enumerate(hand.state.racks) if not rack.is_known)


def as_it_goes_on(rules: Rules) -> Rules:
    """The same rules for a hand that nobody ended: it is not void, and nobody is paid for the end of the stock."""
    return replace(rules, stock_out_none_has_canasta="score", stock_out_close_bonus=0)


def as_nobody_told(rules: Rules) -> Rules:
    """The same rules for a hand of which only the end was told: what the close needed will be seen by the count."""
    return replace(rules, close_needs_canasta=False, close_needs_pura=False, close_needs_muerto=False)


def _as_said(hand: HandState, state: TableState) -> TableState:
    """A table of the hand, with what somebody said of the muertos."""
    said = tuple(_with_muerto(state, index, muerto) for index, muerto in enumerate(hand.muertos))
    return replace(state, teams=(*said, *state.teams[len(said) :]))


def _closer(state: TableState, end: str) -> str | None:
    """The side that closed; nothing where the mazo ran out."""
    return state.teams[state.team_of(int(end))].name if end.isdecimal() else None


def _with_muerto(state: TableState, index: int, muerto: MuertoState) -> TeamTable:
    """A side of which somebody said what became of its muerto: on the fullest rack, unless somebody saw who took it."""
    team = state.teams[index]
    holder = team.holder if team.holder is not None else max(team.seats, key=lambda seat: state.racks[seat].count)
    return replace(team, muerto=muerto, holder=None if muerto == "untaken" else holder)
