"""Triangle meshes, and operations to combine them.

Millimetres; a surface's normals point outwards. A texture's (0, 0) is its top left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
I32 = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Vertices with normals and texture coordinates, and triangles."""

    points: F64
    """(n, 3)."""
    normals: F64
    """(n, 3), unit length."""
    uv: F64
    """(n, 2): to the right and down, 0 to 1 over the texture."""
    triangles: I32
    """(m, 3): rows of ``points``, counter-clockwise seen from outside."""

    def moved(self, axes: F64, to_mm: F64) -> Mesh:
        """The mesh with its own axes along the rows of ``axes`` (3, 3), its origin at ``to_mm``."""
        return replace(self, points=self.points @ axes + to_mm, normals=self.normals @ axes)

    def textured(self, scale: F64, shift: F64) -> Mesh:
        """The mesh with texture coordinates mapped into a part of a larger texture."""
        return replace(self, uv=self.uv * scale + shift)


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """All of ``meshes`` as one, their triangles in the order given."""
    starts = np.cumsum([0, *(len(mesh.points) for mesh in meshes)])
    triangles = [mesh.triangles + start for mesh, start in zip(meshes, starts, strict=False)]
    return Mesh(
        np.concatenate([np.empty((0, 3)), *(mesh.points for mesh in meshes)]),
        np.concatenate([np.empty((0, 3)), *(mesh.normals for mesh in meshes)]),
        np.concatenate([np.empty((0, 2)), *(mesh.uv for mesh in meshes)]),
        np.concatenate([np.empty((0, 3), np.int32), *triangles]).astype(np.int32),
    )


def lattice(rows: int, columns: int) -> I32:
    """Triangles (m, 3) of a grid of ``rows`` times ``columns`` vertices, the first row above."""
    at = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    a, b, c, d = at[:-1, :-1].ravel(), at[:-1, 1:].ravel(), at[1:, 1:].ravel(), at[1:, :-1].ravel()
    return np.concatenate([np.stack([a, d, c], -1), np.stack([a, c, b], -1)])


def patch(corners: F64, uv: F64) -> Mesh:
    """A flat quadrilateral (4, 3), its corners clockwise from the top left as seen from outside."""
    normal = np.cross(corners[3] - corners[0], corners[1] - corners[0])
    normal = normal / max(float(np.linalg.norm(normal)), 1e-12)
    return Mesh(corners, np.tile(normal, (4, 1)), uv, np.array([[0, 3, 2], [0, 2, 1]], np.int32))


def speck() -> Mesh:
    """Two triangles below the table, a placeholder for an empty surface: meshes may not be empty."""
    corners = np.array([[0.0, 1, -50], [1, 1, -50], [1, 0, -50], [0, 0, -50]])
    return patch(corners, corners[:, :2])
