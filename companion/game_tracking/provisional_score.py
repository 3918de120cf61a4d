"""The present score of a hand, and its range over unanswered questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.game_tracking.updates import Question
from companion.matches.guessed_melds import GuessedRow, ScoreRange, Totals, score_range, widened
from companion.matches.hand_entry_check import ABOUT_SEATS, are_by, seats_in
from engine.hand.apply import replay
from engine.hand.history import record_of
from engine.hand.moves import Move
from engine.hand.state import TableState
from engine.rules.rules import Rules
from engine.rules.verdict import Code
from engine.scoring.score_sheets import HandScore
from engine.scoring.scoring import score_hand

_MAY_HIDE = frozenset((Code.TOO_SHORT, Code.FOREIGN, Code.MUERTO_EARLY))
"""What a table shows where tiles of a meld, or a muerto, are out of view."""


def score_of(state: TableState, rules: Rules) -> HandScore:
    """The present score, without unseen racks, and without a closer during the hand."""
    if not state.ended:
        rules = replace(rules, stock_out_none_has_canasta="score", stock_out_close_bonus=0)
    return score_hand(record_of(state), rules)


class UnansweredQuestions:
    """The unanswered questions about moves of a hand."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.question: Question | None = None
        """What people were asked last, until they say or play on."""
        self._left: list[tuple[Totals, list[Totals]]] = []
        """For each question that was left to its likeliest answer: the score after that, and after the others."""

        self._seats: tuple[Totals, list[Totals]] | None = None
        """The same for the last question about seats, until a hand that comes later bears its answer out."""

    def __bool__(self) -> bool:
        return bool(self.question or self._left or self._seats)

    def note_moves(self, moves: Sequence[Move], hands: Sequence[int]) -> None:
        """Record reported moves with their seen ``hands``: seats made certain by them are settled."""
        if hands and seats_in(moves) and are_by(moves, hands):
            self._seats = None

    def note_alternatives(self, state: TableState, question: Question) -> None:
        """Record the scores under the answers that were not chosen.

        Of a shortened meld, or of an isolated tile, more may be out of view, which no answer covers, and the seat is
        open until a later hand settles it.
        """
        first, *others = (self._totals(replay(state, moves, self._rules).state) for moves in question.answers)
        if any(fault.code in ABOUT_SEATS for fault in question.doubts):
            self._seats = first, others
            return
        may_hide = any(fault.code in _MAY_HIDE for fault in question.doubts)
        if may_hide or any(other != first for other in others):
            self._left.append((first, others))

    def score_range(self, state: TableState, rows: Sequence[GuessedRow]) -> ScoreRange:
        """The lowest and the highest score of each team over all answers and all readings of ``rows``."""
        found = score_range(state, rows, self._rules, self._totals)
        if self.question is not None:
            answers = (replay(state, moves, self._rules).state for moves in self.question.answers)
            found = widened(found, self._totals(state), [self._totals(after) for after in answers])
        for totals, others in (*self._left, *([self._seats] if self._seats else [])):
            found = widened(found, totals, others)
        return found

    def _totals(self, state: TableState) -> Totals:
        """The points of each team for a table; 0 where the hand is void."""
        sheets = score_of(state, self._rules).sheets
        return tuple(sheet.total for sheet in sheets) or (0,) * len(state.teams)
