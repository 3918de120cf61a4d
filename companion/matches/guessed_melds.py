"""Melds with unreadable, unnamed tiles: the assumed faces, and their alternatives."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.hand.state import LaidMeld, TableState
from engine.melds.melds import judge_meld
from engine.placed_tile import parse_meld
from engine.rules.rules import Rules
from engine.tiles import FACES, NotationError, Tile

_CHANCE = re.compile(r"0?\.\d{1,4}|[01]")
_NAMES = frozenset(map(str, FACES))
Totals = tuple[int, ...]
"""The points of each team, in seat order."""
ScoreRange = tuple[tuple[int, int], ...]
"""The least and the most that each team may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessedRow:
    """A meld with guessed tiles, as ``7k 2y 4k? 10k @ 0.86 | 7k 2y 9k 10k``."""

    row: tuple[str, ...]
    """The faces that its tiles are taken for, in the order they lie."""
    guessed: tuple[int, ...]
    """The places of those that were guessed, from 0."""
    offence: float
    """How probable it is that the meld breaks a rule, between 0 and 1."""
    others: tuple[tuple[str, ...], ...] = ()
    """Other possible faces, the likeliest first."""

    def __str__(self) -> str:
        row = " ".join(f"{face}?" if place in self.guessed else face for place, face in enumerate(self.row))
        return " | ".join([f"{row} @ {self.offence:g}", *map(" ".join, self.others)])

    @staticmethod
    def parse(text: str) -> GuessedRow:
        """Parse the format of ``str``. Raises NotationError for anything else."""
        first, *others = text.split(" | ")
        row, _, offence = first.partition(" @ ")
        faces = row.split()
        if not _CHANCE.fullmatch(offence):
            raise NotationError("not_an_observation", text=text)
        return GuessedRow(
            row=tuple(str(Tile.parse(face.rstrip("?"))) for face in faces),
            guessed=tuple(place for place, face in enumerate(faces) if face.endswith("?")),
            offence=float(offence),
            others=tuple(tuple(str(Tile.parse(face)) for face in other.split()) for other in others),
        )

    @property
    def faces(self) -> tuple[str, ...]:
        """The guessed faces."""
        return tuple(self.row[place] for place in self.guessed)

    @property
    def is_face_up(self) -> bool:
        """Whether every face is known: the journal stores no row with a face-down tile."""
        return _NAMES.issuperset(self.row)

    def is_of(self, meld: LaidMeld) -> bool:
        """Whether ``meld`` has exactly the assumed tiles of this row."""
        return Counter(map(str, meld.tiles)) == Counter(self.row)


def guessed_rows(text: str) -> tuple[GuessedRow, ...]:
    """Parse the rows of ``text``, one a line. Raises NotationError for an invalid line."""
    return tuple(GuessedRow.parse(line) for line in text.splitlines() if line.strip())


def score_range(
    state: TableState, rows: Iterable[GuessedRow], rules: Rules, count: Callable[[TableState], Totals]
) -> ScoreRange:
    """The lowest and highest totals of each team over the alternatives of all ``rows``.

    ``count`` gives the totals of a table. Melds are varied one at a time, so that the range is only too narrow where
    two of them together make the difference.
    """
    totals = count(state)
    found = tuple((total, total) for total in totals)
    for row in rows:
        meld = next((meld for meld in state.melds if row.is_of(meld)), None)
        if meld is not None:
            others = [count(_with(state, meld, other, rules)) for other in row.others]
            found = widened(found, totals, others)
    return found


def widened(score_range: ScoreRange, totals: Totals, others: Sequence[Totals]) -> ScoreRange:
    """The range ``score_range`` extended by the differences of ``others`` from ``totals``."""
    shifts = [[one - total for one, total in zip(other, totals, strict=True)] for other in others]
    shifts.append([0] * len(score_range))
    return tuple(
        (low + min(shift), high + max(shift))
        for (low, high), shift in zip(score_range, zip(*shifts, strict=True), strict=True)
    )


def _with(state: TableState, meld: LaidMeld, row: Sequence[str], rules: Rules) -> TableState:
    """The table with ``row`` replacing ``meld``."""
    other = meld.became(judge_meld(parse_meld(" ".join(row)), rules))
    return replace(state, melds=tuple(other if laid is meld else laid for laid in state.melds))
