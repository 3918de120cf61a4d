"""Export a trained detector: `python -m models.tile_detector.export RUN/last.pt SHARDS [--into FOLDER]`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from datasets.synthetic_tables.shards import Shard, split
from models.onnx_export import U8, ExportInput, given_to_export, ship
from models.tile_detector.network import CHANNELS, TileDetectorNet
from vision.detection.detector import STRIDE

LABELS = {"channels": " ".join(CHANNELS), "stride": str(STRIDE), "input": "bgr uint8 batch height width 3"}


def windows(shards: Path, count: int) -> Iterator[U8]:
    """Held-out windows, four side by side, ``count`` times or as often as available, as the detector's input."""
    shard = Shard.load(split(shards)[1][0])
    for start in range(0, min(4 * count, len(shard) - 3), 4):
        tall = [shard.picture(i)[:384, :384] for i in range(start, start + 4)]
        yield np.ascontiguousarray(np.vstack([np.hstack(tall[:2]), np.hstack(tall[2:])])[None])


def main() -> None:
    """Write tile_detector.onnx and tile_detector.int8.onnx and pin them: the shipped ones, or others."""
    given = given_to_export(__doc__)
    example = next(windows(given.shards, 1))[:, :384, :512]
    moving = {1: "height", 2: "width"}
    shipment = ExportInput("tile_detector", example, moving, windows(given.shards, 60), LABELS)
    ship(TileDetectorNet(), given.weights, shipment, given.into)


if __name__ == "__main__":
    main()
