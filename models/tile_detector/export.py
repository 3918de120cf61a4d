"""Exports a trained detector: `python -m models.tile_detector.export RUN/last.pt SHARDS`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from datasets.synthetic_tables.shards import Shard, split
from models.exporting import U8, Shipment, ship
from models.tile_detector.network import CHANNELS, TileDetectorNet
from vision.detection.detector import STRIDE

LABELS = {"channels": " ".join(CHANNELS), "stride": str(STRIDE), "input": "bgr uint8 batch height width 3"}


def windows(shards: Path, count: int) -> Iterator[U8]:
    """Held-out windows, four side by side: what the detector's activations look like."""
    shard = Shard.load(split(shards)[1][0])
    for start in range(0, 4 * count, 4):
        tall = [shard.picture(i)[:384, :384] for i in range(start, start + 4)]
        yield np.ascontiguousarray(np.vstack([np.hstack(tall[:2]), np.hstack(tall[2:])])[None])


def main() -> None:
    """Writes tile_detector.onnx and tile_detector.int8.onnx beside this file and pins them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("shards", type=Path)
    given = parser.parse_args()
    example = next(windows(given.shards, 1))[:, :384, :512]
    moving = {1: "height", 2: "width"}
    ship(
        TileDetectorNet(), given.weights, Shipment("tile_detector", example, moving, windows(given.shards, 60), LABELS)
    )


if __name__ == "__main__":
    main()
