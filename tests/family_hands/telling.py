"""One filmed hand, told once with nobody answering: what was right, and every event beside what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion import bootstrap
from companion.cli.evaluate_films import with_zones
from companion.cli.watch import open_source
from companion.evaluation.film_score import FilmGrades, mark
from companion.evaluation.film_truth import UNSEEN, TrueFilm, load_true_film, plain, visible
from companion.evaluation.simulated_answers import SimulatedAnswers
from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.updates import Change
from engine.hand.state import LaidMeld
from engine.inference.observation import SeenMeld
from vision.watching.camera_fitness_monitor import FitGauge
from vision.watching.frames import watch_frames
from vision.watching.watcher import TableWatcher


@dataclass(frozen=True, slots=True, kw_only=True)
class HandReport:
    """What became of one hand that nobody answered anything of."""

    mark: FilmGrades
    is_exact: bool
    """Whether the score and every meld on the table are right at the end."""
    is_provisional: bool
    """Whether the score was shown as provisional."""
    questions: int
    refused_s: float | None = None
    """When the camera was called bad before the first tile came; None where it was not."""
    log: str
    """Every event and question beside the truth."""

    @property
    def is_silently_wrong(self) -> bool:
        """Whether a wrong table was shown as certain, and through a camera that had not been refused."""
        return not (self.is_exact or self.is_provisional or self.is_refused)

    @property
    def is_refused(self) -> bool:
        """Whether people were told before the deal that this camera, place or light will not do."""
        return self.refused_s is not None

    @property
    def outcome(self) -> str:
        """Whether the end was exact, and what people knew of it where it was not."""
        known = [*(["provisional"] if self.is_provisional else []), *(["refused"] if self.is_refused else [])]
        return ", ".join(["yes" if self.is_exact else "no", *known])

    def as_json(self) -> dict[str, Any]:
        """An object of JSON."""
        return {
            **self.mark.as_json(), "exact": self.is_exact, "provisional": self.is_provisional,
            "refused_s": self.refused_s,
            "silently_wrong": self.is_silently_wrong, "questions": self.questions,
            "delays_s": [round(delay, 2) for delay in self.mark.delays_s],
        }  # fmt: skip


def report_on(path: Path, watcher: TableWatcher) -> HandReport:
    """Watches the film beside a story. Raises TruthError or VisionError."""
    truth = load_true_film(path)
    hand = HandTracker(bootstrap.open_rules(truth.rules), truth.players, truth.starter)
    alone, frame, gauge = SimulatedAnswers(hand, truth, most=0), 0, FitGauge()
    bad_s: list[float] = []
    with closing(open_source(str(truth.video), truth.fps)) as camera:
        for result in watch_frames(camera, with_zones(watcher, path)):
            frame = result.index - 1
            fitness = gauge(result, watcher.table) if frame < _dealt(truth) else None
            bad_s += [round(frame / truth.fps, 1)] if fitness and fitness.bad else []
            alone.on_frame(result)
    is_provisional = hand.is_provisional
    alone.on_end(frame)
    marked = mark(truth, alone, hand, hand)
    lie = Counter(map(_lies, truth.table_at(frame).melds))
    is_exact = marked.is_score_exact and Counter(map(_lies, hand.state.melds)) == lie
    questions = sum(not isinstance(report.update, Change) for report in alone.reported)
    log = "\n".join([*_told(truth, alone), *_true(truth)])
    return HandReport(mark=marked, is_exact=is_exact, is_provisional=is_provisional or hand.is_provisional,
                questions=questions, refused_s=min(bad_s, default=None), log=log)  # fmt: skip


def _dealt(truth: TrueFilm) -> int:
    """The frame from which on the first move can be seen; until then the table lies as it was dealt."""
    return min((true_move.frame for true_move in visible(truth.moves)), default=0)


def _lies(meld: SeenMeld | LaidMeld) -> str:
    return f"{meld.team} {' '.join(sorted(map(str, meld.tiles)))}"


def _told(truth: TrueFilm, alone: SimulatedAnswers) -> Iterator[str]:
    """Each event on a line, those that never happened marked, and each question."""
    left = [plain(true_move.move) for true_move in visible(truth.moves)]
    for report in alone.reported:
        if not isinstance(report.update, Change):
            doubts = [str(fault.code) for fault in report.update.doubts]
            answers = ["; ".join(map(str, answer)) for answer in report.update.answers]
            unsure = [tile.options[:3] for tile in report.update.unsure]
            yield f"{report.frame:5d} ??? {doubts} {answers} {unsure}"
            continue
        for event in report.update.events:
            line = plain(event.move)
            is_seen = not isinstance(event.move, UNSEEN)
            sign = "   " if not is_seen else "ok " if line in left else "XXX"
            if is_seen and line in left:
                left.remove(line)
            yield f"{report.frame:5d} {sign} {event.move} {[str(fault.code) for fault in event.violations] or ''}"
    yield f"missed: {left}"


def _true(truth: TrueFilm) -> Iterator[str]:
    yield "== what happened"
    for true_move in truth.moves:
        yield f"{true_move.frame:5d} {true_move.move}{' OFFENCE' if true_move.is_offence else ''}"
