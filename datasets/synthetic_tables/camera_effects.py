"""The camera model: blur, noise, noise reduction, tone and compression. BGR uint8 throughout.

Nothing here changes the geometry.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from datasets.synthetic_tables.random_fields import F32, U8, Rng

_LARGEST_KERNEL_PX = 9


def disc_kernel(radius_px: float) -> F32:
    """The defocus kernel: a disc with a soft rim, of sum 1."""
    reach = int(np.ceil(radius_px))
    x = np.arange(-reach, reach + 1)
    kernel = np.clip(radius_px + 0.5 - np.hypot(x[None], x[:, None]), 0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def line_kernel(length_px: float, angle: float) -> F32:
    """The motion blur kernel: a centred line of ``length_px`` along ``angle``, of sum 1."""
    reach = int(np.ceil(length_px / 2))
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for step in np.linspace(-length_px / 2, length_px / 2, 4 * reach + 1):
        x, y = reach + step * np.cos(angle), reach + step * np.sin(angle)
        column, row = min(int(x), 2 * reach - 1), min(int(y), 2 * reach - 1)
        fx, fy = x - column, y - row
        kernel[row : row + 2, column : column + 2] += np.outer([1 - fy, fy], [1 - fx, fx])
    return np.asarray(kernel / kernel.sum(), np.float32)


def blurred(bgr: U8, radius_px: float, length_px: float, angle: float) -> U8:
    """Defocused by ``radius_px`` and shaken by ``length_px``; large blurs are computed at half or a quarter size."""
    spread = 2 * radius_px + length_px
    shrink = 1 if spread <= _LARGEST_KERNEL_PX else 2 if spread <= 2 * _LARGEST_KERNEL_PX else 4
    small = _resized(bgr, 1 / shrink) if shrink > 1 else bgr
    kernel = disc_kernel(max(radius_px / shrink, 0.05))
    if length_px > 0.5:
        line = line_kernel(max(length_px / shrink, 0.5), angle)
        room = cv2.copyMakeBorder(line, *[kernel.shape[0] // 2] * 4, cv2.BORDER_CONSTANT)
        kernel = cv2.filter2D(room, -1, kernel, borderType=cv2.BORDER_CONSTANT)
    soft = cv2.filter2D(small, -1, kernel, borderType=cv2.BORDER_REFLECT_101)
    return np.asarray(soft if shrink == 1 else cv2.resize(soft, bgr.shape[1::-1]), np.uint8)


def shallow(bgr: U8, radius_px: F32) -> U8:
    """Defocused by ``radius_px`` (height, width), interpolated between three uniformly blurred copies."""
    step = max(float(radius_px.max()) / 2, 0.05)
    soft = np.zeros(bgr.shape, np.float32)
    for level in range(3):
        share = np.clip(1 - np.abs(radius_px / step - level), 0, 1)
        soft += share[..., None] * (blurred(bgr, level * step, 0.0, 0.0) if level else bgr)
    return np.asarray(soft.round(), np.uint8)


def _resized(bgr: U8, scale: float) -> U8:
    size = max(8, round(bgr.shape[1] * scale)), max(8, round(bgr.shape[0] * scale))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)


def shrunk(bgr: U8, scale: float) -> U8:
    """``bgr`` at ``scale`` of its size, by area averaging."""
    return _resized(bgr, scale)


def fringed(bgr: U8, spread: float) -> U8:
    """Chromatic aberration: red enlarged and blue shrunk about the centre by ``spread`` of the distance."""
    height, width = bgr.shape[:2]
    channels = list(cv2.split(bgr))
    for channel, scale in ((0, 1 - spread), (2, 1 + spread)):
        matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), 0, scale)
        channels[channel] = cv2.warpAffine(channels[channel], matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.merge(channels), np.uint8)


def mosaicked(bgr: U8) -> U8:
    """Sampled through a Bayer mosaic and demosaicked: softer, with coloured edges."""
    mosaic = bgr[..., 1].copy()
    mosaic[::2, ::2] = bgr[::2, ::2, 2]
    mosaic[1::2, 1::2] = bgr[1::2, 1::2, 0]
    return np.asarray(cv2.cvtColor(mosaic, cv2.COLOR_BayerBG2BGR), np.uint8)


@cache
def _stock_of_noise() -> F32:
    """Precomputed normal noise, sampled at random offsets: much faster than drawing it anew."""
    return np.random.default_rng(20240229).standard_normal(1 << 21, dtype=np.float32)


def _noise(rng: Rng, height_px: int, width_px: int, depth: int) -> F32:
    stock, count = _stock_of_noise(), height_px * width_px * depth
    if count > len(stock):
        return rng.standard_normal((height_px, width_px, depth), dtype=np.float32)
    start = int(rng.integers(len(stock) - count + 1))
    return stock[start : start + count].reshape(height_px, width_px, depth)


def noisy(rng: Rng, bgr: U8, read: float, shot: float, chroma: float) -> U8:
    """Sensor noise in grey levels: ``read`` everywhere, ``shot`` at white, blotches ``chroma`` times as strong."""
    height, width = bgr.shape[:2]
    levels = np.arange(256, dtype=np.float32) / np.float32(255)
    table = np.sqrt(read**2 + shot**2 * levels).astype(np.float32)
    sigma = cv2.LUT(cv2.extractChannel(bgr, 1), table)
    grain = cv2.multiply(_noise(rng, height, width, 1)[..., 0], sigma)
    total = cv2.merge([grain, grain, grain])
    if chroma > 0.15:
        blotches = cv2.resize(_noise(rng, height // 2 + 1, width // 2 + 1, 3), (width, height))
        total = cv2.add(total, cv2.multiply(blotches, cv2.merge([sigma, sigma, sigma]), scale=1.6 * chroma))
    return np.asarray(cv2.add(bgr, total, dtype=cv2.CV_8U), np.uint8)


def smeared(bgr: U8, share: float) -> U8:
    """A phone's noise reduction: fine detail lost, edges kept."""
    return np.asarray(cv2.addWeighted(cv2.medianBlur(bgr, 5 if share > 0.7 else 3), share, bgr, 1 - share, 0), np.uint8)


def sharpened(bgr: U8, amount: float, radius_px: float) -> U8:
    """Oversharpened like a phone: bright and dark halos along edges."""
    soft = cv2.GaussianBlur(bgr, (0, 0), radius_px)
    return np.asarray(cv2.addWeighted(bgr, 1 + amount, soft, -amount, 0), np.uint8)


def toned(bgr: U8, gamma: float, contrast: float, lift: float) -> U8:
    """A tone curve: ``gamma``, an s-curve of ``contrast`` (negative flattens) and blacks lifted by ``lift``."""
    x = np.linspace(0, 1, 256) ** gamma
    curve = x + contrast * (x - 0.5) * 4 * x * (1 - x)
    table = np.clip((lift + (1 - lift) * curve) * 255, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(bgr, table), np.uint8)


def saturated(bgr: U8, saturation: float) -> U8:
    """Scale the saturation: below 1 less, above 1 more; grey stays."""
    gray = cv2.cvtColor(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.addWeighted(bgr, saturation, gray, 1 - saturation, 0), np.uint8)


def compressed(bgr: U8, quality: int) -> U8:
    """JPEG compressed and decoded."""
    _, packed = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
