"""Render the demo recording that ships with the program: `python -m datasets.synthetic_tables.demo companion/demo`.

A hand of burako growing on a table, one picture after each turn; one turn holds a meld that breaks the rules.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.synthetic_tables import optics, surfaces
from datasets.synthetic_tables.fonts import discover
from datasets.synthetic_tables.generate import table_top
from datasets.synthetic_tables.render import U8, Painter, Sun, TextureCache
from datasets.synthetic_tables.scene import SceneLayout, Solids, TilePose, View, aim
from datasets.synthetic_tables.set_design import SetDesign, look_of

TURNS: tuple[tuple[str, ...], ...] = (
    ("4r 5r 6r", "9k 9b 9y"),
    ("4r 5r 6r 7r", "9k 9b 9y", "11b 12b 13b 1b"),
    ("4r 5r 6r 7r", "9k 9b 9y J", "11b 12b 13b 1b", "3y 4y 5y"),
    ("4r 5r 6r 7r 8r", "9k 9b 9y J", "11b 12b 13b 1b", "3y 4y 5y", "7k 8k 10k"),
    ("4r 5r 6r 7r 8r", "9k 9b 9y J", "11b 12b 13b 1b", "3y 4y 5y 6y", "7k 8k 2k 10k"),
    ("4r 5r 6r 7r 8r 9r 10r", "9k 9b 9y J 9r", "11b 12b 13b 1b", "3y 4y 5y 6y", "7k 8k 2k 10k", "12r 12y 12k"),
)
SIZE_PX = (1280, 960)


def _sixes(*starts: int) -> tuple[str, ...]:
    """Runs of six tiles of every colour that begin with these numbers."""
    return tuple(" ".join(f"{start + step}{color}" for step in range(6)) for start in starts for color in "rbyk")


@dataclass(frozen=True, slots=True)
class Still:
    """A picture of some melds, and their places on the table."""

    melds: tuple[str, ...]
    columns: int = 2
    pitch: float = 7.9
    """The column pitch, in tile widths."""
    highest: float = 0.75
    """The position of the first line above the middle of the table, in lines."""
    px_per_mm: float = 2.75


STILLS = {
    60: Still(_sixes(1, 4, 8)[:10], highest=1.8, px_per_mm=2.3),
    106: Still((*_sixes(1, 7), *_sixes(1, 7), *["13r 13b 13y 13k J"] * 2), 3, 6.8, 2.8, 1.95),
}
"""By the number of tiles, for measuring how long things take; 106 are a whole bag."""


def lay_melds(rng: np.random.Generator, still: Still, size_mm: tuple[float, float, float]) -> SceneLayout:
    """The melds in columns, each in the same place in every picture."""
    tiles: list[TilePose] = []
    for row, meld in enumerate(still.melds):
        line, column = divmod(row, still.columns)
        x = (1.5 + still.pitch * (column - still.columns / 2)) * size_mm[0]
        y = (still.highest - line) * 1.55 * size_mm[1]
        for face in meld.split():
            lean = float(rng.normal(0, 0.012))
            right, up = np.array([np.cos(lean), np.sin(lean), 0]), np.array([-np.sin(lean), np.cos(lean), 0])
            center = np.array([x, y + float(rng.normal(0, 0.6)), size_mm[2]])
            tiles.append(TilePose(face, center, right, up, size_mm, row))
            x += size_mm[0] * 1.03
    return SceneLayout(tuple(tiles), (), {})


def photograph(view: View, look: SetDesign, textures: TextureCache, background: U8, still: Still) -> U8:
    """One picture of the table with the melds of ``still`` on it."""
    height_mm = 38.0
    size_mm = (height_mm * look.aspect, height_mm, height_mm * look.thickness_ratio)
    sun = Sun(np.array([-0.45, 0.35, 0.82]), 0.5, 0.5)
    painter = Painter(view, sun, background.copy())
    arrangement = lay_melds(np.random.default_rng(3), still, size_mm)
    painter.tiles(arrangement, Solids.of(arrangement.tiles, view), textures, np.array(look.base_bgr, np.float64))
    lit, _ = optics.light(painter.canvas, np.random.default_rng(11), 0.15)
    shot, _ = optics.camera(np.clip(lit, 0, 255).astype(np.uint8), np.random.default_rng(12), 0.1)
    return shot


def main() -> None:
    """Write one JPEG for each turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--surface", choices=surfaces.KINDS, default="felt", help="the kind of table top")
    parser.add_argument("--tiles", type=int, choices=STILLS, help="one picture of so many, written to the file OUT")
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    look = look_of("burako", rng, discover())
    turns = {given.out / f"turn-{number}.jpg": Still(melds) for number, melds in enumerate(TURNS, 1)}
    wanted = {given.out: STILLS[given.tiles]} if given.tiles else turns
    px_per_mm = next(iter(wanted.values())).px_per_mm
    view = aim(np.random.default_rng(2), SIZE_PX, px_per_mm, 24.0)
    background, _ = table_top(rng, view, px_per_mm, given.surface)
    textures = TextureCache(look, rng)
    for path, still in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        shot = photograph(view, look, textures, background, still)
        cv2.imwrite(str(path), shot, [cv2.IMWRITE_JPEG_QUALITY, 88])


if __name__ == "__main__":
    main()
