"""Somebody who sees everything answers what is asked of a filmed hand, one tap at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from companion.evaluation.filmed import UNSEEN, TrueSitting, plain
from companion.evaluation.sitting import ToldNews
from companion.hand_watch import HandWatch
from companion.news import Question
from companion.snapshot import NO_TILE
from engine.moves import CorrectMeld
from engine.observation import Observation, SeenMeld
from engine.state import LaidMeld

MOST_TAPS = 20
"""Taps after which nobody goes on answering the same news."""
_REMEMBERED = 4
"""So many tables somebody knows, the one that lies there among them."""


def answered(hand: HandWatch, truth: TrueSitting, told: ToldNews) -> Iterator[ToldNews]:
    """The news, and what follows from answering them: each answer and each face is a tap."""
    yield told
    for _ in range(MOST_TAPS):
        question, frame = told.news, told.frame
        if not isinstance(question, Question) or question.is_illegible:
            return
        if not question.unsure:
            choice = best_answer(question, truth, frame, [_lies(meld) for meld in hand.state.melds])
            yield ToldNews(hand.answers(question, choice), frame, 1)
            return
        faces = true_faces(question, truth.tables_until(frame)[:_REMEMBERED])
        news = hand.names(faces) if faces else None
        if news is None:
            return
        told = ToldNews(news, frame, len(faces))
        yield told


def true_faces(question: Question, tables: Sequence[Observation]) -> Mapping[int, str]:
    """The face of every tile that could not be read: of those that lie on the true table and were not seen, one that it
    may be. ``tables`` are it and those before it: whoever was there remembers a tile that was covered meanwhile.

    What its row lacks of the true one comes first. Where all that lies there was seen, it is no tile.
    """
    seen = Observation.parse(question.seen)
    shown = _faces(seen)
    lefts = [_lacking(seen, tables[0]), *(_faces(table) - shown for table in tables)] if tables else []
    faces: dict[int, str] = {}
    for tile in question.unsure:
        likely = [face for left in lefts for face, _ in tile.options if left[face] > 0]
        found = likely or [face for left in lefts[:2] for face in left if left[face] > 0]
        if found:
            faces[tile.number] = found[0]
            for left in lefts:
                left[found[0]] -= 1
        elif lefts and not +lefts[1]:
            faces[tile.number] = NO_TILE
    return faces


def _lacking(seen: Observation, table: Observation) -> Counter[str]:
    """The faces that rows with unread tiles lack of the melds of the true ``table`` that are like them in all else."""
    lacking: Counter[str] = Counter()
    melds = [Counter(map(str, meld.tiles)) for meld in table.melds]
    for row in (meld for meld in seen.melds if None in meld.row and any(meld.row)):
        shown = Counter(map(str, row.tiles))
        alike = (meld for meld in melds if not shown - meld and meld.total() == len(row.row))
        lacking += next(alike, shown) - shown
    return lacking


def _faces(table: Observation) -> Counter[str]:
    """The faces that are seen on a table."""
    pozo = (tile for tile in (*(table.pozo or ()), *table.loose) if tile)
    return Counter(map(str, (*(tile for meld in table.melds for tile in meld.tiles), *pozo)))


def best_answer(question: Question, truth: TrueSitting, frame: int, known: Collection[str]) -> int | None:
    """What somebody who saw everything would tap: the answer with the most moves that were made and none that were
    not, that nothing happened where the melds ``known`` are those that lie there, or nothing of it."""
    lie = [_lies(meld) for meld in truth.table_at(frame).melds]
    made = {plain(one.move) for one in truth.moves if one.frame <= frame}.union(lie)
    fits: dict[int, int] = {}
    for at, answer in enumerate(question.answers):
        seen = [_lies(move) if isinstance(move, CorrectMeld) else plain(move)
                for move in answer if not isinstance(move, UNSEEN)]  # fmt: skip
        if made.issuperset(seen) and (seen or sorted(lie) == sorted(known)):
            fits[at] = len(seen)
    return max(fits, key=lambda at: fits[at]) if fits else None


def _lies(meld: SeenMeld | LaidMeld | CorrectMeld) -> str:
    """A row by its tiles, in whichever order."""
    return " ".join(sorted(str(one.tile) for one in meld.row if one))
