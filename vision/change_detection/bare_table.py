"""Detect whether the place where a tile lay is bare table now, or covered.

A background model is kept from the last unobstructed view, and under the tiles from when nothing lay there. A place is
bare when nearly all of it matches the model, or has colours of the table around it; skin, cloth and other tiles do not.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import F32, F64, expanded

U8 = NDArray[np.uint8]
_SMALL_PX = 480
"""Long side of the small picture, about."""
_NEAR = 4.0
"""The extent, as a factor of the tile's size, within which table colours are sampled around a place."""
_COVERED = 1.3
"""The same factor for the area of a tile and its shadow."""
_INNER = 0.8
_ALIKE = 13.0
"""The largest distance of equal colours, in 8-bit Lab."""
_BARE_SHARE = 0.7
_FREE_SHARE = 0.7
"""The fraction of a place that must have been uncovered for its background to be known."""
_MOST_TINT = 12.0
"""The largest change of the two colour channels of Lab by another lamp."""
_SAMPLES, _LIGHT_SAMPLES = 240, 6000
"""The number of compared colours, and of those that give the median change of light."""
_FEWEST = 25
_MOSTLY = 0.5
_HERE: F64 = np.eye(3)


@dataclass(frozen=True, slots=True, eq=False)
class SmallPicture:
    """A reduced picture of a table in the colour space used for comparison."""

    lab: NDArray[np.float32]
    """(h, w, 3) in Lab of 8 bits."""
    scale: float

    @staticmethod
    def of(bgr: U8) -> SmallPicture:
        """``bgr`` (height, width, 3) reduced by an integer factor; the remainder is cropped."""
        factor = -(-max(bgr.shape[:2]) // _SMALL_PX)
        height, width = (max(1, side // factor) for side in bgr.shape[:2])
        small = cv2.resize(bgr[: height * factor, : width * factor], (width, height), interpolation=cv2.INTER_AREA)
        return SmallPicture(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), np.float32), 1 / factor)


@dataclass(frozen=True, slots=True, eq=False)
class BareTable:
    """The background model: the bare table in the coordinates of one picture."""

    small: SmallPicture
    """The table; under tiles as it was before, where known."""
    is_free: NDArray[np.bool_]
    """(h, w) bool: where no tile lies."""
    is_known: NDArray[np.bool_]
    """(h, w) bool: where no tile lies, or the background was seen before."""

    @staticmethod
    def of(
        small: SmallPicture, quads_px: F32, before: BareTable | None = None, then_from_now: F64 = _HERE
    ) -> BareTable:
        """Update the model with a picture with tiles at ``quads_px`` (n, 4, 2).

        ``before`` is the previous model, and ``then_from_now`` (3, 3) maps the pixels of the picture to its pixels.
        """
        covered = np.zeros(small.lab.shape[:2], np.uint8)
        for quad in expanded(quads_px.astype(np.float64), _COVERED) * small.scale:
            cv2.fillConvexPoly(covered, np.round(quad).astype(np.int32), (1,))
        is_free = covered == 0
        if before is None or before.small.lab.shape != small.lab.shape:
            return BareTable(small, is_free, is_free)
        was, known = before._brought(small, before._lit_as(small.lab), then_from_now)
        lab = np.where(is_free[..., None], small.lab, was)
        return BareTable(SmallPicture(lab, small.scale), is_free, is_free | (known > _MOSTLY))

    def are_bare(self, small: SmallPicture, quads_px: F32, then_from_now: F64) -> NDArray[np.bool_]:
        """(n,) bool: whether the places ``quads_px`` (n, 4, 2) of a picture are bare table.

        ``then_from_now`` (3, 3) maps its pixels to those of the model.
        """
        if not len(quads_px) or small.lab.shape != self.small.lab.shape:
            return np.zeros(len(quads_px), np.bool_)
        lit = self._lit_as(small.lab)
        was, known = self._brought(small, lit, then_from_now)
        then = cv2.perspectiveTransform(quads_px.astype(np.float64), then_from_now)
        pairs = zip(quads_px.astype(np.float64) * small.scale, np.asarray(then) * small.scale, strict=True)
        return np.array([
            _share_as_before(small.lab, was, known, now) >= _BARE_SHARE
            or self._share(small.lab, lit, now, before) >= _BARE_SHARE
            for now, before in pairs
        ])  # fmt: skip

    def changes(self, small: SmallPicture, quads_px: F32, then_from_now: F64) -> F64:
        """(n,): the mean colour distance of the places ``quads_px`` (n, 4, 2) from the model, in 8-bit Lab.

        Infinite where the model is unknown because a tile lay there, and NaN in a picture of another size.
        """
        if not len(quads_px) or small.lab.shape != self.small.lab.shape:
            return np.full(len(quads_px), np.nan)
        was, known = self._brought(small, self._lit_as(small.lab), then_from_now)
        inside = [_filled(known.shape, quad) for quad in quads_px.astype(np.float64) * small.scale]
        return np.array([_apart(small.lab[box][place], was[box][place], known[box][place]) for box, place in inside])

    def _brought(
        self, small: SmallPicture, lit: NDArray[np.float32], then_from_now: F64
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The model picture, ``lit`` as ``small`` is, and its known mask, both warped onto ``small``."""
        known = self.is_known.astype(np.float32)
        if np.array_equal(then_from_now, np.eye(3)):
            return lit, known
        sized, size = np.diag([small.scale, small.scale, 1.0]), known.shape[::-1]
        carry = sized @ np.linalg.inv(then_from_now) @ np.linalg.inv(sized)
        carried, there = (np.asarray(cv2.warpPerspective(picture, carry, size), np.float32) for picture in (lit, known))
        return carried, there

    def _share(self, lab: NDArray[np.float32], lit: NDArray[np.float32], now: F64, then: F64) -> float:
        """The fraction of the place ``now`` with colours of the table around the place ``then``."""
        box, inside = _filled(lab.shape, expanded(now[None], _INNER)[0])
        seen = lab[box][inside]
        known = self._around(lit, then)
        if not len(seen) or len(known) < _FEWEST:
            return 0.0
        apart = np.linalg.norm(_some(seen)[:, None] - _some(known)[None], axis=2).min(axis=1)
        return float((apart < _ALIKE).mean())

    def _around(self, lit: NDArray[np.float32], quad: F64) -> NDArray[np.float32]:
        """(n, 3): colours of the free table near a place, or of all of it where nothing near is free."""
        box, inside = _filled(lit.shape, expanded(quad[None], _NEAR)[0])
        near = inside & self.is_free[box]
        return np.asarray(lit[box][near] if int(near.sum()) >= _FEWEST else lit[self.is_free], np.float32)

    def _lit_as(self, lab: NDArray[np.float32]) -> NDArray[np.float32]:
        """The model picture scaled to the brightness of another one."""
        known = self.small.lab
        free = np.flatnonzero(self.is_free)
        at = free[:: _step(len(free), _LIGHT_SAMPLES)]
        if not len(at):
            return known
        change = np.median(lab.reshape(-1, 3)[at] - known.reshape(-1, 3)[at], axis=0)
        change[1:] = np.clip(change[1:], -_MOST_TINT, _MOST_TINT)
        return np.asarray(known + change, np.float32)


def _share_as_before(
    lab: NDArray[np.float32], was: NDArray[np.float32], coverage: NDArray[np.float32], quad: F64
) -> float:
    """The fraction of a place that matches the model; 0 where that is hardly known."""
    box, inside = _filled(lab.shape, expanded(quad[None], _INNER)[0])
    if not inside.any() or float(coverage[box][inside].mean()) < _FREE_SHARE:
        return 0.0
    apart = np.linalg.norm(lab[box][inside] - was[box][inside], axis=1)
    return float(((apart < _ALIKE) & (coverage[box][inside] > _MOSTLY)).mean())


def _apart(now: NDArray[np.float32], was: NDArray[np.float32], is_known: NDArray[np.float32]) -> float:
    """The colour distances of a place (n, 3) from ``was``; infinite where that is unknown."""
    if not len(now) or float(is_known.mean()) < _FREE_SHARE:
        return np.inf
    return float(np.linalg.norm(now - was, axis=1).mean())


def _filled(shape: tuple[int, ...], quad: F64) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
    """The bounding box of a place, inside the picture, and the mask of its pixels."""
    size = np.array([shape[1], shape[0]])
    corners = np.round(quad).astype(np.int32)
    low, high = np.clip(corners.min(axis=0), 0, size), np.clip(corners.max(axis=0) + 1, 0, size)
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    if inside.size:
        cv2.fillConvexPoly(inside, np.asarray(corners - low, np.int32), (1,))
    return (slice(low[1], high[1]), slice(low[0], high[0])), np.asarray(inside > 0)


def _some(colors: NDArray[np.float32]) -> NDArray[np.float32]:
    """At most that many of the colours, evenly sampled."""
    return colors[:: _step(len(colors), _SAMPLES)]


def _step(count: int, most: int) -> int:
    """The sampling step that keeps at most that many of ``count`` values."""
    return max(1, -(-count // most))
