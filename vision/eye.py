"""The whole of seeing, top to bottom: frame, places, beliefs, rows."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import numpy as np

from vision.belief import Belief
from vision.detect import TileDetector
from vision.layout import lay_out
from vision.manifest import load_manifest
from vision.read import TileReader
from vision.reading import DetectedTile, Frame, TableReading
from vision.sessions import open_session


class TableEye:
    """Looks at frames. Holds two open networks; one look at a time."""

    def __init__(self, models: Path | None = None, threads: int = 2) -> None:
        """Opens the networks of the folder ``models`` (the installed ones by default).

        Raises ModelMissing or ModelCorrupt.
        """
        manifest = load_manifest(models)
        self.detect = TileDetector(open_session(manifest["tile_detector"], threads))
        self.read = TileReader(open_session(manifest["tile_reader"], threads))

    def look(self, frame: Frame) -> TableReading:
        """All that one frame shows, with the milliseconds each stage took."""
        started = perf_counter()
        places = self.detect(frame.bgr)
        detected = perf_counter()
        tiles = self.read(frame.bgr, places)
        read = perf_counter()
        rows, loose = lay_out(tiles)
        done = perf_counter()
        elapsed = {
            "detect": detected - started,
            "read": read - detected,
            "layout": done - read,
            "total": done - started,
        }
        return TableReading(tiles, rows, loose, {stage: round(1000 * s, 2) for stage, s in elapsed.items()})

    def read_crop(self, frame: Frame) -> Belief:
        """The belief about a picture that one tile fills, however it is turned."""
        height, width = frame.bgr.shape[:2]
        beliefs = []
        for margin in (0.0, 0.06):
            inset = np.array([width, height]) * margin
            low, high = inset, np.array([width, height]) - inset
            quad = np.array([low, [high[0], low[1]], high, [low[0], high[1]]], np.float32)
            if width > height:
                quad = np.roll(quad, 1, axis=0)
            tiles = self.read(frame.bgr, [DetectedTile(quad, 1.0)])
            beliefs += [tile.belief.probabilities for tile in tiles]
        return Belief(np.mean(beliefs, axis=0)) if beliefs else Belief.flat()
