"""Place melds in lanes on either side of the middle strip, and check for free space."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from datasets.family_films.boxes import Body
from datasets.family_films.scenarios import FamilyHabits, Rng

_SQUEEZED = 0.62


@dataclass(slots=True, eq=False)
class LaidRow:
    """A placed meld: tile ``k`` lies ``k`` steps from the first along its reading direction."""

    first: tuple[float, float]
    turn: float
    """0 where it is read from the near side, 180 from the far side."""
    step: float
    faces: dict[int, str] = field(default_factory=dict)
    """The face of each of its tiles by its number, in the order they lie."""
    piled: frozenset[int] = frozenset()
    """Those that lie in one pile."""
    wobble: float = 0.0
    is_crossed: bool = False
    """Whether the top tile of the pile lies across."""

    @property
    def along(self) -> float:
        """1 where it is read to the right, -1 to the left."""
        return -1.0 if self.turn else 1.0

    def places(self) -> dict[int, int]:
        """The steps of each tile from the first: a pile takes one step."""
        loose = [number for number in self.faces if number not in self.piled]
        heap = [number for number in self.faces if number in self.piled]
        return {**dict.fromkeys(heap, 0), **{number: at + bool(heap) for at, number in enumerate(loose)}}

    def span(self, wide_mm: float) -> tuple[float, float]:
        """Its extent from left to right."""
        ends = sorted((self.first[0], self.first[0] + self.along * self.step * max(self.places().values(), default=0)))
        return ends[0] - wide_mm / 2, ends[1] + wide_mm / 2

    def bodies(self, size: tuple[float, float, float]) -> dict[int, Body]:
        """Its tiles, by number."""
        found, height = {}, 0
        is_squeezed = self.step < 0.9 * size[0]
        for number, place in self.places().items():
            level = 0.0
            if number in self.piled:
                level, height = height * size[2], height + 1
            elif is_squeezed:
                level = 0.05 * place
            roll = float(np.degrees(np.arctan2(0.8 * size[2], size[0]))) * self.along if is_squeezed and place else 0.0
            at = (self.first[0] + self.along * self.step * place, self.first[1] + self.wobble * place, level)
            is_across = self.is_crossed and number in self.piled and height == len(self.piled)
            turn = self.turn + 90 * is_across
            found[number] = Body(self.faces[number], at, size, turn, roll=-roll * self.along)
        return found

    def squeezed(self, wide_mm: float) -> None:
        """Push its tiles together so that each overlaps the one before."""
        self.step = _SQUEEZED * wide_mm


def lanes(habits: FamilyHabits, team: int | None) -> tuple[float, ...]:
    """The centres of the lanes of one side, nearest to the strip first; of both for shared melds."""
    tall, half = habits.tile_mm[1], habits.area_mm[1] / 2
    some = np.arange(habits.band_mm + tall / 2 + 4, half - tall / 2 + 1, tall + 8).tolist()
    ours, theirs = tuple(-y for y in some), tuple(some)
    return {0: ours, 1: theirs}.get(
        -1 if team is None else team, tuple(y for pair in zip(ours, theirs, strict=True) for y in pair)
    )


def has_room(row: LaidRow, others: Iterable[LaidRow], habits: FamilyHabits, spare_mm: float = 0.0) -> bool:
    """Whether a row fits on the table apart from the others, with this margin on either side."""
    wide, tall = habits.tile_mm[0], habits.tile_mm[1]
    left, right = row.span(wide)
    half, apart = habits.area_mm[0] / 2, habits.margin_mm + spare_mm
    if left < -half or right > half:
        return False
    for other in others:
        low, high = other.span(wide)
        if abs(other.first[1] - row.first[1]) < tall and left < high + apart and low < right + apart:
            return False
    return True


def fresh(
    faces: dict[int, str], others: Sequence[LaidRow], habits: FamilyHabits, where: tuple[int | None, float, Rng]
) -> LaidRow:
    """A place for a new row with these tiles; ``where`` gives its side, rotation and random generator.

    With room to grow where possible; without any room, squeezed. Raises ValueError where the table is full.
    """
    team, turn, rng = where
    wide = habits.tile_mm[0]
    for spare, step in ((5, 1.0), (3, 1.0), (1, 1.0), (0, 1.0), (0, _SQUEEZED)):
        row = LaidRow((0.0, 0.0), turn, (wide + habits.gap_mm) if step == 1.0 else wide * step, dict(faces))
        half = habits.area_mm[0] / 2 - wide * min(spare, 2)
        for y in lanes(habits, team):
            for x in np.arange(-half + wide / 2, half, 14) + rng.uniform(0, 40 if spare else 6):
                row.first = (float(x if turn == 0 else -x), y + float(rng.uniform(-2, 2)))
                if has_room(row, others, habits, spare * wide):
                    row.wobble = float(rng.normal(0, 0.25))
                    return row
    raise ValueError("the table is full")


def grown(row: LaidRow, faces: dict[int, str], others: Sequence[LaidRow], habits: FamilyHabits) -> LaidRow | None:
    """The row with other tiles, moving the kept ones as little as possible; None where there is no room."""
    kept = [number for number in faces if number in row.faces]
    now = replace(row, faces=faces, piled=row.piled & frozenset(faces))
    before, after = row.places(), now.places()
    shift = float(np.median([before[number] - after[number] for number in kept])) if kept else 0.0
    for extra in (0, -1, 1, -2, 2, -3, 3):
        now.first = (row.first[0] + row.along * row.step * (shift + extra), row.first[1])
        if has_room(now, others, habits):
            return now
    return None
