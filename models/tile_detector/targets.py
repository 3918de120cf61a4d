"""Detector targets for a window: heat, geometry and weights, as numpy arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detection.detector import STRIDE

F32 = NDArray[np.float32]
SPREAD_CELLS = (0.7, 3.0)
"""Least and greatest deviation of the bump that marks a centre; a wide one weighs less in each cell."""
SEEN, HIDDEN = 0.45, 0.2
"""Tiles seen more than ``SEEN`` are wanted, less than ``HIDDEN`` are not; between the two nobody is judged."""


def axes(quads: F32) -> tuple[F32, F32, F32]:
    """Centre, half height vector (towards the top) and half width vector (to the right) of quads (n, 4, 2)."""
    tl, tr, br, bl = quads[:, 0], quads[:, 1], quads[:, 2], quads[:, 3]
    return quads.mean(axis=1), (tl + tr - bl - br) / 4, (tr + br - tl - bl) / 4


def draw(quads_px: F32, visible: F32, backs: NDArray[np.bool_], cells: tuple[int, int]) -> tuple[F32, F32, F32, F32]:
    """Targets of one window of ``cells`` (height, width).

    Heat (h, w); geometry (h, w, 10) in the order of the channels after heat; weight of the heat loss (h, w); weights
    (h, w, 2) of the geometry loss and of its up direction (backs have none).
    """
    height, width = cells
    heat = np.zeros((height, width), np.float32)
    care = np.ones((height, width), np.float32)
    geometry = np.zeros((height, width, 10), np.float32)
    weight = np.zeros((height, width, 2), np.float32)
    centers, ups, rights = axes(quads_px / STRIDE)
    for i in np.argsort([-np.linalg.norm(u) for u in ups]):
        up, right = ups[i], rights[i]
        long, wide = np.linalg.norm(up), np.linalg.norm(right)
        if min(long, wide) < 0.6 or visible[i] < HIDDEN:
            continue
        box = _box(centers[i], 0.55 * (np.abs(up) + np.abs(right)) + 1.5, (height, width))
        if box is None:
            continue
        ys, xs = np.mgrid[box]
        dx, dy = centers[i, 0] - 0.5 - xs, centers[i, 1] - 0.5 - ys
        along = (dx * up[0] + dy * up[1]) / long
        across = (dx * right[0] + dy * right[1]) / wide
        sigma_up, sigma_right = np.clip([0.17 * long, 0.17 * wide], *SPREAD_CELLS)
        bump = np.exp(-0.5 * ((along / sigma_up) ** 2 + (across / sigma_right) ** 2)).astype(np.float32)
        if visible[i] < SEEN:
            care[box] = np.minimum(care[box], 1 - (bump > 0.1))
            continue
        care[box] = np.where(bump > 0.05, np.minimum(care[box], 1 / np.sqrt(sigma_up * sigma_right)), care[box])
        peak = (np.abs(dx) <= 0.5) & (np.abs(dy) <= 0.5)
        heat[box] = np.maximum(heat[box], np.where(peak, 1.0, bump))
        stronger = (bump > 0.25) & (bump > weight[box][..., 0])
        values = _geometry(up, right, long, wide)
        geometry[box][stronger] = np.column_stack([dx[stronger], dy[stronger], np.tile(values, (stronger.sum(), 1))])
        weight[box][stronger] = np.column_stack([bump[stronger], bump[stronger] * (0 if backs[i] else 1)])
    return heat, geometry, care, weight


def _geometry(up: F32, right: F32, long: np.floating, wide: np.floating) -> F32:
    angle_up, angle_right = 2 * np.arctan2(up[1], up[0]), 2 * np.arctan2(right[1], right[0])
    return np.array([np.log(long), np.log(wide), np.cos(angle_up), np.sin(angle_up), np.cos(angle_right),
                     np.sin(angle_right), up[0] / long, up[1] / long], np.float32)  # fmt: skip


def _box(center: F32, reach: F32, cells: tuple[int, int]) -> tuple[slice, slice] | None:
    """Rows and columns within ``reach`` of ``center``; empty when the centre lies outside."""
    height, width = cells
    if not (0 <= center[0] < width and 0 <= center[1] < height):
        return None
    low = np.maximum(np.floor(center - reach), 0).astype(int)
    high = np.minimum(np.ceil(center + reach), [width, height]).astype(int)
    return slice(low[1], high[1]), slice(low[0], high[0])
