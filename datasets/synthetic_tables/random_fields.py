"""Random fields and colour ramps for surfaces, objects and light.

A field is (height, width) float32 of about zero mean that stays within -1 and 1 or a little beyond; pictures are BGR
uint8. All randomness comes from the given generator.
"""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
Rng = np.random.Generator
Bgr = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Extent:
    """The size of a surface and its scale."""

    height_px: int
    width_px: int
    px_per_mm: float

    @property
    def shape(self) -> tuple[int, int]:
        """Rows, columns."""
        return self.height_px, self.width_px


Top = tuple[U8, dict[str, Any]]
Maker = Callable[[Rng, Extent], Top]


def white(rng: Rng, height_px: int, width_px: int) -> F32:
    """White noise between -1 and 1."""
    raw = np.frombuffer(rng.bytes(height_px * width_px), np.uint8).reshape(height_px, width_px)
    return (raw.astype(np.float32) - 127.5) * np.float32(1 / 127.5)


def cloud(rng: Rng, shape: tuple[int, int], cell_px: float | tuple[float, float]) -> F32:
    """Smooth noise of ``shape`` with blobs of ``cell_px``, or (down, across) pixels."""
    down, across = (cell_px, cell_px) if isinstance(cell_px, (int, float)) else cell_px
    rows = min(shape[0], int(np.ceil(shape[0] / max(down, 1.0))) + 2)
    columns = min(shape[1], int(np.ceil(shape[1] / max(across, 1.0))) + 2)
    coarse = white(rng, rows, columns)
    return _grown(coarse, shape)


def _grown(coarse: F32, shape: tuple[int, int]) -> F32:
    """``coarse`` enlarged smoothly: cubic up to a quarter of the size where that is enough, then linear."""
    quarter = (shape[0] // 4 + 1, shape[1] // 4 + 1)
    if coarse.shape[0] * 2 < quarter[0] and coarse.shape[1] * 2 < quarter[1]:
        coarse = cv2.resize(coarse, quarter[::-1], interpolation=cv2.INTER_CUBIC)
        return np.asarray(cv2.resize(coarse, shape[::-1]), np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def clouds(
    rng: Rng, shape: tuple[int, int], cell_px: float | tuple[float, float], octaves: int = 4, keep: float = 0.55
) -> F32:
    """Fractal noise: octaves of half the scale and ``keep`` times the strength."""
    down, across = (cell_px, cell_px) if isinstance(cell_px, (int, float)) else cell_px
    total, weight, sum_of_squares = np.zeros(shape, np.float32), 1.0, 0.0
    for octave in range(octaves):
        shrink = 2**octave
        if octave and max(down, across) / shrink < 1.0:
            break
        cv2.scaleAdd(cloud(rng, shape, (down / shrink, across / shrink)), weight, total, total)
        sum_of_squares += weight**2
        weight *= keep
    return total * np.float32(1 / np.sqrt(sum_of_squares))


def wrapped(field: F32, table: NDArray[Any]) -> NDArray[Any]:
    """``table`` (256,) looked up at the fraction of ``field``: a profile repeated once per unit."""
    steps = cv2.convertScaleAbs(field - np.floor(field), alpha=255.0)
    return np.asarray(cv2.LUT(steps, table))


def soft(gray: NDArray[Any], sigma_px: float) -> NDArray[Any]:
    """``gray`` blurred; a wide blur is computed on a reduced copy."""
    shrink = max(1, int(sigma_px / 2))
    if shrink == 1:
        return np.asarray(cv2.GaussianBlur(gray, (0, 0), sigma_px))
    small = (max(2, gray.shape[1] // shrink), max(2, gray.shape[0] // shrink))
    low = cv2.GaussianBlur(cv2.resize(gray, small, interpolation=cv2.INTER_AREA), (0, 0), sigma_px / shrink)
    return np.asarray(cv2.resize(low, gray.shape[1::-1]))


def to_gray(field: F32, mean: float, spread: float) -> U8:
    """``field`` as grey levels about ``mean``, clipped to 0..255."""
    return np.asarray(cv2.convertScaleAbs(np.maximum(field * np.float32(spread) + np.float32(mean), 0)), np.uint8)


def ramp(stops: Sequence[Bgr]) -> U8:
    """A table (1, 256, 3) running evenly through the colours ``stops``."""
    at = np.linspace(0, 255, len(stops))
    channels = [np.interp(np.arange(256), at, [stop[c] for stop in stops]) for c in range(3)]
    return np.stack(channels, axis=-1).round().astype(np.uint8)[None]


def colored(gray: U8, table: U8) -> U8:
    """Grey levels replaced by the colours of ``table`` (1, 256, 3)."""
    return np.asarray(cv2.LUT(cv2.merge([gray, gray, gray]), table), np.uint8)


def shaded(bgr: U8, field: F32, strength: float) -> U8:
    """``bgr`` made lighter and darker: a field of 1 multiplies by ``1 + strength``."""
    factor = to_gray(field, 128, 128 * strength)
    return np.asarray(cv2.multiply(bgr, cv2.merge([factor, factor, factor]), scale=1 / 128), np.uint8)


def hsv(hue_deg: float, saturation: float, value: float) -> Bgr:
    """The BGR colour of a hue in degrees, a saturation and a value in 0..1."""
    red, green, blue = colorsys.hsv_to_rgb(hue_deg / 360 % 1, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return round(blue * 255), round(green * 255), round(red * 255)


def mixed(first: Bgr, second: Bgr, share: float) -> Bgr:
    """``first`` with ``share`` of ``second``."""
    blue, green, red = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return blue, green, red


def any_color(rng: Rng, saturation: tuple[float, float] = (0.1, 0.9), value: tuple[float, float] = (0.15, 0.95)) -> Bgr:
    """A colour of any hue."""
    return hsv(float(rng.uniform(0, 360)), float(rng.uniform(*saturation)), float(rng.uniform(*value)))


def off_white(rng: Rng) -> Bgr:
    """A near-white: paper, cloth or plastic."""
    return hsv(float(rng.choice([45, 40, 210])), float(rng.uniform(0, 0.12)), float(rng.uniform(0.82, 1.0)))


def pick(rng: Rng, names: Sequence[str]) -> str:
    """One of ``names``."""
    return names[int(rng.integers(len(names)))]


def log_uniform(rng: Rng, low: float, high: float) -> float:
    """A log-uniform random number between two positive ends."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def tiled(cell: NDArray[Any], shape: tuple[int, int], offset: tuple[int, int] = (0, 0)) -> NDArray[Any]:
    """``cell`` repeated over ``shape``, shifted by ``offset`` pixels."""
    rows = (np.arange(shape[0]) + offset[0]) % cell.shape[0]
    columns = (np.arange(shape[1]) + offset[1]) % cell.shape[1]
    return np.ascontiguousarray(cell[rows[:, None], columns[None]])


def quilted(cell: U8, period_px: float, shape: tuple[int, int], rng: Rng) -> U8:
    """``cell`` resized to ``period_px`` wide and repeated over ``shape`` from a random start."""
    width = max(2, round(period_px))
    height = max(2, round(period_px * cell.shape[0] / cell.shape[1]))
    fitted = cv2.resize(cell, (width, height), interpolation=cv2.INTER_AREA)
    offset = int(rng.integers(height)), int(rng.integers(width))
    rows, columns = -(-(shape[0] + offset[0]) // height), -(-(shape[1] + offset[1]) // width)
    if rows * columns > 4:
        fitted = np.tile(fitted, (rows, columns, 1))
        return np.ascontiguousarray(fitted[offset[0] : offset[0] + shape[0], offset[1] : offset[1] + shape[1]])
    return np.asarray(tiled(fitted, shape, offset), np.uint8)
