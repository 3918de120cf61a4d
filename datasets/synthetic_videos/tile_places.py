"""The position of every tile over a hand: melds keep their places while they grow.

Millimetres, x to the right and y away from the camera, the origin in the middle. Our melds lie in the lower part of the
picture, theirs in the upper; between them, from left to right, muertos, mazo and pozo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from datasets.synthetic_tables.scene import SceneLayout, TilePose
from engine.hand.state import LaidMeld, TableState
from engine.rules.rules import Rules
from vision.belief import BACK

Rng = np.random.Generator
Size = tuple[float, float, float]
Point = tuple[float, float]
WIDTH_MM = 1000.0
MIDDLE_MM = 62.0
"""The distance of the melds from the middle of the table."""
_CANASTA = 7
MAZO_MM = (-62.0, 22.0)
"""The position of the first pile of the mazo."""
_HIGHEST = 4
"""Tiles of a pile that are drawn at most."""
BELOW = -2
"""The row of tiles that lie in a pile under its top one."""


@dataclass(frozen=True, slots=True)
class LayingHabits:
    """How these players lay their tiles; drawn once for a hand."""

    gap: float
    """Between the tiles of a row, in widths."""
    line: float
    """The line pitch of melds, in tile heights."""
    lean_deg: float
    shift: float
    """The standard deviations of a tile's rotation and displacement (in widths)."""
    theirs_turned: bool
    """Whether the other side's melds are to be read from the other side."""
    piles: bool
    """Whether finished canastas are piled up."""

    @staticmethod
    def drawn(rng: Rng, rules: Rules) -> LayingHabits:
        """Random habits."""
        return LayingHabits(
            gap=float(rng.uniform(0.01, 0.08)),
            line=float(rng.uniform(1.16, 1.3)),
            lean_deg=float(rng.uniform(0.2, 1.6)),
            shift=float(rng.uniform(0.005, 0.025)),
            theirs_turned=bool(rng.random() < 0.5),
            piles=bool(rng.random() < 0.6) and rules.meld_owner != "table",
        )


@dataclass(frozen=True, slots=True)
class MeldPlace:
    """The place of a meld."""

    x_mm: float
    """The leftmost centre of its first tile."""
    y_mm: float
    is_turned: bool


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """The places of a whole hand."""

    size_mm: Size
    habits: LayingHabits
    seats: Mapping[int, MeldPlace]
    lefts: Mapping[int, Sequence[int]]
    """By meld: the most tiles that will ever be added at its left, then how many were, state by state."""
    depth_mm: float
    """The distance of the farthest line of melds from the middle."""
    piled: Mapping[int, int] = field(default_factory=dict)
    """By meld: the state from which it is piled."""
    covers_pozo: bool = False
    """Whether only the top of the pozo is in view."""
    seed: int = 0

    def arrangement(self, states: Sequence[TableState], at: int) -> SceneLayout:
        """The tiles of the state ``at`` of ``states``."""
        state = states[at]
        tiles = [tile for meld in state.melds for tile in self._meld(states, at, meld)]
        tiles += [*self._pozo(state), *self._face_down(state)]
        return SceneLayout(tuple(tiles), (), {})

    def is_piled(self, meld: LaidMeld, at: int) -> bool:
        """Whether a meld is piled up in the state ``at``."""
        return at >= self.piled.get(meld.number, at + 1)

    def _meld(self, states: Sequence[TableState], at: int, meld: LaidMeld) -> Iterator[TilePose]:
        seat, pitch = self.seats[meld.number], self.size_mm[0] * (1 + self.habits.gap)
        most, *lefts = self.lefts[meld.number]
        faces, first, height = _faces(meld), most - lefts[at], 1
        if self.is_piled(meld, at):
            buried = self._pile(states, meld)
            faces, first = [buried[-1], *_added(faces, buried)], 0
            height = len(buried)
        for place, face in enumerate(faces):
            along = (first + place) * pitch * (-1 if seat.is_turned else 1)
            way = self._way(seat.is_turned, meld.number, first + place)
            yield from self._pile_of(face, (seat.x_mm + along, seat.y_mm), 1 if place else height, way)

    def _pile(self, states: Sequence[TableState], meld: LaidMeld) -> list[str]:
        """The faces of the piled tiles, the last on top; later ones lie beside the pile."""
        then = states[self.piled[meld.number]].meld(meld.number)
        return _faces(then or meld)

    def _way(self, is_turned: bool, *place: int) -> tuple[float, Rng]:
        """The rotation and other random details of a tile at a place."""
        rng = np.random.default_rng([self.seed, *place])
        return (np.pi if is_turned else 0.0) + np.radians(self.habits.lean_deg) * float(rng.normal()), rng

    def _pile_of(self, face: str, spot: Point, count: int, way: tuple[float, Rng]) -> Iterator[TilePose]:
        """A pile of ``count`` tiles; ``BELOW`` marks all but the top one."""
        angle, rng = way
        right = np.array([np.cos(angle), np.sin(angle), 0.0])
        up = np.array([-np.sin(angle), np.cos(angle), 0.0])
        x, y = spot + rng.normal(0, self.habits.shift * self.size_mm[0], 2)
        drawn = min(count, _HIGHEST)
        for level in range(drawn):
            center = np.array([x, y, (level + 1) * self.size_mm[2]])
            yield TilePose(face, center, right, up, self.size_mm, -1 if level == drawn - 1 else BELOW, level)

    def _pozo(self, state: TableState) -> Iterator[TilePose]:
        """The pozo: spread out in lines, or as one pile."""
        faces = [str(tile) for tile in state.pozo if tile]
        if faces and self.covers_pozo:
            faces, height = faces[-1:], len(faces)
        else:
            height = 1
        pitch, most = self.size_mm[0] * (1.03 + self.habits.gap), self.per_line
        for place, face in enumerate(faces):
            line, column = divmod(place, most)
            spot = (130.0 + column * pitch, 24.0 - line * self.size_mm[1] * 1.2)
            yield from self._pile_of(face, spot, height, self._way(False, 1000, place))

    @property
    def per_line(self) -> int:
        """The number of tiles in a line of the pozo."""
        return int((WIDTH_MM / 2 - 150) / (self.size_mm[0] * 1.15))

    def _face_down(self, state: TableState) -> Iterator[TilePose]:
        """Mazo, muertos, and the closing tile, which lies face up."""
        pitch = self.size_mm[0] * 1.25
        for pile in range(-(-state.mazo // 14)):
            count = min(14, state.mazo - 14 * pile)
            spot = (MAZO_MM[0] + pile % 4 * pitch, MAZO_MM[1] - pile // 4 * self.size_mm[1] * 1.25)
            yield from self._pile_of(BACK, spot, count, self._way(False, 2000, pile))
        for pile, count in enumerate(state.muertos):
            spot = (-WIDTH_MM * 0.36 + pile * 2 * pitch, 0.0)
            yield from self._pile_of(BACK, spot, count, self._way(False, 3000, pile))
        for tile in filter(None, state.closing_tile):
            yield from self._pile_of(str(tile), (130.0, 0.0), 1, self._way(False, 4000))


def seating(states: Sequence[TableState], rules: Rules, size_mm: Size, rng: Rng) -> Seating:
    """The places of all melds of the hand."""
    habits = LayingHabits.drawn(rng, rules)
    lefts = {number: _lefts(states, number) for number in _numbers(states)}
    piled = {number: at for number in lefts if habits.piles and (at := _piles_at(states, number, rng)) is not None}
    widths = {number: _width(states, number, each, piled.get(number)) for number, each in lefts.items()}
    seats, depth = _seats(states, widths, habits, size_mm)
    return Seating(
        size_mm=size_mm,
        habits=habits,
        seats=seats,
        lefts=lefts,
        depth_mm=depth,
        piled=piled,
        seed=int(rng.integers(1 << 30)),
        covers_pozo=rules.pozo_display == "covered",
    )


def _added(faces: Sequence[str], before: Sequence[str]) -> list[str]:
    """The ``faces`` that are not in ``before``."""
    left = Counter(before)
    return [face for face in faces if not _took(left, face)]


def _took(left: Counter[str], face: str) -> bool:
    left[face] -= 1
    return left[face] >= 0


def _numbers(states: Sequence[TableState]) -> list[int]:
    return sorted({meld.number for state in states for meld in state.melds})


def _lefts(states: Sequence[TableState], number: int) -> list[int]:
    """The largest number of tiles ever left of a meld's start, then how many more than at first, state by state.

    Tiles taken from the left leave the others where they are.
    """
    counts, left, before = [], 0, ()
    for state in states:
        meld = state.meld(number)
        row = tuple(placed.tile for placed in meld.row) if meld else before
        longer, shorter = (row, before) if len(row) > len(before) else (before, row)
        if shorter and longer[: len(shorter)] != shorter and longer[-len(shorter) :] == shorter:
            left += len(row) - len(before)
        counts.append(left)
        before = row
    return [max(counts), *counts]


def _piles_at(states: Sequence[TableState], number: int, rng: Rng) -> int | None:
    """The state from which a finished canasta is piled up: a few moves later, with every tile but the top seen before.

    A top that is a second copy of one of them was seen, too.
    """
    long = [at for at, state in enumerate(states) if (meld := state.meld(number)) and len(meld.row) >= _CANASTA]
    wait = int(rng.integers(1, 4))
    if len(long) <= wait or rng.random() >= 0.8:
        return None
    rows = [_faces(state.meld(number)) for state in states]
    return next((at for at in long[wait:] if not _added(_told(rows[at], rows[at - 1]), rows[at - 1])), None)


def _told(row: Sequence[str], before: Sequence[str]) -> Sequence[str]:
    """The tiles of a pile ``row`` that must have been visible ``before``: its top shows itself, unless it resembles
    another."""
    return row if row[-1] in before else row[:-1]


def _faces(meld: LaidMeld | None) -> list[str]:
    return [str(placed.tile) for placed in meld.row] if meld else []


def _width(states: Sequence[TableState], number: int, lefts: Sequence[int], piled: int | None) -> int:
    """The width of a meld's place, in tiles."""
    most, *each = lefts
    until = states[: piled + 1] if piled is not None else states
    spans = [most - left + len(meld.row) for state, left in zip(until, each, strict=False)
             if (meld := state.meld(number))]  # fmt: skip
    after = [len(meld.row) for state in states[piled:] if (meld := state.meld(number))] if piled is not None else [0]
    rows = [len(meld.row) for state in until if (meld := state.meld(number))]
    return max(max(spans), max(after) - (rows[-1] if piled is not None else 0) + 1)


def _seats(
    states: Sequence[TableState], widths: Mapping[int, int], habits: LayingHabits, size_mm: Size
) -> tuple[dict[int, MeldPlace], float]:
    """The places of melds, line by line, in the order in which they are laid, and the depth of all lines."""
    team = {meld.number: meld.team for state in states for meld in state.melds}
    pitch, line_mm = size_mm[0] * (1 + habits.gap), size_mm[1] * habits.line
    ends: dict[tuple[int, int], float] = {}
    seats: dict[int, MeldPlace] = {}
    for number, width in sorted(widths.items()):
        side = number % 2 if team[number] is None else (team[number] or 0) % 2
        need = width * pitch + 0.7 * size_mm[0]
        line = next(n for n in range(99) if ends.get((side, n), 0.0) + need <= WIDTH_MM)
        start = ends.get((side, line), 0.0)
        ends[side, line] = start + need
        y = MIDDLE_MM + (line + 0.5) * line_mm
        is_turned = side == 1 and habits.theirs_turned
        x = start + 0.5 * pitch - WIDTH_MM / 2
        seats[number] = MeldPlace(-x if is_turned else x, y if side else -y, is_turned)
    lines = max((line for _, line in ends), default=0) + 1
    return seats, MIDDLE_MM + lines * line_mm
