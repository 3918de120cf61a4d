"""Augmentation of training pictures for both networks: bad light and bad capture.

BGR uint8 throughout. The geometry does not change, so the labels stay true: a network learns to be uncertain where
nobody could tell.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables import lamps
from datasets.synthetic_tables.camera_effects import blurred, compressed, noisy

U8 = NDArray[np.uint8]
Rng = np.random.Generator
VEILED, EXPOSED, DIM, GLARING = 0.1, 0.2, 0.06, 0.1
FEWER_PIXELS, BLURRED, COMPRESSED = 0.12, 0.18, 0.15
"""Shares of the pictures that are lit so, and that are taken so."""
SHAKEN = 0.7
"""Share of the blurred ones that are shaken; the others are out of focus."""
FEWEST_PIXELS, MOST_PIXELS = 0.25, 0.9
"""Of a side, in those taken down to fewer."""
VEIL, STRAY_LIGHT = (0.2, 0.65), (150, 240)
"""How much of a picture is stray light, and how bright that is."""
LEAST_LIGHT, MOST_LIGHT, LAMP = 0.6, 2.8, 0.3
"""How much light there is, and how much its channels differ: the logarithm's spread."""
DIMMEST, LEAST_DIM, MOST_NOISE = 0.05, 1 / 3, 12.0
"""How little light there is in the evening, at the least and at the most, and the noise that a camera makes of it: its
deviation in grey levels."""
GAMMA = 2.2
"""Light is this power of what a picture holds."""
WORST_QUALITY, BEST_QUALITY = 8, 45
"""Of JPEG: at the worst the colours of a small tile are its neighbours'."""
MOST_SHAKEN, MOST_DEFOCUSED, SHAKEN_DISC = 0.3, 0.11, 0.03
"""How long the line is, and the radius of the disc, that a point becomes at most, and the latter where it is shaken: in
widths of a tile."""


def badly_lit(bgr: U8, rng: Rng) -> U8:
    """The picture, sometimes over- or underexposed, in coloured light, with reflected lamps or veiling light."""
    draw = rng.random()
    if draw < EXPOSED:
        bgr = exposed(bgr, rng)
    elif draw < EXPOSED + DIM:
        bgr = dimmed(bgr, rng)
    if rng.random() < GLARING:
        bgr = glaring(bgr, rng)
    return veiled(bgr, rng) if rng.random() < VEILED else bgr


def badly_taken(bgr: U8, tile_px: float, rng: Rng) -> U8:
    """The picture, with tiles ``tile_px`` wide, sometimes blurred, and sometimes compressed."""
    bgr = softened(bgr, tile_px, rng)
    if rng.random() < COMPRESSED:
        return compressed(bgr, int(rng.integers(WORST_QUALITY, BEST_QUALITY)))
    return bgr


def softened(bgr: U8, tile_px: float, rng: Rng) -> U8:
    """The picture, with tiles ``tile_px`` wide, sometimes reduced and enlarged again, shaken or defocused.

    So strongly at times that what is left of a number fits several, which a reader has to know.
    """
    draw = rng.random()
    if draw < FEWER_PIXELS:
        scale = rng.uniform(FEWEST_PIXELS, MOST_PIXELS)
        small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, bgr.shape[1::-1], interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
    if draw < FEWER_PIXELS + BLURRED:
        is_shaken = rng.random() < SHAKEN
        length, radius = (MOST_SHAKEN, SHAKEN_DISC) if is_shaken else (0.0, MOST_DEFOCUSED)
        reach = tile_px * rng.random(2)
        return blurred(bgr, radius * reach[0], length * reach[1], float(rng.uniform(0, np.pi)))
    return bgr


def veiled(bgr: U8, rng: Rng) -> U8:
    """The picture with veiling light of a greasy lens: black ink on ivory looks blue there."""
    share, light = rng.uniform(*VEIL), rng.uniform(*STRAY_LIGHT) * np.exp(rng.normal(0, 0.04, 3))
    return np.asarray(np.clip(bgr * (1 - share) + light * share, 0, 255), np.uint8)


def exposed(bgr: U8, rng: Rng) -> U8:
    """The picture scaled by the exposure and colour of a random light, clipped at white."""
    gains = np.exp(rng.uniform(np.log(LEAST_LIGHT), np.log(MOST_LIGHT)) + rng.normal(0, LAMP, 3))
    return np.asarray(np.clip(bgr * gains ** (1 / GAMMA), 0, 255), np.uint8)


def dimmed(bgr: U8, rng: Rng) -> U8:
    """A twentieth to a third of the light, with the noise of a camera in the dark."""
    light = np.exp(rng.uniform(np.log(DIMMEST), np.log(LEAST_DIM)))
    dark = cv2.convertScaleAbs(bgr, alpha=light ** (1 / GAMMA))
    read, shot, chroma = rng.uniform(0, [MOST_NOISE, MOST_NOISE, 1])
    return noisy(rng, np.asarray(dark, np.uint8), read, shot, chroma)


def glaring(bgr: U8, rng: Rng) -> U8:
    """The picture with reflected lamps or a window, which overexpose what lies below."""
    light, _ = lamps.glare(rng, bgr.shape[:2], 1.0)
    return np.asarray(np.clip(bgr + light, 0, 255), np.uint8)
