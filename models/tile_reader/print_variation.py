"""Augmentation of the reader's patches with rare print styles. The labels stay true."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.patches import WHITE

U8 = NDArray[np.uint8]
Rng = np.random.Generator
REDDENED = 0.35
"""Share of the windows whose orange ink is made redder."""
ORANGE = (6, 25)
"""Hues of orange ink, of 256 in the circle; what is warm has no more than twice the last."""
LEAST_SATURATION = 50
OUTLINED, FAINT = 0.1, 0.06
"""Shares of the windows of whose prints only the outlines are left, and whose ink is paler: few makers print so."""
AROUND = 0.6
"""Share of those whose outlines lie around the strokes."""
MOST_DARKER = 3.0
"""By how much the line of an edge out of focus, which is pale, is darkened at most."""
PRINTED = (slice(8, 56), slice(8, 40))
"""Rows and columns of a patch in which a tile is printed."""


def printed_otherwise(patches: U8, of_orange: NDArray[np.intp], rng: Rng) -> U8:
    """Patches (n, 64, 48, 3), sometimes in a rare print style; those at ``of_orange`` have orange ink."""
    if rng.random() < REDDENED:
        patches[of_orange] = reddened(patches[of_orange], rng)
    if rng.random() < OUTLINED:
        patches = outlined(patches, rng)
    return paler(patches, rng) if rng.random() < FAINT else patches


def reddened(patches: U8, rng: Rng) -> U8:
    """Patches (n, 64, 48, 3) with orange ink shifted towards red, as some makers print it beside a deep red.

    One tile alone does not tell which of the two it is; only a reader that has seen both says so.
    """
    nearer = rng.uniform(0.3, 0.8)
    out = np.empty_like(patches)
    for patch, changed in zip(patches, out, strict=True):
        hsv = cv2.cvtColor(patch, cv2.COLOR_BGR2HSV_FULL)
        hue, saturation = hsv[..., 0], hsv[..., 1]
        ink = saturation > LEAST_SATURATION
        if ink.any() and ORANGE[0] < np.median(hue[ink]) < ORANGE[1]:
            warm = hue < 2 * ORANGE[1]
            hue[warm] = (hue[warm] * nearer).astype(np.uint8)
        cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR_FULL, dst=changed)
    return out


def outlined(patches: U8, rng: Rng) -> U8:
    """Patches (n, 64, 48, 3) with white strokes and dark outlines, as dark as the strokes were or paler.

    The line lies within them, or around them, where it narrows every gap: a 6 is nearly an 8 then.
    """
    around, left, darker = rng.random() < AROUND, rng.uniform(0, 0.3), rng.uniform(1, MOST_DARKER)
    pen = np.ones((3, 3) if around or rng.random() < 0.7 else (2, 2), np.uint8)
    white, out = np.full(patches.shape[1:], WHITE, np.uint8), np.empty_like(patches)
    for patch, changed in zip(patches, out, strict=True):
        ink = cv2.subtract(white, patch)
        whole, inside = (cv2.dilate(ink, pen), ink) if around else (ink, cv2.erode(ink, pen))
        line = cv2.addWeighted(whole, 1, inside, left - 1, 0)
        dark = float(ink[PRINTED].max()) / max(float(line[PRINTED].max()), 1)
        cv2.subtract(white, cv2.convertScaleAbs(line, alpha=min(dark, darker)), dst=changed)
    return out


def paler(patches: U8, rng: Rng) -> U8:
    """Patches (n, 64, 48, 3) with ink faded by up to two thirds."""
    kept = rng.uniform(0.33, 0.8)
    return np.where(patches < WHITE, WHITE - kept * (WHITE - patches.astype(np.float32)), patches).astype(np.uint8)
