"""Tiles as the textbook finds them: light rectangles among the contours of a thresholded picture."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change_detection.signatures import U8

F32 = NDArray[np.float32]
AREA_SHARE = (0.001, 0.3)
"""How much of the picture one tile fills."""
ASPECT = (1.1, 1.9)
"""Height of a tile over its width, as the camera sees it."""
FULL = 0.8
"""How much of the rectangle around it a tile's contour fills."""
BLOCK_SHARE = 1 / 3
"""Side of the neighbourhood of the adaptive threshold, in shorter sides of the picture."""
LIGHTER = 20
"""How much lighter than its neighbourhood a tile is, of 255."""
OPENED_PX = 5
"""Width of what counts as a thread."""


def outlines(bgr: U8) -> F32:
    """Corners (n, 4, 2) of the tiles in a picture, no two in one place; the largest first."""
    quads = sorted(_rectangles(bgr), key=lambda quad: -quad[0])
    kept: list[F32] = []
    for _, quad in quads:
        if not any(_in_one_place(quad, other) for other in kept):
            kept.append(quad)
    return np.array(kept, np.float32).reshape(-1, 4, 2)


def masks(bgr: U8) -> tuple[U8, U8]:
    """What is light: for the whole picture (Otsu), and for its neighbourhood (adaptive)."""
    grey = cv2.GaussianBlur(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    _, otsu = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    block = int(min(grey.shape) * BLOCK_SHARE) // 2 * 2 + 3
    adaptive = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -LIGHTER)
    return np.asarray(otsu, np.uint8), np.asarray(adaptive, np.uint8)


def _rectangles(bgr: U8) -> Iterator[tuple[float, F32]]:
    """The area, and the corners (4, 2), of every contour that could be a tile."""
    picture_area = bgr.shape[0] * bgr.shape[1]
    for mask in masks(bgr):
        for contour in _light_patches(mask):
            rectangle = cv2.minAreaRect(contour)
            short, long = sorted(rectangle[1])
            area = short * long
            if not AREA_SHARE[0] <= area / picture_area <= AREA_SHARE[1]:
                continue
            if ASPECT[0] <= long / short <= ASPECT[1] and cv2.contourArea(contour) >= FULL * area:
                yield area, np.asarray(cv2.boxPoints(rectangle), np.float32)


def _light_patches(mask: U8) -> Iterator[NDArray[np.int32]]:
    """The outer contours of what is light, what is thinner than a thread cut off; ink is a hole, and left out."""
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((OPENED_PX, OPENED_PX), np.uint8))
    contours, family = cv2.findContours(opened, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    yield from (contour for contour, kin in zip(contours, family[0] if contours else (), strict=True) if kin[3] < 0)


def _in_one_place(quad: F32, other: F32) -> bool:
    """Whether the middle of one lies in the other."""
    first, second = ((float(x), float(y)) for x, y in (quad.mean(axis=0), other.mean(axis=0)))
    return cv2.pointPolygonTest(other, first, False) >= 0 or cv2.pointPolygonTest(quad, second, False) >= 0
