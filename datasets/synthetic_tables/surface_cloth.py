"""Cloths: plain and slubby weaves, gingham, tartan, stripes, lace, bands of a rug, mats of straw."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from datasets.synthetic_tables import random_fields
from datasets.synthetic_tables.random_fields import F32, U8, Bgr, Extent, Maker, Rng, Top
from datasets.synthetic_tables.surface_plain import paint

_LINEN = ("white", "cream", "grey", "brown", "blue", "green", "red", "pastel", "vivid", "black")


def weave(rng: Rng, extent: Extent, thread_mm: float, slub: float) -> F32:
    """The relief of a plain weave: threads over and under, unevenly spun; flat where too fine to be seen."""
    pitch = thread_mm * extent.px_per_mm
    fade = min(1.0, max(0.0, pitch / 2.5 - 0.6))
    noise = random_fields.cloud(rng, extent.shape, (max(1.0, pitch), max(1.0, 6 * pitch)))
    noise += random_fields.cloud(rng, extent.shape, (max(1.0, 6 * pitch), max(1.0, pitch)))
    relief = noise * np.float32(slub)
    if fade > 0:
        across, down = _threads(rng, extent.width_px, pitch, slub), _threads(rng, extent.height_px, pitch, slub)
        over = (across > 0)[None] ^ (down > 0)[:, None]
        narrow_x, narrow_y, long_x, long_y = np.abs(across), np.abs(down), np.abs(across) ** 0.3, np.abs(down) ** 0.3
        bumps = np.where(over, narrow_y[:, None] * long_x[None], long_y[:, None] * narrow_x[None] * np.float32(0.9))
        relief += (bumps - np.float32(0.62)) * np.float32(1.3 * fade)
    return relief


def _threads(rng: Rng, length_px: int, pitch_px: float, slub: float) -> F32:
    """A wave along one axis, positive and negative in turn, with uneven lengths."""
    count = int(length_px / pitch_px) + 3
    widths = 1 + 0.5 * slub * rng.uniform(-1, 1, count)
    phase = np.interp(np.arange(length_px), np.cumsum(widths) * pitch_px, np.arange(count))
    return np.sin(phase * np.pi).astype(np.float32)


def _wrinkled(rng: Rng, extent: Extent, bgr: U8) -> U8:
    """Folds and creases, often none."""
    if rng.random() < 0.45:
        return bgr
    low = (extent.height_px // 4 + 2, extent.width_px // 4 + 2)
    size_px = random_fields.log_uniform(rng, 40, 260) * extent.px_per_mm / 4
    slack = random_fields.clouds(rng, low, (size_px * float(rng.choice([1.0, 1.0, 3.0])), size_px), 3, 0.45)
    slack = random_fields.soft(slack, max(1.0, size_px / 12))
    slope = cv2.Sobel(slack, cv2.CV_32F, 1, 0, ksize=3) + cv2.Sobel(slack, cv2.CV_32F, 0, 1, ksize=3)
    slope = slope / np.float32(2.5 * max(1e-3, float(slope.std())))
    for _ in range(int(rng.choice([0, 1, 2], p=[0.5, 0.35, 0.15]))):
        slope += _fold(rng, low, extent.px_per_mm / 4)
    field = cv2.resize(np.clip(slope, -1, 1), (extent.width_px, extent.height_px))
    return random_fields.shaded(bgr, field, float(rng.uniform(0.04, 0.22)))


def _fold(rng: Rng, shape: tuple[int, int], scale: float) -> F32:
    """The mark that ironing or folding leaves: light on one side of a line, dark on the other."""
    across = bool(rng.random() < 0.5)
    length = shape[1] if across else shape[0]
    away = (np.arange(length) - float(rng.uniform(0.05, 0.95)) * length) / (1 + 2 * scale)
    ridge = (away * np.exp(-np.abs(away)) * float(rng.choice([-1.5, 1.5]))).astype(np.float32)
    return np.broadcast_to(ridge[None] if across else ridge[:, None], shape)


def _finished(rng: Rng, extent: Extent, bgr: U8, thread_mm: float) -> U8:
    """A woven, wrinkled cloth from its colours."""
    relief = weave(rng, extent, thread_mm, float(rng.uniform(0.1, 0.5)))
    return _wrinkled(rng, extent, random_fields.shaded(bgr, relief, float(rng.uniform(0.04, 0.22))))


def plain_cloth(rng: Rng, extent: Extent) -> Top:
    """A cloth of one colour: linen, cotton, denim or towelling."""
    name, color = paint(rng, _LINEN)
    thread_mm = random_fields.log_uniform(rng, 0.4, 2.5)
    bgr = np.full((*extent.shape, 3), color, np.uint8)
    return _finished(rng, extent, bgr, thread_mm), {"paint": name, "thread_mm": round(thread_mm, 2)}


def slubby(rng: Rng, extent: Extent) -> Top:
    """A coarse hand-woven cloth or rug whose threads change colour along the way."""
    thread_mm = random_fields.log_uniform(rng, 1.2, 6)
    pitch = max(1.0, thread_mm * extent.px_per_mm)
    colors = [paint(rng, ("white", "grey", "blue", "brown", "black", "cream"))[1] for _ in range(4)]
    colors.sort(key=sum)
    runs = random_fields.cloud(rng, extent.shape, (25 * pitch, 1.3 * pitch)) * np.float32(0.8)
    runs += random_fields.cloud(rng, extent.shape, (8 * pitch, pitch)) * np.float32(0.5)
    bgr = random_fields.colored(random_fields.to_gray(runs, 150, 80), random_fields.ramp(colors))
    relief = weave(rng, extent, thread_mm, 0.7)
    return random_fields.shaded(bgr, relief, float(rng.uniform(0.15, 0.45))), {"thread_mm": round(thread_mm, 2)}


def yarn(rng: Rng, extent: Extent) -> Top:
    """A thick flat-woven rug: plump loops in rows, thin threads between them, colours that run along the rows."""
    pitch_mm = random_fields.log_uniform(rng, 2.0, 12.0)
    pitch = max(1.2, pitch_mm * extent.px_per_mm)
    low = (extent.height_px // 4 + 2, extent.width_px // 4 + 2)
    sway = random_fields.clouds(rng, low, 6 * pitch / 4, 3, 0.6)
    sway = cv2.resize(sway, (extent.width_px, extent.height_px)) * np.float32(0.28)
    v = sway + (np.arange(extent.height_px, dtype=np.float32) / np.float32(pitch))[:, None]
    row = np.floor(v)
    u = (np.arange(extent.width_px, dtype=np.float32) / np.float32(1.7 * pitch))[None] + sway + row * np.float32(0.5)
    u, v = u - np.floor(u), v - row
    loop = np.minimum(u, 1 - u) * np.minimum(v, 1 - v)
    fibres = random_fields.cloud(rng, extent.shape, (max(1.0, 0.12 * pitch), max(1.0, 0.7 * pitch)))
    fade = np.float32(min(1.0, max(0.0, pitch / 3 - 0.4)))
    hairs = random_fields.cloud(rng, extent.shape, (max(1.0, 0.05 * pitch), max(1.0, 0.3 * pitch)))
    relief = (np.sqrt(loop) * 4 - np.float32(1.45)) * fade + fibres * np.float32(0.45) + hairs * np.float32(0.35)
    names = ("white", "cream", "grey", "grey", "blue", "brown", "black", "red", "green")
    colors = sorted((paint(rng, names)[1] for _ in range(4)), key=sum)
    runs = random_fields.clouds(rng, extent.shape, (1.6 * pitch, 40 * pitch), 2, 0.8)
    tone = random_fields.colored(
        random_fields.to_gray(runs, 170, float(rng.uniform(30, 120))), random_fields.ramp(colors)
    )
    bgr = random_fields.shaded(tone, relief, float(rng.uniform(0.25, 0.6)))
    stitched = bool(rng.random() < 0.5)
    if stitched:
        thread = paint(rng, ("white", "cream", "black", "grey"))[1]
        bgr[(np.minimum(u, 1 - u) < 0.09) & (np.minimum(v, 1 - v) > 0.1)] = thread
        bgr = _softened(bgr)
    return bgr, {"pitch_mm": round(pitch_mm, 1), "stitched": stitched}


def _bands(rng: Rng, length_px: int, widths_mm: list[float], shades: list[Bgr], px_per_mm: float) -> U8:
    """Stripes of ``shades`` repeated along ``length_px``: (length, 3)."""
    counts = [max(1, round(width * px_per_mm)) for width in widths_mm]
    repeat = np.repeat(np.array(shades, np.uint8), counts, axis=0)
    start = int(rng.integers(len(repeat)))
    return np.asarray(repeat[(np.arange(length_px) + start) % len(repeat)], np.uint8)


def gingham(rng: Rng, extent: Extent) -> Top:
    """Two-colour checks: gingham with its half tones, or a plain chequered cloth of any check size."""
    name, color = paint(rng, ("red", "blue", "green", "black", "yellow", "brown", "vivid", "pastel", "cream", "grey"))
    pale = random_fields.off_white(rng) if rng.random() < 0.8 else paint(rng)[1]
    check_mm = random_fields.log_uniform(rng, 5, 70)
    down = _bands(rng, extent.height_px, [check_mm] * 2, [(0, 0, 0), (255, 255, 255)], extent.px_per_mm)[:, 0]
    across = _bands(rng, extent.width_px, [check_mm] * 2, [(0, 0, 0), (255, 255, 255)], extent.px_per_mm)[:, 0]
    full_check = bool(rng.random() < 0.3)
    if full_check:
        gray = np.where((down[:, None] > 0) ^ (across[None] > 0), 255, 0).astype(np.uint8)
    else:
        gray = (down[:, None] >> 1) + (across[None] >> 1)
    bgr = random_fields.colored(np.asarray(gray, np.uint8), random_fields.ramp([color, pale]))
    thread_mm = random_fields.log_uniform(rng, 0.4, 1.6)
    record = {"paint": name, "check_mm": round(check_mm), "full_check": full_check}
    return _finished(rng, extent, _softened(bgr), thread_mm), record


def tartan(rng: Rng, extent: Extent) -> Top:
    """Crossing bands of several colours."""
    count = int(rng.integers(3, 7))
    shades = [paint(rng, _LINEN)[1] for _ in range(count)]
    sett_mm = random_fields.log_uniform(rng, 25, 180)
    widths = (rng.dirichlet(np.full(count, 1.2)) * sett_mm).tolist()
    down = _bands(rng, extent.height_px, widths, shades, extent.px_per_mm)
    across = _bands(rng, extent.width_px, widths, shades, extent.px_per_mm)
    shape = (*extent.shape, 3)
    bgr = cv2.addWeighted(np.broadcast_to(down[:, None], shape).copy(), 0.5,
                          np.broadcast_to(across[None], shape).copy(), 0.5, 0)  # fmt: skip
    finished = _finished(rng, extent, _softened(np.asarray(bgr, np.uint8)), random_fields.log_uniform(rng, 0.4, 1.6))
    return finished, {"sett_mm": round(sett_mm), "bands": count}


def stripes(rng: Rng, extent: Extent) -> Top:
    """Bands across the cloth, fine or broad."""
    count = int(rng.integers(2, 6))
    shades = [paint(rng, _LINEN)[1] for _ in range(count)]
    repeat_mm = random_fields.log_uniform(rng, 6, 200)
    widths = (rng.dirichlet(np.full(count, 2.0)) * repeat_mm).tolist()
    down = _bands(rng, extent.height_px, widths, shades, extent.px_per_mm)
    bgr = np.broadcast_to(down[:, None], (*extent.shape, 3)).copy()
    return _finished(rng, extent, _softened(bgr), random_fields.log_uniform(rng, 0.4, 2)), {
        "repeat_mm": round(repeat_mm)
    }


def _softened(bgr: U8) -> U8:
    return np.asarray(cv2.blur(bgr, (3, 3)), np.uint8)


def straw(rng: Rng, extent: Extent) -> Top:
    """A mat of bamboo, straw or cane: round sticks bound by threads."""
    stick_mm, bind_mm = random_fields.log_uniform(rng, 1.5, 7), float(rng.uniform(15, 60))
    name, color = paint(rng, ("cream", "brown", "brown", "black", "pastel"))
    period = max(2.0, stick_mm * extent.px_per_mm)
    at = np.arange(extent.height_px) / period
    roundness = np.sqrt(np.clip(1 - (2 * (at % 1) - 1) ** 2, 0.02, 1)).astype(np.float32)
    fade = np.float32(min(1.0, max(0.0, period / 3 - 0.4)))
    tone = rng.uniform(-0.35, 0.35, 256).astype(np.float32)[at.astype(np.int32) % 256]
    field = ((roundness - np.float32(0.75)) * np.float32(1.3) * fade + tone * fade)[:, None]
    field = field + random_fields.cloud(rng, extent.shape, (max(1.0, period / 2), 60 * extent.px_per_mm)) * np.float32(
        0.25
    )
    bound = (np.arange(extent.width_px) % max(4.0, bind_mm * extent.px_per_mm)) < max(1.0, 1.2 * extent.px_per_mm)
    bgr = random_fields.shaded(np.full((*extent.shape, 3), color, np.uint8), field.astype(np.float32), 0.8)
    thread = random_fields.any_color(rng, (0, 0.5), (0.2, 0.9))
    bgr[:, bound] = (bgr[:, bound] * np.float32(0.3) + np.array(thread, np.float32) * np.float32(0.7)).astype(np.uint8)
    return bgr, {"paint": name, "stick_mm": round(stick_mm, 1)}


def carpet(rng: Rng, extent: Extent) -> Top:
    """A pile carpet: tufts in mixed tones."""
    name, color = paint(rng, _LINEN)
    tuft_px = max(1.3, random_fields.log_uniform(rng, 1.5, 6) * extent.px_per_mm)
    tufts = random_fields.cloud(rng, extent.shape, tuft_px) + random_fields.cloud(rng, extent.shape, tuft_px * 0.5)
    tufts += random_fields.clouds(rng, extent.shape, 100 * extent.px_per_mm, 2) * np.float32(0.5)
    dark, light = random_fields.mixed(color, (0, 0, 0), 0.6), random_fields.mixed(color, (255, 255, 255), 0.35)
    gray = random_fields.to_gray(tufts, 135, float(rng.uniform(30, 75)))
    return random_fields.colored(gray, random_fields.ramp([dark, color, light])), {
        "paint": name,
        "tuft_px": round(tuft_px, 1),
    }


MAKERS: Mapping[str, tuple[Maker, float]] = {
    "plain_cloth": (plain_cloth, 1.5),
    "slubby": (slubby, 0.9),
    "yarn": (yarn, 1.4),
    "gingham": (gingham, 1.6),
    "tartan": (tartan, 0.8),
    "stripes": (stripes, 0.8),
    "straw": (straw, 0.6),
    "carpet": (carpet, 0.6),
}
