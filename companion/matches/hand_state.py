"""The state of one hand, folded from its events: its steps, moves and table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from companion.matches.agreement import Agreement
from companion.matches.entries_in_effect import RecordedEvent
from companion.matches.events import Annulled, Answered, Confirmed, Counted, Dealt, Moved, Moves, Noted
from companion.matches.guessed_melds import GuessedRow
from engine.hand.apply import apply
from engine.hand.events import Event
from engine.hand.hand_file import MuertoState
from engine.hand.moves import Close, ShowRack, StockOut
from engine.hand.state import TableState
from engine.rules.rules import Rules
from engine.scoring.paper_sheet import SideSum, score_sums
from engine.tiles import Tile

HandStatus = Literal["playing", "ended", "confirmed", "annulled"]


@dataclass(frozen=True, slots=True)
class HandStep:
    """One entry of a hand, and its moves."""

    recorded: RecordedEvent
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, weakref_slot=True)
class HandState:
    """La mano, from the deal to the score. Compared by identity, so that its score is cached."""

    number: int
    agreement: Agreement
    start: TableState
    steps: tuple[HandStep, ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self.agreement.rules

    @property
    def events(self) -> Iterator[Event]:
        """Every move as an event, in order."""
        return (event for step in self.steps for event in step.events)

    @property
    def state(self) -> TableState:
        """The present table."""
        return next((step.events[-1].after for step in reversed(self.steps) if step.events), self.start)

    @property
    def noted(self) -> tuple[int, ...] | None:
        """The points by team entered by people, where the hand was scored without the program."""
        last = self._last(Noted, Counted)
        if not isinstance(last, Noted):
            return None
        score = score_sums(last.sums, self.agreement.sides, self.rules) if last.sums else None
        return (
            tuple(sheet.total for sheet in score.sheets) if score and score.sheets and not score.void else last.points
        )

    @property
    def noted_events(self) -> Iterator[Noted]:
        """Every entry by which people scored it, including corrected ones."""
        return (step.recorded.event for step in self.steps if isinstance(step.recorded.event, Noted))

    @property
    def noted_sums(self) -> tuple[SideSum, ...]:
        """The sums of each side, where the hand was entered like a paper sheet; else empty."""
        last = self._last(Noted, Counted)
        return last.sums if isinstance(last, Noted) else ()

    @property
    def muertos(self) -> tuple[MuertoState, ...]:
        """The stated muertos by team, where no later move contradicts; empty where the moves determine them."""
        last = self._last(Counted)
        if not isinstance(last, Counted):
            return ()
        pairs = zip(last.muertos, self._when_counted().teams, self.state.teams, strict=False)
        return tuple(said if was.muerto == now.muerto else now.muerto for said, was, now in pairs)

    @property
    def said_end(self) -> str:
        """``stock_out`` or the closing seat, as stated for scoring; empty where the moves determine it."""
        last = self._last(Counted)
        return last.ended if isinstance(last, Counted) else ""

    @property
    def is_over(self) -> bool:
        """Whether it was closed or the mazo ran out."""
        return bool(self.state.ended or self.said_end)

    @property
    def was_told(self) -> bool:
        """Whether it was submitted for scoring, or any move but its end was recorded."""
        return self._last(Counted) is not None or self.state.was_played or bool(self.state.melds)

    @property
    def is_partial(self) -> bool:
        """Whether tiles were left out on purpose."""
        last = self._last(Counted)
        return isinstance(last, Counted) and last.partial

    @property
    def standing(self) -> HandStatus:
        """The status: in play, awaiting confirmation, confirmed, or voided."""
        if self._last(Annulled):
            return "annulled"
        if self._last(Confirmed):
            return "confirmed"
        return "ended" if self.is_over or self.noted is not None else "playing"

    @property
    def ended_s(self) -> float | None:
        """The time at which its score was confirmed first; a correction is of a hand that had ended before."""
        return next(
            (step.recorded.entry.at_s for step in self.steps if isinstance(step.recorded.event, Confirmed)), None
        )

    @property
    def guessed(self) -> tuple[str, ...]:
        """The assumed faces of unreadable meld tiles that were not named."""
        guessed: tuple[str, ...] = ()
        for step in self.steps:
            event = step.recorded.event
            if isinstance(event, Moved) and event.origin == "look":
                guessed = event.guessed
            elif step.recorded.is_by_person:
                said = {str(tile) for event in step.events for tile in _tiles_told(event)}
                guessed = tuple(face for face in guessed if face not in said)
        return guessed

    @property
    def guessed_rows(self) -> tuple[GuessedRow, ...]:
        """The melds of those tiles, from the last observation with guesses."""
        looks = (step.recorded.event for step in reversed(self.steps))
        last = next((event for event in looks if isinstance(event, Moved) and event.origin == "look"), None)
        return tuple(row for row in (last.guessed_rows if last else ()) if set(row.faces) <= set(self.guessed))

    @property
    def unanswered(self) -> int:
        """The number of questions resolved by their default when play went on, which nobody put right since."""
        answers = (step.recorded for step in self.steps if isinstance(step.recorded.event, Answered) and step.events)
        return sum(not (answer.is_by_person or answer.is_revised) for answer in answers)

    def _when_counted(self) -> TableState:
        """The table when it was last submitted for scoring; as dealt if it was not."""
        state = counted = self.start
        for step in self.steps:
            state = step.events[-1].after if step.events else state
            counted = state if isinstance(step.recorded.event, Counted) else counted
        return counted

    def _last(self, *kinds: type[object]) -> object:
        return next(
            (step.recorded.event for step in reversed(self.steps) if isinstance(step.recorded.event, kinds)), None
        )


def _tiles_told(event: Event) -> tuple[Tile, ...]:
    """The tiles of a meld in a move, before and after it."""
    number = getattr(event.move, "number", None)
    lay = (tile for meld in event.before.melds if meld.number == number for tile in meld.tiles)
    return (*lay, *(placed.tile for placed in getattr(event.move, "row", ())))


def hand_state(
    number: int,
    agreement: Agreement,
    recorded: Sequence[RecordedEvent],
    cached: HandState | None = None,
    totals: Sequence[int] = (),
) -> HandState | None:
    """The hand ``number`` folded from ``recorded``, with the ``totals`` before it; None where it was never dealt.

    The part covered by ``cached``, an earlier state of the same hand, is not replayed.
    """
    dealt = next((entry.event for entry in recorded if isinstance(entry.event, Dealt)), None)
    if dealt is None:
        return None
    start = agreement.dealt(dealt.starter, totals)
    if cached and not (cached.agreement == agreement and cached.start == start):
        cached = None
    if cached and [step.recorded for step in cached.steps] == list(recorded):
        return cached
    steps = tuple(_steps(start, recorded, agreement.rules, cached.steps if cached else ()))
    return HandState(number=number, agreement=agreement, start=start, steps=steps)


def _steps(
    state: TableState, recorded: Sequence[RecordedEvent], rules: Rules, steps: Sequence[HandStep]
) -> Iterator[HandStep]:
    same = [step for step, _ in takewhile(lambda pair: pair[0].recorded == pair[1], zip(steps, recorded, strict=False))]
    for step in same:
        state = step.events[-1].after if step.events else state
    yield from same
    for entry in recorded[len(same) :]:
        events = tuple(_events(state, entry, rules))
        state = events[-1].after if events else state
        yield HandStep(entry, events)


def _events(state: TableState, recorded: RecordedEvent, rules: Rules) -> Iterator[Event]:
    """The moves of an entry; where it only reports the end of a hand, only impossibilities are violations.

    Whether the close was lawful is checked by the score, when all tiles are known.
    """
    is_play = not _ends_hand(state, recorded)
    for move in moves_of(recorded):
        applied = apply(state, move, rules)
        violations = applied.violations if is_play or applied.state == state else ()
        yield Event(move=move, before=state, after=applied.state, violations=violations)
        state = applied.state


def _ends_hand(state: TableState, recorded: RecordedEvent) -> bool:
    """Whether an entry is a score, or reports the end of a hand without recorded play."""
    ends = all(isinstance(move, Close | StockOut | ShowRack) for move in moves_of(recorded))
    return isinstance(recorded.event, Counted) or (ends and not (state.was_played or state.melds))


def moves_of(recorded: RecordedEvent) -> Moves:
    """The moves of an entry."""
    return recorded.event.moves if isinstance(recorded.event, Moved | Answered | Counted) else ()
