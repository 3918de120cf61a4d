"""Command line and data loading of both accelerator trainers: windows that arrive during training."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from pathlib import Path
from threading import Thread

import torch

from models.batches.window_pool import Pool


def orders(description: str | None, *, batch: int, capacity: int) -> argparse.ArgumentParser:
    """The arguments of a trainer with ``batch`` windows per step that holds up to ``capacity`` windows."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shards", type=Path, help="the folder of most windows")
    parser.add_argument("--often", type=Path, required=True, help="shards for a quarter of the windows")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoint")
    parser.add_argument("--minutes", type=float, default=9)
    parser.add_argument("--steps", type=int, default=0, help="how many batches, instead of the minutes")
    parser.add_argument("--rate", type=float, default=1.2e-3, help="the highest learning rate")
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--capacity", type=int, default=capacity, help="most windows kept of the first folder")
    return parser


def fast_device() -> torch.device:
    """The accelerator or, without one, the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fed(capacities: Mapping[Path, int], device: torch.device) -> list[Pool]:
    """A `Pool` on ``device`` for each folder, once all hold a window; files added to the folders are loaded
    continuously."""
    pools = [Pool(folder, capacity, device) for folder, capacity in capacities.items()]
    while not all(map(len, pools)):
        for pool in pools:
            pool.take()
        time.sleep(0.5)
    Thread(target=_feed, args=pools, daemon=True).start()
    return pools


def _feed(*pools: Pool) -> None:
    while True:
        if not sum(pool.take(1) for pool in pools):
            time.sleep(0.5)
