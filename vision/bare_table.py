"""Whether the place where a tile lay is bare table now, or something lies over it.

The table around a place is remembered from the last time that everything was seen. A place is bare when nearly all of
it has colours that the table around it had; skin, cloth or another tile have others.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import F32, F64, expanded

U8 = NDArray[np.uint8]
_SMALL_PX = 480
_NEAR = 4.0
"""How far around a place the table is asked for its colours, as a factor of the tile's size."""
_COVERED = 1.3
"""The same factor for what a tile and its shadow cover."""
_INNER = 0.8
_ALIKE = 13.0
"""Distance of two colours, in Lab of 8 bits, up to which they are one."""
_BARE_SHARE = 0.7
_FREE_SHARE = 0.7
"""The part of a place that no tile may have covered, for the table there to be known."""
_MOST_TINT = 12.0
"""How much another lamp changes the two colour parts of Lab, at most."""
_SAMPLES = 240
_FEWEST = 25


@dataclass(frozen=True, slots=True, eq=False)
class BareTable:
    """What is known of the table itself from one picture."""

    lab: NDArray[np.float32]
    """(h, w, 3): the small picture in Lab of 8 bits."""
    is_free: NDArray[np.bool_]
    """(h, w): where no tile lay."""
    scale: float
    """Of the small picture."""

    @staticmethod
    def of(bgr: U8, quads_px: F32) -> BareTable:
        """The table of a picture with tiles at ``quads_px`` (n, 4, 2)."""
        lab, scale = _small_lab(bgr)
        covered = np.zeros(lab.shape[:2], np.uint8)
        for quad in expanded(quads_px.astype(np.float64), _COVERED) * scale:
            cv2.fillConvexPoly(covered, np.round(quad).astype(np.int32), (1,))
        return BareTable(lab, covered == 0, scale)

    def are_bare(self, bgr: U8, quads_px: F32, then_from_now: F64) -> NDArray[np.bool_]:
        """(n,): whether the places ``quads_px`` (n, 4, 2) of the picture ``bgr`` are bare table.

        ``then_from_now`` (3, 3) leads from its pixels to those of the remembered picture.
        """
        if not len(quads_px):
            return np.zeros(0, np.bool_)
        lab, scale = _small_lab(bgr)
        if lab.shape != self.lab.shape:
            return np.zeros(len(quads_px), np.bool_)
        lit = self._lit_as(lab)
        then = cv2.perspectiveTransform(quads_px.astype(np.float64), then_from_now)
        pairs = zip(quads_px.astype(np.float64) * scale, np.asarray(then) * scale, strict=True)
        return np.array([self._share(lab, lit, now, before) >= _BARE_SHARE for now, before in pairs])

    def changes(self, bgr: U8, quads_px: F32, then_from_now: F64) -> F64:
        """(n,): how far the colours of the places ``quads_px`` (n, 4, 2) lie on average from those of the table that
        was there, in Lab of 8 bits; infinitely far where a tile lay, and NaN in a picture of another size."""
        lab, scale = _small_lab(bgr)
        if not len(quads_px) or lab.shape != self.lab.shape:
            return np.full(len(quads_px), np.nan)
        sized = np.diag([scale, scale, 1.0])
        carry, size = sized @ np.linalg.inv(then_from_now) @ np.linalg.inv(sized), (lab.shape[1], lab.shape[0])
        was = cv2.warpPerspective(self._lit_as(lab), carry, size)
        free = cv2.warpPerspective(self.is_free.astype(np.float32), carry, size)
        apart = np.linalg.norm(lab - np.asarray(was, np.float32), axis=2)
        inside = [_filled(lab.shape, quad) for quad in quads_px.astype(np.float64) * scale]
        known = [bool(place.any()) and float(free[place].mean()) >= _FREE_SHARE for place in inside]
        pairs = zip(inside, known, strict=True)
        return np.array([float(apart[place].mean()) if is_known else np.inf for place, is_known in pairs])

    def _share(self, lab: NDArray[np.float32], lit: NDArray[np.float32], now: F64, then: F64) -> float:
        """The part of the place ``now`` that has colours of the table around the place ``then``."""
        seen = lab[_filled(lab.shape, expanded(now[None], _INNER)[0])]
        known = self._around(lit, then)
        if not len(seen) or len(known) < _FEWEST:
            return 0.0
        apart = np.linalg.norm(_some(seen)[:, None] - _some(known)[None], axis=2).min(axis=1)
        return float((apart < _ALIKE).mean())

    def _around(self, lit: NDArray[np.float32], quad: F64) -> NDArray[np.float32]:
        """(n, 3): colours of the free table near a place, or of all of it where nothing near is free."""
        near = _filled(lit.shape, expanded(quad[None], _NEAR)[0]) & self.is_free
        return np.asarray(lit[near] if int(near.sum()) >= _FEWEST else lit[self.is_free], np.float32)

    def _lit_as(self, lab: NDArray[np.float32]) -> NDArray[np.float32]:
        """The remembered picture as bright as another one."""
        if not self.is_free.any():
            return self.lab
        change = np.median((lab - self.lab)[self.is_free], axis=0)
        change[1:] = np.clip(change[1:], -_MOST_TINT, _MOST_TINT)
        return np.asarray(self.lab + change, np.float32)


def _small_lab(bgr: U8) -> tuple[NDArray[np.float32], float]:
    height, width = bgr.shape[:2]
    scale = min(1.0, _SMALL_PX / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), np.float32), size[0] / width


def _filled(shape: tuple[int, ...], quad: F64) -> NDArray[np.bool_]:
    inside = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), (1,))
    return np.asarray(inside > 0)


def _some(colors: NDArray[np.float32]) -> NDArray[np.float32]:
    """At most so many of the colours, evenly chosen."""
    return colors[:: max(1, -(-len(colors) // _SAMPLES))]
