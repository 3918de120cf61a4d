"""Tiles as solids with rounded edges: each is traced ray by ray where it lies, lit and drawn as a small picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.club_films.faces import ClubTileSet, Prints
from datasets.club_films.lens import F32, F64, Lens
from datasets.club_films.room_light import RoomLight
from engine.tiles import Tile

_FINE = 2
_STEPS = 9
_ROW = 4096
"""OpenCV takes no more than 32,767 points in one row, and a tile that is held up to the lens has more."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the middle of a tile is, and how it is turned: about z, then about its own long and short axes."""

    x: float
    y: float
    z: float
    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0

    @property
    def at(self) -> F64:
        """The middle (3,)."""
        return np.array([self.x, self.y, self.z])

    def axes(self) -> F64:
        """The tile's own axes as columns: to the right, to the top of its number, out of its face."""
        cz, sz, cx, sx, cy, sy = (f(a) for a in (self.yaw, self.pitch, self.roll) for f in (np.cos, np.sin))
        about_z = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
        about_x = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
        about_y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
        return np.asarray(about_z @ about_x @ about_y)


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture with its share of each pixel, and where its top left corner belongs."""

    left: int
    top: int
    bgr: F32
    """From 0 to 1, already weighed with the share."""
    share: F32

    def onto(self, canvas: F32) -> None:
        """Draws it over a picture (h, w, 3)."""
        where, cut = self.within(canvas.shape)
        part = canvas[where]
        part *= 1 - self.share[cut][..., None]
        part += self.bgr[cut]

    def within(self, shape: tuple[int, ...]) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
        """Which part of a picture of this shape it covers, and which part of it that is; both empty beside it."""
        height, width = self.share.shape
        x0, y0 = (min(max(0, edge), size) for edge, size in ((self.left, shape[1]), (self.top, shape[0])))
        x1, y1 = max(x0, min(shape[1], self.left + width)), max(y0, min(shape[0], self.top + height))
        cut = np.s_[y0 - self.top : y1 - self.top, x0 - self.left : x1 - self.left]
        return np.s_[y0:y1, x0:x1], cut


class TileTracer:
    """Draws the tiles of one set as a camera sees them under a light."""

    def __init__(self, tiles: ClubTileSet, lens: Lens, light: RoomLight) -> None:
        self.set, self._lens, self._light, self._prints = tiles, lens, light, Prints(tiles)
        self._half = np.array(tiles.size_mm) / 2
        self._body = np.array(tiles.body, np.float32) / 255

    def corners(self, pose: Pose) -> F64:
        """The eight corners (8, 3)."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        return pose.at + (signs * self._half) @ pose.axes().T

    def sprite(self, tile: Tile | None, pose: Pose) -> Sprite | None:
        """A tile, or one that lies face down for None; None where it is out of the picture."""
        pixels = self._lens.pixels(self.corners(pose))
        (left, top), (right, bottom) = np.floor(pixels.min(0)).astype(int) - 1, np.ceil(pixels.max(0)).astype(int) + 2
        width, height = self._lens.size_px
        if right < 0 or bottom < 0 or left > width or top > height:
            return None
        grid_x = left + (np.arange((right - left) * _FINE) + 0.5) / _FINE
        grid_y = top + (np.arange((bottom - top) * _FINE) + 0.5) / _FINE
        x, y = np.meshgrid(grid_x, grid_y)
        share, bgr = self._traced(tile, pose, self._lens.rays(x.ravel(), y.ravel()))
        shape, size = x.shape, (int(right - left), int(bottom - top))
        small = cv2.resize((bgr * share[:, None]).reshape(*shape, 3), size, interpolation=cv2.INTER_AREA)
        thin = cv2.resize(share.reshape(shape), size, interpolation=cv2.INTER_AREA)
        return Sprite(int(left), int(top), np.asarray(small, np.float32), np.asarray(thin, np.float32))

    def _traced(self, tile: Tile | None, pose: Pose, rays: F64) -> tuple[F32, F32]:
        axes = pose.axes()
        rays = rays / np.linalg.norm(rays, axis=1, keepdims=True)
        local = (rays @ axes).astype(np.float32)
        eye = ((self._lens.eye_mm - pose.at) @ axes).astype(np.float32)
        half, rounding = self._half.astype(np.float32), np.float32(self.set.round_mm)
        safe = np.where(np.abs(local) < 1e-6, np.float32(1e-6), local)
        near = ((-np.sign(safe) * half - eye) / safe).max(1)
        far = ((np.sign(safe) * half - eye) / safe).min(1)
        hit = np.flatnonzero(near < far)
        away, inner = near[hit], half - rounding
        for _ in range(_STEPS):
            points = eye + local[hit] * away[:, None]
            beyond = np.maximum(np.abs(points) - inner, 0)
            away = away + np.sqrt((beyond * beyond).sum(1)) - rounding
        points = eye + local[hit] * away[:, None]
        beyond = np.maximum(np.abs(points) - inner, 0)
        gap = np.sqrt((beyond * beyond).sum(1)) - rounding
        is_on = (gap < 0.25) & (away < far[hit] + 1)
        hit, points, beyond = hit[is_on], points[is_on], beyond[is_on]
        normals = np.sign(points) * beyond
        normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-6
        albedo = self._albedo(tile, points, normals)
        lit = self._light.shade(normals @ axes.T.astype(np.float32), rays[hit], pose.at, self.set.gloss)
        share, bgr = np.zeros(len(rays), np.float32), np.zeros((len(rays), 3), np.float32)
        share[hit] = 1
        low = np.clip(0.72 + 0.28 * (points[:, 2] + half[2]) / half[2], 0.7, 1)[:, None]
        bgr[hit] = albedo * lit.diffuse * low + lit.gloss
        return share, bgr

    def _albedo(self, tile: Tile | None, points: F32, normals: F32) -> F32:
        """What colour the plastic has: the face is printed on its upper side, the back on the other."""
        up = normals[:, 2]
        albedo = np.repeat(self._body[None], len(points), 0)
        for side, printed in ((1, self._prints.of(tile)), (-1, self._prints.of(None))):
            at = np.flatnonzero(up * side > 0.75)
            if len(at):
                height, width = printed.shape[:2]
                u = (side * points[at, 0] / (2 * self._half[0]) + 0.5) * width - 0.5
                v = (0.5 - points[at, 1] / (2 * self._half[1])) * height - 0.5
                x, y = (np.resize(each, (-(-len(at) // _ROW), _ROW)).astype(np.float32) for each in (u, v))
                found = cv2.remap(printed, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                albedo[at] = found.reshape(-1, 3)[: len(at)]
        return np.asarray(albedo, np.float32)
