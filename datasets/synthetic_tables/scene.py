"""The 3D scene, in millimetres: the camera's pose and each tile's pose.

The table is the plane z = 0 with z upwards. Pictures have x to the right and y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A pinhole camera: ``image_from_table`` is (3, 4), from homogeneous millimetres to homogeneous pixels."""

    image_from_table: F64
    position_mm: F64
    width_px: int
    height_px: int
    record: dict[str, Any]

    def project(self, points_mm: F64) -> F64:
        """Project points (n, 3) to pixels (n, 2); meaningless for points behind the camera."""
        flat = points_mm @ self.image_from_table[:, :3].T + self.image_from_table[:, 3]
        return np.asarray(flat[:, :2] / flat[:, 2:], dtype=np.float64)

    @property
    def image_from_ground(self) -> F64:
        """(3, 3): from (x, y) millimetres on the table to pixels."""
        return np.asarray(self.image_from_table[:, [0, 1, 3]])


@dataclass(frozen=True, slots=True, eq=False)
class TilePose:
    """One tile in space: the centre of its printed face and the directions of that face."""

    face: str
    center_mm: F64
    right: F64
    up: F64
    size_mm: tuple[float, float, float]
    """Width, height, thickness."""
    row: int = -1
    """Which row it belongs to; -1 for none."""
    level: int = 0
    """0 on the table; higher levels lie on lower ones."""
    order: int = 0
    """Painter's rank inside its level; equal ranks are sorted by distance."""

    @property
    def normal(self) -> F64:
        """Unit vector out of the printed face."""
        (ax, ay, az), (bx, by, bz) = self.right.tolist(), self.up.tolist()
        return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


@dataclass(frozen=True, slots=True, eq=False)
class Solids:
    """The tiles of an arrangement as a camera sees them, as arrays over the tiles."""

    tops_px: F64
    """(n, 4, 2): corners of the printed faces, clockwise from the number's top left."""
    bottoms_px: F64
    """(n, 4, 2): corners of the undersides."""
    feet_mm: F64
    """(n, 4, 3): corners of the undersides in space."""
    tops_mm: F64
    """(n, 4, 3): corners of the printed faces in space."""
    normals: F64
    """(n, 3)."""
    distances_mm: F64
    """(n,) from the camera to the printed face's centre."""
    in_view: NDArray[np.bool_]
    """(n,) whether the tile is before the camera and may be inside the picture."""

    @staticmethod
    def of(tiles: Sequence[TilePose], view: View) -> Solids:
        """The solids of ``tiles`` in ``view``."""
        shape = (len(tiles), 3)
        centers = np.array([t.center_mm for t in tiles]).reshape(shape)
        sizes = np.array([t.size_mm for t in tiles]).reshape(shape)
        rights = np.array([t.right for t in tiles]).reshape(shape)
        ups = np.array([t.up for t in tiles]).reshape(shape)
        normals = np.cross(rights, ups)
        across, along = rights * sizes[:, :1] / 2, ups * sizes[:, 1:2] / 2
        tops = np.stack([centers - across + along, centers + across + along, centers + across - along,
                         centers - across - along], axis=1)  # fmt: skip
        feet = tops - (normals * sizes[:, 2:])[:, None]
        corners = np.concatenate([tops, feet], axis=1)
        flat = corners @ view.image_from_table[:, :3].T + view.image_from_table[:, 3]
        with np.errstate(divide="ignore", invalid="ignore"):
            pixels = flat[..., :2] / flat[..., 2:]
        low, high = pixels.min(axis=1), pixels.max(axis=1)
        inside = (high > 0).all(axis=1) & (low < [view.width_px, view.height_px]).all(axis=1)
        before = (flat[..., 2] > 1.0).all(axis=1) & ((high - low).max(axis=1) < 6 * view.width_px)
        distances = np.linalg.norm(centers - view.position_mm, axis=1)
        return Solids(pixels[:, :4], pixels[:, 4:], feet, tops, normals, distances, inside & before)


@dataclass(frozen=True, slots=True, eq=False)
class Slab:
    """A flat coloured quadrilateral in space, such as one side of a rack."""

    corners_mm: F64
    bgr: tuple[float, float, float]
    order: int = 0
    level: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class SceneLayout:
    """Everything on the table, with the random choices."""

    tiles: tuple[TilePose, ...]
    slabs: tuple[Slab, ...]
    record: dict[str, Any]


def turned(arrangement: SceneLayout, angle: float, shift_mm: F64) -> SceneLayout:
    """The tiles rotated about the origin and then shifted by (2,) along the table."""
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    move = np.array([*shift_mm, 0.0])
    tiles = tuple(
        replace(t, center_mm=turn @ t.center_mm + move, right=turn @ t.right, up=turn @ t.up) for t in arrangement.tiles
    )
    return SceneLayout(tiles, arrangement.slabs, arrangement.record)


def aim(rng: np.random.Generator, size_px: tuple[int, int], px_per_mm: float, tilt_deg: float) -> View:
    """A camera over the table's origin: ``px_per_mm`` there, tilted from the vertical, looking from the south.

    The picture may be a window of a larger one, so that its centre need not be on the optical axis.
    """
    width, height = size_px
    focal_px = float(rng.uniform(0.75, 1.5) * max(960, width))
    distance = focal_px / px_per_mm
    tilt = np.radians(tilt_deg)
    roll = np.radians(rng.normal(0, 6))
    position = distance * np.array([0.0, -np.sin(tilt), np.cos(tilt)])
    forward = -position / distance
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(forward, right)
    turn = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    right, down = turn @ np.stack([right, down])
    spare = max(0.0, (960 - width) / 2)
    off_axis = rng.uniform(-spare, spare, 2) * np.array([1.0, 0.75 if tilt_deg < 45 else 0.3])
    rotation = np.stack([right, down, forward])
    # The camera is turned, not shifted, so that the origin stays in the middle of the window.
    ray = np.array([*(off_axis / focal_px), 1.0])
    rotation = _rotation_between(np.array([0.0, 0.0, 1.0]), ray) @ rotation
    middle = np.array([width / 2 - off_axis[0], height / 2 - off_axis[1]])
    intrinsic = np.array([[focal_px, 0, middle[0]], [0, focal_px, middle[1]], [0, 0, 1]])
    image_from_table = intrinsic @ np.column_stack([rotation, -rotation @ position])
    record = {"tilt_deg": round(tilt_deg, 1), "focal_px": round(focal_px), "px_per_mm": round(px_per_mm, 3),
              "roll_deg": round(float(np.degrees(roll)), 1)}  # fmt: skip
    return View(image_from_table, position, width, height, record)


def _rotation_between(start: F64, end: F64) -> F64:
    """The smallest rotation (3, 3) that turns direction ``start`` into direction ``end``."""
    start, end = start / np.linalg.norm(start), end / np.linalg.norm(end)
    axis, cosine = np.cross(start, end), float(start @ end)
    skew = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.asarray(np.eye(3) + skew + skew @ skew / (1 + cosine))
