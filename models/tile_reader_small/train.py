"""Train the small reader: `python -m models.tile_reader_small.train SHARDS --out RUN --patches 300000 --minutes 20`.

It learns what the tile reader answers (`lessons.py`); its lessons are made once and kept in RUN.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from datasets.synthetic_tables.shards import split
from models.tile_reader_small.lessons import F16, U8, kept
from models.tile_reader_small.network import SmallReaderNet
from models.training_loop import TrainingPlan, fit
from vision.predictions import COLORS, KINDS, TURNS

WARMTHS = (1.0, 3.0)
"""The answers are compared as they are, and with their logits divided by so much, where unlikely ones count more."""
GROUPS = {"kind": len(KINDS), "colour": len(COLORS), "turn": len(TURNS)}


def batches(patches: U8, answers: F16, count: int, seed: int) -> Iterator[list[Tensor]]:
    """Endless batches of ``count`` lessons, each once before any comes again."""
    rng = np.random.default_rng(seed)
    while True:
        order = rng.permutation(len(patches))
        for start in range(0, len(order) - count + 1, count):
            which = np.sort(order[start : start + count])
            yield [torch.from_numpy(patches[which]), torch.from_numpy(answers[which].astype(np.float32))]


def losses(logits: Tensor, wanted: Tensor) -> Mapping[str, Tensor]:
    """How far kind, colour and turn are from the teacher's probabilities: Kullback–Leibler divergences."""
    parts = zip(GROUPS, logits.split(list(GROUPS.values()), 1), wanted.split(list(GROUPS.values()), 1), strict=True)
    terms = {name: torch.stack([_apart(mine, theirs, warmth) for warmth in WARMTHS]).sum()
             for name, mine, theirs in parts}  # fmt: skip
    kinds = GROUPS["kind"]
    return terms | {"_agreeing": (logits[:, :kinds].argmax(1) == wanted[:, :kinds].argmax(1)).float().mean()}


def _apart(mine: Tensor, theirs: Tensor, warmth: float) -> Tensor:
    told, wanted = F.log_softmax(mine / warmth, 1), F.log_softmax(theirs / warmth, 1)
    return warmth * F.kl_div(told, wanted, reduction="batchmean", log_target=True)


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--patches", type=int, default=300_000)
    parser.add_argument("--teachers", type=Path, help="folder of other networks than the shipped ones, with a manifest")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--steps", type=int, default=0, help="how many batches, instead of the minutes")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=3e-3, help="the highest learning rate")
    parser.add_argument("--start", type=Path, help="checkpoint, or shipped file, whose weights to begin with")
    given = parser.parse_args()
    torch.set_num_threads(1)
    patches, answers = kept(given.out, split(given.shards)[0], given.patches, given.teachers)
    plan = TrainingPlan(given.out, given.minutes, given.start, given.rate, 1e-4, given.steps)
    fit(SmallReaderNet(), batches(patches, answers, given.batch, 7), losses, plan)


if __name__ == "__main__":
    main()
