"""Paint successive arrangements of the same table, repainting only what changed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.render import Painter, Picture, Sun, TextureCache
from datasets.synthetic_tables.scene import F64, SceneLayout, Solids, TilePose, View

U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]
_SHADOW = 4.0
"""The reach of a tile's shadow and of its soft edge, in tile thicknesses."""


class TablePainter:
    """The table of one film, before light and camera. Pictures are BGR uint8."""

    def __init__(self, view: View, sun: Sun, background: U8, textures: TextureCache, side_bgr: F64) -> None:
        self._view, self._sun, self._textures, self._side_bgr = view, sun, textures, side_bgr
        self._background = self._canvas = background
        self._lying: dict[object, TilePose] = {}

    def __call__(self, arrangement: SceneLayout) -> U8:
        """The table with the tiles of ``arrangement``; the same picture object where nothing changed."""
        lying = {_pose(tile): tile for tile in arrangement.tiles}
        changed = [tile for pose, tile in (self._lying | lying).items() if (pose in lying) != (pose in self._lying)]
        if changed:
            extents = np.maximum(self._extents(changed), 0)
            self._repaint(extents[:, 0].min(axis=0), extents[:, 1].max(axis=0), arrangement.tiles)
        self._lying = lying
        return self._canvas

    def _repaint(self, low: I64, high: I64, tiles: Sequence[TilePose]) -> None:
        """Repaint the area between ``low`` and ``high`` (x, y), with all ``tiles`` that reach into it."""
        extents = self._extents(tiles)
        reaching = (extents[:, 0] < high).all(axis=1) & (extents[:, 1] > low).all(axis=1)
        near = tuple(tile for tile, is_near in zip(tiles, reaching, strict=True) if is_near)
        part = (slice(low[1], high[1]), slice(low[0], high[0]))
        self._canvas = self._canvas.copy()
        self._canvas[part] = self._painted(near)[part]

    def _extents(self, tiles: Sequence[TilePose]) -> I64:
        """(n, 2, 2): the pixel ranges (x, y) of each tile and its shadow."""
        solids = Solids.of(tiles, self._view)
        corners = np.concatenate([solids.tops_px, solids.bottoms_px], axis=1)
        wide = np.linalg.norm(solids.tops_px[:, 1] - solids.tops_px[:, 0], axis=1)
        reach = (_SHADOW * wide * [tile.size_mm[2] / tile.size_mm[0] for tile in tiles])[:, None]
        return np.stack([corners.min(axis=1) - reach, corners.max(axis=1) + reach], axis=1).astype(np.int64)

    def _painted(self, tiles: tuple[TilePose, ...]) -> U8:
        return self._with(tiles, Solids.of(tiles, self._view)).canvas

    def labelled(self, tiles: tuple[TilePose, ...]) -> Picture:
        """The table with ``tiles``, completely repainted, with their labels."""
        solids = Solids.of(tiles, self._view)
        painter = self._with(tiles, solids)
        return Picture(painter.canvas, painter.labels(tiles, solids), {})

    def _with(self, tiles: tuple[TilePose, ...], solids: Solids) -> Painter:
        painter = Painter(self._view, self._sun, self._background.copy())
        painter.tiles(SceneLayout(tiles, (), {}), solids, self._textures, self._side_bgr)
        return painter


def _pose(tile: TilePose) -> object:
    """The key of a tile's pose."""
    return tile.face, tile.level, *tile.center_mm.tolist(), *tile.right.tolist()
