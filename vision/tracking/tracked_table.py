"""Tracked tiles: each keeps its number, its place and all its readings over time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from vision.geometry import F32, F64
from vision.layout.layout import LayoutTuning, lay_out
from vision.reading import DetectedTile, ReadTile, TableReading, TileRow
from vision.tracking.belief_pooling import PooledBelief


class Visibility(StrEnum):
    """Whether a tile is seen, missing or hidden."""

    SEEN = "seen"
    MISSING = "missing"
    """Its place was bare at the last look; one more, and it is gone."""
    HIDDEN = "hidden"
    """Something lies over it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Track:
    """One tracked tile."""

    number: int
    """The same for as long as the tile lies on the table, wherever it is moved."""
    place: DetectedTile
    opinion: PooledBelief
    signature: F32
    standing: Visibility = Visibility.SEEN
    missed: int = 0
    """The number of readings in a row in which its place was bare."""
    blinks: int = 0
    """The number of readings in a row in which it was not detected, though its place looks unchanged."""
    under: int | None = None
    """The number of the tile that lies over it."""
    moves: int = 0
    """How often it moved."""
    is_disputed: bool = False
    """Whether two cameras confidently disagree about it."""

    @property
    def tile(self) -> ReadTile:
        """Its place, with the pooled belief of all readings."""
        return ReadTile(self.place, self.opinion.belief)

    @property
    def face(self) -> str:
        """The most likely face."""
        return self.opinion.belief.best


_FEW_BESIDE, _WIDEST_BESIDE, _LEVEL_BESIDE = 3, 2.1, 0.6
"""Fewer tiles than this may belong to the pile they lie beside: nearer than so many of its widths, and so level."""
_KEPT = LayoutTuning(widest_gap=0.5, largest_shift=0.45, largest_skew_deg=25.0, largest_strain=1.2)
"""The tolerance for rows that lay there before."""
Stack = tuple[int, ...]
"""The numbers of tiles that were a row and lie on one pile now, in the order in which they lay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackTuning:
    """Thresholds for matching a tile, and for removing it."""

    unchanged: float = 0.06
    """The largest signature distance, as a fraction of white, of an unchanged place."""
    stirred: float = 1.4
    """The same as a multiple of the change of all places of the picture, from which a place is read again."""
    covering: float = 0.25
    """The overlap from which a tile covers another."""
    sure: float = 0.9
    """The confidence from which a tile is not read repeatedly."""
    wanted_looks: tuple[int, int] = (2, 6)
    """The number of readings of every tile, and the maximum for a doubtful one."""
    gone_after: int = 2
    """The number of readings of a bare place after which its tile is gone."""
    possible: tuple[float, float] = (0.05, 0.3)
    """Probability from which a face is not ruled out: of a tile in a row, and of one alone, which may be covered."""
    arrived: tuple[float, float] = (10.0, 25.0)
    """Change of the colours of a place, in Lab of 8 bits, below which nothing has arrived there, and from which
    something has."""
    hardly: float = 16.0
    """The same below which nothing has arrived where what is read is in doubt: the cloth's pattern in another light."""
    occupied: float = 0.25
    """Part of a place that a tile covers which lies as it lay, from which no other has arrived there."""
    over: float = 0.05
    """Overlap of two tiles of which one is hidden, from which the other lies over it."""
    rest: float = 0.3
    """Overlap with such a tile from which a doubtful place is the rest of it that still shows."""
    found: float = 0.6
    """Score of a place where nothing has arrived, from which a tile was overlooked there until now."""
    fancied_after: int = 2
    """Looks in a row without it after which what was detected only once was no tile."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TrackedTable:
    """All tracked tiles after a picture."""

    tracks: tuple[Track, ...] = ()
    stacks: tuple[Stack, ...] = ()
    rows: tuple[tuple[int, ...], ...] = ()
    """Numbers of tiles side by side, those of a stack in the place of the stack."""
    now_from_then: F64 = field(default_factory=lambda: np.eye(3))
    """(3, 3): the motion of the picture since the last reading, in pixels."""
    next_number: int = 0
    is_lost: bool = False
    """Whether the look showed none of the tiles that should be there, nor bare table: the camera looks elsewhere."""

    @property
    def by_number(self) -> dict[int, Track]:
        """The tiles by their numbers."""
        return {track.number: track for track in self.tracks}

    @property
    def stacked(self) -> frozenset[int]:
        """The numbers of tiles in stacks, including the top ones."""
        return frozenset(number for stack in self.stacks for number in stack)

    @property
    def open_tracks(self) -> tuple[Track, ...]:
        """The tiles that form rows: all but those covered by one other tile."""
        return tuple(track for track in self.tracks if track.under is None or track.number in self.stacked)

    @property
    def covered(self) -> tuple[Track, ...]:
        """The tiles under one other tile that belong to no stack, such as those of a pile."""
        return tuple(track for track in self.tracks if track.under is not None and track.number not in self.stacked)

    def reading(self) -> TableReading:
        """The table as one reading, hidden tiles in their places; covered tiles are left out."""
        tracks = self.open_tracks
        index = {track.number: at for at, track in enumerate(tracks)}
        rows = tuple(TileRow(tuple(index[number] for number in row)) for row in self.rows)
        in_rows = {at for row in rows for at in row.tiles}
        loose = tuple(at for at in range(len(tracks)) if at not in in_rows)
        return TableReading(tuple(track.tile for track in tracks), rows, loose)


def rows_of(table: TrackedTable) -> tuple[tuple[int, ...], ...]:
    """The rows of the tiles of ``table``; a stack is represented by its top."""
    buried = table.stacked - {top_of(stack, table) for stack in table.stacks}
    tracks = [track for track in table.open_tracks if track.number not in buried]
    by_top = {top_of(stack, table): stack for stack in table.stacks}
    lying = _kept([*_laid_out(tracks, LayoutTuning())], tracks, table.rows)
    in_rows = {number for row in lying for number in row}
    singles = [(track.number,) for track in tracks if track.number not in in_rows]
    before = {number: at for at, row in enumerate(table.rows) for number in row}
    lying = [part for row in lying for part in _apart(row, by_top.keys(), before)]
    lying = _beside_piles([*lying, *singles], by_top, table)
    kept = [row for row in lying if len(row) > 1 or row[0] in by_top]
    return tuple(tuple(member for number in row for member in by_top.get(number, (number,))) for row in kept)


def _laid_out(tracks: Sequence[Track], tuning: LayoutTuning) -> Iterator[tuple[int, ...]]:
    """The numbers of the tiles of each row that lies there."""
    rows, _ = lay_out([track.tile for track in tracks], tuning)
    return (tuple(tracks[at].number for at in row.tiles) for row in rows)


def _kept(
    rows: list[tuple[int, ...]], tracks: Sequence[Track], before: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """``rows`` with those of ``before`` that only seem to have come apart: no tile of them is in another row, and by a
    little more tolerance they still are one."""
    numbers = {track.number for track in tracks}
    whole = {frozenset(row) for row in rows}
    gone = [{*row} for row in before if len(row) >= _FEW_BESIDE and numbers.issuperset(row)]
    gone = [row for row in gone if row not in whole and all(row.issuperset(part) or row.isdisjoint(part)
                                                            for part in whole)]  # fmt: skip
    if not gone:
        return rows
    still = [row for row in _laid_out(tracks, _KEPT) if {*row} in gone]
    joined = {number for row in still for number in row}
    return [*(row for row in rows if joined.isdisjoint(row)), *still]


def _apart(row: tuple[int, ...], tops: Collection[int], before: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Split ``row`` at the top of a pile where another row followed, since nobody joins two rows.

    ``before`` gives the former row of each tile.
    """
    for at, top in enumerate(row):
        for end in (at, at + 1) if top in tops else ():
            parts = row[:end], row[end:]
            beyond = {before[number] for number in parts[end == at + 1] if number in before}
            if beyond and before.get(top) not in beyond:
                return [part for half in parts for part in _apart(half, tops, before)]
    return [row]


def _beside_piles(
    lying: Sequence[tuple[int, ...]], piles: Mapping[int, Stack], table: TrackedTable
) -> list[tuple[int, ...]]:
    """Join rows beside a pile to it: those of one or two tiles, and longer ones with tiles that were there before.

    The top of a pile seems farther away than its foot, and a tile laid beside it lies at its foot. ``piles`` are the
    stacks by their tops.
    """
    left, by_number = list(lying), table.by_number
    for pile in [row for row in lying if len(row) == 1 and row[0] in piles]:
        lay = {number for row in table.rows if not set(piles[pile[0]]).isdisjoint(row) for number in row}
        for few in [row for row in left if row[0] not in piles and (len(row) < _FEW_BESIDE or not lay.isdisjoint(row))]:
            sides = [_side_of(by_number[pile[0]], by_number[number]) for number in few]
            side = next((side for side in sides if side), 0.0)
            if side:
                left = [row for row in left if row not in (pile, few)]
                left.append((*pile, *few) if side > 0 else (*few, *pile))
                break
    return left


def _side_of(pile: Track, other: Track) -> float:
    """How many widths to the right of a pile a tile lies; 0 where it is not beside it."""
    corners = pile.place.corners_px.astype(np.float64)
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    away = other.place.corners_px.mean(axis=0) - corners.mean(axis=0)
    x, y = np.linalg.solve(np.column_stack([across, down]), away)
    return float(x) if 0.5 < abs(x) < _WIDEST_BESIDE and abs(y) < _LEVEL_BESIDE else 0.0


def top_of(stack: Stack, table: TrackedTable) -> int:
    """The number of the visible tile of a stack; without any, of its last."""
    by_number = table.by_number
    seen = [number for number in stack if by_number[number].standing is not Visibility.HIDDEN]
    return (seen or list(stack))[-1]


def places_of(tracks: Sequence[Track]) -> F32:
    """(n, 4, 2): the corners of tiles, in pixels."""
    return np.array([track.place.corners_px for track in tracks], np.float32).reshape(-1, 4, 2)
