"""Exports a trained reader: `python -m models.tile_reader.export RUN/last.pt SHARDS`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from datasets.synthetic_tables.shards import Shard, split
from models.exporting import U8, export, largest_difference, pin, quantize
from models.tile_reader.network import TileReaderNet
from models.tile_reader.train import cut
from vision.read import COLORS, KINDS, TURNS

FOLDER = Path(__file__).parent
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
    net = TileReaderNet()
    net.load_state_dict(torch.load(given.weights)["averaged"])
    full, small = FOLDER / "tile_reader.onnx", FOLDER / "tile_reader.int8.onnx"
    example = np.concatenate(list(patches(given.shards, 6)))
    export(net, example, {0: "batch"}, LABELS, full)
    difference = largest_difference(net, full, example)
    if difference > 1e-3:
        raise SystemExit(f"the exported network differs from the trained one by {difference}")
    quantize(full, small, patches(given.shards, 120), LABELS)
    for path in (full, small):
        pin(path.stem.replace(".", "_"), path)
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
