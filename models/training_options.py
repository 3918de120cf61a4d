"""The command line shared by the trainers of both networks."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from datasets.synthetic_tables.shards import mixed, photographed, split
from models.training_loop import TrainingPlan


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """The options of a training."""

    shards: list[Path]
    batch: int
    seed: int
    """Another one when a run goes on, so that it does not begin with the same windows."""
    plan: TrainingPlan


def ordered(doc: str | None, minutes: float, batch: int, weight_decay: float) -> TrainingOptions:
    """The options from the command line; ``minutes`` and ``batch`` are the defaults."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("shards", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--steps", type=int, default=0, help="how many batches, instead of the minutes")
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    parser.add_argument("--start", type=Path, help="checkpoint, or shipped file, whose weights to begin with")
    parser.add_argument("--traced", type=Path, help="shards of traced light, for a tenth of the windows")
    parser.add_argument("--often", type=Path, help="shards, of photographs for one, for three in ten of the windows")
    parser.add_argument("--without", nargs="*", default=[], help="sessions of photographs that are left out")
    given = parser.parse_args()
    shards = split(given.shards)[0]
    if given.traced:
        shards = mixed(shards, sorted(given.traced.glob("*.npz")), 0.1)
    if given.often:
        shards = mixed(shards, photographed(given.often, given.without), 0.3)
    plan = TrainingPlan(given.out, given.minutes, given.start, given.rate, weight_decay, given.steps)
    return TrainingOptions(shards, given.batch, int((given.out / "last.pt").exists()), plan)
