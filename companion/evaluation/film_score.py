"""Grade the tracking of a filmed hand: moves, offences, score, questions, and delays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from companion.evaluation.counts import percentile
from companion.evaluation.film_truth import UNSEEN, TrueFilm, TrueMove, accepted_reports, plain, visible
from companion.evaluation.moves_that_hold import by_parts, holding
from companion.evaluation.simulated_answers import SimulatedAnswers
from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.updates import Change, Question
from engine.hand.apply import replay
from engine.hand.history import record_of
from engine.hand.moves import Close, ShowRack, StockOut
from engine.hand.rack_count import rack_count_violations
from engine.hand.state import TableState
from engine.placed_tile import parse_tiles
from engine.scoring.scoring import score_hand


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmGrades:
    """The grades of one hand."""

    name: str
    rules: str
    codec: str
    moves: int
    found: int
    """Moves that were made and reported."""
    invented: int
    """Moves that were reported and never made."""
    offences: int
    offences_found: int
    false_alarms: int
    taps: int
    """Answers that were needed: one for each question, and for each tile that could not be read."""
    is_score_exact: bool
    is_score_exact_alone: bool
    """Whether it was exact without any answer."""
    is_score_exact_thrifty: bool
    """Whether it was exact with the first few questions answered."""
    is_score_silent_wrong: bool
    """Whether a wrong score was shown without a question."""
    delays_s: tuple[float, ...]
    """From the first frame in which a move could be seen to its event, on the clock of the film."""
    missed: tuple[str, ...]
    """The moves that were not reported, or reported differently."""

    def as_json(self) -> dict[str, Any]:
        """A JSON object."""
        return {
            "sitting": self.name,
            "rules": self.rules,
            "codec": self.codec,
            "moves": self.moves,
            "found": self.found,
            "invented": self.invented,
            "offences": self.offences,
            "offences_found": self.offences_found,
            "false_alarms": self.false_alarms,
            "taps": self.taps,
            "score_exact": self.is_score_exact,
            "score_exact_alone": self.is_score_exact_alone,
            "score_exact_thrifty": self.is_score_exact_thrifty,
            "score_silently_wrong": self.is_score_silent_wrong,
            "delay_s": {f"p{rank}": percentile(self.delays_s, rank) for rank in (50, 95)},
            "missed": list(self.missed),
        }


def mark(truth: TrueFilm, answerer: SimulatedAnswers, thrifty: HandTracker, alone: HandTracker) -> FilmGrades:
    """Grade what was reported to ``answerer`` against ``truth``; the racks are counted at the end with full knowledge.

    ``thrifty`` tracked the same hand with only the first few questions answered; ``alone`` with none.
    """
    hand, reported = answerer.hand, answerer.reported
    seen = holding(
        (event, report.frame)
        for report in reported
        if isinstance(report.update, Change)
        for event in report.update.events
    )
    wanted = list(visible(truth.moves))
    frames: dict[str, list[int]] = {}
    for event in seen:
        frames.setdefault(plain(event.move), []).append(event.frame)
    delays, missing = list[float](), list[TrueMove]()
    for move in wanted:
        if later := next(filter(None, map(frames.get, accepted_reports(move, truth))), None):
            delays.append((later.pop(0) - move.frame) / truth.fps)
        else:
            missing.append(move)
    joined = [by_parts(missed_move.move, seen, frames) for missed_move in missing]
    delays += [(part - one.frame) / truth.fps for part, one in zip(joined, missing, strict=True) if part is not None]
    missed = [str(one.move) for part, one in zip(joined, missing, strict=True) if part is None]
    extra = len(missing) - len(missed)
    true_offences = Counter(plain(true_move.move) for true_move in truth.moves if true_move.is_offence)
    offences = Counter(plain(event.move) for event in seen if event.is_offence)
    end = shown_end(hand, truth)
    has_asked = any(isinstance(report.update, Question) for report in reported) or any(
        rack_count_violations(hand.history, end, hand.rules)
    )
    is_exact = _is_exact(end, hand, truth)
    return FilmGrades(
        name=truth.video.stem,
        rules=truth.rules,
        codec=truth.codec,
        moves=len(wanted),
        found=len(wanted) - len(missed),
        invented=sum(not isinstance(event.move, UNSEEN) for event in seen) - len(wanted) + len(missed) - extra,
        offences=true_offences.total(),
        offences_found=(true_offences & offences).total(),
        false_alarms=(offences - true_offences).total(),
        taps=answerer.taps,
        is_score_exact=is_exact,
        is_score_exact_alone=_is_exact(shown_end(alone, truth), alone, truth),
        is_score_exact_thrifty=_is_exact(shown_end(thrifty, truth), thrifty, truth),
        is_score_silent_wrong=not is_exact and not has_asked,
        delays_s=tuple(delays),
        missed=tuple(missed),
    )


def _is_exact(end: TableState, hand: HandTracker, truth: TrueFilm) -> bool:
    return score_hand(record_of(end), hand.rules).totals == truth.totals


def shown_end(hand: HandTracker, truth: TrueFilm) -> TableState:
    """The end of the hand as observed, with the racks and the closer supplied."""
    said = (StockOut(),) if any(isinstance(true_move.move, StockOut) for true_move in truth.moves) else ()
    state = hand.state if hand.state.ended else replay(hand.state, said, hand.rules).state
    shown = tuple(ShowRack(seat, parse_tiles(rack)) for seat, rack in enumerate(truth.racks))
    state = replay(state, shown, hand.rules).state
    closer = tuple(true_move.move for true_move in truth.moves if isinstance(true_move.move, Close))
    return state if state.ended else replay(state, closer, hand.rules).state
