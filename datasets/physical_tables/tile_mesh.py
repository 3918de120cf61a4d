"""The mesh of one tile: engraved face and rounded edges.

A tile's own frame: x to the right, y towards the number's top, z out of the printed face, whose plateau is z = 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.physical_tables.meshes import F64, Mesh, lattice
from datasets.synthetic_tables.faces import FaceTexture

F32 = NDArray[np.float32]
_QUARTER = np.radians([0, 22, 45, 68, 90])
_UPWARDS = 0.25
_STEEPEST = 1.6
"""Tangent of the steepest wall that is cut."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The dimensions of a set's tiles in millimetres."""

    size_mm: tuple[float, float, float]
    """Width, height, thickness."""
    corner_mm: float
    """Radius of the corners seen from above."""
    edge_mm: float
    """Radius of the edges between face and sides."""


@dataclass(frozen=True, slots=True, eq=False)
class TileSolid:
    """The mesh of a whole tile."""

    mesh: Mesh
    printed: NDArray[np.bool_]
    """(m,): which of its triangles belong to the face: all that look up rather than sideways, its round edge too."""


def relief(texture: FaceTexture) -> F32:
    """The height map (h, w) of a face in its own pixels, 0 on its plateau, integrated from the texture's normals.

    Integrated by least squares, which on a rectangle is one division between two cosine transforms; those take even
    sides, so that an odd last row or column is left out.
    """
    even = texture.normals[: texture.normals.shape[0] // 2 * 2, : texture.normals.shape[1] // 2 * 2]
    sines = even.astype(np.float32) / 127
    tangents = sines / np.sqrt(np.maximum(1 - (sines**2).sum(axis=-1, keepdims=True), 0.1))
    slope_x, slope_y = (np.clip(-tangents[..., axis], -_STEEPEST, _STEEPEST) for axis in (0, 1))
    waves_y, waves_x = (2 * np.cos(np.pi * np.arange(n) / n) - 2 for n in sines.shape[:2])
    stiffness = waves_y[:, None] + waves_x[None]
    stiffness[0, 0] = 1
    heights = cv2.idct((cv2.dct(_divergence(slope_x, slope_y)) / stiffness).astype(np.float32))
    return np.asarray(heights - np.percentile(heights, 85), dtype=np.float32)


def _divergence(slope_x: F32, slope_y: F32) -> F32:
    """The divergence (h, w) of slopes given half way between pixels, with zero flux over the rim."""
    flow = np.zeros(slope_x.shape, np.float32)
    across, down = (slope_x[:, 1:] + slope_x[:, :-1]) / 2, (slope_y[1:] + slope_y[:-1]) / 2
    flow[:, :-1] += across
    flow[:, 1:] -= across
    flow[:-1] += down
    flow[1:] -= down
    return flow


def tile_solid(heights: F32, outline: Outline, cells: int) -> TileSolid:
    """A tile whose face carries ``heights`` (of ``relief``), divided into ``cells`` from top to bottom."""
    width, height, _ = outline.size_mm
    columns, rows = max(6, round(cells * width / height)) + 1, max(8, cells) + 1
    square = np.stack(np.meshgrid(np.linspace(-1, 1, columns), np.linspace(1, -1, rows)), axis=-1)
    flat, _ = _inside(square, outline, outline.edge_mm)
    uv = flat / (width, -height) + 0.5
    face = np.dstack([flat, _sampled(heights, uv) * (height / heights.shape[0])])
    walls = _walls(face, square, outline)
    mesh = Mesh(
        np.concatenate([face.reshape(-1, 3), walls.points]),
        np.concatenate([_grid_normals(face), walls.normals]),
        np.concatenate([uv.reshape(-1, 2), walls.uv]),
        np.concatenate([lattice(rows, columns), walls.triangles + rows * columns]),
    )
    return TileSolid(mesh, mesh.normals[mesh.triangles, 2].mean(axis=1) > _UPWARDS)


def _inside(square: F64, outline: Outline, inset: float) -> tuple[F64, F64]:
    """Map points (..., 2) of [-1, 1]² into the tile's outline inset by ``inset``, with their outward directions."""
    half = np.array(outline.size_mm[:2]) / 2 - inset
    radius = float(np.clip(outline.corner_mm - inset, 0.01 * half[1], half.min()))
    spots = square * half
    beyond = np.maximum(np.abs(spots) - (half - radius), 0)
    length = np.maximum(np.linalg.norm(beyond, axis=-1, keepdims=True), 1e-9)
    pulled = np.minimum(np.abs(spots), half - radius) + beyond * np.minimum(1, radius / length)
    return np.sign(spots) * pulled, np.sign(spots) * beyond / length


def _sampled(heights: F32, uv: F64) -> F64:
    """The heights (r, c) at places ``uv`` (r, c, 2), low-pass filtered to their spacing."""
    shape = np.array(heights.shape[::-1])
    coarse = heights.shape[0] / uv.shape[0]
    smooth = cv2.GaussianBlur(heights, (0, 0), 0.4 * coarse) if coarse > 1.5 else heights
    at = (uv * shape - 0.5).astype(np.float32)
    return np.asarray(cv2.remap(smooth, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.float64)


def _grid_normals(face: F64) -> F64:
    down, across = np.gradient(face, axis=(0, 1))
    normals = np.cross(across, -down).reshape(-1, 3)
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.where(length > 1e-9, normals / np.maximum(length, 1e-9), [0.0, 0.0, 1.0])


def _walls(face: F64, square: F64, outline: Outline) -> Mesh:
    """The rounded edge, the sides and the underside, attached to the rim of ``face`` (r, c, 3)."""
    rim, rim_square = _around(face), _around(square)
    edge, foot = outline.edge_mm, -outline.size_mm[2]
    rings, normals = [], []
    for angle in (*_QUARTER, *(np.pi / 2 + _QUARTER)):
        flat, out = _inside(rim_square, outline, edge * (1 - np.sin(angle)))
        upper = rim[:, 2] - edge * (1 - np.cos(angle))
        level = upper if angle <= np.pi / 2 and len(rings) < len(_QUARTER) else foot + edge * (1 + np.cos(angle))
        rings.append(np.column_stack([flat, np.broadcast_to(level, len(rim))]))
        normals.append(np.column_stack([out * np.sin(angle), np.full(len(rim), np.cos(angle))]))
    rings.append(np.tile([0.0, 0.0, foot], (len(rim), 1)))
    normals.append(np.tile([0.0, 0.0, -1.0], (len(rim), 1)))
    points = np.concatenate(rings)
    width, height, _ = outline.size_mm
    uv = np.clip(points[:, :2] / (width, -height) + 0.5, 0.02, 0.98)
    return Mesh(points, np.concatenate(normals), uv, lattice(len(rings), len(rim)))


def _around(grid: F64) -> F64:
    """The boundary points of a grid (r, c, k), counter-clockwise from the top left and back to it: (n, k)."""
    sides = (grid[:-1, 0], grid[-1, :-1], grid[:0:-1, -1], grid[0, :0:-1], grid[:1, 0])
    return np.concatenate(sides)
