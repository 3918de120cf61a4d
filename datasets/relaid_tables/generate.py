"""Compose tables from photographed tiles: `python -m datasets.relaid_tables.generate COCO OUT --count 40 --seed 1`.

Tables of melds, every other one with a violation, whose tiles are cut out of the photographs of one session: real
plastic and ink with violations that were never photographed. They test the rules on readings and are never used for
training.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.photographed_tables.generate import Labelled, by_session, labelled
from datasets.synthetic_tables.generate import write_coco
from datasets.synthetic_tables.played_tables import played
from datasets.synthetic_tables.render import Picture, TileLabel
from datasets.synthetic_tables.scene import TilePose
from engine.tiles import FACES
from vision.pipeline import TableRecognizer

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]
SIZE_PX = (1280, 960)
TILE_PX = 42
ASPECT = 0.72
"""Width of a tile over its height."""
SHARPEST = 2.0
"""How many times a photographed tile may be enlarged."""
EDGE = 0.05
"""Part of a tile's side by which its cut reaches beyond the labelled corners: the bevel."""
FADE = 0.04
"""Part of a cut's side over which it fades into the table."""
_HEIGHT_MM = 38.0
_CUT = np.array([[0, 0], [2 * TILE_PX, 0], [2 * TILE_PX, 2 * TILE_PX / ASPECT], [0, 2 * TILE_PX / ASPECT]], np.float32)
"""Where the corners of a cut lie: twice as large as it will be laid, so that nothing is lost."""


def cuts(photographs: Sequence[Labelled]) -> dict[str, list[U8]]:
    """The tiles of photographs, upright and in colour, by face; too small ones are left out."""
    found: dict[str, list[U8]] = {}
    width, height = (int(side) for side in _CUT[2])
    for photograph in photographs:
        for face, quad in zip(photograph.faces, photograph.quads_px, strict=True):
            if np.linalg.norm(quad[1] - quad[0]) * SHARPEST >= TILE_PX:
                wider = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * (1 + 2 * EDGE)
                to_cut = cv2.getPerspectiveTransform(wider.astype(np.float32), _CUT)
                upright = cv2.warpPerspective(photograph.bgr, to_cut, (width, height), flags=cv2.INTER_LINEAR)
                found.setdefault(face, []).append(np.asarray(upright, np.uint8))
    return found


def relaid(tiles_by_face: Mapping[str, Sequence[U8]], session: str, rng: np.random.Generator) -> Iterator[Picture]:
    """Endless random tables of ``tiles_by_face``; rows with a face that was never photographed are left out."""
    size = (_HEIGHT_MM * ASPECT, _HEIGHT_MM, 8.0)
    while True:
        tiles = played(rng, size, 8 * _HEIGHT_MM).tiles
        wanting = {tile.row for tile in tiles if tile.face not in tiles_by_face}
        laid = [tile for tile in tiles if tile.row not in wanting]
        if not laid:
            continue
        quads = _quads(laid)
        quads += np.array(SIZE_PX, np.float32) / 2 - (quads.min(axis=(0, 1)) + quads.max(axis=(0, 1))) / 2
        bgr = _table(rng)
        for tile, quad in zip(laid, quads, strict=True):
            _lay(bgr, tiles_by_face[tile.face][rng.integers(len(tiles_by_face[tile.face]))], quad)
        labels = tuple(TileLabel(tile.face, quad, 1.0, tile.row) for tile, quad in zip(laid, quads, strict=True))
        noisy = np.clip(bgr + rng.normal(0, 2, bgr.shape), 0, 255).astype(np.uint8)
        yield Picture(noisy, labels, {"layout": session})


def _quads(tiles: Sequence[TilePose]) -> F32:
    """Corners (n, 4, 2) in pixels, seen from straight above, clockwise from the number's top left."""
    sides = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    corners = [
        [tile.center_mm + (right * tile.right * tile.size_mm[0] + up * tile.up * tile.size_mm[1]) / 2
         for right, up in sides] for tile in tiles
    ]  # fmt: skip
    px_per_mm = TILE_PX / (_HEIGHT_MM * ASPECT)
    return np.asarray(np.array(corners)[..., :2] * (px_per_mm, -px_per_mm), np.float32)


def _table(rng: np.random.Generator) -> F32:
    """A table top of one colour, lit from one side."""
    width, height = SIZE_PX
    light = cv2.resize(rng.uniform(0.75, 1.1, (2, 2, 1)).astype(np.float32), SIZE_PX, interpolation=cv2.INTER_CUBIC)
    return np.asarray(rng.uniform(30, 170, 3) * light.reshape(height, width, 1), np.float32)


def _lay(bgr: F32, cut: U8, quad: F32) -> None:
    """Draw a cut onto the picture, its labelled corners on ``quad``, blended at its edges."""
    height, width = cut.shape[:2]
    wider = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * (1 + 2 * EDGE)
    from_cut = cv2.getPerspectiveTransform(_CUT, wider.astype(np.float32))
    fade = max(int(FADE * width), 1)
    opaque = cv2.copyMakeBorder(np.ones((height - 2 * fade, width - 2 * fade), np.float32), *[fade] * 4,
                                cv2.BORDER_CONSTANT)  # fmt: skip
    share = cv2.warpPerspective(cv2.blur(opaque, (fade, fade)), from_cut, SIZE_PX)[..., None]
    shown = cv2.warpPerspective(cv2.GaussianBlur(cut, (0, 0), 0.8), from_cut, SIZE_PX, flags=cv2.INTER_LINEAR)
    bgr[:] = bgr * (1 - share) + shown * share


def main() -> None:
    """Command line of the recipe: ``count`` tables of each session that has most of the faces."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photographs", type=Path, help="a COCO file")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, recognizer = np.random.default_rng(given.seed), TableRecognizer()
    tables: list[Picture] = []
    for session, photographs in by_session(given.photographs):
        found = cuts([labelled(*photograph, recognizer) for photograph in photographs])
        print(f"{session}: {len(found)} of {len(FACES)} faces", flush=True)
        if 2 * len(found) > len(FACES):
            tables += islice(relaid(found, session, rng), given.count)
    write_coco(given.out, given.seed, tables)


if __name__ == "__main__":
    main()
