"""The view of a match in a language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from companion.matches.agreement import Agreement
from companion.matches.entries_in_effect import RecordedEvent
from companion.matches.events import Asked, Moves
from companion.matches.guessed_melds import ScoreRange
from companion.matches.hand_scoring import count, points, standing_range
from companion.matches.hand_state import HandState
from companion.matches.match_state import MatchState
from companion.matches.points_by_kind import parts
from companion.matches.view_hand import hand_view, violation_views
from companion.matches.view_log import log_lines, says
from companion.naming import named
from companion.view_models import (
    AnswerView,
    CanastaView,
    HandResult,
    MatchCard,
    MatchSnapshot,
    PlayerView,
    QuestionView,
    RulesView,
    TeamView,
)
from engine.hand.events import events_of
from engine.hand.history import MoveHistory
from engine.rules.rules import Rules
from engine.scoring.paper_sheet import canasta_points, counts_laid
from engine.scoring.score_sheets import ScoreLine
from engine.tournament.match import Match, PlayedHand

NEWEST_ENTRIES = 12
"""Entries that a snapshot shows."""


def snapshot(state: MatchState, language: str, hand: int | None = None) -> MatchSnapshot:
    """The view of the match, with the hand ``hand``, by default the current one."""
    shown = state.current if hand is None else state.hand(hand)
    verdict = state.verdict()
    agreement = state.agreement
    current = state.current
    return MatchSnapshot(
        match=state.match,
        revision=state.revision,
        title=agreement.title,
        began_s=state.began_s,
        rules=_rules(agreement, language),
        agreement_mark=agreement.mark,
        players=tuple(_players(agreement)),
        teams=tuple(_teams(state)),
        hand=None if shown is None else hand_view(shown, language, has_question=_asks_about(state, shown)),
        current=current.number if current else None,
        hands=tuple(_results(state, language)),
        next=verdict.next,
        next_starter=state.next_starter(),
        question=_question(state, language),
        shelved=state.is_shelved,
        in_step=not (state.question and getattr(state.question.event, "origin", "") == "look"),
        undo=_words(state, state.course.to_undo, language),
        redo=_words(state, state.course.to_redo, language),
        log=tuple(islice(log_lines(state, language), NEWEST_ENTRIES)),
    )


def card(state: MatchState, language: str) -> MatchCard:
    """The list entry of a match."""
    return MatchCard(
        match=state.match,
        title=state.agreement.title,
        rules=state.agreement.rules_title(language),
        players=state.agreement.players,
        teams=tuple(_teams(state)),
        hands=len(state.counting),
        next=state.verdict().next,
        changed_s=state.course.recorded[-1].entry.at_s,
    )


def broken_card(match: str, trouble: str) -> MatchCard:
    """The list entry of an unreadable match: its name only."""
    return MatchCard(
        match=match, title=match, rules="", players=(), teams=(), hands=0, next="over", changed_s=0.0, trouble=trouble
    )


def _players(agreement: Agreement) -> Iterator[PlayerView]:
    teams = len(agreement.sides)
    return (PlayerView(seat, name, seat % teams) for seat, name in enumerate(agreement.players))


def _teams(state: MatchState) -> Iterator[TeamView]:
    verdict = state.verdict()
    count_now, between = _as_it_stands(state), _range_as_it_stands(state)
    for index, name in enumerate(state.agreement.sides):
        total = verdict.totals[index]
        standing = count_now[index] if count_now else total
        yield TeamView(
            index=index,
            name=name,
            seats=tuple(range(index, len(state.agreement.players), len(state.agreement.sides))),
            total=total,
            standing_total=standing,
            standing_range=between[index] if between else (standing, standing),
            has_won=verdict.next == "over" and name in verdict.winners,
        )


def _as_it_stands(state: MatchState) -> tuple[int, ...]:
    """The totals if the current hand ended now."""
    hand = state.current
    if hand is None or hand.standing == "confirmed":
        return ()
    return _then(state.tally(), points(hand), state)


def _range_as_it_stands(state: MatchState) -> ScoreRange:
    """The range of those totals over unanswered questions; empty where all were answered."""
    hand = state.current
    if hand is None or hand.standing == "confirmed":
        return ()
    asked = state.question.event if state.question and _asks_about(state, hand) else None
    question = asked if isinstance(asked, Asked) else None
    found = standing_range(hand, question) if hand.guessed_rows or question else ()
    if not found:
        return ()
    lows, highs = (_then(state.tally(), tuple(span[end] for span in found), state) for end in (0, 1))
    return tuple(zip(lows, highs, strict=True))


def _asks_about(state: MatchState, hand: HandState) -> bool:
    """Whether a question about ``hand`` is open."""
    return state.question is not None and getattr(state.question.event, "hand", None) == hand.number


def _then(tally: Match, scored: tuple[int, ...], state: MatchState) -> tuple[int, ...]:
    return Match(tally.teams, (*tally.hands, PlayedHand(scored))).totals(state.agreement.rules)


def _rules(agreement: Agreement, language: str) -> RulesView:
    rules = agreement.rules
    return RulesView(
        name=rules.name,
        title=agreement.rules_title(language),
        overrides=agreement.overrides,
        version=agreement.version,
        game=rules.game,
        common_table=rules.meld_owner == "table",
        target=rules.target,
        lowest_wins=rules.target_kind == "points_low",
        hands=rules.hands,
        canasta_len=rules.canasta_len,
        canastas=tuple(_canastas(rules, language)),
        counts_laid=counts_laid(rules),
        muertos=rules.muertos,
        muerto_size=rules.muerto_size,
        closing_tile=rules.closing_tile,
        pozo_takes=rules.pozo_take if "pozo" in rules.draw_sources else "never",
        first_player_redraws=rules.first_player_redraw,
        first_starter=rules.first_starter,
    )


def _canastas(rules: Rules, language: str) -> Iterator[CanastaView]:
    for kind, paid in canasta_points(rules).items():
        says = ScoreLine(kind, paid).sentence(language).split(":")[0]
        yield CanastaView(str(kind), says, paid)


def _results(state: MatchState, language: str) -> Iterator[HandResult]:
    """The hands that are not voided, with the totals after each."""
    tally = Match(state.agreement.sides)
    for hand in state.hands:
        if hand.standing == "annulled":
            continue
        scored = points(hand)
        if hand.standing == "confirmed":
            tally = Match(tally.teams, (*tally.hands, PlayedHand(scored)))
        score = count(hand)
        broken = score.impossible[0] if score.impossible and hand.noted is None else None
        yield HandResult(
            number=hand.number,
            standing=hand.standing,
            points=scored,
            totals=tally.totals(state.agreement.rules),
            is_void=not scored and broken is None,
            problem=named(broken.sentence(language), state.agreement.players) if broken else None,
            parts=parts(hand) if scored else (),
        )


def _question(state: MatchState, language: str) -> QuestionView | None:
    recorded = state.question
    if recorded is None or not isinstance(recorded.event, Asked):
        return None
    asked, hand = recorded.event, state.hand(recorded.event.hand)
    if hand is None:
        return None
    answers = tuple(_answer(hand, choice, moves, language) for choice, moves in enumerate(asked.answers))
    return QuestionView(
        number=recorded.number,
        hand=asked.hand,
        doubts=violation_views(asked.doubts, state.agreement, language),
        answers=answers,
        seen=str(asked.seen),
        picture=recorded.entry.said.picture,
    )


def _answer(hand: HandState, choice: int, moves: Moves, language: str) -> AnswerView:
    """An answer in the sentences of its hypothetical moves."""
    events = tuple(events_of(MoveHistory(hand.state, moves), hand.rules))
    says = tuple(named(event.sentence(language), hand.agreement.players) for event in events)
    return AnswerView(choice, says, tuple(str(event.move) for event in events))


def _words(state: MatchState, recorded: RecordedEvent | None, language: str) -> str | None:
    """The entry that an undo or redo affects, in one line."""
    if recorded is None:
        return None
    steps = {step.recorded.number: step for hand in state.hands for step in hand.steps}
    return says(state, recorded, steps.get(recorded.number), language)[-1]
