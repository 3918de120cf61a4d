"""Melds with tiles that nobody could read or named: what they are taken for, and what else they may be."""

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
    """A meld of which some tiles were guessed, as ``7k 2y 4k? 10k @ 0.86 | 7k 2y 9k 10k``."""

    row: tuple[str, ...]
    """The faces that its tiles are taken for, in the order they lie."""
    guessed: tuple[int, ...]
    """The places of those that were guessed, from 0."""
    offence: float
    """How probable it is that the meld breaks a rule, between 0 and 1."""
    others: tuple[tuple[str, ...], ...] = ()
    """What else it may be, the likeliest first."""

    def __str__(self) -> str:
        row = " ".join(f"{face}?" if place in self.guessed else face for place, face in enumerate(self.row))
        return " | ".join([f"{row} @ {self.offence:g}", *map(" ".join, self.others)])

    @staticmethod
    def parse(text: str) -> GuessedRow:
        """The row that ``str`` wrote. Raises NotationError for anything else."""
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
        """The faces that were guessed."""
        return tuple(self.row[place] for place in self.guessed)

    @property
    def is_face_up(self) -> bool:
        """Whether the face of each of its tiles is known: the journal keeps no row with one that lies face down."""
        return _NAMES.issuperset(self.row)

    def is_of(self, meld: LaidMeld) -> bool:
        """Whether ``meld`` holds exactly the tiles that this row is taken for."""
        return Counter(map(str, meld.tiles)) == Counter(self.row)


def guessed_rows(text: str) -> tuple[GuessedRow, ...]:
    """The rows of ``text``, one a line. Raises NotationError for a line that is none."""
    return tuple(GuessedRow.parse(line) for line in text.splitlines() if line.strip())


def score_range(
    state: TableState, rows: Iterable[GuessedRow], rules: Rules, count: Callable[[TableState], Totals]
) -> ScoreRange:
    """What each team may have, if every one of ``rows`` may be each thing that it may be.

    ``count`` gives the totals of a table. Melds are taken one by one, so that the range is never too narrow but where
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


def widened(known: ScoreRange, totals: Totals, others: Sequence[Totals]) -> ScoreRange:
    """The range ``known``, wider by as much as ``others`` differ from ``totals``."""
    shifts = [[one - total for one, total in zip(other, totals, strict=True)] for other in others]
    shifts.append([0] * len(known))
    return tuple(
        (low + min(shift), high + max(shift))
        for (low, high), shift in zip(known, zip(*shifts, strict=True), strict=True)
    )


def _with(state: TableState, meld: LaidMeld, row: Sequence[str], rules: Rules) -> TableState:
    """The table with ``row`` in the place of ``meld``."""
    other = meld.became(judge_meld(parse_meld(" ".join(row)), rules))
    return replace(state, melds=tuple(other if laid is meld else laid for laid in state.melds))
