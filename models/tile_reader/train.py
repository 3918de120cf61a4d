"""Train the tile reader: `python -m models.tile_reader.train SHARDS --out RUN --minutes 20`.

Patches are cut from the windows of synthetic_tables with a detector's errors, rotated by quarter turns, and sometimes
from places where no tile is. Writes RUN/last.pt every few minutes and resumes from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from datasets.synthetic_tables.shards import Shard, drawn
from models.picture_augmentation import badly_lit, badly_taken
from models.tile_detector.train import recolored
from models.tile_reader.network import TileReaderNet
from models.tile_reader.patch_sampling import QUARTERS, jittered, no_tiles
from models.tile_reader.print_variation import printed_otherwise
from models.training_loop import fit
from models.training_options import ordered
from vision.belief import FACE_NAMES
from vision.detection.patches import balance, quarter_turned, rectify
from vision.predictions import COLORS, KINDS, TURNS

NOBODY = -100
"""The label of what is not judged, as `cross_entropy` ignores it."""
READABLE = 0.55
SMALLEST_PX = 8.0
MOST_FALSE = 4
"""Places of a window where the detector was wrong that are shown as none."""
Rng = np.random.Generator


def _labels() -> NDArray[np.int64]:
    """Kind and colour index for each face of the belief's alphabet."""
    rows = []
    for name in FACE_NAMES:
        if name in KINDS:
            rows.append((KINDS.index(name), NOBODY))
        else:
            rows.append((KINDS.index(name[:-1]), COLORS.index(name[-1])))
    return np.array(rows, np.int64)


LABELS = _labels()
NONE = KINDS.index("none")


class Patches(IterableDataset[tuple[Tensor, Tensor]]):
    """Endless batches of patches with labels (kind, colour, turn)."""

    def __init__(self, paths: list[Path], batch: int, seed: int) -> None:
        self.paths, self.batch, self.seed = paths, batch, seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        patches, labels, held = [], [], 0
        for shard, window in drawn(self.paths, rng):
            some, named = cut(shard, window, rng)
            patches.append(some)
            labels.append(named)
            held += len(some)
            if held >= 8 * self.batch:
                order = rng.permutation(held)
                mixed, known = np.concatenate(patches)[order], np.concatenate(labels)[order]
                for start in range(0, held - self.batch + 1, self.batch):
                    part = slice(start, start + self.batch)
                    yield torch.from_numpy(mixed[part]), torch.from_numpy(known[part])
                patches, labels, held = [], [], 0


def cut(shard: Shard, window: int, rng: Rng) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Patches (n, 64, 48, 3) of one window and their labels (n, 3), at most 24 of them."""
    tiles = shard.tiles_of(window)
    quads = tiles[:, 4:].reshape(-1, 4, 2)
    sides = np.minimum(
        np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1), np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
    )
    good = np.flatnonzero((tiles[:, 2] > READABLE) & (sides > SMALLEST_PX))
    good = rng.permutation(good)[:24]
    bgr = badly_lit(recolored(shard.picture(window), rng), rng)
    labels = named(tiles[good, 1].astype(int))
    wanted = jittered(quads[good], rng)
    void = np.concatenate([no_tiles(bgr.shape[:2], quads, rng), rng.permutation(shard.false_of(window))[:MOST_FALSE]])
    quarters = rng.choice(4, len(wanted) + len(void), p=QUARTERS)
    turned = quarter_turned(np.concatenate([wanted, void]).astype(np.float32), quarters)
    tile_px = float(np.median(sides[good])) if len(good) else SMALLEST_PX
    patches = balance(rectify(badly_taken(bgr, tile_px, rng), turned))
    patches = printed_otherwise(patches, np.flatnonzero(labels[:, 1] == COLORS.index("y")), rng)
    turn = (-quarters) % 4
    kinds = np.concatenate([labels, np.tile([[NONE, NOBODY]], (len(void), 1))])
    turn[kinds[:, 0] >= KINDS.index("back")] = NOBODY
    return patches, np.column_stack([kinds, turn]).astype(np.int64)


def named(codes: NDArray[np.intp]) -> NDArray[np.int64]:
    """Kind and colour (n, 2) for the faces as shards name them; a bare number has no colour label."""
    number_only = np.column_stack([-codes - 1, np.full(len(codes), NOBODY)])
    return np.asarray(np.where(codes[:, None] < 0, number_only, LABELS[np.maximum(codes, 0)]), np.int64)


def losses(logits: Tensor, labels: Tensor) -> dict[str, Tensor]:
    """Cross entropies of kind, colour and turn, each over the patches that have such a label."""
    kind, color, turn = logits.split([len(KINDS), len(COLORS), len(TURNS)], dim=1)
    return {
        "kind": F.cross_entropy(kind, labels[:, 0]),
        "colour": F.cross_entropy(color, labels[:, 1]),
        "turn": 0.5 * F.cross_entropy(turn, labels[:, 2]),
        "_right": (kind.argmax(1) == labels[:, 0]).float().mean(),
    }


def main() -> None:
    """Command line of the recipe."""
    torch.set_num_threads(2)
    training = ordered(__doc__, minutes=20, batch=256, weight_decay=2e-3)
    patches = Patches(training.shards, training.batch, training.seed)
    batches = iter(DataLoader(patches, batch_size=None, num_workers=1, prefetch_factor=6))
    fit(TileReaderNet(), batches, losses, training.plan)


if __name__ == "__main__":
    main()
