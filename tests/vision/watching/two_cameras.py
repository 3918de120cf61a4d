"""One table as two cameras see it: the looks of each, by a recognizer that makes no mistakes unless it is told to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from tests.vision.seats import SIZE, Seat, Spots, line
from vision.belief import Belief
from vision.geometry import F64, quads_of
from vision.tracking.occluded_tiles import CameraLook
from vision.tracking.settled_report import settled_of
from vision.tracking.table_surface import SurfaceTuning, checked_surface
from vision.tracking.tracked_table import TrackedTable, places_of
from vision.tracking.tracker import Tracker
from vision.tracking.two_camera_fusion import TableFuser

TABLE: Spots = {
    **line("4r 5r 6r 7r 8r", y=90),
    **line("9k 9b 9y", x=330, y=130),
    **line("1k 2k 3k 4k", y=240),
    **line("10b 11b 12b 13b", x=300, y=310),
}


def turned(degrees: float, scale: float = 0.9, slant: float = 2e-4) -> F64:
    """A camera that hangs turned about the middle of the table, slanted a little."""
    turn, (x, y) = np.radians(degrees), (SIZE[0] / 2, SIZE[1] / 2)
    cosine, sine = scale * np.cos(turn), scale * np.sin(turn)
    about = np.array([[cosine, -sine, x], [sine, cosine, y], [slant, slant / 2, 1]])
    return np.asarray(about @ np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1]]), np.float64)


@dataclass
class Onlooker:
    """One camera: its seat, its tracker, and how its picture was moved."""

    seat: Seat
    tracker: Tracker = field(init=False)
    moved: F64 = field(default_factory=lambda: np.eye(3))

    def __post_init__(self) -> None:
        self.tracker = Tracker(self.seat.detect, self.seat.judge)

    def looks(self, times: int = 1) -> CameraLook:
        for _ in range(times):
            table = self.tracker(self.seat.frame())
            self.moved = table.now_from_then @ self.moved
        flat = quads_of(places_of(table.tracks))
        fix = checked_surface(None, flat, (SIZE[0] / 2, SIZE[1] / 2), SurfaceTuning())
        return CameraLook(table=table, now_from_origin=self.moved, fix=fix, size_px=SIZE)


class TwoCameras:
    """Two cameras over one table; what the first does not see is given by its seat."""

    def __init__(self, spots: Spots = TABLE, degrees: float = 180, unseen: tuple[str, ...] = ()) -> None:
        self.first = Onlooker(Seat(dict(spots), unseen=unseen))
        self.second = Onlooker(Seat(dict(spots), camera=turned(degrees)))
        self.fuser = TableFuser()
        self.bare: bool = False
        """Whether the first sees plain table wherever it sees no tile."""
        self.now_s = 0.0

    def lays(self, **spots: tuple[float, float]) -> None:
        """Both see other tiles from now on."""
        for camera in (self.first, self.second):
            camera.seat.spots.update(spots)

    def takes(self, *faces: str) -> None:
        """Tiles are taken from the table."""
        for camera in (self.first, self.second):
            for face in faces:
                del camera.seat.spots[face]

    def looks(self, times: int = 3, *, second: bool = True, is_fresh: bool = True) -> TrackedTable:
        """The table after both have looked; without ``second`` that camera gives nothing."""
        for _ in range(times):
            self.now_s += 1.0
            look = self.first.looks()
            other = replace(self.second.looks(), is_fresh=is_fresh) if second else None
            table = self.fuser(look, other, lambda quads: np.full(len(quads), self.bare), self.now_s)
        return table


def faces(table: TrackedTable) -> str:
    """The rows in notation, from the top down, then loose tiles; doubtful ones with all that they may be."""
    settled = settled_of(table)
    names = ["/".join(sorted(_likely(tile.belief))) for tile in settled.reading.tiles]
    rows = [" ".join(names[at] for at in row.tiles) for row in settled.reading.rows]
    return " | ".join([*rows, *(f"+{names[at]}" for at in settled.reading.loose)])


def _likely(belief: Belief) -> list[str]:
    return [name for name, chance in belief.ranked(3) if chance > 0.1]
