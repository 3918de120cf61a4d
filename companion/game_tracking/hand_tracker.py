"""Track one hand: settled tables become moves, questions, and a running score.

Lawful moves are reported at once. A violation or inconsistency is reported when the turn has ended or nothing has
happened for a while: a meld that is being laid tile by tile is no offence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.game_tracking.debounce import HOLD_S, HeldUpdate, has_passed, held_since, hold_s_of, slips_since
from companion.game_tracking.late_melds import LateMelds
from companion.game_tracking.observation import NO_FACES, Faces, ObservedTable, UnsureTile, illegible
from companion.game_tracking.observer import Observer, OutlinesMm
from companion.game_tracking.part_at_once import lawful_without_unread, part_at_once
from companion.game_tracking.preceding_moves import preceding_moves
from companion.game_tracking.provisional_score import UnansweredQuestions, score_of
from companion.game_tracking.rejected_detections import without_rejected
from companion.game_tracking.same_face_discard import with_same_face
from companion.game_tracking.tile_questions import TileQuestions, left_open
from companion.game_tracking.updates import Change, Question, Update, foreign_in, is_missed_turn, puts_right
from companion.game_tracking.whose_turn import HandsOverTable
from companion.matches.events import Moves
from companion.matches.guessed_melds import GuessedRow, ScoreRange
from companion.matches.hand_entry_check import borne_out
from companion.matches.observation_handlers import moves_of_observation, resync
from companion.matches.typed_moves import InconsistentMoves
from engine.hand.apply import replay
from engine.hand.events import events_of
from engine.hand.history import MoveHistory
from engine.hand.moves import Move
from engine.hand.state import TableState, dealt_table
from engine.inference.observation import NOTHING_SEEN
from engine.rules.rules import Rules
from engine.scoring.score_sheets import HandScore
from vision.watching.frame_results import FrameResult, FrameState, SeenTable

_NOTHING_UNREAD: tuple[frozenset[int], Moves] = (frozenset(), ())


class HandTracker:
    """Tracks one hand from the deal on."""

    def __init__(self, rules: Rules, players: int | None = None, starter: int = 0) -> None:
        """Raises RulesError when the rules are not for so many players."""
        self.rules = rules
        self.state: TableState = dealt_table(players or min(rules.players), rules, starter=starter)
        self.moves: tuple[Move, ...] = ()
        self.seen = NOTHING_SEEN
        """The table as it was seen last."""
        self._start = self.state
        self._observer = Observer(rules)
        self._faces: Faces = NO_FACES
        self._asking = TileQuestions()
        self._held: HeldUpdate | None = None
        self._last: tuple[SeenTable, float] | None = None
        self._blind = _NOTHING_UNREAD
        """Tiles of the pozo that could not be read yet, by their numbers, and what happened whatever they are."""
        self.lying: Faces = NO_FACES
        """What the tiles of the last look are taken for, by their numbers, but for those in doubt."""
        self._late = LateMelds(rules)
        self.is_behind = False
        """Whether the last look is still to be understood, at the next frame."""
        self._hands = HandsOverTable(self.state.players)
        self.is_illegible = False
        """Whether it was told that the tiles cannot be read."""
        self.guessed_rows: tuple[GuessedRow, ...] = ()
        """The melds of the last look with tiles that were guessed, for nobody said what they are."""
        self._is_unread, self.hides_more = False, False
        """Whether a meld of the last look has tiles that nobody can tell, and whether something may hide one of it."""
        self._unanswered = UnansweredQuestions(rules)

    @property
    def is_waiting(self) -> bool:
        """Whether an update is held back, to be reported unless something happens first."""
        return self._held is not None

    def adopt(self, state: TableState) -> None:
        """Replace the hand by the externally recorded one; hands seen before, and held updates, no longer matter."""
        if state != self.state:
            self.state, self._blind, self._held = state, _NOTHING_UNREAD, None
            self._hands.forget()
            self._late.forget()
            self._asking.answered()

    @property
    def guessed(self) -> tuple[str, ...]:
        """The guessed faces of meld tiles that people have not named, sorted."""
        return self._asking.guessed

    @property
    def is_provisional(self) -> bool:
        """Whether the score depends on unanswered questions."""
        return self._asking.is_open or self._is_unread or bool(self.guessed_rows or self._unanswered)

    def score_range(self) -> ScoreRange:
        """The lowest and the highest possible score of each team over all unanswered questions."""
        return self._unanswered.score_range(self.state, self.guessed_rows)

    @property
    def unread(self) -> tuple[UnsureTile, ...]:
        """The tiles that people were asked about and have not named."""
        return self._asking.unread

    @property
    def history(self) -> MoveHistory:
        """The move history of the hand as tracked."""
        return MoveHistory(self._start, self.moves)

    def __call__(self, watched: FrameResult) -> Update | None:
        """Process a frame; returns an update, if any."""
        self._hands.update(watched)
        self._late.update(watched)
        passed = None
        if self._held is not None and has_passed(self._held, watched, self._hands.later_seats, self.rules):
            passed = self._report(self._held)
        if watched.seen is not None:
            seat, is_told = self.state.turn.seat, self.rules.discard_ends_turn
            self._hands.note_look(self.of_the_game(watched.seen), seat if is_told else None, seat)
            self._last, self.is_behind = (watched.seen, watched.at_s), True
        elif watched.shifted is not None:
            self._hands.moved(self.of_the_game(watched.shifted))
        if passed is not None:
            return passed
        if self.is_behind and self._last is not None:
            return self._sees(self._last[0], watched.at_s)
        if self._held is not None:
            self._held = self._held.after_frame(watched.at_s, is_moving=watched.state is FrameState.MOVING)
        return self._report(self._held) if self._held and self._held.is_ripe(watched.at_s) else None

    def look_again(self, table: SeenTable, watched: FrameResult) -> Update | None:
        """Process a frame, and the last table as it is known now: who moves over it meanwhile did not make it."""
        self._last, self.is_behind = (table, watched.at_s), True
        return self(watched)

    def finish(self) -> Update | None:
        """Flush the pending updates at the end, then the likeliest answers to open questions and what follows."""
        if self.is_behind and self._last is not None and (update := self._sees(*self._last)):
            return update
        if self._held is None and self._last is not None and self._asking.is_open:
            if left := self._asking.leave_open():
                return self._leave(left, None)
            if update := self._sees(*self._last):
                return update
        return self._report(self._held) if self._held else None

    def answer(self, question: Question, choice: int | None) -> Change:
        """Apply the answer with that number, or None to confirm the table as it is, even against the rules."""
        moves = resync(self.state, question.seen, self.rules) if choice is None else question.answers[choice]
        self.ignore(foreign_in(question.doubts, question.seen))
        self._asking.answered()
        events = tuple(events_of(MoveHistory(self.state, moves), self.rules))
        change = Change(events=events, seen=question.seen, choice=choice or 0)
        self._report(HeldUpdate(change, NO_FACES, since_s=0.0))
        return change

    def name_tiles(self, faces: Faces) -> Update | None:
        """Apply people's names of tiles, or ``NO_TILE``, by number, as long as they lie there; returns the update."""
        self.hear(faces)
        return None if self._last is None else self._sees(*self._last) or self.finish()

    def hear(self, faces: Faces) -> None:
        """Apply people's ``faces`` from the next table on; earlier guesses about these tiles are corrected."""
        self._asking.hear(faces)

    def of_the_game(self, table: SeenTable) -> SeenTable:
        """A table without objects outside the game: racks in view, spare tiles."""
        return self._observer.of_the_game(table)

    def outlines_outside_mm(self) -> OutlinesMm:
        """The corners (4, 2) on the table of each object outside the game."""
        return self._observer.outlines_outside_mm()

    def ignore(self, alone: Iterable[str]) -> None:
        """Ignore isolated tiles with these faces among the melds from now on."""
        self._observer.ignore(alone)

    def score(self) -> HandScore:
        """The present score, without unseen racks, and without a closer during the hand."""
        return score_of(self.state, self.rules)

    def _sees(self, table: SeenTable, at_s: float) -> Update | None:
        self._last, self.is_behind = (table, at_s), False
        if self._is_plain(table):
            self._asking.answered()
        if left := self._asking.left(self.of_the_game(table).settled.numbers):
            self.is_behind = True
            return self._leave(left, table)
        shown, left_out = self._asking.guessable(table, self._peek)
        known = replace(self._asking.known(self._faces), came=self._hands.order_of)
        observed = self._observer(shown, self.state, known)
        self.lying = observed.faces
        self._asking.set_guesses(observed.taken)
        before, self.guessed_rows = self.guessed_rows, observed.guessed_rows
        self._is_unread, self.hides_more = bool(left_out) or observed.is_partial, observed.hides_more
        update = self._update(observed, self._missed(table, observed), before)
        self._asking.unread += left_out
        last, is_named = self._held, self._asking.is_named
        self._held, self._asking.is_named = None, False
        if update is None:
            self._faces = {**self._faces, **observed.faces}
            return None
        still_open = left_open(update, observed, self.of_the_game(table).settled.numbers)
        slips_s, is_known = slips_since(update, last, at_s, self.rules), bool(self._hands.seats)
        since_s = held_since(update, last, at_s, slips_s)
        far = observed.far_discard
        hold_s = HOLD_S if is_named else hold_s_of(update, slips_s, self.rules, far)
        held = HeldUpdate(update, observed.faces, since_s, hold_s, still_open, is_known, slips_s, far)
        if far is None and (now := part_at_once(update, self.state, self.rules)):
            self._report(replace(held, update=now), is_part=now is not update)
            rest = None if now is update else self._update(observed, (), before)
            self._held = replace(held, update=rest) if rest else None
            return now
        self._held = held
        return None

    def _leave(self, question: Question, table: SeenTable | None) -> Change:
        """The default answer: the most likely or, about seats, the one supported by ``table``, seen since."""
        found = None
        if question.is_about_seats and table is not None:
            newest = replace(self._peek(table).observation, hands=self._hands.newest_seats)
            found = borne_out(self.state, question.answers, newest, self.rules)
        if found is None:
            self._unanswered.note_alternatives(self.state, question)
        change = self.answer(question, found or 0)
        if question.is_about_seats:
            self._hands.mark_older_reported()
        return change

    def _is_plain(self, table: SeenTable) -> bool:
        """Whether a table shows unambiguously and lawfully what happened since an unanswered question.

        Then it was asked too early, and none of its answers holds.
        """
        if self._asking.is_about_seats or not (self._asking.is_open and self.rules.discard_ends_turn):
            return False
        observed = self._peek(table)
        return not observed.unsure and bool(lawful_without_unread(observed, self.state, self._hands.seats, self.rules))

    def _peek(self, table: SeenTable) -> ObservedTable:
        """What a table shows, without remembering it."""
        without_denied = without_rejected(table, self._asking.denied(table.settled.numbers))
        return self._observer.peek(without_denied, self.state, self._asking.known(self._faces))

    def _missed(self, table: SeenTable, observed: ObservedTable) -> Moves:
        """The moves of pozo tiles that were unreadable and are out of sight now, or still unreadable."""
        numbers, moves = self._blind
        covered = {track.number for track in table.settled.covered}
        lying = numbers.intersection(table.settled.numbers) - covered
        return moves if not lying or (observed.unsure and self._asking.may_wait(observed)) else ()

    def _update(self, observed: ObservedTable, missed: Moves, before: Iterable[GuessedRow]) -> Update | None:
        seen, passed = observed.observation, missed
        if self.rules.discard_ends_turn:
            seen = replace(seen, hands=self._hands.seats)
        else:
            passed = preceding_moves(self.state, seen, self._hands.all_seats, self.rules)
        shown = self.seen = seen.by_side()
        if observed.is_illegible:
            return None if self.is_illegible else Question(doubts=(illegible(observed),), seen=shown)
        self.is_illegible = False
        may_wait = self._asking.may_wait(observed)
        self._asking.unread = observed.unsure if may_wait else ()
        if observed.unsure and not may_wait:
            self._blind = (
                frozenset(doubt.number for doubt in observed.unsure),
                lawful_without_unread(observed, self.state, self._hands.seats, self.rules),
            )
            return Question(unsure=observed.unsure, seen=shown)
        late = self._late.explained(observed, self._faces, self._hands.order_of)
        explained = late or moves_of_observation(self.state, seen, self.rules, passed)
        is_word = isinstance(explained, InconsistentMoves) and self._asking.is_named
        if isinstance(explained, InconsistentMoves):
            faces = {face for row in before for face in row.faces}
            if not (puts_right(explained, faces, is_named=is_word) or is_missed_turn(explained)):
                return Question(doubts=explained.doubts, answers=explained.answers, seen=shown, passed=passed)
            explained = explained.answers[0]
        if not explained:
            return None
        explained = with_same_face(explained, self.state, self._hands.left_seats, self.rules)
        events = tuple(events_of(MoveHistory(self.state, explained), self.rules))
        return Change(events=events, seen=shown, passed=passed, is_word=is_word, guessed_rows=observed.guessed_rows)

    def _report(self, held: HeldUpdate, *, is_part: bool = False) -> Update:
        self._held = None
        self.is_illegible = isinstance(held.update, Question) and held.update.is_illegible
        self._unanswered.question = held.update if isinstance(held.update, Question) and held.update.answers else None
        if isinstance(held.update, Question):
            self._asking.ask(held.update, held.open)
        if isinstance(held.update, Change):
            moves = tuple(event.move for event in held.update.events)
            self._unanswered.note_moves(moves, self._hands.seats)
            self._late.reported(self.state, moves)
            self.state = replay(self.state, moves, self.rules).state
            self.moves += moves
            self._faces = {**self._faces, **held.faces}
            self._hands.mark_reported(moves, but_last=is_part)
            self._blind = _NOTHING_UNREAD
        return held.update
