"""Photographs of a hand to be counted: the table with the melds of both sides, and each remaining rack.

The photographer sits before their own melds; those of the other side lie beyond, facing away. Pictures are BGR uint8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from datasets.synthetic_tables import optics
from datasets.synthetic_tables.fonts import discover
from datasets.synthetic_tables.generate import table_top
from datasets.synthetic_tables.laying import flat
from datasets.synthetic_tables.render import U8, Painter, Sun, TextureCache
from datasets.synthetic_tables.scene import SceneLayout, Solids, TilePose, View, aim
from datasets.synthetic_tables.set_design import SetDesign, look_of

SIZE_PX = (2000, 1500)
_LINE, _WIDTH, _APART = 1.5, 1.04, 2.0
"""From a line to the next in heights of a tile, from a tile to the next in widths, between the sides in heights."""
_LONGEST = 22.0
"""How many tiles a line of melds is wide at most, the space between two melds among them."""


@dataclass(frozen=True, slots=True, eq=False)
class PhoneCamera:
    """One set of tiles on one table top, and the phone above it."""

    look: SetDesign
    textures: TextureCache
    seed: int
    surface: str = "felt"

    @staticmethod
    def of(seed: int, surface: str = "felt") -> PhoneCamera:
        """The set and the table of ``seed``."""
        rng = np.random.default_rng(seed)
        look = look_of("burako", rng, discover())
        return PhoneCamera(look, TextureCache(look, rng), seed, surface)

    @property
    def size_mm(self) -> tuple[float, float, float]:
        """Width, height and thickness of a tile."""
        return (38.0 * self.look.aspect, 38.0, 38.0 * self.look.thickness_ratio)

    def table(self, ours: Sequence[str], theirs: Sequence[str]) -> U8:
        """The table: our melds near the camera, theirs beyond and upside down."""
        near, below = self._laid(ours, -_APART / 2 * self.size_mm[1])
        far, beyond = self._laid(theirs, -_APART / 2 * self.size_mm[1])
        tiles = [*near, *(self._turned(tile) for tile in far)]
        return self._shot(tiles, 2 * max(below, beyond))

    def rack(self, tiles: str) -> U8:
        """The remaining tiles of a rack, laid in a row before the camera."""
        width = self.size_mm[0] * _WIDTH
        faces = tiles.split()
        left = -width * (len(faces) - 1) / 2
        laid = [flat(face, (left + at * width, 0.0), 0.0, self.size_mm, row=0) for at, face in enumerate(faces)]
        return self._shot(laid, 6 * self.size_mm[1])

    def _laid(self, melds: Sequence[str], top: float) -> tuple[list[TilePose], float]:
        """Melds line by line from ``top`` down, and the depth they reach, in millimetres."""
        width, height, _ = self.size_mm
        lines: list[list[list[str]]] = [[]]
        for meld in sorted((text.split() for text in melds), key=len, reverse=True):
            taken = sum(len(tile) + 1.5 for tile in lines[-1])
            if lines[-1] and taken + len(meld) > _LONGEST:
                lines.append([])
            lines[-1].append(meld)
        tiles: list[TilePose] = []
        for number, line in enumerate(lines):
            x = -_LONGEST / 2 * width * _WIDTH
            y = top - (number + 0.5) * _LINE * height
            for at, meld in enumerate(line):
                for face in meld:
                    tiles.append(flat(face.partition("=")[0], (x, y), 0.0, self.size_mm, row=100 * number + at))
                    x += width * _WIDTH
                x += 1.5 * width
        return tiles, -top + len(lines) * _LINE * height

    def _turned(self, tile: TilePose) -> TilePose:
        x, y, _ = tile.center_mm.tolist()
        return flat(tile.face, (-x, -y), np.pi, self.size_mm, row=tile.row + 1000)

    def _shot(self, tiles: Sequence[TilePose], tall_mm: float) -> U8:
        spread = max((abs(tile.center_mm[0]) for tile in tiles), default=100.0) * 2 + 3 * self.size_mm[0]
        px_per_mm = min(SIZE_PX[0] / spread, SIZE_PX[1] / tall_mm / 1.1, 5.0)
        rng = np.random.default_rng(self.seed + 1)
        view: View = aim(np.random.default_rng(2), SIZE_PX, px_per_mm, 8.0)
        background, _ = table_top(rng, view, px_per_mm, self.surface)
        painter = Painter(view, Sun(np.array([-0.45, 0.35, 0.82]), 0.5, 0.5), background.copy())
        lying = SceneLayout(tuple(tiles), (), {})
        base = np.array(self.look.base_bgr, np.float64)
        painter.tiles(lying, Solids.of(lying.tiles, view), self.textures, base)
        lit, _ = optics.light(painter.canvas, np.random.default_rng(11), 0.15)
        shot, _ = optics.camera(np.clip(lit, 0, 255).astype(np.uint8), np.random.default_rng(12), 0.1)
        return shot
