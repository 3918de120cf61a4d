"""Lighting of a table: colour, falloff, shadows and glare.

Gains are fields at a quarter of the picture's size, (height, width, 3) float32, multiplying encoded BGR; glare is
added. A gain g of the light is ``g ** (1 / 2.2)`` here, because pictures are gamma-encoded.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables import random_fields
from datasets.synthetic_tables.random_fields import F32, Rng, log_uniform

Record = dict[str, Any]
_ENCODING = 1 / 2.2
_WAVELENGTHS_M = np.array([465e-9, 545e-9, 610e-9])


def tint(kelvin: float) -> NDArray[np.float64]:
    """The relative BGR radiance of a black body, green at 1, daylight of 6500 K at (1, 1, 1)."""

    def radiance(temperature: float) -> NDArray[np.float64]:
        return np.asarray(1 / (np.exp(0.014388 / (_WAVELENGTHS_M * temperature)) - 1))

    relative = radiance(kelvin) / radiance(6500.0)
    return np.asarray(relative / relative[1])


def white_balance(rng: Rng, strength: float) -> tuple[F32, Record]:
    """The colour cast remaining after the camera's imperfect white balance, and the exposure: gains (3,)."""
    kelvin = log_uniform(rng, 2500, 9000)
    left = float(np.clip(rng.normal(0.08, 0.45), -0.4, 1.0)) * strength**0.6
    green = float(rng.normal(0, 0.05 * strength))
    exposure = float(np.clip(rng.normal(-0.08, 0.5), -1.5, 0.9)) * strength
    gains = tint(kelvin) ** left * np.array([1, 2**green, 1]) * 2**exposure
    luma = float(gains @ [0.1, 0.6, 0.3]) / 2**exposure
    record = {"kelvin": round(kelvin), "left": round(left, 2), "green": round(green, 3), "exposure": round(exposure, 2)}
    return ((gains / luma) ** _ENCODING).astype(np.float32), record


def _place(shape: tuple[int, int]) -> tuple[F32, F32]:
    """The column and row of each pixel from -1 to 1, as a (1, width) and a (height, 1) field."""
    across = np.linspace(-1, 1, shape[1], dtype=np.float32)[None]
    return across, np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None]


def gradient(rng: Rng, shape: tuple[int, int], strength: float) -> tuple[F32, Record]:
    """Brighter on one side, or under a lamp; the far side may be lit by another colour: (height, width, 3)."""
    x, y = _place(shape)
    angle = rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.6:
        fall = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle))
    else:
        cx, cy = rng.uniform(-1.2, 1.2, 2).astype(np.float32)
        fall = 1 - (x - cx) ** 2 - (y - cy) ** 2
    stops = float(rng.uniform(0, 1.1)) * strength
    other = tint(log_uniform(rng, 2500, 9000)) ** (0.6 * strength * float(rng.uniform(0, 1)))
    share = np.clip(0.5 + 0.5 * fall, 0, 1)[..., None].astype(np.float32)
    level = np.exp2(np.clip(fall, -2.5, 1) * np.float32(stops * _ENCODING / 2))[..., None]
    color = (other**_ENCODING).astype(np.float32)
    return level * (share + color * (1 - share)), {"stops": round(stops, 2)}


def vignette(rng: Rng, shape: tuple[int, int], strength: float) -> tuple[F32, Record]:
    """Corners darker than the middle: (height, width, 1)."""
    x, y = _place(shape)
    amount = float(rng.beta(1, 2.5)) * strength * 0.75
    return (1 / (1 + np.float32(amount) * (x**2 + y**2)))[..., None], {"vignette": round(amount, 2)}


def shadow(rng: Rng, shape: tuple[int, int], strength: float) -> tuple[F32, Record]:
    """One cast shadow: an edge, a head or lamp, a hand with fingers, or window bars: (height, width, 3)."""
    kind = ("edge", "blob", "hand", "bars")[int(rng.choice(4, p=[0.35, 0.3, 0.25, 0.1]))]
    mask = np.zeros(shape, np.uint8)
    _SHADOWS[kind](rng, mask)
    softness = log_uniform(rng, 0.4, 12) * shape[0] / 128
    mask = random_fields.soft(mask, softness)
    depth = float(rng.uniform(0.08, 0.3 + 0.4 * strength)) * min(1.0, 0.3 + strength)
    cast = np.array([0.9, 1.0, 1.06], np.float32) * np.float32(depth / 255)
    return 1 - mask[..., None] * cast, {"shadow": kind, "depth": round(depth, 2), "softness": round(softness, 1)}


def _edge(rng: Rng, mask: NDArray[np.uint8]) -> None:
    height, width = mask.shape
    middle, angle = rng.uniform(0.1, 0.9, 2) * (width, height), rng.uniform(0, 2 * np.pi)
    along, out = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    far = 3 * max(height, width)
    corners = [middle - far * along, middle + far * along, middle + far * (along + out), middle + far * (out - along)]
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)


def _blob(rng: Rng, mask: NDArray[np.uint8]) -> None:
    height, width = mask.shape
    for _ in range(int(rng.integers(1, 4))):
        center = int(rng.integers(width)), int(rng.integers(height))
        axes = int(rng.uniform(0.06, 0.45) * width), int(rng.uniform(0.06, 0.45) * height)
        cv2.ellipse(mask, center, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1)


def _hand(rng: Rng, mask: NDArray[np.uint8]) -> None:
    height, width = mask.shape
    size = rng.uniform(0.08, 0.2) * max(width, height)
    palm, angle = rng.uniform(0.1, 0.9, 2) * (width, height), rng.uniform(0, 2 * np.pi)
    for turn, length, thick in ((np.pi, 8.0, 1.1), (-0.5, 2.1, 0.36), (-0.17, 2.4, 0.38), (0.15, 2.3, 0.38),
                                (0.45, 1.9, 0.34), (1.0, 1.5, 0.4)):  # fmt: skip
        tip = palm + size * length * np.array([np.cos(angle + turn), np.sin(angle + turn)])
        cv2.line(mask, palm.astype(int).tolist(), tip.astype(int).tolist(), 255, max(1, round(size * thick)))
    cv2.circle(mask, palm.astype(int).tolist(), round(size), 255, -1)


def _bars(rng: Rng, mask: NDArray[np.uint8]) -> None:
    height, width = mask.shape
    period, share = rng.uniform(0.06, 0.4) * width, rng.uniform(0.15, 0.6)
    slope = rng.uniform(-1.5, 1.5)
    for left in np.arange(-2 * width, 3 * width, period):
        corners = [(left, 0), (left + share * period, 0), (left + share * period + slope * height, height),
                   (left + slope * height, height)]  # fmt: skip
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)


_SHADOWS = {"edge": _edge, "blob": _blob, "hand": _hand, "bars": _bars}


def glare(rng: Rng, shape: tuple[int, int], strength: float) -> tuple[F32, Record]:
    """A lamp or window mirrored in the table: soft light added, (height, width, 3) in grey levels."""
    height, width = shape
    mask = np.zeros(shape, np.float32)
    kind = "lamp" if rng.random() < 0.65 else "window"
    spots = int(rng.integers(1, 4)) if kind == "lamp" else 1
    for _ in range(spots):
        center = int(rng.integers(width)), int(rng.integers(height))
        if kind == "lamp":
            axes = int(rng.uniform(0.02, 0.22) * width) + 1, int(rng.uniform(0.02, 0.22) * height) + 1
            cv2.ellipse(mask, center, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        else:
            _window(rng, mask, center)
    softness = log_uniform(rng, 1.0, 16) * width / 128
    peak = float(rng.uniform(10, 60 + 220 * strength)) * min(1.0, 0.2 + strength)
    soft = random_fields.soft(mask, softness) * np.float32(peak)
    color = tint(log_uniform(rng, 3000, 8500)) ** (0.5 * _ENCODING)
    record = {"glare": kind, "spots": spots, "peak": round(peak), "softness": round(softness, 1)}
    return soft[..., None] * color.astype(np.float32), record


def _window(rng: Rng, mask: F32, center: tuple[int, int]) -> None:
    """Two by two or three panes, askew."""
    height, width = mask.shape
    pane = rng.uniform(0.06, 0.22, 2) * (width, height)
    angle, columns = rng.uniform(0, np.pi), int(rng.integers(1, 4))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle) * rng.uniform(0.5, 1)]])
    for i in range(columns * 2):
        corner = np.array([i % columns, i // columns]) * pane * 1.12
        pane_corners = corner + np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * pane
        cv2.fillConvexPoly(mask, np.round(pane_corners @ turn.T + center).astype(np.int32), 1.0)
