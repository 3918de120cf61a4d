"""Record the camera's updates in the match, and pass people's entries back to the tracker.

The journal is the single source of truth. The tracker only decides *when* something is worth recording; *what* it means
is decided by the match service, as for any other observation.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from secrets import token_urlsafe

from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.observation import UnsureTile
from companion.game_tracking.updates import Change, Question, Update, may_be_left
from companion.live.journal_prior import (
    came_to_nothing,
    foreign_faces,
    may_go_on,
    noted_faces,
    typed_since,
    with_faces,
)
from companion.live.melds_in_picture import outlined_in
from companion.live.private_tiles import blurred, covered, private_areas
from companion.live.worker_messages import FrameReport
from companion.match_commands import Answer, Sender
from companion.matches.events import Asked, Moves
from companion.matches.hand_state import HandState
from companion.matches.match_state import MatchState
from companion.matches.meld_outlines import Outline
from companion.matches.service import MatchService
from companion.matches.table_observation import TableLook
from companion.refusal import STALE, TableRefused
from companion.view_models import NO_TILE
from engine.inference.observation import NOTHING_SEEN, Observation
from engine.rules.rules import Rules
from engine.rules.verdict import Violation
from engine.sentences import Translated
from vision.watching.frame_results import FrameResult, SeenTable
from vision.wording import sentence

_LOG = logging.getLogger(__name__)
_HIDES_MORE = Translated(
    "companion.live.hides_more", "Algo tapa la punta de un juego. Si ahí hay más fichas, correlo para que se vean."
)
AUTHOR = "cámara"
"""The author of recorded observations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMismatch:
    """How the observed table relates to the recorded one."""

    unread: tuple[UnsureTile, ...] = ()
    """The tiles that people have to name."""
    astray: Observation = NOTHING_SEEN
    """The table where it differs from the record and no question is open."""
    leftover: bool = False
    """Whether the melds of the hand before still lie there."""
    illegible: tuple[Violation, ...] = ()
    """That the tiles cannot be read, where most of them cannot."""
    hides_more: bool = False
    """Whether something hides where one more tile of a meld would lie."""

    def says(self, language: str) -> str:
        """What people should do so that the camera sees more; empty where it sees enough."""
        behind = [sentence(_HIDES_MORE, language)] if self.hides_more else []
        return " ".join([*(fault.sentence(language) for fault in self.illegible), *behind])


NOTHING_ODD = TableMismatch()


class MatchRecorder:
    """Records what the camera sees in one match; for one thread."""

    def __init__(self, matches: MatchService, match: str, before: str | None = None) -> None:
        """``before`` is the match that was followed earlier, whose last hand may still lie there."""
        self._matches, self.match, self._before = matches, match, before
        self._cleared: int | None = None
        """The hand before which the table was seen to be cleared."""
        self._hand: HandTracker | None = None
        self._hand_key: object = None
        self._revision = 0
        self._seen: FrameReport | None = None
        self._named: dict[int, str] = {}
        self._is_cleared = False
        """Whether somebody named a tile and the journal has not heard of it."""
        self._refused = NOTHING_SEEN
        self.private: tuple[Outline, ...] | None = None
        """Where tiles lie in the picture that are nobody's to see; unknown before the first look."""
        self.attention = NOTHING_ODD

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self._matches.state(self.match).agreement.rules

    @property
    def may_show_racks(self) -> bool:
        """Whether a hand may be played of which no look told yet what is nobody's to see."""
        return self.private is None and (self._hand is not None or not self._revision)

    def handle_update(self, report: FrameReport) -> None:
        """Process the result of a frame."""
        state = self._matches.state(self.match)
        is_new = state.revision != self._revision
        is_typed = is_new and typed_since(state, self._revision)
        if report.watched.seen is not None:
            self._seen = report
        hand = self._hand_of(state)
        if hand is None:
            self.attention = NOTHING_ODD
            return
        if is_new:
            hand.ignore(foreign_faces(state))
        if report.watched.seen is not None or (is_new and not is_typed and self._seen is not None):
            self._looks(state, hand, report.watched)
            self._covers()
        else:
            if is_typed:
                self.attention = TableMismatch(unread=hand.unread, hides_more=hand.hides_more)
            was_behind = hand.is_behind
            if update := hand(report.watched):
                self._record(state, hand, update)
            elif was_behind:
                self._agrees(state, hand)

    def show_all(self) -> None:
        """Show what no look told of yet: people are asked whether the camera will do, and have to see what it sees."""
        self.private = self.private or ()

    def forget_numbers(self) -> None:
        """Drop tile numbers, since a new worker assigns its own."""
        self._named.clear()
        self._hand_key = None

    def name_tile(self, number: int, face: str) -> None:
        """Apply a person's statement about a tile, or that it is none (``NO_TILE``)."""
        self._named[number] = face
        self._is_cleared = True
        self._revision = 0
        if self._hand:
            self._hand.hear({number: face})

    def known(self, table: SeenTable) -> SeenTable:
        """A table with the faces known from people and the journal, without tiles outside the game."""
        state = self._matches.state(self.match)
        table = self._hand.of_the_game(table) if self._hand else table
        named = {at: self._named[number] for at, number in enumerate(table.settled.numbers) if number in self._named}
        return with_faces(table, {**noted_faces(state, table), **named})

    def denied(self, table: SeenTable) -> Mapping[int, str]:
        """By tile index, the tiles that people rejected."""
        numbers = enumerate(table.settled.numbers)
        return {at: NO_TILE for at, number in numbers if self._named.get(number) == NO_TILE}

    def _hand_of(self, state: MatchState) -> HandTracker | None:
        """The tracker of the current hand, synchronised with the journal."""
        self._revision = state.revision
        current = state.current
        if current is None or not may_go_on(current):
            self._hand = self._hand_key = None
            return None
        key = (current.number, current.rules, len(current.agreement.players))
        if self._hand is None or self._hand_key != key:
            self._hand = HandTracker(current.rules, len(current.agreement.players), current.start.turn.seat)
            self._hand_key = key
            if self._named:
                self._hand.hear(self._named)
        self._hand.adopt(current.state)
        return self._hand

    def _looks(self, state: MatchState, hand: HandTracker, now: FrameResult) -> None:
        """Process the last table again with the present state of the journal."""
        report = self._seen
        if report is None or report.watched.seen is None:
            return
        seen = report.watched.seen
        numbers, noted = seen.settled.numbers, noted_faces(state, seen)
        unsaid = {at: face for at, face in noted.items() if numbers[at] not in self._named}
        table = with_faces(seen, unsaid)
        update = hand.look_again(table, now) if now.seen is None else hand(replace(now, seen=table))
        if update is not None:
            self._record(state, hand, update)
        else:
            self._agrees(state, hand)

    def _agrees(self, state: MatchState, hand: HandTracker) -> None:
        """Note that the last table tells nothing new."""
        if hand.is_waiting or hand.is_illegible:
            return
        self.attention = TableMismatch(unread=hand.unread, hides_more=hand.hides_more)
        self._cleared = state.current.number if state.current else None
        question = state.question.event if state.question else None
        if self._is_cleared or (isinstance(question, Asked) and question.origin == "look"):
            self._orders(state, hand.seen)

    def _record(self, state: MatchState, hand: HandTracker, update: Update) -> None:
        """Send the observation to the match service, unless people have already rejected it."""
        if state.current:
            hand.adopt(state.current.state)
        if hand.state.ended and isinstance(update, Question) and not may_be_left(update):
            return
        if isinstance(update, Question) and update.is_illegible:
            self.attention = TableMismatch(illegible=update.doubts)
            return
        if isinstance(update, Question) and update.unsure:
            self.attention = TableMismatch(unread=update.unsure)
            return
        looked = update.seen
        if self._is_leftover(state, looked):
            self.attention = TableMismatch(leftover=True, astray=looked)
            self._hand_key = None  # what it taught the tracker is of the hand before
        elif came_to_nothing(state, looked) or looked == self._refused:
            self.attention = TableMismatch(astray=looked)
        else:
            self.attention = TableMismatch(unread=hand.unread, hides_more=hand.hides_more)
            revision = self._orders(state, looked, update.passed)
            if isinstance(update, Change) and revision is not None:
                self._puts_right(update, revision)

    def _orders(self, state: MatchState, observation: Observation, passed: Moves = ()) -> int | None:
        """Send a command to the match service, with the picture that shows it; returns the revision after it.

        None where it was refused. It was made for ``state``: where people recorded something meanwhile, the table is
        looked at again instead.
        """
        report = self._seen
        try:
            self._covers()
            shown = without_racks(report.picture, self) if report else b""
            picture = self._matches.keep_picture(shown) if shown else None
            sender = self._sender(state.revision, report.model if report else "", picture)
            outlined = outlined_in(report.watched.seen, self._hand.lying) if report and self._hand else ()
            look = TableLook(observation, passed=passed, outlined=outlined)
            if self._hand:
                look = replace(look, guessed=self._hand.guessed, guessed_rows=self._hand.guessed_rows)
            revision = self._matches.handle(self.match, look, sender).revision
        except TableRefused as refused:
            if refused.code == STALE:
                return None
            _LOG.warning("what was seen was not taken: %s", refused)
            self._refused, revision = observation, None
            self.attention = TableMismatch(astray=observation)
        self._is_cleared = False
        return revision

    def _is_leftover(self, state: MatchState, observation: Observation) -> bool:
        """Whether a hand that has just begun finds melds of the one before on the table, which nobody cleared since."""
        current = state.current
        if current is None or any(current.events) or self._cleared == current.number:
            return False
        before = state.hand(current.number - 1) or self._last_hand_before()
        lay = {frozenset(Counter(meld.tiles).items()) for meld in before.state.melds} if before else ()
        return any(frozenset(Counter(meld.tiles).items()) in lay for meld in observation.melds)

    def _last_hand_before(self) -> HandState | None:
        """The last hand of the match that was followed before this one."""
        if self._before is None or self._before == self.match:
            return None
        try:
            return self._matches.state(self._before).current
        except TableRefused:
            return None

    def _covers(self) -> None:
        """Find what has to be covered, by the last table and what is known to be outside the game."""
        seen = self._seen.watched.seen if self._seen else None
        if seen is not None and self._hand is not None:
            self.private = private_areas(seen, self._hand.outlines_outside_mm())

    def _puts_right(self, change: Change, revision: int) -> None:
        """Answer questions that the tracker has settled: people played on, or a tile was corrected.

        A person who answers first, after ``revision``, is right.
        """
        question = self._matches.state(self.match).question
        if question and isinstance(question.event, Asked) and may_be_left(question.event):
            sender = self._sender(revision, self._seen.model if self._seen and not change.is_word else "")
            try:
                self._matches.handle(self.match, Answer(question.number, change.choice), sender)
            except TableRefused as refused:
                if refused.code != STALE:
                    raise

    def _sender(self, revision: int, model: str, picture: str | None = None) -> Sender:
        return Sender(author=AUTHOR, key=token_urlsafe(12), revision=revision, picture=picture, model=model)


def without_racks(picture: bytes, attendant: MatchRecorder | None) -> bytes:
    """A picture of the table, as a JPEG, in which racks in view are covered; blurred before they are known."""
    if attendant is None:
        return picture
    return blurred(picture) if attendant.may_show_racks else covered(picture, attendant.private or ())
