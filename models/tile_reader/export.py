"""Export a trained reader: `python -m models.tile_reader.export RUN/last.pt SHARDS`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from datasets.synthetic_tables.shards import Shard, split
from models.onnx_export import MANIFEST, SHIPPED, U8, ExportInput, given_to_export, pin, ship
from models.resume_from_shipped import averaged_in
from models.tile_reader.network import TileReaderNet
from models.tile_reader.train import cut
from vision.predictions import COLORS, KINDS, TURNS

LABELS = {"kinds": " ".join(KINDS), "colors": " ".join(COLORS), "turns": " ".join(TURNS),
          "input": "bgr uint8 batch 64 48 3"}  # fmt: skip
REPLAY_PATCHES = 1200


def patches(shards: Path, count: int) -> Iterator[U8]:
    """Patches of ``count`` held-out windows, or as many as available, that have any."""
    shard, rng = Shard.load(split(shards)[1][0]), np.random.default_rng(5)
    for window in range(min(count, len(shard))):
        some, _ = cut(shard, window, rng)
        if len(some):
            yield some


def write_replay(weights: Path, shards: Path, into: Path = SHIPPED) -> None:
    """Write and pin the reader's answers to held-out tiles of all kinds, which set adaptation must preserve."""
    net = TileReaderNet()
    net.load_state_dict(averaged_in(weights))
    with torch.no_grad():
        answers = [net.eval()(torch.from_numpy(some)) for some in patches(shards, 150)]
    logits, features = (torch.cat(parts)[:REPLAY_PATCHES].numpy() for parts in zip(*answers, strict=True))
    path = into / "tile_reader" / "tile_reader.replay.npz"
    np.savez_compressed(path, logits=logits.astype(np.float16), features=features.astype(np.float16))
    pin("tile_reader_replay", path, into / MANIFEST.name)
    print(path.name, path.stat().st_size, "bytes")


def main() -> None:
    """Write tile_reader.onnx, tile_reader.int8.onnx and tile_reader.replay.npz, and pin them."""
    given = given_to_export(__doc__)
    example = np.concatenate(list(patches(given.shards, 6)))
    samples = patches(given.shards, 120)
    outputs = ("output", "features")
    shipment = ExportInput("tile_reader", example, {0: "batch"}, samples, LABELS, outputs)
    if ship(TileReaderNet(), given.weights, shipment, given.into):
        write_replay(given.weights, given.shards, given.into)


if __name__ == "__main__":
    main()
