"""Lessons for the small reader: patches of rendered windows, and what the tile reader answers to them.

They need no labels, so most are cut out where the detector sees tiles, framed and turned as it frames and turns them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.shards import Shard, drawn
from models.picture_augmentation import badly_lit, badly_taken
from models.tile_detector.train import recolored
from models.tile_reader.print_variation import printed_otherwise
from models.tile_reader.train import SMALLEST_PX, cut
from vision.detection.detector import TileDetector
from vision.detection.patches import balance, rectify
from vision.geometry import expanded, quads_of, short_sides
from vision.networks.manifest import load_manifest
from vision.networks.sessions import Session, open_session
from vision.predictions import COLORS, KINDS, TURNS

LABELLED = 0.2
"""Share of the windows that are cut as for the tile reader: framed loosely, turned by quarters, and off the tiles."""
BAD = 0.5
"""Share of the other windows that may be badly lit and taken: on most tables the reader is sure of nearly all."""
MIRRORED = 0.04
"""Share of the patches that are shown as in a mirror: what the reader doubts there is to be doubted too."""
SCALES = (0.8, 1.25)
"""How much larger or smaller than it is a window is shown to the detector."""
ZOOM = 0.04
"""Deviation of the logarithm of how much larger the detector's frames are made."""
MOST_TILES = 32
"""Patches of one window."""
AT_ONCE = 1000
SIDES = (64, 48, 3)
ANSWERS = len(KINDS) + len(COLORS) + len(TURNS)
U8 = NDArray[np.uint8]
F16 = NDArray[np.float16]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Teachers:
    """The networks from which it learns, with one thread each."""

    detect: TileDetector
    read: Session

    @staticmethod
    def opened(models: Path | None = None) -> Teachers:
        """The eight-bit ones of the folder ``models`` (default: installed). Raises ModelMissing or ModelCorrupt."""
        listed = load_manifest(models)
        detector, reader = (open_session(listed[f"{name}_int8"], 1) for name in ("tile_detector", "tile_reader"))
        return Teachers(TileDetector(detector), reader)


def detected(shard: Shard, window: int, detect: TileDetector, rng: Rng) -> U8:
    """Patches (n, 64, 48, 3) where the detector sees tiles in one window, badly lit and taken at times."""
    bgr = recolored(shard.picture(window), rng)
    if rng.random() < BAD:
        sides = short_sides(shard.tiles_of(window)[:, 4:].reshape(-1, 4, 2))
        bgr = badly_taken(badly_lit(bgr, rng), float(np.median(sides)) if len(sides) else SMALLEST_PX, rng)
    quads = detect.found_at(bgr, float(np.exp(rng.uniform(*np.log(SCALES))))).quads
    quads = quads[rng.permutation(len(quads))[:MOST_TILES]]
    frames = [expanded(quads_of(quad[None]), float(np.exp(rng.normal(0, ZOOM))))[0] for quad in quads]
    patches = balance(rectify(bgr, np.asarray(frames, np.float32).reshape(-1, 4, 2)))
    return printed_otherwise(patches, np.empty(0, np.intp), rng)


def lessons(paths: list[Path], count: int, teachers: Teachers, rng: Rng) -> Iterator[tuple[U8, F16]]:
    """``count`` or a few more patches (n, 64, 48, 3) of windows at random, and the reader's logits (n, 24) for them."""
    held: list[U8] = []
    for shard, window in drawn(paths, rng):
        is_labelled = rng.random() < LABELLED
        held.append(cut(shard, window, rng)[0] if is_labelled else detected(shard, window, teachers.detect, rng))
        if sum(map(len, held)) < min(AT_ONCE, count):
            continue
        patches, held = np.concatenate(held), []
        mirrored = rng.random(len(patches)) < MIRRORED
        patches[mirrored] = patches[mirrored][:, :, ::-1]
        yield patches, teachers.read(patches)[0].astype(np.float16)
        count -= len(patches)
        if count <= 0:
            return


def kept(folder: Path, paths: list[Path], count: int, models: Path | None = None) -> tuple[U8, F16]:
    """``count`` lessons, from ``folder``; where it has none they are made first, by the networks of ``models``."""
    seen, told = folder / "patches.npy", folder / "answers.npy"
    if not told.exists():
        cv2.setNumThreads(1)
        folder.mkdir(parents=True, exist_ok=True)
        patches = np.lib.format.open_memmap(seen, "w+", np.uint8, (count, *SIDES))
        answers, done = np.empty((count, ANSWERS), np.float16), 0
        for some, logits in lessons(paths, count, Teachers.opened(models), np.random.default_rng(3)):
            part = slice(done, min(done + len(some), count))
            patches[part], answers[part] = some[: part.stop - done], logits[: part.stop - done]
            done = part.stop
        patches.flush()
        np.save(told, answers)
    return np.load(seen, mmap_mode="r"), np.load(told)
