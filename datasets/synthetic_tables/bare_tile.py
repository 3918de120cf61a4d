"""The unprinted tile: outline, rim and the recess around the number.

Pictures are of shape (HEIGHT_PX, width); normals are float32 (x to the right, y down) of a surface of slope one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.set_design import SetDesign

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]
HEIGHT_PX = 240
"""Rows of every face."""


@dataclass(frozen=True, slots=True, eq=False)
class Blank:
    """An unprinted tile."""

    alpha: U8
    """(h, w): 255 inside the outline."""
    normals: F32
    """(h, w, 2)"""
    rim: F32
    """(h, w): pixels from the outline inwards."""


def width_px(look: SetDesign) -> int:
    """The number of columns of every face of ``look``."""
    return round(HEIGHT_PX * look.aspect)


@lru_cache(maxsize=8)
def blank_of(look: SetDesign, from_behind: bool = False) -> Blank:
    """The unprinted tile of ``look``; the back has no recess."""
    shape = (HEIGHT_PX, width_px(look))
    radius = look.corner_radius * shape[1]
    rim = _depth_inside(shape, (shape[1] / 2, shape[0] / 2), (shape[1] / 2, shape[0] / 2), radius)
    alpha = np.clip(rim + 0.5, 0, 1) * 255
    normals = _rim_normals(look, rim)
    if not from_behind:
        normals += _dish_normals(look, shape)
    return Blank(alpha.astype(np.uint8), normals, rim)


def groove(mask: U8, softness_px: float, depth: float) -> F32:
    """Normals (h, w, 2) of a recess under ``mask``; a negative ``depth`` raises it. At depth 1 its walls are steep."""
    soft = cv2.GaussianBlur(mask, (0, 0), softness_px).astype(np.float32)
    scale = depth * softness_px * 2.5 / (255 * 8)
    return np.dstack([cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=scale), cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=scale)])


def frame_mask(look: SetDesign) -> U8:
    """The mask (h, w) of the printed frame of a face."""
    shape = (HEIGHT_PX, width_px(look))
    inside = _panel(look, shape)
    return (255 * (np.abs(inside) < 1.4)).astype(np.uint8)


def _depth_inside(shape: tuple[int, int], center: tuple[float, float], half: tuple[float, float], radius: float) -> F32:
    """The distance in pixels (h, w) from a rectangle with rounded corners, negative outside."""
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32) + 0.5
    across = np.abs(x - center[0]) - (half[0] - radius)
    along = np.abs(y - center[1]) - (half[1] - radius)
    outside = np.hypot(np.maximum(across, 0), np.maximum(along, 0))
    return np.asarray(radius - outside - np.minimum(np.maximum(across, along), 0), dtype=np.float32)


def _rim_normals(look: SetDesign, rim: F32) -> F32:
    """The normals of the rim: constant on a chamfer, increasing on a rounded edge."""
    wide = look.bevel * HEIGHT_PX
    if wide < 1:
        return np.zeros((*rim.shape, 2), np.float32)
    share = np.clip(1 - rim / wide, 0, 1)
    steepness = share if look.bevel_profile == "round" else np.minimum(1, 4 * share)
    inward_y, inward_x = np.gradient(cv2.GaussianBlur(rim, (0, 0), 1.5))
    length = np.maximum(np.hypot(inward_x, inward_y), 1e-3)
    tilt = look.bevel_slope * steepness / length
    return np.asarray(np.dstack([-inward_x * tilt, -inward_y * tilt]), dtype=np.float32)


def _panel(look: SetDesign, shape: tuple[int, int]) -> F32:
    inset = (0.035 + look.bevel) * HEIGHT_PX
    half = (shape[1] / 2 - inset, shape[0] / 2 - inset)
    return _depth_inside(shape, (shape[1] / 2, shape[0] / 2), half, 0.09 * shape[1])


def _dish_normals(look: SetDesign, shape: tuple[int, int]) -> F32:
    """The normals of the recess's walls around the number."""
    if look.dish in ("none", "line"):
        return np.zeros((*shape, 2), np.float32)
    if look.dish == "panel":
        mask = (255 * (_panel(look, shape) > 0)).astype(np.uint8)
    else:
        reach = shape[1] * (0.5 - 0.6 * look.bevel / look.aspect) - 4
        half_height = reach if look.dish == "circle" else reach * 0.82
        center = (shape[1] // 2, max(round(look.number_y * shape[0]), round(half_height) + 4))
        mask = np.zeros(shape, np.uint8)
        cv2.ellipse(mask, center, (round(reach), round(half_height)), 0, 0, 360, 255, -1, cv2.LINE_AA)
    return groove(mask, 2.2, look.dish_depth)
