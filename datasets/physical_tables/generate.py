"""Render windows by path tracing: `python -m datasets.physical_tables.generate OUT --count 2000 --seed 1`.

Writes shards in the format of `synthetic_tables`, and beside each a contact sheet. Existing shards are kept, so that
the same command resumes an interrupted run.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.physical_tables import tracer
from datasets.physical_tables.developing import developed
from datasets.physical_tables.random_scene import FaceReliefs, Framing, PhysicalScene, sample_stage
from datasets.physical_tables.tile_placement import SHARES
from datasets.synthetic_tables.fonts import discover
from datasets.synthetic_tables.generate import FEWEST_FONTS, sample_tile_px
from datasets.synthetic_tables.render import Picture, TileLabel
from datasets.synthetic_tables.scene import Solids
from datasets.synthetic_tables.set_design import SetDesign, look_of, sample_look
from datasets.synthetic_tables.shards import Shard, store

Rng = np.random.Generator
WINDOW_PX = 416
SHARD_WINDOWS = 25
_SCENES_PER_LOOK = 10
_BURAKO = 0.3
"""Share of the sets that are Argentine for certain, beside those that any choice of a maker brings."""


def picture(rng: Rng, moulds: FaceReliefs, framing: Framing, samples: int) -> Picture:
    """One window with its ground truth."""
    stage = sample_stage(rng, moulds, framing)
    radiance, owners = tracer.trace(stage, samples, int(rng.integers(1 << 31)))
    severity = float(rng.beta(1.2, 2.2))
    bgr, record = developed(radiance, rng, severity, framing.tile_px)
    return Picture(bgr, labels(stage, owners), {**stage.record, **record, "severity": round(severity, 3)})


def labels(stage: PhysicalScene, owners: NDArray[np.int32]) -> tuple[TileLabel, ...]:
    """The visible tiles with their visible shares, by counting their pixels."""
    counts = np.bincount(owners[owners >= 0], minlength=len(stage.tiles))
    found = []
    for tile, corners, count in zip(stage.tiles, Solids.of(stage.tiles, stage.view).tops_px, counts, strict=True):
        share = min(1.0, count / max(1.0, float(abs(cv2.contourArea(corners.astype(np.float32))))))
        if share > 0.02:
            found.append(TileLabel(tile.face, corners.astype(np.float32), share, tile.row))
    return tuple(found)


def pictures(seed: int, count: int, samples: int) -> Iterator[Picture]:
    """``count`` windows; deterministic for the same seed and fonts."""
    rng = np.random.default_rng(seed)
    fonts = discover()
    moulds = None
    for number in range(count):
        if number % _SCENES_PER_LOOK == 0 or moulds is None:
            moulds = FaceReliefs(_look(rng, fonts), rng)
        yield picture(rng, moulds, sample_framing(rng), samples)


def _look(rng: Rng, fonts: tuple[Path, ...]) -> SetDesign:
    return look_of("burako", rng, fonts) if rng.random() < _BURAKO else sample_look(rng, fonts)


def sample_framing(rng: Rng) -> Framing:
    """The random content of a window; racks are seen from nearer than tables."""
    kind = str(rng.choice(list(SHARES), p=list(SHARES.values())))
    tile_px = sample_tile_px(rng)
    return Framing(kind, (WINDOW_PX, WINDOW_PX), float(np.clip(tile_px, 20, 150)) if kind == "rack" else tile_px)


def sheet(shard: Shard) -> NDArray[np.uint8]:
    """A contact sheet of a shard: tiles with at least 45 % visible are outlined, with a dot at the number's top
    left."""
    cells = []
    for window in range(len(shard)):
        bgr = shard.picture(window)
        for line in shard.tiles_of(window):
            if line[2] >= 0.45:
                corners = np.round(line[4:].reshape(4, 2) * 16).astype(np.int32)
                cv2.polylines(bgr, [corners], True, (0, 255, 0), 1, cv2.LINE_AA, 4)
                cv2.circle(bgr, tuple((corners[0] // 16).tolist()), 2, (0, 0, 255), -1)
        cells.append(bgr)
    columns = int(np.ceil(np.sqrt(len(cells))))
    cells += [np.zeros_like(cells[0])] * (-len(cells) % columns)
    return np.vstack([np.hstack(cells[i : i + columns]) for i in range(0, len(cells), columns)])


def write_shard(path: Path, seed: int, count: int, samples: int) -> None:
    """Write a shard of ``count`` windows and its contact sheet; the file gets its name only once complete."""
    unfinished = path.parent / "unfinished" / path.name
    store(unfinished, pictures(seed, count, samples))
    cv2.imwrite(str(path.with_suffix(".jpg")), sheet(Shard.load(unfinished)))
    unfinished.replace(path)


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=100, help="windows, rounded up to whole shards")
    parser.add_argument("--shard", type=int, default=SHARD_WINDOWS, help="windows of a shard")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=9, help="rays through each pixel")
    parser.add_argument("--variant", default="", help="of Mitsuba: llvm_ad_rgb, scalar_rgb, cuda_ad_rgb")
    given = parser.parse_args()
    fonts = discover()
    if len(fonts) < FEWEST_FONTS:
        print(f"only {len(fonts)} typefaces: most numbers are drawn with strokes")
    print(tracer.start(given.variant), flush=True)
    cv2.setNumThreads(1)
    for number in range(-(-given.count // given.shard)):
        path = given.out / f"physical_{given.seed:03d}_{number:04d}.npz"
        if path.exists():
            continue
        begun = time.perf_counter()
        write_shard(path, given.seed * 100_000 + number, given.shard, given.samples)
        print(f"{path.name}: {(time.perf_counter() - begun) / given.shard:.2f} s a window", flush=True)


if __name__ == "__main__":
    main()
