"""Render an arrangement as a photograph, with the exact place of every tile.

Pictures are BGR uint8. Painted far to near; an id picture painted alongside gives the visible share of each tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.clutter import Clutter
from datasets.synthetic_tables.faces import FaceTexture, render_face
from datasets.synthetic_tables.scene import F64, SceneLayout, Slab, Solids, TilePose, View
from datasets.synthetic_tables.set_design import SetDesign

U8 = NDArray[np.uint8]
_NOBODY = -1
_SUBPIXEL_BITS = 4
_LEAST_SHARE = 0.02
"""Of what shows less nobody would say that it is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class TileLabel:
    """The ground truth of one tile: ``corners_px`` (4, 2) clockwise from the number's top left."""

    face: str
    corners_px: NDArray[np.float32]
    visible: float
    """Share of its printed face that is seen, between 0 and 1."""
    row: int


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A rendered photograph with its ground truth and all random choices."""

    bgr: U8
    labels: tuple[TileLabel, ...]
    record: dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Sun:
    """Directional light: ``direction`` points towards it, unit length; the rest is ambient."""

    direction: F64
    strength: float
    softness: float
    """Blur of the shadows' edges, in tile thicknesses."""


class TextureCache:
    """Cached textures of one design in successive half sizes."""

    def __init__(self, look: SetDesign, rng: np.random.Generator) -> None:
        self._look, self._rng = look, rng
        self._sizes: dict[str, list[FaceTexture]] = {}

    def texture(self, face: str, width_px: float) -> FaceTexture:
        """The smallest cached texture that is at least about ``width_px`` wide."""
        if face not in self._sizes:
            self._sizes[face] = halvings(render_face(self._look, face, self._rng))
        sizes = self._sizes[face]
        wide_enough = [size for size in sizes if size.bgra.shape[1] >= 0.95 * width_px]
        return wide_enough[-1] if wide_enough else sizes[0]


def halvings(texture: FaceTexture) -> list[FaceTexture]:
    """The texture and its successive half sizes, by averaging."""
    sizes = [texture]
    while sizes[-1].bgra.shape[1] > 16:
        last = sizes[-1]
        half = (last.bgra.shape[1] // 2, last.bgra.shape[0] // 2)
        smaller = cv2.resize(last.bgra, half, interpolation=cv2.INTER_AREA)
        tilt = cv2.resize(last.normals.astype(np.float32), half, interpolation=cv2.INTER_AREA)
        sizes.append(FaceTexture(bgra=smaller, normals=tilt.astype(np.int8)))
    return sizes


class Painter:
    """Paints one picture; ``ids`` holds the index of the tile whose face is visible at each pixel."""

    def __init__(self, view: View, sun: Sun, background: U8) -> None:
        self.view, self.sun = view, sun
        self.canvas = background
        self.ids = np.full(background.shape[:2], _NOBODY, np.int16)

    def tiles(self, arrangement: SceneLayout, solids: Solids, textures: TextureCache, side_bgr: F64) -> None:
        """Paint all tiles and slabs: lower levels first, then by painter's rank, then far before near."""
        seen = np.flatnonzero(solids.in_view)
        levels = np.array([t.level for t in arrangement.tiles], int)
        flat = solids.normals[:, 2] > 0.99
        for level in sorted({*levels[seen].tolist(), *(s.level for s in arrangement.slabs)}):
            here = seen[levels[seen] == level]
            self._shadows(solids, here[flat[here]])
            things = [(arrangement.tiles[i].order, -solids.distances_mm[i], int(i)) for i in here]
            for i, slab in enumerate(arrangement.slabs):
                if slab.level == level:
                    things.append((slab.order, -self._distance(slab.corners_mm.mean(axis=0)), -i - 1))
            for _, _, i in sorted(things):
                if i < 0:
                    self._slab(arrangement.slabs[-i - 1])
                else:
                    self._tile(arrangement.tiles[i], i, solids, textures, side_bgr)

    def clutter(self, clutter: Clutter, at_mm: F64, angle: float, *, shadow: float = 0.35) -> None:
        """Paint an object on the table, or a hand over it; it hides what is under it."""
        across = np.array([np.cos(angle), np.sin(angle)]) * clutter.size_mm[0] / 2
        along = np.array([-np.sin(angle), np.cos(angle)]) * clutter.size_mm[1] / 2
        ground = np.stack(
            [at_mm - across + along, at_mm + across + along, at_mm + across - along, at_mm - across - along]
        )
        lifted = np.column_stack([ground, np.full(4, clutter.height_mm)])
        if not self._in_front(lifted):
            return
        slide = -self.sun.direction[:2] / self.sun.direction[2] * clutter.height_mm
        dark = np.zeros_like(clutter.bgra)
        soft = cv2.blur(clutter.bgra[..., 3], (2 * (dark.shape[1] // 24) + 1,) * 2)
        dark[..., 3] = (soft * (shadow * self.sun.strength)).astype(np.uint8)
        self._paste(dark, self.view.project(np.column_stack([ground + slide, np.zeros(4)])))
        covered = self._paste(clutter.bgra, self.view.project(lifted))
        if covered is not None:
            (y, x), alpha = covered
            region = self.ids[y, x]
            region[alpha > 0.5] = _NOBODY

    def labels(self, tiles: Sequence[TilePose], solids: Solids) -> tuple[TileLabel, ...]:
        """The ground truth of the visible ones of ``tiles``."""
        return tuple(
            TileLabel(tile.face, corners.astype(np.float32), float(share), tile.row)
            for tile, corners, share in zip(tiles, solids.tops_px, self.visible_shares(solids), strict=True)
            if share > _LEAST_SHARE
        )

    def visible_shares(self, solids: Solids) -> F64:
        """For each tile the visible share of its face inside the picture."""
        counts = np.bincount(self.ids[self.ids >= 0].ravel(), minlength=len(solids.in_view))
        tops = solids.tops_px
        diagonals = tops[:, 2] - tops[:, 0], tops[:, 3] - tops[:, 1]
        areas = np.abs(diagonals[0][:, 0] * diagonals[1][:, 1] - diagonals[0][:, 1] * diagonals[1][:, 0]) / 2
        return np.asarray(np.minimum(1.0, counts / np.maximum(areas, 1.0)))

    def _distance(self, point: F64) -> float:
        return float(np.linalg.norm(point - self.view.position_mm))

    def _in_front(self, points: F64) -> bool:
        """Whether all points are before the camera and some may be inside the picture."""
        flat = points @ self.view.image_from_table[:, :3].T + self.view.image_from_table[:, 3]
        if flat[:, 2].min() < 1.0:
            return False
        spots = flat[:, :2] / flat[:, 2:]
        low, high = spots.min(axis=0), spots.max(axis=0)
        inside = (high > 0).all() and low[0] < self.view.width_px and low[1] < self.view.height_px
        return bool(inside and (high - low).max() < 6 * self.view.width_px)

    def _shadows(self, solids: Solids, tiles: NDArray[np.intp]) -> None:
        """Darken the surroundings of flat tiles, away from the light."""
        if not len(tiles):
            return
        thickness = solids.tops_mm[tiles[0], 0, 2] - solids.feet_mm[tiles[0], 0, 2]
        throw = -self.sun.direction / self.sun.direction[2] * thickness
        thrown = self.view.project((solids.tops_mm[tiles] + throw).reshape(-1, 3)).reshape(-1, 4, 2)
        width = np.linalg.norm(solids.bottoms_px[tiles[0], 1] - solids.bottoms_px[tiles[0], 0])
        width_mm = np.linalg.norm(solids.feet_mm[tiles[0], 1] - solids.feet_mm[tiles[0], 0])
        sigma = float(np.clip(width / width_mm * thickness * self.sun.softness, 0.6, 25))
        outlines = np.concatenate([solids.bottoms_px[tiles], thrown], axis=1)
        low, high = _bounds(outlines.reshape(-1, 2), 4 * sigma + 2, self.canvas.shape)
        if (high <= low).any():
            return
        mask = np.zeros((high - low)[::-1], np.uint8)
        for outline in outlines - low:
            _fill(mask, cv2.convexHull(outline.astype(np.float32))[:, 0], 255)
        soft = cv2.GaussianBlur(mask, (0, 0), sigma)
        keep = (256 - soft.astype(np.uint16) * (0.25 + 0.5 * self.sun.strength)).astype(np.uint16)
        region = self.canvas[low[1] : high[1], low[0] : high[0]]
        region[:] = ((region * keep[..., None]) >> 8).astype(np.uint8)

    def _slab(self, slab: Slab) -> None:
        if self._in_front(slab.corners_mm):
            corners = self.view.project(slab.corners_mm)
            _fill(self.canvas, corners, slab.bgr)
            _fill(self.ids, corners, _NOBODY, smooth=False)

    def _lit(self, normal: F64) -> float:
        """The brightness of a matt surface facing ``normal``; 1 for the table itself."""
        toward = max(0.0, float(normal @ self.sun.direction)) / float(self.sun.direction[2])
        return 1 - 0.55 * self.sun.strength + 0.55 * self.sun.strength * min(toward, 1.6)

    def _tile(self, tile: TilePose, index: int, solids: Solids, textures: TextureCache, side_bgr: F64) -> None:
        top_px, bottom_px = solids.tops_px[index], solids.bottoms_px[index]
        if cv2.contourArea(top_px.astype(np.float32), oriented=True) <= 0:
            return
        outline = cv2.convexHull(np.vstack([top_px, bottom_px]).astype(np.float32))[:, 0]
        _fill(self.canvas, outline, side_bgr * 0.8)
        _fill(self.ids, outline, _NOBODY, smooth=False)
        for i, normal in enumerate((tile.up, tile.right, -tile.up, -tile.right)):
            wall = np.stack([top_px[i], top_px[(i + 1) % 4], bottom_px[(i + 1) % 4], bottom_px[i]])
            if cv2.contourArea(wall.astype(np.float32), oriented=True) < 0:
                _fill(self.canvas, wall, side_bgr * self._lit(normal) * 0.92)
        texture = textures.texture(
            tile.face, float(np.linalg.norm(top_px - np.roll(top_px, 1, axis=0), axis=1)[1::2].max())
        )
        self._paste(_shaded(texture, tile, self.sun, self._lit(solids.normals[index])), top_px)
        _fill(self.ids, top_px, index, smooth=False)

    def _paste(self, bgra: U8, corners_px: F64) -> tuple[tuple[slice, slice], NDArray[np.float32]] | None:
        """Blend a texture over the quadrilateral; returns where, and how opaque, or None if outside."""
        low = np.maximum(np.floor(corners_px.min(axis=0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(corners_px.max(axis=0)).astype(int) + 2, self.canvas.shape[1::-1])
        if (high <= low).any():
            return None
        height, width = bgra.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, (corners_px - low).astype(np.float32))
        if abs(np.linalg.det(matrix)) < 1e-12:
            return None
        warped = cv2.warpPerspective(_premultiplied(bgra), matrix, (high - low).tolist(), flags=cv2.INTER_LINEAR)
        where = (slice(low[1], high[1]), slice(low[0], high[0]))
        alpha = warped[..., 3:].astype(np.uint16)
        under = self.canvas[where]
        np.add(warped[..., :3], ((under * (255 - alpha)) // 255).astype(np.uint8), out=under)
        return where, warped[..., 3].astype(np.float32) / 255


def _bounds(spots_px: F64, margin_px: float, shape: tuple[int, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first and last column and row (x, y) of ``spots_px`` (n, 2), inside a picture of ``shape``."""
    low = np.clip(np.floor(spots_px.min(axis=0) - margin_px), 0, shape[1::-1]).astype(np.intp)
    high = np.clip(np.ceil(spots_px.max(axis=0) + margin_px), 0, shape[1::-1]).astype(np.intp)
    return low, high


def _shaded(texture: FaceTexture, tile: TilePose, sun: Sun, brightness: float) -> U8:
    toward = np.array([sun.direction @ tile.right, -(sun.direction @ tile.up)], np.float32)
    slope = texture.normals.astype(np.float32) @ (toward / 127.0)
    shade = brightness * (1 + sun.strength * slope)
    bgra = texture.bgra.astype(np.float32)
    bgra[..., :3] *= shade[..., None]
    return np.clip(bgra, 0, 255).astype(np.uint8)


def _premultiplied(bgra: U8) -> U8:
    alpha = bgra[..., 3:].astype(np.uint16)
    color = (bgra[..., :3] * alpha // 255).astype(np.uint8)
    return np.concatenate([color, bgra[..., 3:]], axis=2)


def _fill(target: NDArray[Any], corners_px: F64 | NDArray[np.float32], value: Any, *, smooth: bool = True) -> None:
    fixed = np.round(np.clip(corners_px, -20000, 20000) * (1 << _SUBPIXEL_BITS)).astype(np.int32)
    color = tuple(np.clip(value, 0, 255).tolist()) if np.ndim(value) else value
    line = cv2.LINE_AA if smooth and target.dtype == np.uint8 else cv2.LINE_8
    cv2.fillConvexPoly(target, fixed, color, line, _SUBPIXEL_BITS)
