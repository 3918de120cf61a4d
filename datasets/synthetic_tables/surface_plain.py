"""Smooth and mineral table tops: paint, laminate, felt, leather, stone, glass, concrete, metal and tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from datasets.synthetic_tables import random_fields
from datasets.synthetic_tables.random_fields import F32, U8, Bgr, Extent, Maker, Rng, Top

# Hue in degrees, saturation and value, each with the range it is drawn from.
PAINTS: Mapping[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "white": ((30, 220), (0.0, 0.06), (0.82, 0.99)),
    "cream": ((32, 55), (0.08, 0.3), (0.8, 0.98)),
    "grey": ((30, 240), (0.0, 0.08), (0.3, 0.75)),
    "black": ((0, 360), (0.0, 0.25), (0.03, 0.18)),
    "brown": ((14, 36), (0.3, 0.7), (0.2, 0.6)),
    "green": ((95, 165), (0.3, 0.85), (0.2, 0.6)),
    "blue": ((195, 245), (0.3, 0.85), (0.25, 0.8)),
    "red": ((-12, 14), (0.5, 0.9), (0.35, 0.8)),
    "yellow": ((40, 56), (0.4, 0.85), (0.7, 0.95)),
    "pastel": ((0, 360), (0.1, 0.35), (0.7, 0.95)),
    "vivid": ((0, 360), (0.5, 1.0), (0.4, 0.95)),
}


def paint(rng: Rng, names: tuple[str, ...] = tuple(PAINTS)) -> tuple[str, Bgr]:
    """A named kind of colour and one colour of that kind."""
    name = random_fields.pick(rng, names)
    hue, saturation, value = (float(rng.uniform(*ends)) for ends in PAINTS[name])
    return name, random_fields.hsv(hue, saturation, value)


def _full(extent: Extent, color: Bgr) -> U8:
    return np.full((*extent.shape, 3), color, np.uint8)


def painted(rng: Rng, extent: Extent) -> Top:
    """Paint, lacquer or plastic of one colour, hardly uneven."""
    name, color = paint(rng)
    uneven = float(rng.uniform(0, 0.06))
    field = random_fields.clouds(rng, extent.shape, float(rng.uniform(30, 200)) * extent.px_per_mm, 3)
    bgr = random_fields.shaded(_full(extent, color), field, uneven)
    if rng.random() < 0.3:
        bgr = random_fields.shaded(
            bgr, random_fields.cloud(rng, extent.shape, 0.8 * extent.px_per_mm), float(rng.uniform(0, 0.1))
        )
    return bgr, {"paint": name, "bgr": list(color)}


def laminate(rng: Rng, extent: Extent) -> Top:
    """Speckled laminate: fine dots of a few tones over one colour."""
    name, color = paint(rng)
    speck_px = max(1.0, float(rng.uniform(0.5, 2)) * extent.px_per_mm)
    field = random_fields.cloud(rng, extent.shape, speck_px)
    light, dark = random_fields.mixed(color, (255, 255, 255), 0.5), random_fields.mixed(color, (0, 0, 0), 0.5)
    table = random_fields.ramp([dark, color, color, color, color, light])
    return random_fields.colored(random_fields.to_gray(field, 128, float(rng.uniform(50, 130))), table), {"paint": name}


def felt(rng: Rng, extent: Extent) -> Top:
    """Baize or felt: matt, with short fibres; green more often than not."""
    name, color = paint(rng, ("green", "green", "green", "blue", "red", "black", "grey", "brown"))
    fibre = random_fields.cloud(rng, extent.shape, (1.0, 2.5)) + random_fields.cloud(rng, extent.shape, (2.5, 1.0))
    wear = random_fields.clouds(rng, extent.shape, 60 * extent.px_per_mm, 3)
    field = fibre * np.float32(0.5) + wear * np.float32(0.5)
    return random_fields.shaded(_full(extent, color), field, float(rng.uniform(0.06, 0.3))), {"paint": name}


def leather(rng: Rng, extent: Extent) -> Top:
    """Grained leather or imitation leather with soft creases."""
    name, color = paint(rng, ("black", "brown", "brown", "red", "green", "cream"))
    pebble_px = max(1.2, float(rng.uniform(1, 2.5)) * extent.px_per_mm)
    pebbles = random_fields.cloud(rng, extent.shape, pebble_px)
    relief = pebbles - np.roll(pebbles, (1, 1), (0, 1))
    creases = random_fields.clouds(rng, extent.shape, 50 * extent.px_per_mm, 3)
    bgr = random_fields.shaded(_full(extent, color), creases, 0.12)
    return random_fields.shaded(bgr, relief, float(rng.uniform(0.2, 0.6))), {"paint": name}


def marble(rng: Rng, extent: Extent) -> Top:
    """Pale or dark marble with veins along the folds of a cloud."""
    name, body = paint(rng, ("white", "cream", "grey", "black", "green"))
    vein = random_fields.mixed(body, random_fields.any_color(rng, (0.05, 0.35), (0.2, 0.5)), 0.7)
    if name in ("black", "green"):
        vein = random_fields.mixed(body, (225, 230, 235), 0.7)
    size = random_fields.log_uniform(rng, 50, 260) * extent.px_per_mm
    stretch = float(rng.choice([1.0, 2.0, 3.5]))
    mist = random_fields.clouds(rng, extent.shape, (size, size * stretch), 4, 0.6)
    veins = _veins(rng, extent, (size, size * stretch), float(rng.uniform(4, 9)))
    veins += _veins(rng, extent, (size * 0.4, size * 0.4 * stretch), float(rng.uniform(6, 14))) * np.float32(0.5)
    veins *= np.clip(mist * np.float32(1.2) + np.float32(0.75), 0, 1.3)
    gray = random_fields.to_gray(
        veins * np.float32(rng.uniform(0.4, 1)) + mist * np.float32(rng.uniform(0.05, 0.3)), 50, 170
    )
    return random_fields.colored(gray, random_fields.ramp([body, body, vein])), {"paint": name, "vein_px": round(size)}


def _veins(rng: Rng, extent: Extent, cell_px: tuple[float, float], sharpness: float) -> F32:
    """1 along the folds of a cloud, falling to 0 beside them."""
    folds = np.abs(random_fields.clouds(rng, extent.shape, cell_px, 5, 0.5))
    return np.maximum(1 - folds * np.float32(sharpness), 0)


def granite(rng: Rng, extent: Extent) -> Top:
    """Crystals of three or four minerals."""
    names = ("white", "grey", "black", "brown", "cream", "red")
    minerals = [paint(rng, names)[1] for _ in range(4)]
    crystal_px = max(1.2, float(rng.uniform(1, 5)) * extent.px_per_mm)
    field = random_fields.cloud(rng, extent.shape, crystal_px) + random_fields.cloud(
        rng, extent.shape, crystal_px * 0.5
    )
    table = np.repeat(np.array(minerals, np.uint8), 64, axis=0)[None]
    bgr = random_fields.colored(random_fields.to_gray(field, 128, 70), np.ascontiguousarray(table))
    if crystal_px > 3:
        bgr = cv2.blur(bgr, (3, 3))
    return np.asarray(bgr, np.uint8), {"crystal_px": round(crystal_px, 1)}


def terrazzo(rng: Rng, extent: Extent) -> Top:
    """Chips of stone set in cement and polished flat."""
    _, cement = paint(rng, ("white", "cream", "grey", "grey", "pastel"))
    chip_mm = random_fields.log_uniform(rng, 3, 16)
    period = max(32, min(320, round(chip_mm * 9 * extent.px_per_mm)))
    cell = np.full((period, period, 3), cement, np.uint8)
    colors = [paint(rng, ("white", "cream", "grey", "black", "brown", "red", "green"))[1] for _ in range(5)]
    radius = max(1.0, chip_mm * extent.px_per_mm / 2)
    for _ in range(int(rng.integers(30, 90))):
        center, size = rng.uniform(0, period, 2), radius * float(rng.uniform(0.3, 1))
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(4, 8))))
        chip = center + size * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
        color = colors[int(rng.integers(len(colors)))]
        for shift in (0, -period if center[0] > period / 2 else period):
            corners = np.round((chip + np.array([shift, 0])) * 16).astype(np.int32)
            cv2.fillPoly(cell, [corners], color, cv2.LINE_AA, 4)
    return random_fields.quilted(cell, period, extent.shape, rng), {"chip_mm": round(chip_mm, 1)}


def concrete(rng: Rng, extent: Extent) -> Top:
    """Cement, plaster or a worn worktop: stains at all scales and pits."""
    _, body = paint(rng, ("grey", "grey", "cream"))
    field = random_fields.clouds(rng, extent.shape, 120 * extent.px_per_mm, 7, 0.7)
    pits = random_fields.cloud(rng, extent.shape, max(1.0, 1.2 * extent.px_per_mm))
    field -= np.maximum(pits - np.float32(0.7), 0) * np.float32(3)
    return random_fields.shaded(_full(extent, body), field, float(rng.uniform(0.08, 0.3))), {"bgr": list(body)}


def glass(rng: Rng, extent: Extent) -> Top:
    """Dark or pale glass that mirrors a soft, blurred room."""
    _, body = paint(rng, ("black", "black", "green", "grey", "blue"))
    low = (max(4, extent.height_px // 8), max(4, extent.width_px // 8))
    mirror = np.full((*low, 3), body, np.uint8)
    for _ in range(int(rng.integers(2, 7))):
        x, y = int(rng.integers(low[1])), int(rng.integers(low[0]))
        w, h = int(rng.integers(2, low[1])), int(rng.integers(2, low[0]))
        color = random_fields.mixed(
            body, random_fields.any_color(rng, (0, 0.3), (0.3, 1.0)), float(rng.uniform(0.1, 0.6))
        )
        cv2.rectangle(mirror, (x, y), (x + w, y + h), color, -1)
    mirror = cv2.GaussianBlur(mirror, (0, 0), float(rng.uniform(1, 5)))
    bgr = np.asarray(cv2.resize(mirror, (extent.width_px, extent.height_px)), np.uint8)
    dust = random_fields.cloud(rng, extent.shape, 1.2)
    return random_fields.shaded(bgr, np.maximum(dust - np.float32(0.8), 0), 1.5), {"bgr": list(body)}


def metal(rng: Rng, extent: Extent) -> Top:
    """Brushed steel."""
    brushed = random_fields.cloud(rng, extent.shape, (1.0, 60.0)) + random_fields.cloud(rng, extent.shape, (2.0, 200.0))
    body = random_fields.hsv(float(rng.choice([30, 210])), float(rng.uniform(0, 0.08)), float(rng.uniform(0.45, 0.8)))
    sheen = random_fields.cloud(rng, extent.shape, (400.0, 80 * extent.px_per_mm))
    bgr = random_fields.shaded(_full(extent, body), brushed, float(rng.uniform(0.03, 0.12)))
    return random_fields.shaded(bgr, sheen, float(rng.uniform(0.05, 0.25))), {"bgr": list(body)}


def floor_tiles(rng: Rng, extent: Extent) -> Top:
    """Ceramic tiles in a bond, from mosaic to floor size: pale rectangles that nobody plays with."""
    name, body = paint(rng, ("white", "white", "cream", "grey", "blue", "brown", "pastel"))
    _, grout = paint(rng, ("grey", "white", "brown", "black"))
    width_mm = random_fields.log_uniform(rng, 18, 220)
    aspect = float(rng.choice([1.0, 1.0, 0.5, 2.0, 0.7, 1.4]))
    size = np.maximum(5.0, np.array([width_mm, width_mm * aspect]) * extent.px_per_mm)
    bond = float(rng.choice([0.0, 0.0, 0.5, 0.33]))
    joint_px = max(1.0, random_fields.log_uniform(rng, 0.8, 4) * extent.px_per_mm)
    row = (np.arange(extent.height_px) / size[1]).astype(np.int32)
    down = np.arange(extent.height_px) % size[1]
    across = np.arange(extent.width_px)[None] + (row * bond * size[0])[:, None]
    column = (across / size[0]).astype(np.int32)
    across = across - column * size[0]
    tone = (rng.uniform(-1, 1, 1024) * float(rng.choice([0.02, 0.06, 0.2]))).astype(np.float32)
    field = tone[(row[:, None] * 37 + column) % 1024]
    field += random_fields.clouds(rng, extent.shape, 50 * extent.px_per_mm, 3) * np.float32(rng.uniform(0, 0.08))
    bgr = random_fields.shaded(_full(extent, body), field, 1.0)
    bgr[(across < joint_px) | (down < joint_px)[:, None]] = grout
    if joint_px > 2:
        bgr = np.asarray(cv2.blur(bgr, (3, 3)), np.uint8)
    return bgr, _tile_record(name, width_mm, aspect, bond)


def _tile_record(name: str, width_mm: float, aspect: float, bond: float) -> dict[str, Any]:
    return {"paint": name, "tile_mm": [round(width_mm), round(width_mm * aspect)], "bond": bond}


MAKERS: Mapping[str, tuple[Maker, float]] = {
    "painted": (painted, 2.5),
    "laminate": (laminate, 1.0),
    "felt": (felt, 1.5),
    "leather": (leather, 0.4),
    "marble": (marble, 0.8),
    "granite": (granite, 0.7),
    "terrazzo": (terrazzo, 0.6),
    "concrete": (concrete, 0.6),
    "glass": (glass, 0.5),
    "metal": (metal, 0.3),
    "floor_tiles": (floor_tiles, 1.2),
}
