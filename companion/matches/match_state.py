"""The state of a match, folded from its entries: hands, totals, and the open question."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.eventstore import GAME, Entry, EventMetadata
from companion.eventstore.state_cache import Entries
from companion.matches.agreement import Agreement
from companion.matches.entries_in_effect import EntriesInEffect, RecordedEvent
from companion.matches.events import Agreed, Archived, Asked, Dealt, Event, Restored, kind_of, text_of
from companion.matches.hand_scoring import points
from companion.matches.hand_state import HandState, hand_state
from engine.tournament.match import Match, MatchVerdict, PlayedHand, judge_match, next_starter

_MINUTE_S = 60
_OF_GAME = re.compile(rf"{GAME}[0-9a-f]+ 1 1")
"""The key of the first entry of a match that a game on the screen writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """La partida: its present state."""

    match: str
    course: EntriesInEffect = field(default_factory=EntriesInEffect)
    agreement: Agreement
    hands: tuple[HandState, ...] = ()
    question: RecordedEvent | None = None
    """The open question: nothing was recorded in the hand since."""

    @property
    def revision(self) -> int:
        """The number of the newest entry; it grows with every entry."""
        return self.course.last

    @property
    def is_shelved(self) -> bool:
        """Whether it is archived."""
        said = [entry.event for entry in self.course.held if isinstance(entry.event, Archived | Restored)]
        return isinstance(said[-1], Archived) if said else False

    @property
    def is_of_game(self) -> bool:
        """Whether its hands are those of a game on the screen, which alone adds to them."""
        return bool(_OF_GAME.fullmatch(self.course.recorded[0].entry.said.key))

    @property
    def began_s(self) -> float:
        """The time of its creation, in seconds since 1970."""
        return self.course.recorded[0].entry.at_s

    def hand(self, number: int) -> HandState | None:
        """The hand ``number``, counted from 1."""
        return next((hand for hand in self.hands if hand.number == number), None)

    @property
    def current(self) -> HandState | None:
        """The last dealt hand, unless voided."""
        return next((hand for hand in reversed(self.hands) if hand.standing != "annulled"), None)

    @property
    def counting(self) -> tuple[HandState, ...]:
        """The hands that count."""
        return tuple(hand for hand in self.hands if hand.standing == "confirmed")

    def tally(self) -> Match:
        """The counting hands as an engine `Match`."""
        hands = tuple(PlayedHand(points(hand), self._minutes(hand)) for hand in self.counting)
        return Match(self.agreement.sides, hands)

    def verdict(self) -> MatchVerdict:
        """The match verdict: what comes next, and who has won."""
        return judge_match(self.tally(), self.agreement.rules)

    def next_starter(self) -> int:
        """The seat that starts the next hand."""
        first = self.hands[0].start.turn.seat if self.hands else 0
        return next_starter(self.tally(), first, len(self.agreement.players), self.agreement.rules)

    def _minutes(self, hand: HandState) -> float:
        return max((hand.ended_s or self.began_s) - self.began_s, 0.0) / _MINUTE_S


def match_state(match: str, entries: Iterable[Entry], cached: MatchState | None = None) -> MatchState | None:
    """Fold ``entries``, which follow those of ``cached``; None for an unknown match."""
    course = (cached.course if cached else EntriesInEffect()).then(entries)
    held = course.revised()
    agreed = [entry.event.agreement for entry in held if isinstance(entry.event, Agreed)]
    if not agreed:
        return None
    hands = _hands(agreed[-1], held, cached)
    return MatchState(match=match, course=course, agreement=agreed[-1], hands=hands, question=_open_question(held))


def state_after(state: MatchState, event: Event) -> MatchState:
    """The state after a hypothetical ``event``."""
    newest = state.course.recorded[-1].entry
    said = EventMetadata(author="", key="")
    text, number = text_of(event), state.revision + 1
    entry = replace(newest, number=number, kind=kind_of(event), text=text, said=said)
    return match_state(state.match, [entry], state) or state


def read_on(match: str, entries: Entries, cached: MatchState | None) -> MatchState | None:
    """Fold all ``entries``, of which ``cached`` covers the first."""
    fresh = entries(cached.revision if cached else 0)
    return match_state(match, fresh, cached) if fresh else cached


def _hands(agreement: Agreement, held: tuple[RecordedEvent, ...], cached: MatchState | None) -> tuple[HandState, ...]:
    numbers = dict.fromkeys(entry.event.hand for entry in held if isinstance(entry.event, Dealt))
    by_hand = {number: [entry for entry in held if getattr(entry.event, "hand", None) == number] for number in numbers}
    folded: list[HandState] = []
    for number in numbers:
        before = cached.hand(number) if cached else None
        hand = hand_state(number, agreement, by_hand[number], before, _totals(agreement, folded))
        folded += [hand] if hand else []
    return tuple(folded)


def _totals(agreement: Agreement, hands: Iterable[HandState]) -> tuple[int, ...]:
    """The totals after ``hands``, where the minimum of a first exposure depends on them."""
    if not agreement.rules.first_meld_by_total:
        return ()
    played = tuple(PlayedHand(points(hand)) for hand in hands if hand.standing == "confirmed")
    return Match(agreement.sides, played).totals(agreement.rules)


def _open_question(held: tuple[RecordedEvent, ...]) -> RecordedEvent | None:
    """The last question, while nothing that bears on it follows: another name, or a correction of an earlier hand,
    leaves it open."""
    last = next((at for at in reversed(range(len(held))) if isinstance(held[at].event, Asked)), None)
    if last is None:
        return None
    before = next(entry.event.agreement for entry in reversed(held[:last]) if isinstance(entry.event, Agreed))
    is_closed = any(_closes(later.event, held[last].event, before) for later in held[last + 1 :])
    return None if is_closed else held[last]


def _closes(later: Event, question: Event, before: Agreement) -> bool:
    """Whether an event leaves no room for a ``question`` that was asked under the agreement ``before``."""
    if isinstance(later, Agreed):
        now = later.agreement
        return (now.rules, len(now.players)) != (before.rules, len(before.players))
    return isinstance(later, Dealt) or getattr(later, "hand", None) == getattr(question, "hand", None)
