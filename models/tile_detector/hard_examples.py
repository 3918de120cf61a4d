"""Hard-example mining: keep the windows in which a detector is wrong.

    python -m models.tile_detector.hard_examples RUN/last.pt SHARDS OUT

To be trained on more often than others: most windows have nothing left to teach.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from datasets.synthetic_tables.shards import Shard
from models.tile_detector.false_positives import near, opened, seen
from models.tile_detector.network import TileDetectorNet
from vision.detection.detector import DetectTuning
from vision.geometry import short_sides

TUNING = DetectTuning(least_score=0.3)
SURE = 0.4
"""Score from which on a false place is a mistake; below, the reader knows better."""
CLEAR = 0.6
"""Visible share from which on a tile should have been found, and nobody doubts it."""
SMALLEST_PX = 14.0
"""Short side below which nobody asks for a tile."""
WRONG = 2
"""Mistakes from which on a window is kept; one may be bad luck."""


def mistakes(shard: Shard, window: int, net: TileDetectorNet) -> int:
    """The number of missed tiles and false detections of a window."""
    quads, scores = seen(shard, window, net, TUNING)
    lines = shard.tiles_of(window)
    tiles = lines[:, 4:].reshape(-1, 4, 2)
    sides = short_sides(tiles)
    wanted = (lines[:, 2] >= CLEAR) & (sides >= SMALLEST_PX)
    return int((~near(quads, tiles) & (scores >= SURE)).sum() + (~near(tiles[wanted], quads)).sum())


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("shards", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    paths = sorted(given.shards.glob("*.npz"))
    net = opened(given.weights, Shard.load(paths[0]))
    for path in paths:
        shard = Shard.load(path)
        hard = [window for window in range(len(shard)) if mistakes(shard, window, net) >= WRONG]
        if hard:
            shard.only(hard).save(given.out / path.name)
        print(f"{path.name}: {len(hard)} of {len(shard)} are hard", flush=True)


if __name__ == "__main__":
    main()
