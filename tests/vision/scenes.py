"""Pictures of a table drawn in a moment: cloth, tiles, hands, noise and lamps, without fonts or networks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]
SIZE = (320, 240)
FELT, SKIN, IVORY, INK = (70, 110, 40), (120, 150, 205), (225, 240, 245), (30, 30, 170)


def cloth(seed: int = 0, size: tuple[int, int] = SIZE) -> U8:
    """An empty table: green felt with a weave and the light of one lamp."""
    rng = np.random.default_rng(seed)
    width, height = size
    weave = cv2.GaussianBlur(rng.normal(0, 14, (height, width)), (0, 0), 1.5)
    lamp = 1.15 - 0.4 * np.hypot(*np.meshgrid(np.linspace(-0.6, 1, width), np.linspace(-0.4, 1, height)))
    return np.clip((np.array(FELT) + weave[..., None]) * lamp[..., None], 0, 255).astype(np.uint8)


def laid(bgr: U8, quads: Sequence[NDArray[np.floating]], labels: Sequence[str] | None = None) -> U8:
    """The picture with ivory tiles at ``quads`` (4, 2), each with its label as ink."""
    out = bgr.copy()
    for quad, label in zip(quads, labels or ["7"] * len(quads), strict=True):
        cv2.fillConvexPoly(out, np.round(np.asarray(quad)).astype(np.int32), IVORY, cv2.LINE_AA)
        _print(out, np.asarray(quad, np.float32), label)
    return out


def _print(out: U8, quad: NDArray[np.float32], label: str) -> None:
    """Ink on a tile: the label, laid into the upper half of the quad."""
    face = np.zeros((96, 64), np.uint8)
    cv2.putText(face, label, (4, 56), cv2.FONT_HERSHEY_DUPLEX, 1.5 if len(label) < 2 else 1.1, 255, 4)
    corners = np.array([[0, 0], [64, 0], [64, 96], [0, 96]], np.float32)
    left, top = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    region = out[top : int(np.ceil(quad[:, 1].max())) + 1, left : int(np.ceil(quad[:, 0].max())) + 1]
    placed = cv2.getPerspectiveTransform(corners, quad - np.float32([left, top]))
    mask = cv2.warpPerspective(face, placed, (region.shape[1], region.shape[0]), flags=cv2.INTER_AREA)
    share = mask[..., None].astype(np.float32) / 255
    region[:] = np.round(region * (1 - share) + np.array(INK) * share).astype(np.uint8)


def upright(x: float, y: float, width: float = 20.0, height: float = 28.0) -> NDArray[np.float64]:
    """The quad (4, 2) of an upright tile whose centre is (x, y)."""
    return np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2 + (x, y)


def handed(bgr: U8, reach: float, x: float = 0.5, width: float = 0.16) -> U8:
    """The picture with an arm that comes in from below, as far as ``reach`` of the height, at ``x`` of the width."""
    out = bgr.copy()
    height, wide = out.shape[:2]
    half = width * wide / 2
    top = height * (1 - reach)
    arm = np.array([[x * wide - half, height], [x * wide - half / 2, top], [x * wide + half / 2, top],
                    [x * wide + half, height]])  # fmt: skip
    cv2.fillConvexPoly(out, np.round(arm).astype(np.int32), SKIN, cv2.LINE_AA)
    cv2.circle(out, (round(x * wide), round(top)), round(half * 0.8), SKIN, -1, cv2.LINE_AA)
    return out


@cache
def _grain(size: int, sigma: float) -> NDArray[np.int8]:
    """Noise of ``size`` numbers, twice in a row, so that a part of it is it all from another beginning."""
    drawn = sigma * np.random.default_rng(0).standard_normal(size, np.float32)
    return np.tile(np.clip(np.floor(drawn), -128, 127).astype(np.int8), 2)


def noisy(bgr: U8, seed: int, sigma: float = 3.0) -> U8:
    """The picture as a sensor sees it at one moment."""
    begins = -7919 * seed % bgr.size
    grain = _grain(bgr.size, sigma)[begins : begins + bgr.size].reshape(bgr.shape)
    return np.asarray(cv2.add(bgr, grain, dtype=cv2.CV_8U), np.uint8)


def lit(bgr: U8, gain: float, gamma: float = 1.0) -> U8:
    """The picture under another lamp or exposure."""
    return np.clip(255 * (bgr / 255.0) ** gamma * gain, 0, 255).astype(np.uint8)


def banded(bgr: U8, phase: float, depth: float = 0.12) -> U8:
    """The picture with the bands that a flickering lamp leaves."""
    rows = 1 + depth * np.sin(2 * np.pi * (np.arange(len(bgr)) / len(bgr) * 1.7 + phase))
    return np.clip(bgr * rows[:, None, None], 0, 255).astype(np.uint8)
