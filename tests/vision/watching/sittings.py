"""A table that a tracker follows, for the tests of tracking and of settling."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from tests.vision.scenes import SKIN, U8
from tests.vision.seats import Seat, line
from vision.tracking.settled_report import settled_of
from vision.tracking.tracked_table import TrackedTable
from vision.tracking.tracker import Tracker

ROW = line("4r 5r 6r 7r 8r")
LOW = line("9k 9b 9y", y=250)
PILED = line("4r 5r 6r 7r 8r 9r 10r")

BUMPS = {
    "a little": np.array([[1, 0, 3.0], [0, 1, -2], [0, 0, 1]]),
    "a tile": np.array([[1, 0, 31.0], [0, 1, 12], [0, 0, 1]]),
    "turned": np.array([[0.985, -0.174, 60.0], [0.174, 0.985, -20], [0, 0, 1]]),
    "tilted": np.array([[1.02, 0.03, 20.0], [-0.02, 0.97, 25], [5e-5, -8e-5, 1]]),
}


class Sitting:
    """A tracker over a seat; every change is looked at a few times."""

    def __init__(self, **spots: tuple[float, float]) -> None:
        self.seat = Seat(dict(spots))
        self.tracker = Tracker(self.seat.detect, self.seat.judge)

    def sees(self, spots: Mapping[str, tuple[float, float]] | None = None, looks: int = 3) -> TrackedTable:
        if spots is not None:
            self.seat.spots = dict(spots)
        for _ in range(looks):
            self.tracker(self.seat.frame())
        return self.tracker.table


def as_notation(table: TrackedTable) -> str:
    """Rows as notation, then loose tiles, hidden ones in brackets."""
    reading, settled = table.reading(), settled_of(table)
    names = [
        f"({tile.belief.best})" if at in settled.hidden else tile.belief.best for at, tile in enumerate(reading.tiles)
    ]
    rows = [" ".join(names[at] for at in row.tiles) for row in reading.rows]
    return " | ".join([*rows, *(f"+{names[at]}" for at in reading.loose)])


def numbers(table: TrackedTable) -> dict[str, int]:
    return {track.face: track.number for track in table.tracks}


def thing(x: float, y: float) -> object:
    """Draws something round over the picture."""

    def drawn(bgr: U8) -> U8:
        out = bgr.copy()
        cv2.circle(out, (round(x), round(y)), 38, SKIN, -1, cv2.LINE_AA)
        return out

    return drawn


def dimmed(x: float, y: float) -> object:
    """Draws the edge of a shadow over the picture."""

    def drawn(bgr: U8) -> U8:
        out = bgr.copy()
        corner = out[round(y) - 19 : round(y), round(x) - 14 : round(x) + 14]
        corner[:] = (corner * 0.9).astype(np.uint8)
        return out

    return drawn
