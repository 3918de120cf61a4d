"""Command handlers of a match: from a command and the state to an event, to nothing, or to a refusal with its
reason."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile

from companion import match_commands
from companion.eventstore.change_marks import is_overtaken
from companion.house_rules.rules_codec import OpenRules
from companion.matches import hand_end_handlers
from companion.matches.agreement import agree
from companion.matches.entries_in_effect import RecordedEvent
from companion.matches.events import (
    Agreed,
    Annulled,
    Answered,
    Archived,
    Asked,
    Counted,
    Dealt,
    Event,
    Moved,
    Moves,
    Redone,
    Restored,
    Revised,
    Undone,
)
from companion.matches.hand_state import HandState
from companion.matches.match_state import MatchState
from companion.matches.meld_outlines import OutlinedMeld
from companion.matches.observation_handlers import moves_of_observation, resync
from companion.matches.paper_sheet import summed
from companion.matches.table_observation import MatchCommand, TableLook
from companion.matches.tapped_moves import moves_of_tap
from companion.matches.typed_moves import ImpossibleMoves, InconsistentMoves, parse_typed_moves
from companion.matches.wording import refuse
from companion.naming import named
from companion.refusal import TableRefused
from engine.hand.notation import parse_moves
from engine.inference.observation import Observation
from engine.rule_and_tile_words import LANGUAGES
from engine.rules.profiles import load_rules
from engine.rules.verdict import Violation
from engine.tiles import NotationError

CONFLICT, MISSING = 409, 404


def decide(state: MatchState, command: MatchCommand, open_rules: OpenRules = load_rules) -> Event | None:
    """Handle the command ``command`` in the present state; None where nothing changes.

    Raises TableRefused, and NotationError or RulesError for malformed input.
    """
    match command:
        case match_commands.Agree():
            return _agreed(state, command, open_rules)
        case match_commands.DealHand():
            return _dealt(state, command)
        case match_commands.Play() | match_commands.Tap():
            return _played(state, command)
        case TableLook():
            return _looked(state, command)
        case match_commands.RecordObservation():
            _hand(state, command.hand)
            return _looked(state, TableLook.parse(command))
        case match_commands.Resync():
            return _resynced(state, command)
        case match_commands.Answer():
            return _answered(state, command)
        case match_commands.Revise():
            return _revised(state, command)
        case match_commands.Count():
            return hand_end_handlers.counted_event(_hand_named(state, command.hand), command)
        case match_commands.Note():
            return hand_end_handlers.noted_event(_hand_named(state, command.hand), command)
        case match_commands.RecordPaperSheet():
            return summed(_hand_named(state, command.hand), command)
        case match_commands.Confirm():
            return hand_end_handlers.confirmed_event(_hand(state, command.hand))
        case match_commands.Annul():
            return Annulled(hand=_hand(state, command.hand).number)
        case match_commands.Undo() | match_commands.Redo():
            return _gone_back(state, command)
        case match_commands.Archive():
            return None if state.is_shelved else Archived()
        case match_commands.RestoreArchived():
            return Restored() if state.is_shelved else None


def _hand(state: MatchState, number: int | None) -> HandState:
    """The hand that a command refers to."""
    hand = state.current if number is None else state.hand(number)
    if hand is None:
        refuse("no hand" if number is None else "no such hand", MISSING)
    return hand


def _hand_named(state: MatchState, number: int | None) -> HandState:
    """The same for what a person changes: a confirmed hand has to be named."""
    hand = _hand(state, number)
    if number is None and hand.standing == "confirmed":
        refuse("hand to be named", CONFLICT, hand=hand.number)
    return hand


def _agreed(state: MatchState, command: match_commands.Agree, open_rules: OpenRules) -> Agreed:
    """Other agreements; points that were noted already are of as many sides."""
    agreement = agree(command, open_rules, state.agreement)
    if agreement != state.agreement and is_overtaken(command.seen, state.agreement.mark):
        refuse("agreement changed", CONFLICT)
    for count in (len(noted.sums or noted.points) for hand in state.hands for noted in hand.noted_events):
        if count not in (0, len(agreement.sides)):  # none of a hand that is void
            refuse("points of so many", CONFLICT, count=count)
    return Agreed(agreement)


def _dealt(state: MatchState, command: match_commands.DealHand) -> Dealt:
    current = state.current
    if current and current.standing != "confirmed":
        refuse("hand goes on", CONFLICT, hand=current.number)
    if state.verdict().next == "over":
        refuse("match over", CONFLICT)
    players = len(state.agreement.players)
    if command.draw:
        return Dealt(hand=len(state.hands) + 1, starter=secrets.randbelow(players), drawn=True)
    starter = state.next_starter() if command.starter is None else command.starter
    if not 0 <= starter < players:
        refuse("no such seat", seat=starter + 1)
    return Dealt(hand=len(state.hands) + 1, starter=starter)


def _played(match_state: MatchState, command: match_commands.Play | match_commands.Tap) -> Event | None:
    hand = _hand_named(match_state, command.hand)
    state, rules = hand.state, hand.rules
    moves = (
        parse_moves(command.moves) if isinstance(command, match_commands.Play) else moves_of_tap(state, command, rules)
    )
    if not moves:
        return None
    meant = parse_typed_moves(state, moves, rules)
    if isinstance(meant, ImpossibleMoves):
        raise TableRefused(reasons(meant.violations, match_state.agreement.players), CONFLICT)
    if isinstance(meant, InconsistentMoves):
        return _asked(match_state, Asked(hand=hand.number, origin="typed", doubts=meant.doubts, answers=meant.answers))
    return Moved(hand=hand.number, moves=meant, origin="typed")


def _resynced(state: MatchState, command: match_commands.Resync) -> Moved | None:
    hand, seen = _hand_named(state, command.hand), Observation.parse(command.seen)
    moves = resync(hand.state, seen, hand.rules)
    return Moved(hand=hand.number, moves=moves, origin="resync", seen=seen.by_side()) if moves else None


def _looked(state: MatchState, look: TableLook) -> Event | None:
    hand, seen = _hand(state, look.hand), look.seen.by_side()
    if odd := [row for row in look.guessed_rows if not row.is_face_up]:
        raise NotationError("not_an_observation", text=str(odd[0]))
    meant = moves_of_observation(hand.state, look.seen, hand.rules, look.passed)
    news = _news(hand, look.outlined)
    if isinstance(meant, InconsistentMoves):
        asked = Asked(hand=hand.number, origin="look", doubts=meant.doubts, answers=meant.answers, seen=seen,
                      outlined=news)  # fmt: skip
        return _asked(state, asked)
    if meant:
        return Moved(hand=hand.number, moves=meant, origin="look", seen=seen, guessed=look.guessed,
                     guessed_rows=look.guessed_rows, outlined=news)  # fmt: skip
    question = state.question
    if question and isinstance(question.event, Asked) and question.event.origin == "look":
        return Answered(hand=hand.number, question=question.number, choice=None)
    if look.guessed != hand.guessed:
        return Moved(hand=hand.number, moves=(), origin="look", seen=seen, guessed=look.guessed,
                     guessed_rows=look.guessed_rows)  # fmt: skip
    return None


def _news(hand: HandState, melds: Sequence[OutlinedMeld]) -> tuple[OutlinedMeld, ...]:
    """The outlines of changed melds; earlier pictures show the others."""
    known = [Counter(map(str, meld.tiles)) for meld in hand.state.melds]
    return tuple(meld for meld in melds if Counter(meld.faces) not in known)


def _asked(state: MatchState, question: Asked) -> Event | None:
    """The question, unless it is already open, from any picture."""
    known = state.question.event if state.question else None
    is_asked = isinstance(known, Asked) and replace(known, outlined=()) == replace(question, outlined=())
    return None if is_asked else question


def _answered(state: MatchState, command: match_commands.Answer) -> Answered | Revised:
    question = state.question
    if question is None or question.number != command.question or not isinstance(question.event, Asked):
        return _answered_after_all(state, command)
    moves = _moves_chosen(question.event, command.choice)
    return Answered(hand=question.event.hand, question=question.number, choice=command.choice, moves=moves)


def _answered_after_all(state: MatchState, command: match_commands.Answer) -> Revised:
    """A person's answer to a question that a camera left to its likeliest answer, as long as nobody said anything
    since."""
    asked = next((recorded.event for recorded in state.course.held if recorded.number == command.question), None)
    since = tuple(dropwhile(lambda recorded: not _answers(recorded, command.question), state.course.held))
    if not isinstance(asked, Asked) or not since or any(recorded.is_by_person for recorded in since):
        refuse("not asked", CONFLICT)
    return Revised(hand=asked.hand, entry=since[0].number, moves=_moves_chosen(asked, command.choice))


def _answers(recorded: RecordedEvent, question: int) -> bool:
    return isinstance(recorded.event, Answered) and recorded.event.question == question


def _moves_chosen(question: Asked, choice: int | None) -> Moves:
    if choice is not None and not 0 <= choice < len(question.answers):
        refuse("no such answer")
    return () if choice is None else question.answers[choice]


def _revised(state: MatchState, command: match_commands.Revise) -> Revised:
    revised = next((recorded for recorded in state.course.held if recorded.number == command.entry), None)
    if revised is None or not isinstance(revised.event, Moved | Answered | Counted):
        refuse("not to revise", CONFLICT)
    moves: Moves = parse_moves(command.moves)
    return Revised(hand=revised.event.hand, entry=command.entry, moves=moves)


def _gone_back(state: MatchState, command: match_commands.Undo | match_commands.Redo) -> Event:
    if isinstance(command, match_commands.Undo):
        return Undone() if state.course.to_undo else refuse("nothing to undo", CONFLICT)
    return Redone() if state.course.to_redo else refuse("nothing to redo", CONFLICT)


def reasons(violations: Sequence[Violation], players: Sequence[str]) -> dict[str, str]:
    """The violations in words, by language, with the players' names."""
    return {
        language: " ".join(named(violation.sentence(language), players) for violation in dict.fromkeys(violations))
        for language in LANGUAGES
    }
