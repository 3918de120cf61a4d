"""Estimate the camera's pose over the table from the tiles alone: all have one size and square corners.

A pinhole camera with square pixels and a centred principal point is tried in many poses; the one in which most tiles
come out alike is refined by decreasing steps. Up to half of the places may be framed badly, as they are in a view from
far down, where a line through the sizes of all tiles (`vision.tracking.table_surface`) finds no pose.

Table coordinates are millimetres, a tile being ``TILE_MM``: x to the picture's right, y towards the person who holds
the camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from vision.geometry import F64, TILE_MM

FEWEST = 6
"""The fewest tiles for a pose."""
_TILTS_DEG, _ROLLS_DEG, _FOCALS = np.arange(0.0, 81.0, 8.0), np.arange(-180.0, 180.0, 15.0), np.array([0.85])
"""Initial values; focal lengths in long sides of the picture: phones have a field of 53 to 67 degrees along it."""
_STEPS = np.array([5.0, 8.0, 0.2])
"""First steps of tilt, roll and focal length; each round halves them."""
_ROUNDS = 6
_LEAST, _MOST = np.array([0.0, -np.inf, 0.5]), np.array([82.0, np.inf, 1.8])
_MOST_MISFIT = 0.35
"""The cap on the misfit of one place, which may be no tile or badly framed."""
_MOST_TILES = 60
"""That are asked; the first are the surest."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraPose:
    """The pose of a camera over a table."""

    table_from_image: F64
    """(3, 3): from pixels to millimetres; depths are positive where the table is seen."""
    tilt_deg: float
    """Between the camera's axis and straight down."""
    misfits: F64
    """(n,): the part of its size by which each tile misses, in width, height or squareness."""

    @property
    def image_from_table(self) -> F64:
        """The homography (3, 3) from millimetres to pixels."""
        return np.asarray(np.linalg.inv(self.table_from_image))

    def misses(self, quads_px: F64) -> F64:
        """(n,): the relative size errors of other places (n, 4, 2) under this pose."""
        misfits, _ = _misfits(self.table_from_image[None], quads_px, np.zeros((1, 1)))
        return np.asarray(misfits[0])


def find_pose(quads_px: F64, size_px: tuple[int, int]) -> CameraPose | None:
    """The pose in which the tiles at ``quads_px`` (n, 4, 2), the most certain first, come out alike; None for too few.

    ``size_px`` is the picture's width and height.
    """
    if len(quads_px) < FEWEST:
        return None
    asked = quads_px[:_MOST_TILES]
    best = _best_of(np.array(list(product(_TILTS_DEG, _ROLLS_DEG, _FOCALS))), asked, size_px)
    for halvings in range(_ROUNDS):
        steps = np.array(list(product((-1, 0, 1), repeat=3))) * _STEPS / 2**halvings
        best = _best_of(np.clip(best + steps, _LEAST, _MOST), asked, size_px)
    transform = _tables_from_images(best[None], size_px)
    misfits, widths = _misfits(transform, quads_px)
    scaled = np.diag([1 / widths[0], 1 / widths[0], 1.0]) @ transform[0]
    return CameraPose(scaled, float(best[0]), misfits[0])


def looks_oblique(quads_px: F64, least_deg: float) -> bool:
    """Whether the tiles seem to be seen from ``least_deg`` or more off the vertical.

    Fast, assuming all tiles at one distance; reliable only for nearly vertical views.
    """
    across = (quads_px[:, 1] + quads_px[:, 2] - quads_px[:, 0] - quads_px[:, 3]) / TILE_MM[0]
    down = (quads_px[:, 2] + quads_px[:, 3] - quads_px[:, 0] - quads_px[:, 1]) / TILE_MM[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        area = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])
        spread = (across[:, :, None] * across[:, None] + down[:, :, None] * down[:, None]) / area[:, None, None]
    sound = np.isfinite(spread).all(axis=(1, 2))
    if not sound.any():
        return False
    shorter, longer = np.linalg.eigvalsh(np.median(spread[sound], axis=0))
    return bool(shorter < longer * np.cos(np.radians(least_deg)) ** 2)


def _best_of(poses: F64, quads: F64, size_px: tuple[int, int]) -> F64:
    """The pose of ``poses`` (n, 3) with the smallest errors."""
    misfits, _ = _misfits(_tables_from_images(poses, size_px), quads)
    return np.asarray(poses[np.minimum(misfits, _MOST_MISFIT).mean(axis=1).argmin()])


def _tables_from_images(poses: F64, size_px: tuple[int, int]) -> F64:
    """(n, 3, 3): from pixels to the table, in camera distances, for tilt, roll and focal length (n, 3)."""
    (tilt, roll), focal = np.radians(poses[:, :2].T), poses[:, 2] * max(size_px)
    zero, one = np.zeros(len(poses)), np.ones(len(poses))
    cos, sin = np.cos(roll), np.sin(roll)
    right = np.stack([cos, -sin * np.cos(tilt), -sin * np.sin(tilt)], axis=1)
    down = np.stack([sin, cos * np.cos(tilt), cos * np.sin(tilt)], axis=1)
    ahead = np.stack([zero, -np.sin(tilt), np.cos(tilt)], axis=1)
    turn = np.stack([right, down, ahead], axis=1)
    columns = np.stack([turn[:, :, 0], turn[:, :, 1], np.stack([zero, zero, one], axis=1)], axis=2)
    columns[:, :2] *= focal[:, None, None]
    columns[:, 0] += columns[:, 2] * (size_px[0] / 2)
    columns[:, 1] += columns[:, 2] * (size_px[1] / 2)
    found = np.linalg.inv(columns)
    middle = found[:, 2] @ np.array([size_px[0] / 2, size_px[1] / 2, 1.0])
    return np.asarray(found * np.sign(middle)[:, None, None])


def _misfits(transforms: F64, quads: F64, common: F64 | None = None) -> tuple[F64, F64]:
    """(n, q): the relative size error of each tile under each transform (n, 3, 3), and the scale (n,) of a millimetre.

    Each is scaled to fit most tiles, unless the logarithm of the scale (n, 1) is given. Tiles beyond the horizon have
    the maximum error.
    """
    points = np.concatenate([quads.reshape(-1, 2), np.ones((4 * len(quads), 1))], axis=1)
    flat = points @ np.swapaxes(transforms, 1, 2)
    seen = (flat[..., 2] > 0).reshape(len(transforms), -1, 4).all(axis=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        # Horizontal and vertical each by itself, which is several times as fast as both in an axis of two.
        tiles = [(flat[..., axis] / flat[..., 2]).reshape(len(transforms), -1, 4) for axis in range(2)]
        across = [(axis[..., 1] + axis[..., 2] - axis[..., 0] - axis[..., 3]) / 2 for axis in tiles]
        down = [(axis[..., 2] + axis[..., 3] - axis[..., 0] - axis[..., 1]) / 2 for axis in tiles]
        width, height = np.hypot(*across), np.hypot(*down)
        lean = np.abs(across[0] * down[0] + across[1] * down[1]) / (width * height)
        wide, high = np.log(width / TILE_MM[0]), np.log(height / TILE_MM[1])
    size = np.where(seen, (wide + high) / 2, np.inf)
    if common is None:
        common = np.sort(size, axis=1)[np.arange(len(size)), np.maximum(seen.sum(axis=1) - 1, 0) // 2][:, None]
    with np.errstate(invalid="ignore"):
        worst = np.maximum(np.maximum(np.abs(wide - common), np.abs(high - common)), lean)
    return np.where(seen & np.isfinite(worst), worst, 9.0), np.exp(np.where(np.isfinite(common), common, 0.0))[:, 0]
