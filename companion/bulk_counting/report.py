"""The report of a bulk run: what was read, what is in doubt, and the resulting hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.bulk_counting.answers import code_of
from companion.bulk_counting.counting import CountedPhotograph
from companion.bulk_counting.hands import ReadPhotograph, TallyHand, counted_hands
from companion.bulk_counting.photo_list import PhotoList
from companion.bulk_counting.reader_process import ReadingSetup, failure_sentence
from companion.bulk_counting.reading_codec import kept_reading
from companion.eventstore.photo_ledger import Ledger, LedgerKey
from companion.view_models import UNSEEN, UNSURE, PhotoAnswers, TileView
from engine.rules.rules import Rules

_OFFERED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A tile that a person must name."""

    code: str
    shown: ReadPhotograph
    tile: TileView
    options: tuple[str, ...]
    """The likeliest names first."""
    piece: bytes | None
    """A JPEG of the tile and its surroundings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """The complete result of a run."""

    listing: PhotoList
    shown: Mapping[int, ReadPhotograph]
    """The photographs that could be read, by index of the listing."""
    failures: Mapping[int, str]
    """Why the others could not, in one sentence."""
    doubts: tuple[Doubt, ...]
    hands: tuple[TallyHand, ...]
    is_new: int
    """The number of photographs counted in this run."""
    rules: Rules
    """The rules under which the hands were counted."""

    def as_json(self, language: str) -> dict[str, Any]:
        """One JSON object."""
        empty = sum(photo.is_empty for photo in self.shown.values())
        return {
            "counts": {
                "photographs": len(self.listing.pictures),
                "counted": len(self.shown) - empty,
                "new": self.is_new,
                "failed": len(self.failures),
                "empty": empty,
                "doubts": len(self.doubts),
            },
            "hands": [_hand_json(hand, self.rules, language) for hand in self.hands],
            "doubts": [_doubt_json(doubt) for doubt in self.doubts],
            "photographs": [self._photograph_json(index) for index in range(len(self.listing.pictures))],
        }

    def _photograph_json(self, index: int) -> dict[str, Any]:
        name = self.listing.pictures[index].name
        if index not in self.shown:
            return {"name": name, "failure": self.failures[index]}
        one = self.shown[index]
        rows = [row.meld or " ".join(one.score.tiles[tile].face for tile in row.tiles) for row in one.score.rows]
        return {
            "name": name,
            "photo": one.photo,
            "points": one.score.points,
            "rows": rows,
            "doubts": len(one.doubts),
            "empty": one.is_empty,
            "left_out": one.left_out,
            **{name: name in one.score.unseen for name in UNSEEN},
            "retake": [flaw.code for flaw in one.score.retake],
        }


def result_of_run(
    listing: PhotoList, counted: Sequence[CountedPhotograph], ledger: Ledger, how: ReadingSetup, language: str
) -> RunResult:
    """The result of a run in which each photograph of ``listing`` was ``counted``. Raises JournalError."""
    places: dict[LedgerKey, list[int]] = {}
    for photo in counted:
        if photo.key:
            places.setdefault(photo.key, []).append(photo.index)
    failures = {photo.index: photo.failure or "" for photo in counted if not photo.key}
    shown: dict[int, ReadPhotograph] = {}
    doubts: list[Doubt] = []
    answered = ledger.answered(how.models)
    for line in ledger.lines(list(places)):
        indices = places[line.key]
        if line.reading is None:
            failures.update(dict.fromkeys(indices, line.failure or ""))
            continue
        kept = kept_reading(line.reading, listing.pictures[indices[0]].name)
        score = kept.photograph.score(how.rules, language, PhotoAnswers(answered.get(line.key.photo, {})))
        shown.update((index, ReadPhotograph(listing.pictures[index], line.key.photo, score)) for index in indices)
        doubts += _doubts(shown[indices[0]], kept.pieces)
    return RunResult(
        listing=listing,
        shown=shown,
        failures={index: failure_sentence(failures[index], language) for index in sorted(failures)},
        doubts=tuple(doubts),
        hands=counted_hands(listing, shown, how.rules),
        is_new=sum(photo.is_new for photo in counted),
        rules=how.rules,
    )


def _doubts(reading: ReadPhotograph, pieces: Mapping[int, bytes]) -> Iterator[Doubt]:
    for number in reading.doubts:
        tile = reading.score.tiles[number]
        likely = (tile.seen, *(name for name, _ in tile.alternatives))
        yield Doubt(
            code=code_of(reading.photo, number),
            shown=reading,
            tile=tile,
            options=tuple(name for name in likely if name != UNSURE)[:_OFFERED],
            piece=pieces.get(number),
        )


def _doubt_json(doubt: Doubt) -> dict[str, Any]:
    return {"code": doubt.code, "photograph": doubt.shown.listed.name, "likely": list(doubt.options)}


def _hand_json(hand: TallyHand, rules: Rules, language: str) -> dict[str, Any]:
    fields = {"table": hand.table, "hand": hand.hand, "doubts": hand.doubts, "unread": hand.unread, "empty": hand.empty}
    if hand.score is None:
        return fields
    impossible = [violation.sentence(language) for violation in hand.score.impossible]
    sheets = hand.score.as_json(language, rules)
    return (
        fields | sheets | {"teams": {name: sheets["teams"].get(name) for name in hand.teams}, "impossible": impossible}
    )
