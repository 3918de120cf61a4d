"""Convert linear radiance to a photograph: exposure, white balance, encoding, then the camera model."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables import lamps, optics

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
Rng = np.random.Generator


def developed(radiance: F32, rng: Rng, severity: float, tile_px: float) -> tuple[U8, dict[str, Any]]:
    """A photograph (h, w, 3) BGR of ``radiance`` (h, w, 3) RGB by a camera of ``severity`` (0 good to 1 poor)."""
    bgr = _without_fireflies(np.ascontiguousarray(radiance[..., ::-1]))
    luma = bgr @ np.array([0.07, 0.72, 0.21], np.float32)
    exposure = min(0.26 / float(luma.mean()), 0.85 / float(np.quantile(luma, 0.98)))
    exposure *= 2 ** float(np.clip(rng.normal(0, 0.35), -1.0, 0.7))
    gains, balance = lamps.white_balance(rng, 0.5 * severity)
    exposed = np.clip(bgr * np.float32(exposure), 0, 1)
    encoded = np.where(exposed < 0.0031308, 12.92 * exposed, 1.055 * exposed ** (1 / 2.4) - 0.055) * gains
    calm = _calmed(np.clip(encoded * 255, 0, 255).astype(np.uint8), rng, tile_px)
    shot, camera = optics.camera(calm, rng, severity, tile_px)
    return shot, {"exposure": round(exposure, 3), "balance": balance, "camera": camera}


def _without_fireflies(radiance: F32) -> F32:
    """Remove fireflies: single pixels far brighter than all around them."""
    around = cv2.medianBlur(radiance, 3)
    return np.minimum(radiance, 2.5 * around + 0.02 * float(around.mean()))


def _calmed(bgr: U8, rng: Rng, tile_px: float) -> U8:
    """Remove most Monte Carlo noise, less where tiles are small; the rest resembles sensor noise."""
    strength = float(rng.uniform(7, 15)) * min(1.0, max(0.5, tile_px / 45))
    smooth = cv2.fastNlMeansDenoisingColored(bgr, None, strength, strength, 5, 11)
    share = float(rng.uniform(0.65, 1))
    return np.asarray(cv2.addWeighted(smooth, share, bgr, 1 - share, 0), np.uint8)
