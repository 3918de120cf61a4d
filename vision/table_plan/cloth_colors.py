"""Model the colours of a table, each of which varies smoothly over the picture, as under one lamp: one, or the few of a
cloth with checks or stripes."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
_SAMPLES = 2000
"""Places that tell the table's colours."""
_ROUNDS = 8
_LIGHT = 0.6
"""The weight of a lightness difference against a colour difference: shadows are dark parts of the table."""
_SEVERAL, _SHARE = 13.0, 0.35
"""In Lab of 8 bits: where such a share of a picture is farther from one colour, the table has several."""
_COLORS = 4
"""As many: three of a cloth with checks, and what lies around the table."""
_BLACK = np.array([-40.8, 128.0, 128.0], np.float32)
"""In Lab of 8 bits, from where lightness and colour grow alike with the light: by its cube root."""
_COLORED, _DARKEST = 14.0, 0.7
"""How far apart, in Lab, are colours of different hues, and the part of it that is left in the deepest shadow."""
_AROUND, _LEAST_USUAL = 0.33, 0.25
"""In long sides, around how much of the picture a colour is looked for; and the least of its usual share there."""
_ITERATIONS, _FEWEST, _RIDGE = 30, 40, 0.01
"""Rounds until they are told apart, samples of a colour that tell how it varies, and what is added to their squares."""


def distances_from_table(lab: F32) -> F32:
    """(h, w): how far each colour of a picture of a table (h, w, 3), in Lab of 8 bits, is from the table's own."""
    height, width = lab.shape[:2]
    terms, colors = _terms(height, width), lab.reshape(-1, 3)
    step = max(1, len(colors) // _SAMPLES)
    fitted = _smooth_color(terms[::step], colors[::step])
    apart = _distance(colors - terms @ fitted)
    if float(np.quantile(apart, 1 - _SHARE)) > _SEVERAL:
        several = _smooth_colors(terms[::step], colors[::step])
        tables = [terms @ fitted for fitted in several]
        brightest = max(tables, key=lambda table: float(np.median(table[:, 0])))
        apart = np.stack([_distance(_from_shadow(colors, table, brightest)) for table in tables])
        nearest = apart.argmin(axis=0).reshape(height, width)
        is_usual = np.stack([_is_usual(nearest == color) for color in range(len(tables))])
        apart = np.where(is_usual.reshape(len(tables), -1), apart, apart.max()).min(axis=0)
    return np.asarray(apart.reshape(height, width), np.float32)


def _is_usual(is_color: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(h, w): where a colour that ``is_color`` is as usual as it mostly is around its places: what lies around the
    table may look like what lies on it."""
    reach = round(_AROUND * max(is_color.shape))
    share = cv2.blur(is_color.astype(np.float32), (reach, reach), borderType=cv2.BORDER_REFLECT)
    usual = float(np.median(share[is_color])) if is_color.any() else np.inf
    return np.asarray(share > _LEAST_USUAL * usual)


def _smooth_color(terms: F32, colors: F32) -> F32:
    """(6, 3): the coefficients of the table's colour over ``terms`` (n, 6), fitted robustly."""
    fitted = np.zeros((terms.shape[1], 3), np.float32)
    fitted[0] = np.median(colors, axis=0)
    for _ in range(_ROUNDS):
        fitted = _refined(fitted, terms, colors)
    return fitted


def _smooth_colors(terms: F32, colors: F32) -> list[F32]:
    """(6, 3) each: the coefficients of several colours, to each of which belongs what is nearest to it."""
    by_light = np.argsort(np.argsort(colors[:, 0])) * _COLORS // len(colors)
    _, own, _ = cv2.kmeans(
        colors * np.array([_LIGHT, 1, 1], np.float32), _COLORS, by_light.astype(np.int32),
        (cv2.TERM_CRITERIA_COUNT, _ITERATIONS, 0), 1, cv2.KMEANS_USE_INITIAL_LABELS,
    )  # fmt: skip
    several: list[F32] = []
    for color in np.unique(own):
        fitted = np.zeros((terms.shape[1], 3), np.float32)
        fitted[0] = np.median(colors[own.ravel() == color], axis=0)
        several.append(fitted)
    for _ in range(_ROUNDS):
        nearest = np.argmin([_distance(colors - terms @ fitted) for fitted in several], axis=0)
        several = [
            _refined(fitted, terms[nearest == color], colors[nearest == color], _RIDGE)
            if np.count_nonzero(nearest == color) > _FEWEST else fitted
            for color, fitted in enumerate(several)
        ]  # fmt: skip
    return several


def _refined(fitted: F32, terms: F32, colors: F32, ridge: float = 0.0) -> F32:
    """(6, 3): better coefficients, with less weight for what is far from those that were ``fitted``.

    A ``ridge`` keeps those small that colours of a narrow strip of the picture do not determine.
    """
    apart = _distance(colors - terms @ fitted)
    weights = 1 / (1 + (apart / (2 * max(float(np.median(apart)), 1.5))) ** 4)
    weighed = terms.T * weights**2
    squares = weighed @ terms + np.float32(ridge) * np.eye(len(weighed), dtype=np.float32)
    return np.asarray(np.linalg.solve(squares, weighed @ colors), np.float32)


def _from_shadow(colors: F32, table: F32, brightest: F32) -> F32:
    """(n, 3): the differences of ``colors`` from the ``table`` (n, 3) there, in as much shadow as brings it nearest.

    White in shadow may as well be a grey thing: only what has another hue than the ``brightest`` colour (n, 3) is taken
    for the table.
    """
    is_colored = np.hypot(*(table - brightest)[:, 1:].T) > _COLORED
    table, colors = table - _BLACK, colors - _BLACK
    share = (colors * table).sum(axis=1) / np.maximum((table * table).sum(axis=1), 1.0)
    share = np.where(is_colored, np.clip(share, _DARKEST, 1.0), 1.0)
    return np.asarray(colors - share[:, None] * table, np.float32)


@cache
def _terms(height: int, width: int) -> F32:
    """(n, 6): the quadratic polynomial terms at each place."""
    y, x = np.indices((height, width), np.float32).reshape(2, -1)
    x, y = x / np.float32(width) - np.float32(0.5), y / np.float32(height) - np.float32(0.5)
    return np.asarray(np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y]), np.float32)


def _distance(differences: F32) -> F32:
    """(n,): the lengths of colour differences (n, 3)."""
    light, one, other = differences.T
    return np.asarray(np.sqrt((_LIGHT * light) ** 2 + one * one + other * other), np.float32)
