"""What happens to the pictures and patches that a reader learns from. BGR uint8; the labels stay true.

A window is lit and taken badly now and then, and its patches are printed as few makers print: so that a reader knows
what it has hardly seen, and says so of what nobody could tell.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.lens import blurred, compressed
from vision.patches import WHITE

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
VEILED, EXPOSED, GLARING = 0.1, 0.2, 0.06
FEWER_PIXELS, BLURRED, COMPRESSED = 0.12, 0.18, 0.15
"""Shares of the windows that are lit so, and that are taken so."""
LEAST_LIGHT, MOST_LIGHT, LAMP = 0.6, 2.8, 0.3
"""How much light there is, and how much its channels differ: the logarithm's spread."""
GAMMA = 2.2
"""Light is this power of what a picture holds."""
WORST_QUALITY, BEST_QUALITY = 8, 45
"""Of JPEG: at the worst the colours of a small tile are its neighbours'."""
MOST_SHAKEN, MOST_DEFOCUSED = 0.3, 0.11
"""How long the line is, and the radius of the disc, that a point becomes at most: in widths of a tile."""
MOST_DARKER = 3.0
"""By how much the line of an edge out of focus, which is pale, is darkened at most."""
PRINTED = (slice(8, 56), slice(8, 40))
"""Rows and columns of a patch in which a tile is printed."""


def printed_otherwise(patches: U8, of_orange: NDArray[np.intp], rng: Rng) -> U8:
    """Patches (n, 64, 48, 3) now and then printed as few makers print; those ``of_orange`` by index."""
    if rng.random() < REDDENED:
        patches[of_orange] = reddened(patches[of_orange], rng)
    if rng.random() < OUTLINED:
        patches = outlined(patches, rng)
    return paler(patches, rng) if rng.random() < FAINT else patches


def badly_lit(bgr: U8, rng: Rng) -> U8:
    """The picture, now and then in too much or coloured light, with lamps mirrored in it, or behind a veil."""
    if rng.random() < EXPOSED:
        bgr = exposed(bgr, rng)
    if rng.random() < GLARING:
        bgr = glaring(bgr, rng)
    return veiled(bgr, rng) if rng.random() < VEILED else bgr


def badly_taken(bgr: U8, tile_px: float, rng: Rng) -> U8:
    """The picture, whose tiles are ``tile_px`` wide, now and then softened, and now and then compressed."""
    bgr = softened(bgr, tile_px, rng)
    if rng.random() < COMPRESSED:
        return compressed(bgr, int(rng.integers(WORST_QUALITY, BEST_QUALITY)))
    return bgr


def reddened(patches: U8, rng: Rng) -> U8:
    """Patches (n, 64, 48, 3) with their orange ink nearer to red, as some makers print it beside a deep red.

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
    """Patches (n, 64, 48, 3) of whose strokes the inside is white and the line as dark as they were, or paler. It lies
    within them, or around them, where it narrows every gap: a 6 is nearly an 8 then."""
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
    """Patches (n, 64, 48, 3) whose ink has faded by up to two thirds."""
    kept = rng.uniform(0.33, 0.8)
    return np.where(patches < WHITE, WHITE - kept * (WHITE - patches.astype(np.float32)), patches).astype(np.uint8)


def softened(bgr: U8, tile_px: float, rng: Rng) -> U8:
    """The picture, whose tiles are ``tile_px`` wide, now and then taken down to fewer pixels and up again, or so shaken
    or out of focus that what is left of a number fits several, which a reader has to know."""
    draw = rng.random()
    if draw < FEWER_PIXELS:
        scale = rng.uniform(0.25, 0.9)
        small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, bgr.shape[1::-1], interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
    if draw < FEWER_PIXELS + BLURRED:
        is_shaken = rng.random() < 0.7
        length, radius = (MOST_SHAKEN, 0.03) if is_shaken else (0.0, MOST_DEFOCUSED)
        reach = tile_px * rng.random(2)
        return blurred(bgr, radius * reach[0], length * reach[1], float(rng.uniform(0, np.pi)))
    return bgr


def veiled(bgr: U8, rng: Rng) -> U8:
    """The picture behind stray light, as of a greasy lens: black ink on ivory looks blue there."""
    share, light = rng.uniform(0.2, 0.65), rng.uniform(150, 240) * np.exp(rng.normal(0, 0.04, 3))
    return np.asarray(np.clip(bgr * (1 - share) + light * share, 0, 255), np.uint8)


def exposed(bgr: U8, rng: Rng) -> U8:
    """The picture in more or less light of some lamp's colour; what is more than white is cut off."""
    gains = np.exp(rng.uniform(np.log(LEAST_LIGHT), np.log(MOST_LIGHT)) + rng.normal(0, LAMP, 3))
    return np.asarray(np.clip(bgr * gains ** (1 / GAMMA), 0, 255), np.uint8)


def glaring(bgr: U8, rng: Rng) -> U8:
    """The picture with the light of one to three lamps on it, round or oblong, that burns out what lies below."""
    height, width = bgr.shape[:2]
    light = np.zeros((height, width), np.float32)
    for _ in range(rng.integers(1, 4)):
        middle, radii = rng.uniform(0, [width, height]), width * rng.uniform(0.04, 0.3, 2)
        angle, strength = float(rng.uniform(0, 180)), float(rng.uniform(60, 240))
        lamp = np.zeros_like(light)
        cv2.ellipse(lamp, (tuple(middle), tuple(2 * radii), angle), strength, cv2.FILLED)
        soft = (1 + int(radii.min()),) * 2
        light += cv2.blur(cv2.blur(lamp, soft), soft)
    return np.asarray(np.clip(bgr + light[..., None], 0, 255), np.uint8)
