"""Detect places with an implausible background: the plastic of one set has one colour, in more or less light."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detection.patches import pixels_at
from vision.geometry import F32, F64
from vision.order_statistics import ranked

U8 = NDArray[np.uint8]

ENOUGH = 4
"""The number of places from which on the colour of a picture's tiles is known."""
_DARKEST = 4.0
_ALONG = np.linspace(0.15, 0.85, 7)
"""The positions, along both sides of a place, at which it is sampled."""
_CORNERS = np.stack(
    [
        np.outer(down, across).ravel()
        for down, across in ((1 - _ALONG, 1 - _ALONG), (1 - _ALONG, _ALONG), (_ALONG, _ALONG), (_ALONG, 1 - _ALONG))
    ],
    axis=1,
)
"""(49, 4): how much each corner of a place has to say in where that is."""
_BRIGHT = 0.7
"""The part of what is seen of a place that is darker than its ground, ink for one."""
_SUREST = 12
"""Exponent of the weights: twenty pale cells of a calendar do not outvote ten tiles."""
_SPREAD = 0.04
"""Typical difference between tiles in one light, if they do not show a larger one."""
_DARKER, _TINTED = 0.4, 0.25
"""The logarithms by which a tile's background may be darker than most, and differ from them in tint."""


def ground_colors(bgr: U8, quads: F64) -> F64:
    """(n, 3): the log colours (blue, green, red) of the plastic in the places ``quads`` (n, 4, 2).

    ``bgr`` has the shape (height, width, 3).
    """
    places = np.clip((_CORNERS @ quads).round().astype(np.intp), 0, [bgr.shape[1] - 1, bgr.shape[0] - 1])
    seen = ranked(pixels_at(bgr, places).transpose(0, 2, 1), int(_BRIGHT * places.shape[1]))
    return np.asarray(np.log(np.maximum(seen, _DARKEST)))


def ground_oddities(colors: F64, weights: F64) -> F64:
    """(n,): the deviations of the tints of ``colors`` (n, 3) from that of the tiles, in usual deviations.

    Brightness is ignored. ``weights`` (n,) are the probabilities of being a tile; where fewer than ``ENOUGH`` may be,
    all are 0.
    """
    if np.count_nonzero(weights) < ENOUGH:
        return np.zeros(len(colors))
    counted = weights**_SUREST
    tints = _tints(colors)
    common = np.array([_median(tint, counted) for tint in tints.T])
    apart = np.hypot(*(tints - common).T)
    return np.asarray(apart / max(_median(apart, counted), _SPREAD))


def places_like_tiles(bgr: U8, quads: F32, tiles: F32) -> NDArray[np.bool_]:
    """(n,) bool: whether the places ``quads`` (n, 4, 2) have the background of the picture's ``tiles`` (m, 4, 2)."""
    return look_like_tiles(*(ground_colors(bgr, corners.astype(np.float64)) for corners in (quads, tiles)))


def look_like_tiles(colors: F64, tile_colors: F64) -> NDArray[np.bool_]:
    """(n,) bool: whether the backgrounds ``colors`` (n, 3) match those ``tile_colors`` (m, 3) of tiles in tint and
    brightness.

    True for all where fewer than ``ENOUGH`` are known.
    """
    if len(tile_colors) < ENOUGH:
        return np.ones(len(colors), np.bool_)
    off = colors - np.median(tile_colors, axis=0)
    return np.asarray((off[:, 1] > -_DARKER) & (np.hypot(*_tints(off).T) < _TINTED))


def _tints(colors: F64) -> F64:
    """(n, 2): log ratios of blue and red to green, independent of brightness."""
    return np.asarray(colors[:, [0, 2]] - colors[:, [1]])


def _median(values: F64, weights: F64) -> float:
    """The weighted median."""
    order = np.argsort(values)
    below = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(below, below[-1] / 2)])
