"""Turn a rendered table into a photograph: light, then camera. Records are JSON-able."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables import camera_effects, lamps
from datasets.synthetic_tables.random_fields import U8, Rng, log_uniform

Record = dict[str, Any]
_MOST_BLUR = 0.17
"""Radius of the blur, in widths of a tile, in which a number can just be read."""


def light(bgr: NDArray[Any], rng: Rng, strength: float) -> tuple[NDArray[Any], Record]:
    """``bgr`` (uint8 or float32, 0..255) under lamps, shadows and glare; the type is unchanged.

    A ``strength`` of 0 leaves the picture nearly as it was, 1 is a difficult room.
    """
    low = (max(8, bgr.shape[0] // 4), max(8, bgr.shape[1] // 4))
    balance, record = lamps.white_balance(rng, strength)
    gains, chosen = lamps.gradient(rng, low, strength)
    corners, dark = lamps.vignette(rng, low, strength)
    gains = gains * (corners * balance)
    record |= chosen | dark
    shadows: list[Record] = []
    for _ in range(int(rng.choice(3, p=_shadow_shares(strength)))):
        cast, chosen = lamps.shadow(rng, low, strength)
        gains *= cast
        shadows.append(chosen)
    size = bgr.shape[1::-1]
    lit = cv2.multiply(bgr, cv2.resize(gains, size), dtype=cv2.CV_32F)
    record["shadows"] = shadows
    if rng.random() < 0.4 * strength:
        added, record["glare"] = lamps.glare(rng, low, strength)
        cv2.add(lit, cv2.resize(added, size), lit)
    if bgr.dtype == np.uint8:
        return cv2.convertScaleAbs(lit), record
    return lit, record


def _shadow_shares(strength: float) -> list[float]:
    one, two = 0.4 * strength, 0.15 * strength
    return [1 - one - two, one, two]


def camera(bgr: U8, rng: Rng, severity: float, tile_px: float = 40.0) -> tuple[U8, Record]:
    """``bgr`` as stored by a camera: blur, noise, denoising, tone and JPEG; the geometry is unchanged.

    ``severity`` 0 is nearly clean, 1 a poor phone in a dark room. ``tile_px`` is the short side of a tile: blur and
    loss of resolution grow with it, so that what is photographed can still just be read.
    """
    height, width = bgr.shape[:2]
    shot, record = _softened(bgr, rng, severity, tile_px)
    scale = _scale(rng, severity, tile_px)
    if scale < 1:
        shot = camera_effects.shrunk(shot, scale)
        record["scale"] = round(scale, 2)
    shot, sensed = _sensed(shot, rng, severity)
    shot, developed = _developed(shot, rng, severity)
    quality = _quality(rng, severity)
    shot = camera_effects.compressed(shot, quality)
    record |= sensed | developed | {"jpeg": quality}
    if scale < 1:
        how = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
        shot = np.asarray(cv2.resize(shot, (width, height), interpolation=how), np.uint8)
        if rng.random() < 0.4:
            record["jpeg_again"] = _quality(rng, severity)
            shot = camera_effects.compressed(shot, record["jpeg_again"])
    return shot, record


OPENING = (0.1, 0.7)
"""Half the width of a lens's opening, in widths of a tile: a large camera's and more."""


def depth_of_field(bgr: U8, rng: Rng, nearness: NDArray[np.float64], tile_px: float,
                   opening: tuple[float, float] = OPENING) -> tuple[U8, Record]:  # fmt: skip
    """``bgr`` with one distance in focus, in half of the pictures; ``nearness`` (height, width): one over the distance.

    What lies elsewhere is blurred by the circle of confusion of a thin lens, which grows with the difference of the
    nearness from that in focus.
    """
    if rng.random() < 0.5:
        return bgr, {}
    in_focus = float(np.quantile(nearness, rng.uniform(0.5, 0.98)))
    reach_px = min(tile_px, 120.0) * float(rng.uniform(*opening))
    radius_px = np.minimum(reach_px * np.abs(1 - nearness / in_focus), _MOST_BLUR * tile_px).astype(np.float32)
    if radius_px.max() < 0.6:
        return bgr, {}
    return camera_effects.shallow(bgr, radius_px), {"depth_of_field_px": round(float(radius_px.max()), 2)}


def _quality(rng: Rng, severity: float) -> int:
    return int(np.clip(98 - 73 * severity * rng.beta(1.1, 1.6), 25, 98))


def _scale(rng: Rng, severity: float, tile_px: float) -> float:
    """The scale at which the picture is sampled; 1 keeps the full resolution."""
    least = min(0.95, max(0.3, 12 / tile_px))
    return log_uniform(rng, least, 0.95) if rng.random() < 0.35 * severity else 1.0


def _softened(bgr: U8, rng: Rng, severity: float, tile_px: float) -> tuple[U8, Record]:
    """Defocus and shake, and coloured fringes towards the corners."""
    reach_px = min(tile_px, 120.0)
    defocus = 0.055 * reach_px * severity * float(rng.beta(1.0, 2.2))
    shake = 0.13 * reach_px * severity * float(rng.beta(1.0, 2.5)) if rng.random() < 0.3 else 0.0
    angle = float(rng.uniform(0, np.pi))
    record: Record = {"defocus_px": round(defocus, 2), "shake_px": round(shake, 2), "shake_angle": round(angle, 2)}
    if defocus > 0.4 or shake > 0.8:
        bgr = camera_effects.blurred(bgr, defocus, shake, angle)
    if rng.random() < 0.3 * severity:
        spread = float(rng.uniform(-1, 1)) * 0.003 * severity
        bgr, record["fringe"] = camera_effects.fringed(bgr, spread), round(spread, 5)
    return bgr, record


def _sensed(bgr: U8, rng: Rng, severity: float) -> tuple[U8, Record]:
    """The sensor's mosaic and noise, and the phone's repair of it."""
    record: Record = {}
    if rng.random() < 0.25 + 0.2 * severity:
        bgr, record["mosaic"] = camera_effects.mosaicked(bgr), True
    level = severity * float(rng.beta(1.0, 2.0)) * 16
    if level > 0.6:
        chroma = float(rng.uniform(0, 0.8))
        bgr = camera_effects.noisy(rng, bgr, 0.5 * level, level, chroma)
        record |= {"noise": round(level, 1), "chroma": round(chroma, 2)}
    if rng.random() < 0.35 * severity + (0.3 if level > 5 else 0):
        share = float(rng.uniform(0.3, 1.0))
        bgr, record["smear"] = camera_effects.smeared(bgr, share), round(share, 2)
    return bgr, record


def _developed(bgr: U8, rng: Rng, severity: float) -> tuple[U8, Record]:
    """Sharpening, tone and saturation, as a phone likes them."""
    record: Record = {}
    if rng.random() < 0.15 + 0.35 * severity:
        amount, radius = float(rng.uniform(0.2, 0.4 + 1.4 * severity)), float(rng.uniform(0.7, 1.8))
        bgr, record["sharpen"] = camera_effects.sharpened(bgr, amount, radius), [round(amount, 2), round(radius, 2)]
    gamma, contrast = float(np.exp(rng.normal(0, 0.18) * severity)), float(rng.normal(0.05, 0.3)) * severity
    lift = max(0.0, float(rng.normal(0, 0.07))) * severity
    bgr = camera_effects.toned(bgr, gamma, float(np.clip(contrast, -0.45, 0.6)), lift)
    record["tone"] = [round(gamma, 2), round(contrast, 2), round(lift, 3)]
    if rng.random() < 0.7:
        saturation = float(np.clip(1 + rng.normal(0.05, 0.4) * severity, 0.15, 1.8))
        bgr, record["saturation"] = camera_effects.saturated(bgr, saturation), round(saturation, 2)
    return bgr, record
