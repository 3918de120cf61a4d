"""Replay a hand step by step: every move in order, with the table and the points after each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from companion.matches.advice_position import position_before
from companion.matches.entry_pictures import shown_by
from companion.matches.events import Annulled, Answered, Confirmed, Counted, Dealt, Moved, Noted
from companion.matches.hand_scoring import once, points
from companion.matches.hand_state import HandState, HandStep
from companion.matches.match_state import MatchState
from companion.matches.view_hand import hand_view
from companion.matches.view_log import line_of
from companion.view_models import LogLine
from companion.view_models.replay import ReplayStep, ReplayView
from engine.hand.events import Event
from engine.hand.moves import Draw

_KEPT: WeakKeyDictionary[HandState, dict[str, tuple[int, tuple[ReplayStep, ...]]]] = WeakKeyDictionary()
"""The steps of a hand by language, with the revision of the match in which they were told."""
_SHOWN = Dealt | Moved | Answered | Counted | Noted | Confirmed | Annulled


@dataclass(frozen=True, slots=True)
class _Passage:
    """A step in effect, the hand up to it, and whether it is the first of its entry."""

    step: HandStep
    hand: HandState
    points: tuple[int, ...]
    is_first: bool


def replayed(state: MatchState, hand: HandState, language: str, at: int | None = None) -> ReplayView:
    """The hand at step ``at``, counted from 1 and clamped; by default the last."""
    steps = _kept_steps(state, hand, language)
    chosen = min(max(at, 1), len(steps)) if at is not None else len(steps)
    return _at(hand, steps, chosen, language)


def replayed_whole(state: MatchState, hand: HandState, language: str) -> Iterator[ReplayView]:
    """The hand with all of its steps, in order."""
    steps = _kept_steps(state, hand, language)
    return (_at(hand, steps, at, language) for at in range(1, len(steps) + 1))


def _kept_steps(state: MatchState, hand: HandState, language: str) -> tuple[ReplayStep, ...]:
    """The steps, cached as long as the match is unchanged."""
    kept = _KEPT.setdefault(hand, {})
    revision, steps = kept.get(language, (-1, ()))
    if revision != state.revision:
        steps = tuple(_steps(state, hand, _passages(hand), language))
        kept[language] = (state.revision, steps)
    return steps


def _at(hand: HandState, steps: tuple[ReplayStep, ...], at: int, language: str) -> ReplayView:
    """The hand after a step, counted from 1."""
    passed = sum(step.line.holds for step in steps[:at])
    shown = _passages(hand)[passed - 1].hand if passed else replace(hand, steps=())
    position = position_before(shown) if hand.is_over and steps[at - 1].line.holds else None
    return ReplayView(steps=steps, at=at, hand=hand_view(shown, language), position=position)


def _steps(state: MatchState, hand: HandState, passages: Sequence[_Passage], language: str) -> Iterator[ReplayStep]:
    """The steps in effect, with undone ones in between."""
    holds = state.course.holds()
    known: dict[int, list[_Passage]] = {}
    for passage in passages:
        known.setdefault(passage.step.recorded.number, []).append(passage)
    scored: tuple[int, ...] = ()
    for recorded in state.course.recorded:
        if getattr(recorded.event, "hand", None) != hand.number or not isinstance(recorded.event, _SHOWN):
            continue
        for passage in known.get(recorded.number, ()):
            scored = passage.points
            line = line_of(state, passage.step.recorded, passage.step, language, holds)
            melds = [meld.tiles for event in passage.step.events for meld in event.melds]
            shown = shown_by(state, recorded, melds)
            line = line if passage.is_first else _without_head(line)
            yield ReplayStep(line=line, points=scored, picture=shown.picture, outlines=shown.outlines)
        if recorded.number not in holds:
            line, shown = line_of(state, recorded, None, language, holds), shown_by(state, recorded, [])
            yield ReplayStep(line=line, points=scored, picture=shown.picture, outlines=())


def _without_head(line: LogLine) -> LogLine:
    """The same without the sentence about the whole entry."""
    return replace(line, says=line.says[len(line.says) - len(line.moves) :])


@once
def _passages(hand: HandState) -> tuple[_Passage, ...]:
    """Every step in effect; one that leaves the table unchanged has the points of the one before."""
    found: list[_Passage] = []
    before: tuple[HandStep, ...] = ()
    for step in hand.steps:
        if not isinstance(step.recorded.event, _SHOWN):
            before += (step,)
            continue
        events: tuple[Event, ...] = ()
        for group in _groups(step.events):
            events += group
            so_far = replace(hand, steps=(*before, HandStep(step.recorded, events)))
            found.append(_Passage(HandStep(step.recorded, group), so_far, points(so_far), events == group))
        before += (step,)
    return tuple(found)


def _groups(events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
    """The moves one by one, except that a draw is joined with the next; an empty group where there are none."""
    group: tuple[Event, ...] = ()
    for event in events:
        group += (event,)
        if not isinstance(event.move, Draw):
            yield group
            group = ()
    if group or not events:
        yield group
