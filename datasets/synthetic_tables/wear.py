"""Variation by moulding, printing and use of one tile. Colours are float32 BGR; noise has deviation near 1."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.bare_tile import F32, U8, Blank
from datasets.synthetic_tables.inks import Bgr
from datasets.synthetic_tables.set_design import SetDesign

Rng = np.random.Generator


def cloud(shape: tuple[int, int], cell_px: float, rng: Rng) -> F32:
    """Smooth noise (h, w) around 0 whose blobs are about ``cell_px`` wide."""
    cells = (int(shape[0] / cell_px) + 2, int(shape[1] / cell_px) + 2)
    coarse = rng.standard_normal(cells, dtype=np.float32)
    smooth = cv2.INTER_CUBIC if cell_px > 8 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=smooth))


def plastic(look: SetDesign, blank: Blank, rng: Rng) -> F32:
    """The bare material (h, w, 3): a shade per tile, slow stains, grain."""
    aged = np.array([0.94, 0.985, 1.0]) ** (look.wear * 2 * rng.uniform(0.3, 1))
    base = np.array(look.base_bgr) * aged * (1 + rng.normal(0, 0.012))
    shade = cloud(blank.rim.shape, 60, rng) * np.float32(0.006 + 0.02 * look.wear)
    if look.grain > 0.02:
        shade += cloud(blank.rim.shape, 2, rng) * np.float32(0.03 * look.grain)
    shade += 1
    return _times(shade, base)


def worn_cover(mask: U8, look: SetDesign, rng: Rng) -> F32:
    """The remaining fraction of an ink under ``mask`` (h, w), 0 to 1: ragged at its edges, thin or lost in places."""
    cover = mask.astype(np.float32) * np.float32(1 / 255)
    if look.raggedness > 0.03:
        noise = cloud(mask.shape[:2], 3.5, rng) * np.float32(0.22 * look.raggedness)
        soft = cv2.GaussianBlur(cover, (5, 5), 1.2) + noise
        near = cv2.dilate(mask, np.ones((3, 3), np.uint8)) > 0
        cover = np.clip((soft - 0.3) * 2.5, 0, 1) * near
    if look.paint_loss > 0.02:
        rubbed = cloud(cover.shape, 27, rng)
        rubbed += np.float32(0.5) * cloud(cover.shape, 4, rng)
        cover *= 1 - np.clip((rubbed - np.float32(2.6 - 2.0 * look.paint_loss)) * 2, 0, 0.85)
    return np.asarray(cover, dtype=np.float32)


def paint(bgr: Bgr, mask: U8, look: SetDesign, rng: Rng) -> F32:
    """The colour (h, w, 3) of one ink on one tile: its own shade, darker at the edges."""
    tone = cloud(mask.shape[:2], 40, rng) * np.float32(0.04)
    tone += 1
    if look.pooling > 0.02:
        edge = 255 - cv2.GaussianBlur(mask, (9, 9), 2.5)
        tone -= edge * np.float32(0.6 * look.pooling / 255)
    if look.ink_gloss > 0.02:
        tone += np.float32(0.9 * look.ink_gloss) * np.clip(cloud(mask.shape[:2], 30, rng) - np.float32(0.9), 0, 1)
    shades = np.array(bgr) * (1 + rng.normal(0, 0.025, 3))
    return _times(tone, shades)


def dirtied(albedo: F32, blank: Blank, look: SetDesign, rng: Rng) -> F32:
    """``albedo`` with grime along the rim and in spots."""
    if look.dirt < 0.02:
        return albedo
    amount = look.dirt * rng.uniform(0.2, 0.8)
    grime = np.clip(cloud(blank.rim.shape, 17, rng) - np.float32(1.7), 0, 1)
    grime += np.clip(1 - blank.rim * np.float32(1 / (6 + 14 * rng.random())), 0, 1) ** 2
    grime *= np.float32(0.5 * amount)
    return albedo * (1 - _times(grime, np.array([0.85, 0.7, 0.6])))


def scratched(albedo: F32, look: SetDesign, rng: Rng) -> F32:
    """``albedo`` with a few thin lines, lighter or darker than what they cross."""
    height, width = albedo.shape[:2]
    count = int(rng.poisson(4 * look.scratches))
    if not count:
        return albedo
    tone = np.full((height, width), 128, np.uint8)
    for start, reach, value in zip(rng.uniform(0, 1, (count, 2)), rng.normal(0, 0.25, (count, 2)),
                                   rng.choice((104, 116, 140, 152), count), strict=True):  # fmt: skip
        ends = np.round(np.stack([start, start + reach]) * (width, height) * 16).astype(int).tolist()
        cv2.line(tone, ends[0], ends[1], int(value), 1, cv2.LINE_AA, 4)
    factor = tone.astype(np.float32) * np.float32(1 / 128)
    return albedo * factor[..., None]


def print_shift(look: SetDesign, shape: tuple[int, int], rng: Rng) -> NDArray[np.float64]:
    """The random misregistration (2, 3) of the print on this tile."""
    height, width = shape
    turn_deg = float(np.clip(rng.normal(0, 30 * look.print_shift), -1.5, 1.5))
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1)
    matrix[:, 2] += np.clip(rng.normal(0, look.print_shift * height, 2), -0.03 * height, 0.03 * height)
    return np.asarray(matrix)


def _times(grey: F32, bgr: NDArray[np.float64]) -> F32:
    """The picture (h, w, 3) of a colour at each brightness of ``grey`` (h, w)."""
    return np.asarray(cv2.merge([grey * np.float32(value) for value in bgr]), dtype=np.float32)
