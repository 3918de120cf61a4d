"""Exports a trained reader: `python -m models.tile_reader.export RUN/last.pt SHARDS`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from datasets.synthetic_tables.shards import Shard, split
from models.exporting import U8, Shipment, ship
from models.tile_reader.network import TileReaderNet
from models.tile_reader.train import cut
from vision.read import COLORS, KINDS, TURNS

LABELS = {"kinds": " ".join(KINDS), "colors": " ".join(COLORS), "turns": " ".join(TURNS),
          "input": "bgr uint8 batch 64 48 3"}  # fmt: skip


def patches(shards: Path, count: int) -> Iterator[U8]:
    """Patches of ``count`` held-out windows that have any."""
    shard, rng = Shard.load(split(shards)[1][0]), np.random.default_rng(5)
    for window in range(count):
        some, _ = cut(shard, window, rng)
        if len(some):
            yield some


def main() -> None:
    """Writes tile_reader.onnx and tile_reader.int8.onnx beside this file and pins them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("shards", type=Path)
    given = parser.parse_args()
    example = np.concatenate(list(patches(given.shards, 6)))
    samples = patches(given.shards, 120)
    ship(TileReaderNet(), given.weights, Shipment("tile_reader", example, {0: "batch"}, samples, LABELS))


if __name__ == "__main__":
    main()
