"""Measure camera, position and light on a few frames of a table at rest.

Everything is measured relative to the detected tiles. What no tile shows is unknown, never guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import F32, F64, side_lengths

U8 = NDArray[np.uint8]
_MOST_TILES = 12
"""The number of tiles, spread over the table, used for focus, light and noise."""
_FEWEST_TILES = 3
_FEWEST_FRAMES = 3
_INNER = 0.12
"""Part of a tile's sides that is left out at its rim, where table, shadow and bevel begin."""
_AGAIN = 0.08
"""The additional blur for measuring focus, in tile widths."""
_PIXEL = 0.5
"""Pixels by which the sharpest lens and the shrinking of a picture blur it."""
_WHITE = 250
"""Blue, green and red from which on nothing is told apart."""
_MORE_INK = 1.4
"""The largest difference in whiteness between tiles in the same light, from their different prints."""
_HIDDEN = 0.4
"""The share of a tile from which it is not used for anything else."""
_PARTS = 12
"""The columns and rows of parts of a picture that are measured independently of motion elsewhere."""
_MEAN_APART = 1.128
"""The mean difference of two samples of a pixel, in standard deviations."""
SMALL_PX = 320
"""Long side of the pictures on which sway is measured."""
_SAME = 0.25
"""The correlation from which two pictures count as the same, shifted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraMeasurements:
    """The measured values; None where unknown."""

    tiles: int = 0
    """The number of measured tiles."""
    far_px: float | None = None
    """Width of the tiles, across their number, in pixels of the picture where they are smallest: near its upper edge,
    in its middle or near its lower edge."""
    near_px: float | None = None
    """The same where they are largest."""
    are_edges_seen: bool = False
    """Whether tiles lie near the upper and the lower edge of the picture."""
    blur: float | None = None
    """The blur of the tiles in their widths (the deviation of a Gaussian) beyond that of a pixel."""
    sway_px: float | None = None
    """The motion of the whole picture within 0.4 seconds, in pixels."""
    size_px: tuple[int, int] = (0, 0)
    """Width and height of the picture."""
    light: float | None = None
    """Brightness of the tiles' plastic, of 255."""
    noise: float | None = None
    """Deviation of a pixel from one frame to the next, as a part of that brightness."""
    grain: float | None = None
    """Deviation of a pixel of the whole picture from one frame to the next, of 255."""
    ground: float | None = None
    """Brightness of the picture's middle pixel, of 255: that of the table."""
    glare: float | None = None
    """Part of the tiles' faces that a reflection hides: white, where most tiles are not."""
    burnt: float | None = None
    """Part of a tile that is white with light on three tiles in four."""
    rate: float | None = None
    """Frames a second."""
    turn_deg: int = 0
    """The rotation in degrees clockwise that the picture needs so that the tiles of both sides stand upright."""
    is_mirrored: bool = False
    """Whether the tiles are seen as in a mirror."""


def measure_camera(frames: Sequence[U8], quads: F32, has_print: NDArray[np.bool_]) -> CameraMeasurements:
    """Measure ``quads`` (n, 4, 2), pixels clockwise from the number's top left, in ``frames`` of a table at rest.

    The frames are BGR (height, width, 3), the newest last. ``has_print`` (n,): whether a tile shows its face. Sway and
    frame rate are measured over a longer time; see `swayed_px`.
    """
    height = frames[-1].shape[0]
    widths = widths_px(quads)
    by_part = [widths[part] for part in _parts(quads, height)] if len(quads) >= _FEWEST_TILES else []
    sizes = [float(np.median(part)) for part in by_part if len(part)]
    shown = _spread(np.flatnonzero(has_print)) if has_print.sum() >= _FEWEST_TILES else np.zeros(0, np.intp)
    patches = [[_patch(bgr, quad) for quad in quads[shown]] for bgr in frames[-2:]]
    white = np.array([float((patch >= _WHITE).mean()) for patch in patches[-1]])
    burnt = float(np.percentile(white, 25)) if len(white) else 0.0
    hidden = np.where(white > _MORE_INK * burnt, white - burnt, 0)
    patches = [[patch[at] for at in np.flatnonzero(hidden < _HIDDEN)] for patch in patches]
    noise, light = _noise(patches), _plastic(patches[-1])
    return CameraMeasurements(
        tiles=len(quads),
        far_px=min(sizes, default=None),
        near_px=max(sizes, default=None),
        are_edges_seen=bool(by_part) and by_part[0].size > 0 and by_part[-1].size > 0,
        size_px=(frames[-1].shape[1], height),
        blur=_blur(patches[-1], noise or 0.0),
        light=light,
        noise=None if noise is None or not light else noise / light,
        grain=_grain(frames),
        ground=float(np.median(_thinned(frames[-1]))),
        glare=float(hidden.mean()) if len(hidden) else None,
        burnt=burnt if len(hidden) else None,
    )


def widths_px(quads: NDArray[np.floating]) -> F64:
    """(n,): the shorter side of each tile."""
    sides = side_lengths(np.asarray(quads, np.float64).reshape(-1, 4, 2))
    return np.asarray(np.minimum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2)


def _parts(quads: F32, height: int) -> tuple[NDArray[np.bool_], ...]:
    """Which tiles lie in the upper, the middle and the lower third of the picture."""
    middles = quads[:, :, 1].mean(axis=1) / height
    return middles < 1 / 3, (middles >= 1 / 3) & (middles < 2 / 3), middles >= 2 / 3


def _spread(indices: NDArray[np.intp]) -> NDArray[np.intp]:
    """An evenly spread sample of ``indices``."""
    chosen = np.linspace(0, len(indices) - 1, min(len(indices), _MOST_TILES)).round().astype(np.intp)
    return indices[chosen]


def _patch(bgr: U8, quad: F32) -> F32:
    """A tile upright, without its rim, at its native resolution: the darkest channel, in which every ink is dark."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    size = max(8, round(float(np.linalg.norm(across)))), max(8, round(float(np.linalg.norm(down))))
    low, high = _INNER, 1 - _INNER
    inner = max(6, round(size[0] * (high - low))), max(6, round(size[1] * (high - low)))
    left, top = low * size[0], low * size[1]
    corners = np.array([(-left, -top), (size[0] - left, -top), (size[0] - left, size[1] - top)], np.float32)
    turn = cv2.getAffineTransform(quad[:3].astype(np.float32), corners)
    upright = cv2.warpAffine(bgr, turn, inner, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(upright.min(axis=2), np.float32)


def _blur(patches: Sequence[F32], noise: float) -> float | None:
    """The median blur of the tiles: by how much an additional known blur weakens their edges."""
    found = [_softness(patch, noise) for patch in patches]
    return float(np.median(found)) if len(found) >= _FEWEST_TILES else None


def _softness(grey: F32, noise: float) -> float:
    """The blur of one tile (height, width) as a fraction of its width, independent of its print."""
    width = grey.shape[1] / (1 - 2 * _INNER)
    again = max(_AGAIN * width, 0.8)
    softer = _edges(np.asarray(cv2.GaussianBlur(grey, (0, 0), again), np.float32))
    taken = (_edges(grey) - noise**2) / max(softer, 1e-6) - 1
    blur_px = again / max(taken, 1e-3) ** 0.5
    return float(min((max(blur_px**2 - _PIXEL**2, 0.0)) ** 0.5 / width, 1.0))


def _edges(grey: F32) -> float:
    across, down = grey[:, 2:] - grey[:, :-2], grey[2:] - grey[:-2]
    return float((across**2).mean() + (down**2).mean()) / 4


def _noise(patches: Sequence[Sequence[F32]]) -> float | None:
    """The deviation of a pixel between frames; None for one frame or too few tiles."""
    if len(patches) < 2 or len(patches[0]) < _FEWEST_TILES:
        return None
    found = [
        _quarter(np.abs(one - other)) / 0.3186 / 2**0.5
        for before, after in pairwise(patches)
        for one, other in zip(before, after, strict=True)
    ]
    return float(np.median(found))


def _quarter(apart: F32) -> float:
    """The lower quartile of the rounded differences ``apart``, interpolated within each integer.

    Above 0 even where more than a quarter is rounded to 0.
    """
    counts = np.bincount(apart.round().astype(np.intp).ravel())
    bounds = np.append(0.0, np.arange(len(counts)) + 0.5)
    return float(np.interp(counts.sum() / 4, np.append(0, counts.cumsum()), bounds))


def _grain(frames: Sequence[U8]) -> float | None:
    """The deviation of a pixel of the whole picture between frames, robust to motion in less than half of it.

    None for one frame.
    """
    if len(frames) < 2:
        return None
    apart = cv2.absdiff(_thinned(frames[-2]), _thinned(frames[-1])).astype(np.float32)
    parts = cv2.resize(apart, (_PARTS, _PARTS), interpolation=cv2.INTER_AREA)
    return float(np.median(parts)) / _MEAN_APART


def _thinned(bgr: U8) -> U8:
    """The green channel of every fourth pixel, the least noisy one."""
    return np.ascontiguousarray(bgr[::2, ::2, 1])


def _plastic(patches: Sequence[F32]) -> float | None:
    """The median over the tiles of the brightness of their plastic."""
    found = [float(np.percentile(patch, 80)) for patch in patches]
    return float(np.median(found)) if len(found) >= _FEWEST_TILES else None


def swayed_px(pictures: Sequence[F32], scale: float) -> float | None:
    """The sway of the picture between every second of the small grey ``pictures`` (height, width), in frame pixels.

    ``scale`` is the size of the small pictures relative to the frames. The median of the steps, so that a bump does not
    count. None where too few of them show the same.
    """
    if len(pictures) < _FEWEST_FRAMES or len({picture.shape for picture in pictures}) > 1:
        return None
    window = cv2.createHanningWindow(pictures[0].shape[::-1], cv2.CV_32F)
    pairs = list(zip(pictures, pictures[2:], strict=False))
    steps = [cv2.phaseCorrelate(one, other, window) for one, other in pairs]
    found = [
        float(np.hypot(step[0], step[1])) / scale
        for (one, other), (step, response) in zip(pairs, steps, strict=True)
        if response > _SAME and _is_moved(one, other, step)
    ]
    return float(np.median(found)) if 2 * len(found) > len(steps) else None


def _is_moved(first: F32, other: F32, step: Sequence[float]) -> bool:
    """Whether a picture moved by ``step`` matches ``other`` better than unmoved, or hardly moved.

    For a bare table over which a hand comes arbitrary steps are found.
    """
    if np.hypot(step[0], step[1]) < 1:
        return True
    shift = np.array([[1, 0, step[0]], [0, 1, step[1]]], np.float32)
    size = first.shape[1], first.shape[0]
    there = cv2.warpAffine(np.ones_like(first), shift, size) > 0.5
    moved = cv2.warpAffine(first, shift, size)
    return bool(np.abs(moved - other)[there].sum() < np.abs(first - other)[there].sum())
