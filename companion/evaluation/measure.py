"""Run the recognizer on labelled pictures and count the results, with a crop of each error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from companion.bootstrap import Recognizer
from companion.errors import TruthError
from companion.evaluation.box_matching import Matching, match
from companion.evaluation.counts import Proportion, Tally
from companion.evaluation.failures import Failure, cutting_around, wrong_face
from companion.evaluation.labelled_pictures import TrueCrop, TruePicture
from companion.evaluation.row_grading import right_rows
from companion.evaluation.tile_grading import graded, is_right
from companion.evaluation.verdict_grading import is_silently_wrong, right_verdicts
from companion.recognition.interpret import SeenPhotograph
from engine.rules.rules import Rules
from vision.io.images import open_photograph
from vision.reading import Frame, TableReading


@dataclass(frozen=True, slots=True, eq=False)
class PictureCounts:
    """The counts of one picture, and its errors."""

    session: str
    tally: Tally
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RecognizerGrader:
    """A recognizer under test: below ``threshold`` it asks instead of claiming."""

    recognizer: Recognizer
    threshold: float
    rules: Rules
    """The law that labelled rows are judged by."""

    def picture(self, truth: TruePicture) -> PictureCounts:
        """Measure a labelled picture. Raises BadImage, or TruthError where the labelled size differs."""
        frame = open_photograph(truth.path)
        width, height = frame.size_px
        if truth.size not in (None, (width, height)):
            raise TruthError("other size", labelled=truth.size, found=(width, height))
        started = perf_counter()
        reading = self.recognizer.look(frame)
        elapsed = reading.elapsed_ms.get("total", 1000 * (perf_counter() - started))
        corners = [tile.place.corners_px for tile in reading.tiles]
        matching = match(truth.tiles, corners, (width, height), truth.partly_seen)
        tally = self._tally(truth, (width, height), reading, matching) + Tally(elapsed_ms=(elapsed,))
        return PictureCounts(truth.session, tally, tuple(_failures(frame, truth, reading, matching)))

    def crop(self, truth: TrueCrop) -> PictureCounts:
        """Measure a picture of a single tile. Raises BadImage."""
        frame = open_photograph(truth.path)
        height, width = frame.bgr.shape[:2]
        started = perf_counter()
        belief = self.recognizer.read_crop(frame)
        elapsed = Tally(elapsed_ms=(1000 * (perf_counter() - started),))
        tally = graded(truth.name, belief, self.threshold, has_colors=truth.has_colors) + elapsed
        whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        mistake = wrong_face(truth.name, belief, cutting_around(frame.bgr, whole), truth.path.name)
        return PictureCounts(truth.name, tally, () if is_right(truth.name, belief.best) else (mistake,))

    def _tally(self, truth: TruePicture, size: tuple[int, int], reading: TableReading, matching: Matching) -> Tally:
        found, right = len(matching.pairs), not matching.missed and not matching.invented
        tally = Tally(
            recall=Proportion(found, len(truth.tiles)),
            precision=Proportion(found, len(reading.tiles) - len(matching.partly_seen)),
            rows=right_rows(truth, matching, reading),
        )
        for label, place in matching.pairs:
            name, belief = truth.tiles[label].name, reading.tiles[place].belief
            tally += graded(name, belief, self.threshold, has_colors=truth.has_colors)
            right &= is_right(name, belief.best)
        score = SeenPhotograph(truth.name, size, reading).score(self.rules)
        wrong = Proportion(int(is_silently_wrong(truth, matching, score)), 1)
        return (
            tally
            + right_verdicts(truth, matching, score, self.rules)
            + Tally(exact=Proportion(int(right), 1), silently_wrong=wrong)
        )


def _failures(frame: Frame, truth: TruePicture, reading: TableReading, matching: Matching) -> Iterator[Failure]:
    """Every error in a picture."""
    name = truth.path.name
    for label, place in matching.pairs:
        tile, seen = truth.tiles[label], reading.tiles[place]
        if not is_right(tile.name, seen.belief.best):
            yield wrong_face(tile.name, seen.belief, _cut(frame, seen.place.corners_px), name)
    for label in matching.missed:
        tile = truth.tiles[label]
        yield Failure("missed", _cut(frame, tile.outline), (f"{tile.name} > -", name))
    for place in matching.invented:
        seen = reading.tiles[place]
        said = f"- > {seen.belief.best} {seen.belief.confidence:.2f} at {seen.place.score:.2f}"
        yield Failure("invented", _cut(frame, seen.place.corners_px), (said, name), seen.place.score)


def _cut(frame: Frame, outline: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The crop around an outline in pixels of the picture."""
    return cutting_around(frame.bgr, frame.in_bgr(outline))
