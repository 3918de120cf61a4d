"""Diagnose the problems of a photograph of tiles, with a sentence and advice for each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sentences import catalogue
from vision.detection.patches import greatest_channel, least_channel
from vision.geometry import short_sides
from vision.order_statistics import median, percentile
from vision.quality.tile_quality import Quality
from vision.wording import DEFAULT_LANGUAGE, sentence

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]


class Flaw(StrEnum):
    """A problem of a photograph."""

    SHAKEN = "shaken"
    OUT_OF_FOCUS = "out_of_focus"
    OVEREXPOSED = "overexposed"
    VEILED = "veiled"
    TOO_DARK = "too_dark"
    TOO_SMALL = "too_small"
    COMPRESSED = "compressed"
    SCREEN = "screen"
    MIRRORED = "mirrored"

    def sentence(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The problem in a few words."""
        return sentence(_SENTENCES[self], language)

    def advice(self, language: str = DEFAULT_LANGUAGE) -> str:
        """How to take a better photograph."""
        return sentence(_ADVICE[self], language)


_SENTENCES: Mapping[Flaw, Mapping[str, str]] = catalogue(
    "vision.flaws",
    {
        Flaw.SHAKEN: "La foto salió movida.",
        Flaw.OUT_OF_FOCUS: "La foto está desenfocada.",
        Flaw.OVEREXPOSED: "La luz quema las fichas.",
        Flaw.VEILED: "Las fichas se ven lavadas.",
        Flaw.TOO_DARK: "La foto está muy oscura.",
        Flaw.TOO_SMALL: "Las fichas están muy lejos.",
        Flaw.COMPRESSED: "La foto está muy comprimida.",
        Flaw.SCREEN: "Es foto de una pantalla.",
        Flaw.MIRRORED: "La foto está espejada.",
    },
)
_ADVICE: Mapping[Flaw, Mapping[str, str]] = catalogue(
    "vision.advice",
    {
        Flaw.SHAKEN: "Sacá otra con el celular quieto.",
        Flaw.OUT_OF_FOCUS: "Tocá las fichas en la pantalla, esperá que enfoque y sacá otra.",
        Flaw.OVEREXPOSED: "Sacá otra sin la lámpara o el sol de frente.",
        Flaw.VEILED: "Limpiá el lente, que ninguna lámpara le dé de frente, y sacá otra.",
        Flaw.TOO_DARK: "Prendé otra lámpara y sacá otra.",
        Flaw.TOO_SMALL: "Sacá otra de más cerca.",
        Flaw.COMPRESSED: "Mandá la foto original, no la de un chat.",
        Flaw.SCREEN: "Sacale la foto a la mesa.",
        Flaw.MIRRORED: "Sacá otra con la cámara de atrás.",
    },
)

_BLURRED, _PERHAPS_SHAKEN, _ONE_WAY = 0.13, 0.22, 1.4
"""The sharpness below which a picture is blurred, also along one way alone; that below which it may have been shaken;
and how many times as sharp as along the worst of four ways it is across that, then."""
_BURNT, _BURNT_TILES = 0.5, 0.2
"""The part of a tile, and of the tiles, that is burnt out."""
_PALE, _DARK, _GRAINY, _SMALL_PX = 90.0, 40, 15.0, 16.0
"""The contrast below which a picture is veiled; the brightness of what is bright, and the grain, that tell of too
little light; and the width of a tile that is too small."""
_WAVES, _BLOCKY = 22.0, 2.7
"""The unevenness of plastic photographed from a screen, and the block edges of a poor JPEG."""
_TILE_PX, _FINE_PX, _COARSE_PX = 40, 1, 4
"""The width at which a tile is looked at for shaking, and half of the distances over which edges are compared there."""
_WAYS = ((1, 0), (1, 1), (0, 1), (-1, 1))
_AS_LONG = np.array([1.0, 0.8, 1.0, 0.8])
"""The correction for steps that are longer along the diagonals."""
_MOST_TILES = 12
_WHITE = 250


def words_of(name: str, language: str = DEFAULT_LANGUAGE) -> tuple[str, str]:
    """The problem of that ``name``, and how to take a better photograph, in words."""
    return Flaw(name).sentence(language), Flaw(name).advice(language)


def flaws_of(bgr: U8, quads_px: F32, quality: Quality) -> tuple[Flaw, ...]:
    """The problems of the picture (height, width, 3) with tiles at (n, 4, 2), n > 0, and their ``quality``.

    The most likely cause first. A good picture may be misread nevertheless, and a flawed one read well.
    """
    is_small, sharp = median(short_sides(quads_px)) < _SMALL_PX, median(quality.sharp)
    is_shaken = not is_small and sharp < _PERHAPS_SHAKEN and _is_shaken(bgr, quads_px)
    is_grainy = median(quality.grain) > _GRAINY
    found = {
        Flaw.SCREEN: median(quality.uneven) > _WAVES and not is_grainy,
        Flaw.TOO_SMALL: is_small,
        Flaw.TOO_DARK: is_grainy or _bright(bgr) < _DARK,
        Flaw.SHAKEN: is_shaken,
        Flaw.OUT_OF_FOCUS: sharp < _BLURRED and not is_small and not is_shaken,
        Flaw.OVEREXPOSED: float((quality.burnt > _BURNT).mean()) > _BURNT_TILES,
        Flaw.VEILED: median(quality.contrast) < _PALE,
        Flaw.COMPRESSED: quality.blocky > _BLOCKY,
    }
    return tuple(flaw for flaw, is_so in found.items() if is_so)


def flaws_of_none(bgr: U8) -> tuple[Flaw, ...]:
    """The problems that may explain why no tile is found in the picture (height, width, 3)."""
    sparse = bgr[:: max(1, bgr.shape[0] // 100), :: max(1, bgr.shape[1] // 100)]
    if _bright(bgr) < _DARK:
        return (Flaw.TOO_DARK,)
    return (Flaw.OVEREXPOSED,) if (sparse.min(axis=2) >= _WHITE).mean() > _BURNT else ()


def _bright(bgr: U8) -> float:
    """The brightness of the brightest tenth, of 255."""
    sparse = bgr[:: max(1, bgr.shape[0] // 100), :: max(1, bgr.shape[1] // 100)]
    return percentile(greatest_channel(sparse).ravel(), 90)


def _is_shaken(bgr: U8, quads_px: F32) -> bool:
    """Whether the edges on blurred tiles are much sharper in one direction of the picture than in another."""
    chosen = np.linspace(0, len(quads_px) - 1, min(len(quads_px), _MOST_TILES)).astype(int)
    by_way = np.array([_sharp_by_way(_cut_out(bgr, quad)) for quad in quads_px[chosen]])
    usual = np.median(by_way, axis=0) * _AS_LONG
    worst = int(usual.argmin())
    across = usual[(worst + 2) % len(_WAYS)]
    return bool(usual[worst] < _BLURRED and across > _ONE_WAY * usual[worst])


def _cut_out(bgr: U8, quad: F32) -> F32:
    """The bounding box inside a tile's corners (4, 2), grey, the tile some 40 pixels wide."""
    middle, reach = quad.mean(axis=0), 0.42 * float(short_sides(quad[None])[0])
    left, top = np.maximum(np.floor(middle - reach), 0).astype(int)
    right, bottom = np.ceil(middle + reach).astype(int)
    grey = least_channel(bgr[top : max(bottom, top + 2), left : max(right, left + 2)])
    size = round(0.84 * _TILE_PX)
    return np.asarray(cv2.resize(grey, (size, size), interpolation=cv2.INTER_AREA), np.float32)


def _sharp_by_way(grey: F32) -> F64:
    """(4,): by direction, the steepness of edges over a short distance relative to a longer one."""
    return np.array([_steps(grey, way, _FINE_PX) / max(_steps(grey, way, _COARSE_PX), 1.0) for way in _WAYS])


def _steps(grey: F32, way: tuple[int, int], reach: int) -> float:
    """The mean squared difference over twice ``reach`` along a direction, where the longest reach fits on all sides."""
    rim, (right, down) = _COARSE_PX, (reach * way[0], reach * way[1])
    height, width = grey.shape
    ahead = grey[rim + down : height - rim + down, rim + right : width - rim + right]
    behind = grey[rim - down : height - rim - down, rim - right : width - rim - right]
    return float(((ahead - behind) ** 2).mean())
