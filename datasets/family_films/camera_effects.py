"""Simulate a camera: exposure, colour, blur, noise, a swaying stand, a flickering lamp."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.family_films.scenarios import Rng, Scenario

U8 = NDArray[np.uint8]
_GRAINS, _ROLL = 4, 200
_FLICKER = (0.994, 1.0, 1.005)


class Sensor:
    """One camera over a whole film."""

    def __init__(self, case: Scenario, fps: float, rng: Rng) -> None:
        self._case, self._fps, self._rng = case, fps, rng
        width, height = case.size_px
        tint = 1 + rng.normal(0, 0.03, 3)
        levels = np.arange(256) / 255
        gain = case.brightness * float(rng.uniform(0.95, 1.1))
        power = float(rng.uniform(0.92, 1.05))
        self._curves = [_curve(np.clip(gain * flicker * levels[:, None] * tint, 0, 1) ** power) for flicker in _FLICKER]
        shape = (height, width + _ROLL, 3)
        noises = (rng.normal(0, 1.35 * case.noise, shape).astype(np.float32) for _ in range(_GRAINS))
        self._grains = [cv2.GaussianBlur(noise, (0, 0), 0.5).round().astype(np.int16) for noise in noises
        ]  # fmt: skip
        self._phases = rng.uniform(0, 2 * np.pi, 3)

    def taken(self, bgr: U8, frame: int) -> U8:
        """(height, width, 3): BGR as the camera records the scene ``bgr`` in this frame."""
        seen = self._swayed(bgr, frame / self._fps) if self._case.sway_px else bgr
        blurred = cv2.GaussianBlur(seen, (0, 0), self._case.blur_px)
        exposed = cv2.LUT(blurred, self._curves[int(self._rng.integers(len(self._curves)))])
        grain, at = self._grains[int(self._rng.integers(_GRAINS))], int(self._rng.integers(_ROLL))
        grainy = np.asarray(cv2.add(exposed, grain[:, at : at + exposed.shape[1]], dtype=cv2.CV_8U), np.uint8)
        if self._case.jpeg is None:
            return grainy
        sent = cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, self._case.jpeg])[1]
        return np.asarray(cv2.imdecode(sent, cv2.IMREAD_COLOR), np.uint8)

    def _swayed(self, bgr: U8, at_s: float) -> U8:
        """The picture from a swaying stand: shifted by up to that many pixels and slightly rotated."""
        reach, (one, two, three) = self._case.sway_px, self._phases
        x = reach * (0.6 * np.sin(2 * np.pi * 0.8 * at_s + one) + 0.4 * np.sin(2 * np.pi * 2.1 * at_s + two))
        y = 0.7 * reach * np.sin(2 * np.pi * 1.1 * at_s + three)
        height, width = bgr.shape[:2]
        turn = 0.6 * reach / width * np.sin(2 * np.pi * 0.17 * at_s + two)
        place = np.array([[1, -turn, x + turn * height / 2], [turn, 1, y - turn * width / 2]])
        return np.asarray(cv2.warpAffine(bgr, place, (width, height), borderMode=cv2.BORDER_REFLECT_101), np.uint8)


def _curve(levels: NDArray[np.float64]) -> U8:
    """(256, 1, 3): the tone curve, with compressed highlights."""
    held = np.where(levels > 0.85, 0.85 + 0.15 * np.tanh((levels - 0.85) / 0.15), levels)
    return np.round(255 * held).astype(np.uint8).reshape(256, 1, 3)
