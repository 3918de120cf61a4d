"""Simulate a home printer and paper, and the curl of cut tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.bare_tile import HEIGHT_PX
from datasets.synthetic_tables.faces import FaceTexture
from datasets.synthetic_tables.render import halvings

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Printer:
    """One printer with its paper; fractions of full strength unless a field says otherwise."""

    banding: float
    band_px: float
    """From one pale line to the next, in pixels of a tile that is 240 high."""
    weakness: tuple[float, float, float]
    """How much too weak yellow, magenta and cyan are; black has a cartridge of its own."""
    bleed_px: float
    grain: float
    curl: float
    """Sine of how far the edge of a tile is tilted."""

    @staticmethod
    def drawn(rng: Rng) -> Printer:
        """A random printer."""
        yellow = float(rng.beta(1.5, 2) * 0.65)
        others = rng.uniform(0, 0.2, 2)
        return Printer(
            banding=float(rng.beta(1, 2) * 0.35),
            band_px=float(rng.uniform(5, 30)),
            weakness=(yellow, float(others[0]), float(others[1])),
            bleed_px=float(rng.uniform(0.3, 1.4)),
            grain=float(rng.uniform(1, 5)),
            curl=float(rng.beta(1, 2) * 0.35),
        )


class PrintedTextureCache:
    """Textures of printed tiles, each printed, cut and bent individually; a variant of ``render.TextureCache``."""

    def __init__(self, tiles: Mapping[str, Sequence[U8]], printer: Printer, rng: Rng) -> None:
        self._sizes = {
            face: [halvings(printed(tile, printer, rng)) for tile in copies] for face, copies in tiles.items()
        }
        self._rng = rng

    def texture(self, face: str, width_px: float) -> FaceTexture:
        """A copy of ``face``, the smallest cached texture that is at least about ``width_px`` wide."""
        copies = self._sizes[face]
        sizes = copies[int(self._rng.integers(len(copies)))]
        wide_enough = [size for size in sizes if size.bgra.shape[1] >= 0.95 * width_px]
        return wide_enough[-1] if wide_enough else sizes[0]


def printed(tile: U8, printer: Printer, rng: Rng) -> FaceTexture:
    """A tile (h, w, 3) after printing and cutting."""
    width = round(HEIGHT_PX * tile.shape[1] / tile.shape[0])
    ink = 1 - cv2.resize(tile, (width, HEIGHT_PX), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    ink = cv2.GaussianBlur(ink, (0, 0), printer.bleed_px)
    black = ink.min(axis=2, keepdims=True)
    ink = black + (ink - black) * (1 - np.array(printer.weakness, np.float32))
    ink *= _bands(printer, rng)[:, None, None]
    paper = np.array([0.95, 0.97, 0.97], np.float32) * 255
    bgr = paper * (1 - ink) + rng.normal(0, printer.grain, (HEIGHT_PX, width, 1)).astype(np.float32)
    alpha = np.full((HEIGHT_PX, width, 1), 255, np.uint8)
    bgra = np.dstack([np.clip(bgr, 0, 255).astype(np.uint8), alpha])
    return FaceTexture(_askew(bgra, rng), _curl(printer, (HEIGHT_PX, width), rng))


def _bands(printer: Printer, rng: Rng) -> F32:
    """The print density of each line (h,) of a tile."""
    lines = np.arange(HEIGHT_PX) / printer.band_px + rng.random()
    return np.asarray(1 - printer.banding * (np.cos(2 * np.pi * lines) > 0.6), np.float32)


def _askew(bgra: U8, rng: Rng) -> U8:
    """The same, cut inaccurately: the edges run up to half a millimetre into the tile, or leave paper around it."""
    height, width = bgra.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    cut = corners + rng.normal(0, 0.012 * width, (4, 2)).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(cut, corners)
    border = (240, 245, 245, 255)
    return np.asarray(cv2.warpPerspective(bgra, matrix, (width, height), borderValue=border), np.uint8)


def _curl(printer: Printer, shape: tuple[int, int], rng: Rng) -> NDArray[np.int8]:
    """The tilt (h, w, 2) of paper that is slightly rolled about a random axis."""
    angle, strength = rng.uniform(0, np.pi), printer.curl * rng.uniform(-1, 1)
    y, x = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j]
    along = np.array([np.cos(angle), np.sin(angle)])
    bent = strength * (x * along[0] + y * along[1])
    return np.asarray(np.dstack([bent * along[0], bent * along[1]]) * 127, np.int8)
