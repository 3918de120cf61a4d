"""A perfect observer: what a filmed hand shows, state after state, without pixels."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from datasets.synthetic_videos.generate import HandToFilm
from datasets.synthetic_videos.tile_places import BELOW
from vision.belief import Belief
from vision.geometry import axes, quads_of
from vision.layout.layout import lay_out
from vision.reading import DetectedTile, ReadTile, TableReading, TileRow
from vision.table_plan.zones import TableZone, zoned, zones_of
from vision.tracking.belief_pooling import PooledBelief
from vision.tracking.settled_report import SettledReading
from vision.tracking.table_surface import SurfaceFix
from vision.tracking.tracked_table import Track
from vision.watching.frame_results import SeenTable

FIX = SurfaceFix(np.eye(3), 0.0, 20)
FAR = 900.0
ZONES = zones_of(
    {
        TableZone.OURS: [(-FAR, 60), (FAR, 60), (FAR, FAR), (-FAR, FAR)],
        TableZone.THEIRS: [(-FAR, -FAR), (FAR, -FAR), (FAR, -60), (-FAR, -60)],
        TableZone.MUERTOS: [(-FAR, -60), (-106, -60), (-106, 60), (-FAR, 60)],
        TableZone.MAZO: [(-106, -60), (106, -60), (106, 60), (-106, 60)],
        TableZone.POZO: [(106, -60), (FAR, -60), (FAR, 60), (106, 60)],
    }
)


@dataclass
class Onlooker:
    """Sees the states of a sitting as if with perfect eyes; every tile keeps a number by its face and place."""

    made: HandToFilm
    numbers: dict[object, int] = field(default_factory=dict)

    def sees(self, at: int, beliefs: dict[str, Belief] | None = None) -> SeenTable:
        tiles, rows, hidden, keys = [], [], [], []
        for pose in (tile for tile in self.made.seating.arrangement(self.made.states, at).tiles if tile.row != BELOW):
            across, up = pose.right * pose.size_mm[0] / 2, pose.up * pose.size_mm[1] / 2
            corners = np.stack([corner[:2] for corner in (-across + up, across + up, across - up, -across - up)])
            corners = (corners + pose.center_mm[:2]) * np.array([1, -1])
            belief = (beliefs or {}).get(pose.face, Belief.peaked(pose.face, 0.99))
            tiles.append(ReadTile(DetectedTile(corners.astype(np.float32), 0.9), belief))
            keys.append((pose.face, *pose.center_mm[:2].round().tolist()))
        rows = [list(row.tiles) for row in lay_out(tiles)[0]]
        self._bury(at, tiles, rows, hidden, keys)
        for key in keys:
            self.numbers.setdefault(key, len(self.numbers))
        in_rows = {index for row in rows for index in row}
        loose = tuple(index for index in range(len(tiles)) if index not in in_rows)
        reading = TableReading(tuple(tiles), tuple(TileRow(tuple(row)) for row in rows), loose)
        numbers = tuple(self.numbers[key] for key in keys)
        settled = SettledReading(reading=reading, numbers=numbers, hidden=frozenset(hidden), piles=(),
                                 covered=self._under_the_top(at), looks=2)  # fmt: skip
        return SeenTable(settled=settled, zones=zoned(reading, FIX, ZONES), fix=FIX, size_px=(1280, 720))

    def _under_the_top(self, at: int) -> tuple[Track, ...]:
        """The tile below the top of a covered pozo."""
        if not self.made.seating.covers_pozo or len(self.made.states[at].pozo) < 2:
            return ()
        corners = np.array([[118, -42], [142, -42], [142, -6], [118, -6]], np.float32)
        below = Track(number=9999, place=DetectedTile(corners, 0.9), opinion=PooledBelief.of(Belief.flat()),
                      signature=np.zeros(1, np.float32))  # fmt: skip
        return (below,)

    def _bury(self, at: int, tiles: list[ReadTile], rows: list[list[int]], hidden: list[int], keys: list) -> None:
        """Puts the tiles of piles where the top of each lies."""
        for meld in self.made.states[at].melds:
            if not self.made.seating.is_piled(meld, at):
                continue
            seat = self.made.seating.seats[meld.number]
            spot = np.array([seat.x_mm, -seat.y_mm])
            top = min(range(len(tiles)), key=lambda at: np.linalg.norm(tiles[at].place.corners_px.mean(axis=0) - spot))
            then = next(laid for laid in self.made.states[self.made.seating.piled[meld.number]].melds
                        if laid.number == meld.number)  # fmt: skip
            below = []
            for place, one in enumerate(then.row[:-1]):
                below.append(len(tiles))
                tiles.append(ReadTile(tiles[top].place, Belief.peaked(str(one.tile), 0.99)))
                keys.append(("below", meld.number, place))
            hidden += below
            row = next((row for row in rows if top in row), None)
            if row is None:
                rows.append([*below, top])
            else:
                row[row.index(top) : row.index(top) + 1] = [*below, top]


def scored(seen: SeenTable, score: float) -> SeenTable:
    """The same table, every place of which was seen with this score."""
    tiles = tuple(replace(tile, place=replace(tile.place, score=score)) for tile in seen.settled.reading.tiles)
    return replace(seen, settled=replace(seen.settled, reading=replace(seen.settled.reading, tiles=tiles)))


def apart(seen: SeenTable, face: str) -> SeenTable:
    """A table on which the tile with that face lies below its row, right beside it."""
    reading = seen.settled.reading
    (off,) = (at for at, tile in enumerate(reading.tiles) if tile.belief.best == face)
    rows = tuple(replace(row, tiles=tuple(at for at in row.tiles if at != off)) for row in reading.rows)
    lay, (_, down) = reading.tiles[off].place, axes(quads_of(reading.tiles[off].place.corners_px))
    moved = replace(reading.tiles[off], place=replace(lay, corners_px=np.float32(lay.corners_px + down)))
    tiles = tuple(moved if at == off else tile for at, tile in enumerate(reading.tiles))
    parted = replace(reading, tiles=tiles, rows=rows, loose=(*reading.loose, off))
    return replace(seen, settled=replace(seen.settled, reading=parted))
