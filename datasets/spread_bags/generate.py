"""Render photographs of a spread bag of tiles, in overlapping parts.

    python -m datasets.spread_bags.generate OUT --count 40 --seed 1

Every bag is a folder with its pictures and ``bag.json``: how many tiles there are, which are missing, which too many.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.spread_bags.laying import spread
from datasets.synthetic_tables import optics, surfaces
from datasets.synthetic_tables.fonts import discover
from datasets.synthetic_tables.generate import table_top
from datasets.synthetic_tables.laying import Rng
from datasets.synthetic_tables.render import U8, Painter, Sun, TextureCache
from datasets.synthetic_tables.scene import F64, SceneLayout, Solids, View, aim
from datasets.synthetic_tables.set_design import sample_look
from engine.tiles import BAG

SIZE_PX = (1600, 1200)
COLUMNS = 13
_SHARED_MM = 90.0
"""By how much two pictures of neighbouring parts overlap: more than two tiles."""
_EDGE_MM = 25.0


@dataclass(frozen=True, slots=True)
class SeenBag:
    """One bag in a few pictures."""

    pictures: tuple[U8, ...]
    count: int
    missing: tuple[str, ...]
    surplus: tuple[str, ...]


def bags(seed: int, count: int) -> Iterator[SeenBag]:
    """``count`` bags, each of another maker's set; deterministic for the same seed and fonts."""
    rng = np.random.default_rng(seed)
    fonts = discover()
    for _ in range(count):
        look = sample_look(rng, fonts)
        height = float(rng.uniform(33, 40))
        size = (height * look.aspect, height, height * look.thickness_ratio)
        faces = _bag(rng)
        tiles, half = spread(rng, faces, size, COLUMNS)
        textures, surface = TextureCache(look, rng), str(rng.choice(surfaces.KINDS))
        azimuth, height_of_sun = rng.uniform(-np.pi, np.pi), rng.uniform(0.7, 1.3)
        sun = Sun(np.array([np.cos(azimuth) * np.cos(height_of_sun), np.sin(azimuth) * np.cos(height_of_sun),
                            np.sin(height_of_sun)]), float(rng.uniform(0.2, 0.6)), 0.5)  # fmt: skip
        seen, kept = [], int(rng.integers(1 << 30))
        for view in _views(rng, half):
            background, _ = table_top(np.random.default_rng(kept), view, view.record["px_per_mm"], surface)
            painter = Painter(view, sun, background.copy())
            painter.tiles(
                SceneLayout(tiles, (), {}), Solids.of(tiles, view), textures, np.array(look.base_bgr, np.float64)
            )
            severity = float(rng.uniform(0.05, 0.4))
            lit, _ = optics.light(painter.canvas, rng, severity)
            shot, _ = optics.camera(np.clip(lit, 0, 255).astype(np.uint8), rng, severity, 50.0)
            seen.append(shot)
        there, whole = Counter(faces), Counter(map(str, BAG))
        yield SeenBag(tuple(seen), len(faces), tuple((whole - there).elements()), tuple((there - whole).elements()))


def _bag(rng: Rng) -> list[str]:
    """104 to 107 tiles: some lost, some of another set among them."""
    faces = [str(BAG[at]) for at in rng.permutation(len(BAG))]
    lost, strange = ((0, 0), (0, 0), (1, 0), (2, 0), (0, 1), (1, 1))[int(rng.integers(6))]
    kept = faces[lost:]
    return kept + [str(BAG[int(rng.integers(len(BAG)))]) for _ in range(strange)]


def _views(rng: Rng, half: F64) -> Iterator[View]:
    """Three to five adjacent views along the longer side that show all of it."""
    count = int(rng.integers(3, 6))
    along = int(half[1] > half[0])
    step = 2 * half[along] / count
    for at in range(count):
        middle = np.zeros(2)
        middle[along] = -half[along] + (at + 0.5) * step
        wide, tall = (2 * half[0], step) if along else (step, 2 * half[1])
        room = np.array([wide + 2 * _EDGE_MM + (0 if along else _SHARED_MM), tall + 2 * _EDGE_MM + _SHARED_MM * along])
        size = SIZE_PX if room[0] >= room[1] else SIZE_PX[::-1]
        scale = float(min(np.array(size) / room)) * float(rng.uniform(0.88, 0.95))
        yield _moved(aim(rng, size, scale, float(rng.uniform(0, 16))), middle)


def _moved(view: View, by_mm: F64) -> View:
    """The same camera over another part of the table."""
    offset = np.array([*by_mm, 0.0])
    matrix = view.image_from_table.copy()
    matrix[:, 3] -= matrix[:, :3] @ offset
    return View(matrix, view.position_mm + offset, view.width_px, view.height_px, view.record)


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    for number, bag in enumerate(bags(given.seed, given.count), 1):
        folder = given.out / f"{given.seed:05d}-{number:03d}"
        folder.mkdir(parents=True, exist_ok=True)
        for at, picture in enumerate(bag.pictures, 1):
            cv2.imwrite(str(folder / f"{at}.jpg"), picture)
        truth = {"count": bag.count, "missing": bag.missing, "surplus": bag.surplus}
        (folder / "bag.json").write_text(json.dumps(truth))


if __name__ == "__main__":
    main()
