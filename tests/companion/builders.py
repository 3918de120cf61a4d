"""Readings and pictures in notation, and eyes that see what they are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.belief import Belief
from vision.reading import DetectedTile, Frame, ReadTile, TableReading, TileRow

TILE_PX = (40, 60)
ROW_PX = 90


def belief(text: str) -> Belief:
    """``7r`` surely; ``6r.55/9r.40`` with these probabilities; ``?`` knows nothing."""
    if text == "?":
        return Belief.flat()
    options = [word.partition(".") for word in text.split("/")]
    chances = [(name, float(f"0.{digits}") if digits else 0.99) for name, _, digits in options]
    return Belief.peaked(chances[0][0], chances[0][1], *chances[1:])


def corners(column: int, line: int) -> np.ndarray:
    """The place of a tile in a grid, (4, 2) in pixels."""
    left, top = 20 + column * TILE_PX[0], 20 + line * ROW_PX
    right, bottom = left + TILE_PX[0], top + TILE_PX[1]
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def reading(table: str, loose: str = "") -> TableReading:
    """Rows apart by ``|``, each on its own line; ``loose`` tiles on the last."""
    tiles: list[ReadTile] = []
    rows: list[tuple[int, ...]] = []
    for line, row in enumerate([*table.split("|"), loose]):
        first = len(tiles)
        for column, text in enumerate(row.split()):
            tiles.append(ReadTile(DetectedTile(corners(column, line), 0.97), belief(text)))
        rows.append(tuple(range(first, len(tiles))))
    found = tuple(TileRow(row) for row in rows[:-1] if row)
    return TableReading(tuple(tiles), found, rows[-1], {"detect": 9.123, "read": 6.0, "total": 15.123})


@dataclass(frozen=True)
class FakeRecognizer:
    """Sees what it is told, whatever the picture."""

    seen: TableReading = field(default_factory=lambda: reading("7r 8r J"))
    crop: Belief = field(default_factory=lambda: belief("7r"))

    def look(self, frame: Frame) -> TableReading:
        return self.seen

    def read_crop(self, frame: Frame) -> Belief:
        return self.crop


@dataclass(frozen=True)
class RecognizerByWidth:
    """Knows pictures by their width in pixels."""

    seen: Mapping[int, TableReading]

    def look(self, frame: Frame) -> TableReading:
        return self.seen[frame.bgr.shape[1]]

    def read_crop(self, frame: Frame) -> Belief:
        return self.seen[frame.bgr.shape[1]].tiles[0].belief


def save_picture(path: Path, size: tuple[int, int] = (400, 300)) -> Path:
    """A grey picture of (width, height) pixels."""
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.full((size[1], size[0], 3), 160, np.uint8))
    return path
