"""Wooden and similar table tops: boards, planks, parquet, strips, cork and cardboard."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from datasets.synthetic_tables import random_fields
from datasets.synthetic_tables.random_fields import F32, U8, Bgr, Extent, Maker, Rng, Top

# Dark grain, body and light grain of each species, BGR.
SPECIES: Mapping[str, tuple[Bgr, Bgr, Bgr]] = {
    "walnut": ((18, 30, 58), (38, 62, 108), (64, 96, 150)),
    "red_walnut": ((14, 22, 66), (30, 48, 112), (54, 82, 156)),
    "oak": ((72, 110, 148), (104, 150, 190), (140, 184, 216)),
    "pine": ((90, 150, 200), (130, 190, 228), (160, 212, 240)),
    "beech": ((104, 146, 190), (130, 176, 214), (156, 196, 226)),
    "cherry": ((36, 66, 124), (56, 96, 164), (86, 130, 194)),
    "wenge": ((14, 18, 24), (28, 36, 46), (50, 62, 76)),
    "ash_grey": ((98, 106, 112), (136, 144, 150), (172, 178, 182)),
    "whitewash": ((176, 184, 188), (206, 212, 216), (226, 230, 234)),
    "mahogany": ((18, 18, 60), (36, 40, 104), (56, 66, 140)),
    "teak": ((30, 66, 112), (52, 100, 152), (84, 136, 186)),
    "driftwood": ((70, 76, 84), (108, 116, 124), (150, 156, 160)),
}
_PROFILES = {
    "soft": 0.5 - 0.5 * np.cos(np.linspace(0, 2 * np.pi, 256)),
    "early_late": np.linspace(0, 1, 256) ** 2.2,
    "fine": np.abs(np.linspace(-1, 1, 256)) ** 0.6,
}


def grain(rng: Rng, extent: Extent, ring_mm: float, wild: float) -> F32:
    """The figure of a board that runs across the picture, between about -1 and 1."""
    height, width = extent.shape
    scale = extent.px_per_mm
    low = (height // 4 + 1, width // 4 + 1)
    bend = random_fields.cloud(rng, low, (30 * scale / 4, 200 * scale / 4)) * np.float32(1.6 * wild)
    bend += random_fields.cloud(rng, low, (12 * scale / 4, 70 * scale / 4)) * np.float32(0.5 * wild)
    bend += (np.arange(low[0], dtype=np.float32) * np.float32(4 / scale / ring_mm))[:, None]
    bend += _knots(rng, low, scale / 4, wild)
    rings = random_fields.wrapped(cv2.resize(bend, (width, height)), _profile(rng))
    fade = np.float32(min(1.0, max(0.0, ring_mm * scale / 2.5 - 0.6)))
    fibre = random_fields.cloud(rng, extent.shape, (max(1.0, 0.35 * scale), max(6.0, 14 * scale)))
    streaks = random_fields.clouds(rng, low, (float(rng.uniform(6, 25)) * scale / 4, 300 * scale / 4), 4, 0.7)
    streaks = cv2.resize(streaks, (width, height)) * np.float32(rng.uniform(0.2, 1.1))
    return (rings - np.float32(0.45)) * np.float32(fade * rng.uniform(0.3, 1)) + fibre * np.float32(0.45) + streaks


def _profile(rng: Rng) -> F32:
    return _PROFILES[random_fields.pick(rng, list(_PROFILES))].astype(np.float32)


def _knots(rng: Rng, shape: tuple[int, int], scale: float, wild: float) -> F32:
    """Rings bulge around a few knots; ``scale`` is in pixels of this field per millimetre."""
    bulge = np.zeros(shape, np.float32)
    for _ in range(int(rng.poisson(0.9 * wild))):
        x, y = rng.uniform(0, shape[1]), rng.uniform(0, shape[0])
        radius = rng.uniform(6, 22) * scale
        across = (np.arange(shape[1], dtype=np.float32) - np.float32(x)) / np.float32(radius * 3)
        down = (np.arange(shape[0], dtype=np.float32) - np.float32(y)) / np.float32(radius * rng.uniform(0.8, 2.2))
        bulge += np.float32(rng.uniform(2, 5)) / (1 + across[None] ** 2 + down[:, None] ** 2)
    return bulge


def _painted(rng: Rng, field: F32, species: str) -> U8:
    dark, body, light = SPECIES[species]
    contrast = random_fields.log_uniform(rng, 18, 75)
    gain = float(rng.uniform(0.8, 1.15))
    stops = [random_fields.mixed((0, 0, 0), color, gain) for color in (dark, body, light)]
    clipped = [(min(b, 255), min(g, 255), min(r, 255)) for b, g, r in stops]
    return random_fields.colored(random_fields.to_gray(field, 128, contrast), random_fields.ramp(clipped))


def board(rng: Rng, extent: Extent) -> Top:
    """One wide board or veneer."""
    species = random_fields.pick(rng, list(SPECIES))
    ring_mm, wild = random_fields.log_uniform(rng, 2.5, 14), float(rng.uniform(0.2, 1.6))
    bgr = _painted(rng, grain(rng, extent, ring_mm, wild), species)
    eyes = _eyes(rng, extent, bgr)
    record = {"species": species, "ring_mm": round(ring_mm, 1), "wild": round(wild, 2), "eyes": eyes}
    return _pores(rng, extent, bgr), record


def _eyes(rng: Rng, extent: Extent, bgr: U8) -> int:
    """Draws the hearts of a few knots, dark, ringed and cracked, onto the board; returns how many, often none."""
    count = int(rng.poisson(2) if rng.random() < 0.35 else 0)
    tones = np.linspace(0.9, float(rng.uniform(0.2, 0.6)), 6)
    for _ in range(count):
        center = rng.uniform(0, extent.width_px), rng.uniform(0, extent.height_px)
        around = np.array([rng.uniform(4, 18), rng.uniform(3, 9)]) * extent.px_per_mm
        body = bgr[int(center[1]), int(center[0])].astype(np.float64)
        for ring, tone in enumerate(tones):
            size = around * (1 - ring / len(tones)) * rng.uniform(0.9, 1.1, 2)
            cv2.ellipse(
                bgr, (center, tuple(2 * size + 1), float(rng.normal(0, 8))), tuple(body * tone), -1, cv2.LINE_AA
            )
        for _ in range(int(rng.integers(0, 4))):
            end = center + rng.normal(0, 0.4, 2) * around
            points = np.round([center, end]).astype(np.int32)
            cv2.polylines(bgr, [points], False, tuple(body * 0.15), max(1, round(0.5 * extent.px_per_mm)), cv2.LINE_AA)
    return count


def _pores(rng: Rng, extent: Extent, bgr: U8) -> U8:
    """Short dark dashes along the grain, as in oak or walnut."""
    if extent.px_per_mm < 0.8 or rng.random() < 0.4:
        return bgr
    dashes = random_fields.cloud(rng, extent.shape, (1.0, 3.5 * extent.px_per_mm))
    return random_fields.shaded(bgr, np.minimum(dashes + np.float32(0.45), 0), float(rng.uniform(0.2, 0.7)))


def planks(rng: Rng, extent: Extent) -> Top:
    """Boards side by side with joints; wide as on a table, narrow as on a butcher's block."""
    species = random_fields.pick(rng, list(SPECIES))
    plank_mm = random_fields.log_uniform(rng, 22, 160)
    field = grain(rng, extent, random_fields.log_uniform(rng, 2.5, 9), float(rng.uniform(0.2, 1.2)))
    plank_px = max(6.0, plank_mm * extent.px_per_mm)
    length_px = plank_px * float(rng.uniform(4, 12))
    joint = max(1, round(float(rng.uniform(0.3, 2.5)) * extent.px_per_mm))
    variety, depth = float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.6, 3.0))
    for top in np.arange(-rng.uniform(0, plank_px), extent.height_px, plank_px):
        y0, y1 = max(0, int(top)), max(0, int(top + plank_px))
        shift = int(rng.integers(extent.width_px))
        field[y0:y1] = np.roll(field[y0:y1], shift, axis=1)
        for left in np.arange(-rng.uniform(0, length_px), extent.width_px, length_px):
            x0, x1 = max(0, int(left)), max(0, int(left + length_px))
            field[y0:y1, x0:x1] += np.float32(variety * rng.uniform(-1, 1))
            field[y0:y1, x0 : x0 + joint] -= np.float32(depth * 0.7)
        field[y0 : y0 + joint] -= np.float32(depth)
    bgr = _painted(rng, field, species)
    eyes = _eyes(rng, extent, bgr)
    return bgr, {"species": species, "plank_mm": round(plank_mm), "joint_px": joint, "eyes": eyes}


def parquet(rng: Rng, extent: Extent) -> Top:
    """Squares of strips whose grain runs across and down in turn."""
    species = random_fields.pick(rng, list(SPECIES))
    block_mm = float(rng.uniform(60, 160))
    strips = int(rng.integers(3, 7))
    side = max(extent.shape)
    field = grain(rng, Extent(side, side, extent.px_per_mm), 4.0, 0.5)
    block_px = max(8.0, block_mm * extent.px_per_mm)
    at = np.arange(side, dtype=np.float32) / np.float32(block_px / strips)
    strip = at.astype(np.int32)
    tone = rng.uniform(-0.5, 0.5, 4096).astype(np.float32)
    joint = ((at - strip) < max(0.06, strips / block_px)).astype(np.float32) * np.float32(-1.2)
    across = field + tone[(strip[:, None] * 61 + strip[None] // strips) % 4096] + joint[:, None]
    checker = ((strip[:, None] // strips + strip[None] // strips) % 2).astype(bool)
    woven = np.where(checker, across, across.T)[: extent.height_px, : extent.width_px]
    return _painted(rng, woven, species), {"species": species, "block_mm": round(block_mm)}


def slats(rng: Rng, extent: Extent) -> Top:
    """A garden table: slats with dark gaps between them."""
    species = random_fields.pick(rng, list(SPECIES))
    slat_mm, gap_mm = float(rng.uniform(35, 90)), float(rng.uniform(3, 10))
    field = grain(rng, extent, random_fields.log_uniform(rng, 2.5, 9), 0.5)
    bgr = _painted(rng, field, species)
    period = max(6.0, (slat_mm + gap_mm) * extent.px_per_mm)
    at = (np.arange(extent.height_px) + rng.uniform(0, period)) % period / period * (slat_mm + gap_mm)
    edge = np.clip(np.minimum(at, slat_mm - at) / 4, 0, 1) * 0.25 + 0.75
    light = np.where(at < slat_mm, edge, rng.uniform(0.05, 0.3)).astype(np.float32)
    return np.asarray(bgr * light[:, None, None], np.uint8), {"species": species, "slat_mm": round(slat_mm)}


def cork(rng: Rng, extent: Extent) -> Top:
    """Pressed cork: warm brown crumbs with dark ones among them."""
    crumb_px = max(1.0, float(rng.uniform(1.5, 4)) * extent.px_per_mm)
    field = random_fields.clouds(rng, extent.shape, crumb_px, 3, 0.8)
    dark = random_fields.cloud(rng, extent.shape, crumb_px * 1.5)
    field -= np.maximum(dark - np.float32(0.35), 0) * np.float32(2.5)
    table = random_fields.ramp([(30, 50, 80), (84, 128, 172), (130, 172, 206), (156, 194, 220)])
    return random_fields.colored(random_fields.to_gray(field, 140, 75), table), {"crumb_px": round(crumb_px, 1)}


def cardboard(rng: Rng, extent: Extent) -> Top:
    """Brown corrugated cardboard."""
    flute_px = float(rng.uniform(4, 8)) * extent.px_per_mm
    field = random_fields.clouds(rng, extent.shape, 40 * extent.px_per_mm, 3) * np.float32(0.5)
    field += random_fields.cloud(rng, extent.shape, (1.0, 4 * extent.px_per_mm + 1)) * np.float32(0.3)
    fade = min(1.0, max(0.0, flute_px / 3 - 0.6))
    wave = np.sin(np.arange(extent.height_px) * (2 * np.pi / max(flute_px, 2.0))).astype(np.float32)
    field += wave[:, None] * np.float32(0.5 * fade * rng.uniform(0, 1))
    body = random_fields.hsv(float(rng.uniform(24, 36)), float(rng.uniform(0.3, 0.5)), float(rng.uniform(0.55, 0.8)))
    table = random_fields.ramp(
        [random_fields.mixed((0, 0, 0), body, 0.6), body, random_fields.mixed(body, (255, 255, 255), 0.35)]
    )
    return random_fields.colored(random_fields.to_gray(field, 128, 45), table), {"flute_px": round(flute_px, 1)}


MAKERS: Mapping[str, tuple[Maker, float]] = {
    "wood_board": (board, 3.0),
    "wood_planks": (planks, 2.5),
    "parquet": (parquet, 0.6),
    "slats": (slats, 0.6),
    "cork": (cork, 0.4),
    "cardboard": (cardboard, 0.5),
}
