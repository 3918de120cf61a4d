"""Photographs of a printed game: `python -m datasets.printed_sheets.generate SHEETS OUT --count 40 --seed 1`.

SHEETS is a folder with the pages of tiles as pictures, in the order in which they are printed: ``burako print --only
tiles``, then ``pdftoppm -r 200 -png``. COCO labels as `synthetic_tables` writes them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from datasets.printed_sheets.cutting import U8, tiles_of
from datasets.printed_sheets.printing import PrintedTextureCache, Printer, Rng
from datasets.spread_bags.laying import spread
from datasets.synthetic_tables.generate import PictureSpec, render, write_coco
from datasets.synthetic_tables.laying import Size
from datasets.synthetic_tables.render import Picture
from datasets.synthetic_tables.scene import SceneLayout, TilePose
from datasets.synthetic_tables.set_design import SetDesign, look_of
from engine.tiles import BAG, JOKER, Color, Tile

SIZE_PX = (2000, 1500)
COLUMNS = 12
"""Of places in which the tiles are spread; a bag takes about nine lines of them."""
FEWEST = 30
"""Tiles on a photograph; the most are a whole set."""
STEEPEST_DEG = 30.0
_TILE_PX = 68.0
"""How wide a tile is, so that a whole set is on the picture."""
COLORS = (Color.RED, Color.BLACK, Color.BLUE, Color.YELLOW)
"""In the order of the sheets, after which the jokers come."""


def cut(pages: Sequence[U8]) -> Mapping[str, tuple[U8, ...]]:
    """The tiles of a set by face, two of each, cut from its five sheets."""
    tiles: dict[str, tuple[U8, ...]] = {}
    for color, page in zip(COLORS, pages[:4], strict=True):
        found = tiles_of(page)
        tiles |= {str(Tile(at // 2 + 1, color)): found[at : at + 2] for at in range(0, 26, 2)}
    return tiles | {str(JOKER): tiles_of(pages[4])[:2]}


def pictures(pages: Sequence[U8], seed: int, count: int, of_a_printer: int = 4) -> Iterator[Picture]:
    """``count`` photographs of the set on ``pages``, by several printers; deterministic for the same seed."""
    rng = np.random.default_rng(seed)
    tiles = cut(pages)
    for at in range(count):
        if at % of_a_printer == 0:
            textures, look = PrintedTextureCache(tiles, Printer.drawn(rng), rng), _card(tiles, rng)
        tilt = float(rng.uniform(0, STEEPEST_DEG))
        order = PictureSpec(SIZE_PX, _lying, tile_px=_TILE_PX, tilt_deg=tilt, severity=float(rng.beta(1.2, 2.2)))
        yield render(rng, textures, look, order)


def _card(tiles: Mapping[str, Sequence[U8]], rng: Rng) -> SetDesign:
    """Tiles glued onto card of their own size: thin, with square corners."""
    height, width = tiles[str(JOKER)][0].shape[:2]
    grey = int(rng.integers(120, 235))
    return replace(look_of("paper", rng, ()), aspect=width / height, thickness_ratio=float(rng.uniform(0.015, 0.09)),
                   base_bgr=(grey - 15, grey - 8, grey))  # fmt: skip


def _lying(rng: Rng, size: Size, radius: float) -> SceneLayout:
    """Random tiles of one set, each slightly lifted off the table."""
    count = int(rng.integers(FEWEST, len(BAG) + 1))
    faces = [str(BAG[at]) for at in rng.permutation(len(BAG))[:count]]
    tiles, _ = spread(rng, faces, size, COLUMNS)
    return SceneLayout(tuple(_tilted(tile, rng) for tile in tiles), (), {"count": count})


def _tilted(tile: TilePose, rng: Rng) -> TilePose:
    """Tilt a tile slightly, since card does not lie flat."""
    across, along = rng.normal(0, 0.025, 2)
    right = tile.right + np.array([0, 0, across])
    up = tile.up + np.array([0, 0, along])
    return replace(tile, right=right / np.linalg.norm(right), up=up / np.linalg.norm(up))


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sheets", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    pages = [np.asarray(cv2.imread(str(path)), np.uint8) for path in sorted(given.sheets.glob("*.png"))]
    write_coco(given.out, given.seed, pictures(pages, given.seed, given.count))


if __name__ == "__main__":
    main()
