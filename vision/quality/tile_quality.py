"""Measure the picture quality of each tile: sharpness, contrast, colour evenness, overexposure and compression.

Measured on the reader's patches, so that everything is relative to the size of a tile's print: a picture may be large
and its tiles small, or in focus in one place alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.patches import least_channel, pixels_at, pixels_of, spots_of
from vision.order_statistics import median, percentile, ranked

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]

_INNER = (slice(8, 56), slice(7, 41))
"""The rows and columns of a patch that lie on the tile."""
_SPARSE = spots_of(slice(8, 56, 4), slice(7, 41, 3))
"""The subsampling of those pixels that is enough for colours."""
_FINE_PX, _COARSE_PX = 1, 4
"""Half of the distances over which an edge is looked at: a sharp one is steep over the shorter, too."""
_INK_SHARE = 0.06
"""Part of the inner patch that surely is ink."""
_MOST_TINTED = 90
"""The percentile of tiles by tint that measures the colour of a picture: black has none, and a 1 has little ink."""
_BURNT = 250
"""The brightness from which a channel is clipped; where two of three are, the ink is unknown."""
_CUT_OFF, _BLACK = 4, 12
"""Up to which of 255 a colour of an ink is cut off, and what is as dark in all three is black."""
_LINES, _BLOCK_PX = 24, 8
"""Of how many lines the steps are looked at, and the side of the squares that JPEG compresses by themselves."""
_FEWEST_RIMMED, _MOST_RIMMED, _RIM_SHARES, _RIM_PX, _LEAST_RIM = 3, 24, (0.04, 0.75), (3, 7, 13), 100
"""How many tiles tell of rims, and how many are looked at; the ranks of what is ink and what is plastic there; across
how many pixels the print is drawn out to what lies over its edge, beside it, and around it; and how much of each has to
be seen."""
_FLAT_STEP, _MOST_STEP = 0.05, 24
"""Steps between pixels that count as none; and the largest, beyond which they are an edge of something."""


@dataclass(frozen=True, slots=True, eq=False)
class Quality:
    """The quality of n tiles of one picture; arrays of shape (n,)."""

    sharp: F64
    """The steepness of print edges over two pixels relative to eight: about 0.25 for a good photograph, 0.1 when
    defocused or shaken."""
    contrast: F64
    """The distance of the ink from the plastic's white, of 407."""
    uneven: F64
    """The deviation of the plastic's colour between places, of 255."""
    burnt: F64
    """The part of the tile on which two colours of three are as bright as can be."""
    grain: F64
    """The usual deviation of a pixel from the mean of its neighbours, doubled, of 255: noise in low light."""
    sunk: F64
    """The brightness of the ink's brightest channel where the other two are clipped, of 255; 255 where they are not,
    or all is black. A sharpened dark blue has hardly any blue left."""
    tint: float = 255.0
    """Of the whole picture: the largest spread between the channels of an ink, of 255."""
    blocky: float = 1.0
    """Of the whole picture: the ratio of steps at JPEG block edges to steps elsewhere."""
    rimmed: float = 0.0
    """Of the whole picture: how much brighter plastic is beside the print than farther away, of 255: hardly ever more
    than 10 in a good photograph, 12 and more where a program sharpened it much; 0 where fewer than three tiles tell."""

    @staticmethod
    def of(bgr: U8, quads_px: F32, patches: U8) -> Quality:
        """Measure the tiles at (n, 4, 2), n > 0, of the picture (height, width, 3), with balanced patches (n, 64, 48,
        3)."""
        dark, pixels = least_channel(patches[:, *_INNER]), pixels_of(patches, _SPARSE).transpose(2, 0, 1)
        ink = ranked(pixels, int(pixels.shape[2] * _INK_SHARE))
        sharp, grain = _sharp(dark.astype(np.float32))
        return Quality(
            sharp=sharp,
            contrast=np.asarray(np.linalg.norm(255.0 - ink, axis=0)),
            uneven=_uneven(pixels),
            burnt=_burnt(bgr, quads_px),
            grain=grain,
            sunk=_sunk(ink),
            tint=percentile(np.ptp(ink, axis=0), _MOST_TINTED),
            blocky=blockiness(bgr),
            rimmed=_rims(dark),
        )


def _sharp(dark: F32) -> tuple[F64, F64]:
    """The sharpness (n,) and the grain (n,) of patches (n, h, w) in which every ink is dark; lines are subsampled."""
    lines, columns = dark[:, ::4], np.ascontiguousarray(dark[:, :, ::3].transpose(0, 2, 1))
    bends = np.abs(2 * lines[:, :, 1:-1] - lines[:, :, 2:] - lines[:, :, :-2]).reshape(len(dark), -1)
    grain = _median(bends.astype(np.uint16)).astype(np.float64)
    fine, coarse = (_steps(lines, reach) + _steps(columns, reach) for reach in (_FINE_PX, _COARSE_PX))
    return np.asarray((fine - grain**2) / np.maximum(coarse, 1.0)), grain


def _steps(lines: F32, reach: int) -> F64:
    """(n,): mean squared differences over twice ``reach`` along the ``lines`` (n, l, w)."""
    steps = (lines[:, :, 2 * reach :] - lines[:, :, : -2 * reach]).reshape(len(lines), -1)
    return np.asarray(np.einsum("ij,ij->i", steps, steps) / steps.shape[1], np.float64)


def _uneven(pixels: U8) -> F64:
    """(n,): the deviation of blue and red, relative to green, along their principal axis of least variance.

    An ink on plastic, or a light that fades, varies along one axis only.
    """
    tints = pixels[[0, 2]].astype(np.float32) - pixels[1]
    tints -= tints.mean(axis=2, keepdims=True)
    blue, red, both = (np.einsum("np,np->n", tints[a], tints[b]) / tints.shape[2] for a, b in ((0, 0), (1, 1), (0, 1)))
    least = (blue + red) / 2 - np.sqrt(((blue - red) / 2) ** 2 + both**2)
    return np.asarray(np.sqrt(np.maximum(least, 0)), np.float64)


def _sunk(ink: U8) -> F64:
    """(n,): the brightest channel of inks (3, n) whose other channels are clipped to black; 255 for others."""
    _, second, brightest = np.sort(ink, axis=0)
    return np.where((second <= _CUT_OFF) & (brightest >= _BLACK), brightest, 255.0)


def _burnt(bgr: U8, quads_px: F32) -> F64:
    """(n,): the overexposed fraction of tiles at (n, 4, 2), by single pixels of the picture."""
    spots = (_SPOTS @ quads_px).astype(np.intp)
    spots = np.clip(spots, 0, (bgr.shape[1] - 1, bgr.shape[0] - 1))
    blue, green, red = (pixels_at(bgr, spots) >= _BURNT).transpose(2, 0, 1)
    return np.asarray(((blue & green) | (green & red) | (blue & red)).mean(axis=1))


def _weights(places: F64) -> F64:
    """(n², 4): the bilinear weights of a quadrilateral's corners in a grid at ``places`` of its sides."""
    right, down = (axis.reshape(-1, 1) for axis in np.meshgrid(places, places))
    return np.hstack([(1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down])


_SPOTS = _weights(np.linspace(0.1, 0.9, 8))
"""(64, 4): where on a tile it is looked for what is burnt out."""


def _median(values: NDArray[Any]) -> NDArray[Any]:
    """The median along the last axis."""
    middle = values.shape[-1] // 2
    return np.asarray(np.partition(values, middle, axis=-1)[..., middle])


def blockiness(bgr: U8) -> float:
    """The step between neighbouring pixels at 8-pixel block edges relative to those inside, for (height, width, 3).

    1 without compression, 1.5 in a good JPEG, 3 and more in a bad one that was not resized.
    """
    lines = bgr[:: max(1, bgr.shape[0] // _LINES), :, 1]
    width = (lines.shape[1] - 1) // _BLOCK_PX * _BLOCK_PX
    if not width:
        return 1.0
    steps = cv2.absdiff(np.ascontiguousarray(lines[:, 1 : width + 1]), np.ascontiguousarray(lines[:, :width]))
    steps = np.minimum(steps, _MOST_STEP)
    # Line by line first, for the sum of many short rows takes three times as long.
    by_place = np.sort(steps.sum(axis=0).reshape(-1, _BLOCK_PX).sum(axis=0) / (steps.size // _BLOCK_PX))
    usual = median(by_place[:-1])
    return float(by_place[-1] + _FLAT_STEP) / (usual + _FLAT_STEP)


def rims(patches: U8) -> float:
    """The extra brightness of plastic beside the print, on balanced patches (n, 64, 48, 3): a sign of sharpening.

    0 where too little is visible, or for fewer than three tiles: on one alone it is a lamp's light.
    """
    return _rims(least_channel(patches[:, *_INNER]))


def _rims(dark: U8) -> float:
    """The same of what lies on the tile of such patches (n, h, w), in its darkest channel."""
    if len(dark) < _FEWEST_RIMMED:
        return 0.0
    dark = dark[np.linspace(0, len(dark) - 1, min(len(dark), _MOST_RIMMED)).astype(np.intp)]
    # Of so many bytes a stable sort, which counts them, takes a third of the time of a partition.
    ordered = np.sort(dark.reshape(len(dark), -1), axis=1, kind="stable")
    low, high = (ordered[:, int(share * ordered.shape[1])].astype(np.intp) for share in _RIM_SHARES)
    prints = (dark < ((low + high) // 2)[:, None, None]).astype(np.uint8).reshape(-1, dark.shape[2])
    at, beside, around = (cv2.dilate(prints, np.ones((px, px), np.uint8)).reshape(dark.shape) for px in _RIM_PX)
    rim, plain = dark[(beside > at)], dark[around == 0]
    if min(len(rim), len(plain)) < _LEAST_RIM:
        return 0.0
    return percentile(rim, 75) - percentile(plain, 50)
