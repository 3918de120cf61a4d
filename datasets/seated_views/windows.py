"""Training windows cut from photographs taken from a chair:

    python -m datasets.seated_views.windows OUT --count 2000 --seed 1

Shards in the format of `synthetic_tables`. Existing ones are kept.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from datasets.seated_views.generate import OPENING
from datasets.seated_views.laying import seated
from datasets.seated_views.phone_poses import window
from datasets.synthetic_tables import shards
from datasets.synthetic_tables.fonts import discover
from datasets.synthetic_tables.generate import SCENES_PER_LOOK, PictureSpec, render
from datasets.synthetic_tables.laying import Rng, Size
from datasets.synthetic_tables.optics import OPENING as WIDE_OPENING
from datasets.synthetic_tables.render import Picture, TextureCache
from datasets.synthetic_tables.scene import SceneLayout, turned
from datasets.synthetic_tables.set_design import sample_look

WINDOW_PX, SHARD_WINDOWS = 416, 250
SEATED, IN_FOCUS = 0.6, 0.75
"""Shares of whole tables, beside other layouts, and of phones, beside larger cameras."""


def around(rng: Rng, size: Size, radius_mm: float) -> SceneLayout:
    """A whole table, one of its tiles at about the origin."""
    table = seated(rng, size, radius_mm)
    if not table.tiles:
        return table
    middle = table.tiles[int(rng.integers(len(table.tiles)))].center_mm[:2] + rng.normal(0, 40, 2)
    turn = float(rng.normal(0, 0.25)) if rng.random() < 0.7 else float(rng.uniform(-np.pi, np.pi))
    return turned(turned(table, 0.0, -middle), turn, np.zeros(2))


def pictures(seed: int, count: int) -> Iterator[Picture]:
    """``count`` windows; deterministic for the same seed and fonts."""
    rng = np.random.default_rng(seed)
    fonts = discover()
    look = textures = None
    for number in range(count):
        if number % SCENES_PER_LOOK == 0 or look is None or textures is None:
            look = sample_look(rng, fonts)
            textures = TextureCache(look, rng)
        layout = around if rng.random() < SEATED else None
        opening = OPENING if rng.random() < IN_FOCUS else WIDE_OPENING
        yield render(
            rng,
            textures,
            look,
            PictureSpec((WINDOW_PX, WINDOW_PX), layout, any_numbers=True, camera=window, opening=opening),
        )


def _one_shard(job: tuple[Path, int]) -> Path:
    cv2.setNumThreads(1)
    path, seed = job
    if not path.exists():
        shards.store(path, pictures(seed, SHARD_WINDOWS))
    return path


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=1000, help="windows, rounded up to whole shards")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    jobs = [(given.out / f"seated_{given.seed:03d}_{number:04d}.npz", given.seed * 100_000 + number)
            for number in range(-(-given.count // SHARD_WINDOWS))]  # fmt: skip
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for done, path in enumerate(pool.imap_unordered(_one_shard, jobs), 1):
            print(f"{done}/{len(jobs)} {path.name}", flush=True)


if __name__ == "__main__":
    main()
