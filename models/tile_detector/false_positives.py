"""Mine false positives of a detector: `python -m models.tile_detector.false_positives RUN/last.pt SHARDS`.

It may be a shipped file instead. Writes beside every shard the false detections, as examples of "none" for the reader.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from datasets.synthetic_tables.shards import Shard
from models.resume_from_shipped import weights_of
from models.tile_detector.network import TileDetectorNet
from models.training_loop import normalised
from vision.detection.detector import DetectTuning, decode, fitted
from vision.geometry import short_sides

F32 = NDArray[np.float32]
TUNING = DetectTuning(least_score=0.15)
FAR = 0.5
"""A place is false when no tile's centre is nearer than this part of its shorter side."""
WINDOWS = 500
"""Windows of each shard that are looked at."""


def seen(shard: Shard, window: int, net: TileDetectorNet, tuning: DetectTuning = TUNING) -> tuple[F32, F32]:
    """The quads (n, 4, 2) and scores (n,) that ``net`` detects in one window."""
    picture, scale_x, scale_y = fitted(shard.picture(window), 1.0)
    with torch.no_grad():
        output = net(torch.from_numpy(picture[None]))[0].numpy()
    quads, scores = decode(output, tuning)
    return quads / np.array([scale_x, scale_y], np.float32), scores


def false_places(shard: Shard, windows: int, net: TileDetectorNet) -> F32:
    """(n, 10): window, score and four corners of each false detection in the first ``windows`` of the shard."""
    found: list[F32] = []
    for window in range(min(windows, len(shard))):
        quads, scores = seen(shard, window, net)
        wrong = ~near(quads, shard.tiles_of(window)[:, 4:].reshape(-1, 4, 2))
        found.append(np.column_stack([np.full(wrong.sum(), window), scores[wrong], quads[wrong].reshape(-1, 8)]))
    return np.concatenate(found).astype(np.float32)


def near(quads: F32, tiles: F32) -> NDArray[np.bool_]:
    """Which ``quads`` have their centre near that of one of ``tiles``."""
    if not len(tiles) or not len(quads):
        return np.zeros(len(quads), bool)
    apart = np.linalg.norm(quads.mean(axis=1)[:, None] - tiles.mean(axis=1)[None], axis=2)
    sides = short_sides(tiles)
    return np.asarray((apart < FAR * np.maximum(sides, 4)[None]).any(axis=1))


def _some(shard: Shard) -> Tensor:
    """The first pictures of a shard, at the size of the detector's input."""
    return torch.from_numpy(np.stack([fitted(shard.picture(window), 1.0)[0] for window in range(8)]))


def opened(weights: Path, shard: Shard) -> TileDetectorNet:
    """The network of a checkpoint or a shipped file in evaluation mode; ``shard`` calibrates a shipped file's
    layers."""
    torch.set_num_threads(2)
    cv2.setNumThreads(1)
    net = TileDetectorNet()
    net.load_state_dict(weights_of(weights, net, lambda: normalised(_some(shard))))
    return net.eval().to(memory_format=torch.channels_last)


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("shards", type=Path)
    given = parser.parse_args()
    paths = sorted(given.shards.glob("*.npz"))
    net = opened(given.weights, Shard.load(paths[0]))
    for path in paths:
        places = false_places(Shard.load(path), WINDOWS, net)
        np.save(path.with_suffix(".false.npy"), places)
        print(f"{path.name}: {len(places)} false places", flush=True)


if __name__ == "__main__":
    main()
