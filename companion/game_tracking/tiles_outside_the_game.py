"""Tiles and objects on the table that are not part of the game: a rack, spare tiles, a box.

They are no melds, and are neither reported nor shown: a rack is private. They are known by position, so that a tile
that leaves the rack counts as any other, and one added to it belongs to the rack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.game_tracking.moved_tiles import Motion, common_motion, drift
from companion.game_tracking.muertos import Spots
from companion.game_tracking.tile_lines import RACK, LineSegment, TablePart, classify_parts
from engine.hand.state import TableState
from vision.belief import BACK
from vision.geometry import TILE_MM, centers, quads_of
from vision.watching.frame_results import SeenTable

F64 = NDArray[np.float64]
_SAME_MM = 0.5 * TILE_MM[0]
"""The largest distance at which a tile counts as a known object's tile."""
_ALONG_MM = 0.2 * TILE_MM[0]
"""The largest distance from a rack's line of a tile that slid along it."""
_TOGETHER_MM, _MOST = 0.4 * TILE_MM[0], 0.6
"""The tolerance in millimetres, and the share of a row's tiles that have to move alike for the row to count as
moved."""
_HALF_MM = 0.7 * TILE_MM[1]
"""Half of the width of what such tiles take up, however they are tilted."""


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """One row of such tiles, or a single object."""

    spots: Spots
    """Where its tiles lay, by their numbers."""
    line: LineSegment
    is_rack: bool

    def holds(self, spot: F64) -> bool:
        """Whether a point belongs to it."""
        if self.is_rack:
            beyond, off = self.line.place_of(spot)
            return self.line.holds(spot) or (not self.spots and beyond <= 0 and off < TILE_MM[1])
        return any(float(np.hypot(*(spot - known_spot))) < _SAME_MM for known_spot in self.spots.values())

    def followed(self, now: Spots, shift: F64) -> _Piece:
        """It at its present place, moved with most of its tiles or, for a single object, with the table.

        Most of its tiles moved or rotated alike, or seem to because the table is measured better. Tiles that slide
        along a rack leave it where it is.
        """
        motion = Motion.of(shift)
        if len(self.spots) > 1:
            there = [(spot, now[number]) for number, spot in self.spots.items() if number in now]
            found = common_motion(there, _TOGETHER_MM, fewest=_MOST * len(self.spots))
            if found is None:
                return self
            motion = found
        line, lay = (
            LineSegment(np.array([move(end) for end in self.line.ends])) for move in (motion, Motion.of(shift))
        )
        if self.is_rack and all(lay.place_of(end)[1] < _ALONG_MM for end in line.ends):
            line = lay
        return replace(self, spots={number: motion(spot) for number, spot in self.spots.items()}, line=line)

    def left(self, now: Spots) -> _Piece:
        """It with its remaining tiles: a rack as it is filled now.

        An emptied one is located again where it is refilled, since the table may have been measured anew meanwhile.
        """
        if self.is_rack:
            filled = {number: spot for number, spot in now.items() if self.holds(spot)}
            start, end = self.line.ends
            along = sorted(filled.values(), key=lambda spot: float((spot - start) @ (end - start)))
            line = LineSegment.through(along) if len(filled) >= RACK and not self.spots else self.line
            return replace(self, spots=filled, line=line.with_all(along))
        lie = np.array(list(now.values())).reshape(-1, 2)
        there = {number: np.hypot(*(lie - spot).T).min(initial=np.inf) for number, spot in self.spots.items()}
        return replace(self, spots={one: spot for one, spot in self.spots.items() if there[one] < _SAME_MM})

    def outlines_mm(self) -> Iterator[F64]:
        """The corners (4, 2) of what it takes up on the table, a rack with room for one more tile at its ends."""
        if self.is_rack:
            yield _box(*self.line.ends, along_mm=1.5 * TILE_MM[0])
        for spot in () if self.is_rack else self.spots.values():
            yield _box(spot, spot, along_mm=_HALF_MM)

    def grown(self, spots: Iterable[F64]) -> _Piece:
        """A rack extended to everything on it."""
        return replace(self, line=self.line.with_all(spots))


class ObjectsOutsideGame:
    """The objects outside the game, over time."""

    def __init__(self) -> None:
        self._pieces: tuple[_Piece, ...] = ()
        self._spots: Spots = {}
        """Where every tile lay at the last look."""
        self._has_looked = False

    def __call__(self, table: SeenTable, *, is_untouched: bool) -> SeenTable:
        """The table without objects outside the game; moved ones are followed, removed ones forgotten.

        A rack is forgotten only until somebody plays, since its owner may hold all of it.
        """
        now = _spots_of(table)
        shift, self._spots = drift(self._spots, now), now
        self._pieces = tuple(piece.followed(now, shift) for piece in self._pieces)
        left = (piece.left(now) for piece in self._pieces if not _is_joined(piece, table))
        self._pieces = tuple(piece for piece in left if piece.spots or (piece.is_rack and not is_untouched))
        self._pieces = tuple(piece.grown(_beside(piece, table)) if piece.is_rack else piece for piece in self._pieces)
        return self.without(table)

    def without(self, table: SeenTable) -> SeenTable:
        """``table`` without the known objects; learns nothing."""
        if not self._pieces:
            return table
        tiles, spots = table.settled.reading.tiles, _spots_of(table).values()
        held = [(at, piece) for at, spot in enumerate(spots) for piece in self._pieces if piece.holds(spot)]
        gone = {at for at, holder in held if holder.is_rack or tiles[at].belief.best != BACK}
        on_racks = {at for at, holder in held if holder.is_rack}
        rows = (set(row.tiles) for row in table.settled.reading.rows)
        return without_foreign_tiles(
            table, gone.union(*(row for row in rows if 2 * len(row & on_racks) > len(row) >= RACK))
        )

    def outlines_mm(self) -> tuple[F64, ...]:
        """The corners (4, 2) of each known object on the table."""
        return tuple(box for piece in self._pieces for box in piece.outlines_mm())

    def learn(self, parts: Iterable[TablePart], state: TableState, *, is_untouched: bool) -> bool:
        """Learn objects outside the game from a table; returns whether there were new ones.

        At the deal: all face-up tiles in no meld; before the first move also a rack being filled; in a running hand a
        rack that lay there.
        """
        is_first, self._has_looked = not self._has_looked, True
        if not (is_first or is_untouched):
            return False
        lies = classify_parts(tuple(parts))
        found = [part for part in lies.racks if not _is_known(part, state)]
        if is_first and is_untouched and not lies.melds:
            found += [part for part in lies.strange if len(part.faces) > 1 or not state.closing_tile]
        self._pieces += tuple(map(_piece_of, found))
        return bool(found)


def _box(start: F64, end: F64, *, along_mm: float) -> F64:
    """The corners of a box around the line between two points, with that margin beyond them."""
    along = end - start
    length = float(np.hypot(*along))
    along = along / length if length else np.array([1.0, 0.0])
    across = np.array([-along[1], along[0]]) * _HALF_MM
    first, last = start - along * along_mm, end + along * along_mm
    return np.array([first - across, last - across, last + across, first + across])


def _piece_of(part: TablePart) -> _Piece:
    return _Piece(part.spots, LineSegment.through(list(part.spots.values())), is_rack=len(part.faces) >= RACK)


def without_foreign_tiles(table: SeenTable, gone: set[int]) -> SeenTable:
    """``table`` without the tiles at the indices ``gone``; a row is split at each."""
    settled, zones, reading = table.settled, table.zones, table.settled.reading
    kept = [at for at in range(len(settled.numbers)) if at not in gone]
    index = {at: place for place, at in enumerate(kept)}
    rows = [(part, zone) for row, zone in zip(reading.rows, zones.rows, strict=True)
            for part in _parts(row.tiles, gone)]  # fmt: skip
    left = replace(
        reading,
        tiles=tuple(reading.tiles[at] for at in kept),
        rows=tuple(replace(reading.rows[0], tiles=tuple(index[at] for at in part)) for part, _ in rows),
        loose=tuple(index[at] for at in reading.loose if at in index),
    )
    lying = replace(
        settled,
        reading=left,
        numbers=tuple(settled.numbers[at] for at in kept),
        hidden=frozenset(index[at] for at in settled.hidden if at in index),
        piles=tuple(tuple(index[at] for at in pile if at in index) for pile in settled.piles),
    )
    zoned = replace(zones, tiles=tuple(zones.tiles[at] for at in kept), rows=tuple(zone for _, zone in rows))
    return replace(table, settled=lying, zones=zoned)


def _parts(row: Sequence[int], gone: set[int]) -> Iterator[list[int]]:
    """The parts of a row between removed tiles."""
    part: list[int] = []
    for at in row:
        if at not in gone:
            part.append(at)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _spots_of(table: SeenTable) -> Spots:
    """The place of every tile, by number and in reading order."""
    quads = quads_of([tile.place.corners_px for tile in table.settled.reading.tiles])
    return dict(zip(table.settled.numbers, table.fix.on_table(centers(quads)).reshape(-1, 2), strict=True))


def _is_joined(piece: _Piece, table: SeenTable) -> bool:
    """Whether other tiles joined a piece too short for a row, as when a meld is being laid."""
    if piece.is_rack or len(piece.spots) > 2:
        return False
    spots = list(_spots_of(table).values())
    rows = ([piece.holds(spots[at]) for at in row.tiles] for row in table.settled.reading.rows)
    return any(any(row) and not all(row) and len(row) > 2 for row in rows)


def _beside(piece: _Piece, table: SeenTable) -> Iterator[F64]:
    """The places of tiles in a row with some of a rack."""
    spots = list(_spots_of(table).values())
    for row in table.settled.reading.rows:
        if any(piece.holds(spots[at]) for at in row.tiles):
            yield from (spots[at] for at in row.tiles)


def _is_known(part: TablePart, state: TableState) -> bool:
    """Whether a row may be known melds: most of its tiles are most of those of some.

    A rack has the other copies of some of them, too.
    """
    shown = Counter(part.faces)
    shared = ((shown & Counter(map(str, meld.tiles)), len(meld.tiles)) for meld in state.melds)
    return 2 * sum(found.total() for found, size in shared if 2 * found.total() > size) > len(part.faces)
