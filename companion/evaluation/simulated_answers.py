"""A simulated omniscient player who answers the tracker's questions about a filmed hand, one tap at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

from companion.evaluation.film_truth import UNSEEN, TrueFilm, plain
from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.observation import NO_FACES, Faces, UnsureTile
from companion.game_tracking.updates import Question, Update
from companion.view_models import NO_TILE
from engine.hand.moves import CorrectMeld
from engine.hand.state import LaidMeld
from engine.inference.observation import Observation, SeenMeld
from vision.watching.frame_results import FrameResult

MOST_ANSWERS = 20
"""The maximum number of answers to the same update."""
_REMEMBERED = 4
"""The number of past tables that a simulated person remembers, including the present one."""


@dataclass(frozen=True, slots=True)
class ReportedUpdate:
    """An update, and the frame in which it was reported."""

    update: Update
    frame: int


@dataclass(slots=True, eq=False)
class SimulatedAnswers:
    """Answers the tracker's questions from the ground truth while taps are left."""

    hand: HandTracker
    truth: TrueFilm
    most: float = inf
    """Taps, after which nothing is answered."""
    taps: int = 0
    """Each answer and each face is one."""
    reported: list[ReportedUpdate] = field(default_factory=list)
    """All reports, in order."""
    rows: tuple[tuple[int, ...], ...] = ()
    """The rows of the last look, by the numbers of their tiles."""

    def on_frame(self, watched: FrameResult) -> None:
        """Process a frame of the film."""
        if watched.seen:
            settled = watched.seen.settled
            self.rows = tuple(tuple(settled.numbers[at] for at in row.tiles) for row in settled.reading.rows)
        self._hears(self.hand(watched), round(watched.at_s * self.truth.fps))

    def on_end(self, frame: int) -> None:
        """The film is over after ``frame``."""
        for _ in range(MOST_ANSWERS):
            update = self.hand.finish()
            if update is None:
                return
            self._hears(update, frame)

    def _hears(self, update: Update | None, frame: int) -> None:
        """Store the update, and what follows from answering it."""
        for _ in range(MOST_ANSWERS):
            if update is None:
                return
            self.reported.append(ReportedUpdate(update, frame))
            if not isinstance(update, Question) or update.is_illegible or self.taps >= self.most:
                return
            update = self._answered(update, frame)

    def _answered(self, question: Question, frame: int) -> Update | None:
        """The update that follows from an answer."""
        if not question.unsure:
            self.taps += 1
            choice = best_answer(question, self.truth, frame, [_lies(meld) for meld in self.hand.state.melds])
            if choice is None and (wrong := misread(self.rows, self.hand.lying, self.truth.table_at(frame))):
                self.taps += 1
                return self.hand.name_tiles(wrong)
            return self.hand.answer(question, choice)
        faces = true_faces(question, self.truth.tables_until(frame)[:_REMEMBERED], tuple(self.hand.lying.values()))
        some = dict(_tapped(faces)[: int(min(self.most - self.taps, len(faces)))])
        self.taps += len(some)
        return self.hand.name_tiles(some) if some else None


def true_faces(
    question: Question, tables: Sequence[Observation], lying: Sequence[str] | None = None
) -> Mapping[int, str]:
    """The true face of every unreadable tile: a possible one among the unseen tiles of the true table.

    ``tables`` are it and those before it: a witness remembers a tile that was covered meanwhile. What its row lacks of
    the true one comes first. Where all tiles of the true table were seen, it is no tile. ``lying`` are the seen faces,
    where some that the question shows were only guessed.
    """
    seen = question.seen
    shown = _faces(seen) if lying is None else _faces(seen) & Counter(lying)
    lefts = [_lacking(seen, tables[0]), *(_faces(table) - shown for table in tables)] if tables else []
    is_clear = bool(lefts) and lefts[0].total() == len(question.unsure)
    faces: dict[int, str] = {}
    for tile in question.unsure:
        found = next(filter(None, _candidates(tile, lefts, is_clear=is_clear)), [])
        if found:
            faces[tile.number] = found[0]
            for left in lefts:
                left[found[0]] -= 1
        elif lefts and not +lefts[1]:
            faces[tile.number] = NO_TILE
    return faces


def _tapped(faces: Faces) -> list[tuple[int, str]]:
    """The tiles named at once, of sixes and nines only the first: its orientation decides the others."""
    turned = [number for number, face in faces.items() if face[:-1] in ("6", "9")]
    return [(number, face) for number, face in faces.items() if number not in turned[1:]]


def misread(rows: Iterable[Sequence[int]], lying: Faces, table: Observation) -> Faces:
    """The single misread tile of a row, by number, with its true face.

    Empty where no row of the true ``table`` differs from one of ``rows`` in that alone. ``lying`` gives the faces of
    the tiles.
    """
    melds = [tuple(str(tile) for tile in meld.tiles) for meld in table.melds]
    for row in (row for row in rows if all(number in lying for number in row)):
        faces = tuple(lying[number] for number in row)
        for true in (order for meld in melds if len(meld) == len(row) for order in (meld, meld[::-1])):
            wrong = {number: right for number, face, right in zip(row, faces, true, strict=True) if face != right}
            if len(wrong) == 1:
                return wrong
    return NO_FACES


def _candidates(tile: UnsureTile, lefts: Sequence[Counter[str]], *, is_clear: bool) -> Iterator[list[str]]:
    """The possible faces of a tile, the most likely first.

    An option that its row lacks, what its row lacks if that ``is_clear``, an option that was not seen elsewhere, and
    anything that was not.
    """
    options = [face for face, _ in tile.options]
    yield [face for face in options if lefts and lefts[0][face] > 0]
    yield [face for face, count in lefts[0].items() if count > 0] if is_clear else []
    yield [face for left in lefts for face in options if left[face] > 0]
    yield [face for left in lefts[:2] for face in left if left[face] > 0]


def _lacking(observation: Observation, table: Observation) -> Counter[str]:
    """The faces missing from rows with unread tiles, by the true melds of ``table`` that match the rest."""
    lacking: Counter[str] = Counter()
    melds = [Counter(map(str, meld.tiles)) for meld in table.melds]
    for row in (meld for meld in observation.melds if None in meld.row and any(meld.row)):
        shown = Counter(map(str, row.tiles))
        alike = (meld for meld in melds if not shown - meld and meld.total() == len(row.row))
        lacking += next(alike, shown) - shown
    return lacking


def _faces(table: Observation) -> Counter[str]:
    """The faces seen on a table."""
    pozo = (tile for tile in (*(table.pozo or ()), *table.loose) if tile)
    return Counter(map(str, (*(tile for meld in table.melds for tile in meld.tiles), *pozo)))


def best_answer(question: Question, truth: TrueFilm, frame: int, melds: Collection[str]) -> int | None:
    """The answer that agrees best with the ground truth.

    The one with the most true moves and no false ones; that nothing happened where ``melds`` are those that lie there;
    or that none applies.
    """
    lie = [_lies(meld) for meld in truth.table_at(frame).melds]
    made = {plain(true_move.move) for true_move in truth.moves if true_move.frame <= frame}.union(lie)
    fits: dict[int, int] = {}
    for at, answer in enumerate(question.answers):
        seen = [_lies(move) if isinstance(move, CorrectMeld) else plain(move)
                for move in answer if not isinstance(move, UNSEEN)]  # fmt: skip
        if made.issuperset(seen) and (seen or sorted(lie) == sorted(melds)):
            fits[at] = len(seen)
    return max(fits, key=lambda at: fits[at]) if fits else None


def _lies(meld: SeenMeld | LaidMeld | CorrectMeld) -> str:
    """A row as a multiset of tiles."""
    return " ".join(sorted(str(placed.tile) for placed in meld.row if placed))
