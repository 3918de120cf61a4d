"""Register the picture of a second camera to that of the first, by the tiles that both read.

The tops of flat tiles form one plane, so that a homography relates both pictures. Two copies of a face give false
pairs: RANSAC (Fischler and Bolles, 1981) finds what most pairs agree on, and each pair must have the same orientation,
corner on corner, which no mirror image and no row shifted by a tile has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import JOKER
from vision.belief import BACK
from vision.geometry import F64, are_convex, centers, quads_of, short_sides, transform_points
from vision.reading import ReadTile
from vision.tracking.tile_matching import corners_apart, ways_of

_SURE = 0.9
_NEAR, _CORNER = 0.5, 0.45
"""The largest corner distance of one tile, first and finally, in short sides."""
ENOUGH = 5
"""Tiles by which two pictures fit, wherever they lie."""
_ROUNDS = 3
_UNIT_PX = 1000.0
_ANYHOW = frozenset((BACK, str(JOKER)))
"""Faces that are too frequent or too uninformative to register by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterTuning:
    """Thresholds for accepting that two pictures show one table."""

    fewest: int = ENOUGH
    """Tiles that have to agree, where nothing was known before."""
    fewest_again: int = 3
    """The same where the pictures fitted before."""
    agreeing: float = 0.8
    """The share of places certain to both cameras at which they must agree."""
    noise: float = 0.06
    """The smallest assumed corner error, in short sides, since the corners of a tile err together."""
    settled: float = 0.25
    """The error, in short sides, up to which an earlier registration is kept."""


@dataclass(frozen=True, slots=True, eq=False)
class ViewRegistration:
    """The homography between two pictures, with its uncertainty."""

    first_from_second: F64
    """(3, 3), in pixels of both."""
    common: int
    """The number of agreeing tiles."""
    fitted_px: F64
    """(n, 2): the corners by which it was fitted, in the second picture."""
    noise_px: float
    """Their residual error."""

    def carried(self, quads_px: F64) -> F64:
        """Map quads (n, 4, 2) of the second picture to the first."""
        return transform_points(self.first_from_second, quads_px) if len(quads_px) else quads_px

    def errors(self, quads_px: F64) -> F64:
        """(n,): the uncertainty of the mapped centres of quads (n, 4, 2), in pixels of the first picture.

        Small among the tiles that agree, and large far beside a single row of them.
        """
        known = self._slopes(self.fitted_px)
        normal = np.einsum("nki,nkj->ij", known, known) + 1e-9 * np.eye(8)
        spread = self.noise_px**2 * np.linalg.inv(normal)
        slopes = self._slopes(centers(quads_px))
        return np.asarray(np.sqrt(np.einsum("nki,ij,nkj->n", slopes, spread, slopes)))

    def moved(self, first: F64, second: F64) -> ViewRegistration:
        """The same after motion of either picture, (3, 3) each."""
        now = first @ self.first_from_second @ np.linalg.inv(second)
        return replace(self, first_from_second=now, fitted_px=transform_points(second, self.fitted_px))

    def undone(self, first: F64, second: F64) -> ViewRegistration:
        """The same before that motion of the pictures."""
        return self.moved(np.asarray(np.linalg.inv(first)), np.asarray(np.linalg.inv(second)))

    def _slopes(self, points: F64) -> F64:
        """(n, 2, 8): the Jacobian of the mapped ``points`` (n, 2) in the homography's parameters."""
        scaled = self.first_from_second @ np.diag([_UNIT_PX, _UNIT_PX, 1.0])
        scaled = scaled / scaled[2, 2]
        lifted = np.column_stack([points / _UNIT_PX, np.ones(len(points))])
        there = lifted @ scaled.T
        out = np.zeros((len(points), 2, 8))
        out[:, 0, :3] = out[:, 1, 3:6] = lifted / there[:, 2:]
        out[:, :, 6:] = -(there[:, :2] / there[:, 2:])[:, :, None] * (lifted[:, :2] / there[:, 2:])[:, None]
        return out


def register_view(
    first: Sequence[ReadTile],
    second: Sequence[ReadTile],
    before: ViewRegistration | None = None,
    tuning: RegisterTuning | None = None,
) -> ViewRegistration | None:
    """Register the picture with the tiles ``second`` to that with ``first``; None where too few tiles agree.

    ``before`` is the previous registration, if any.
    """
    chosen = tuning or RegisterTuning()
    pairs = _Pairs(first, second, chosen)
    if before is not None and (found := pairs.again(before)):
        return found
    guess = pairs.guess()
    return None if guess is None else pairs.refined(guess)


def shared_faces(first: Sequence[ReadTile], second: Sequence[ReadTile]) -> int:
    """The number of faces that both read confidently, copies counted."""
    one, other = (Counter(tile.belief.best for tile in tiles if _tells(tile)) for tiles in (first, second))
    return (one & other).total()


class _Pairs:
    """The candidate pairs of tiles with the same face."""

    def __init__(self, first: Sequence[ReadTile], second: Sequence[ReadTile], tuning: RegisterTuning) -> None:
        known, seen = ([tile for tile in tiles if _tells(tile)] for tiles in (first, second))
        self._known, self._seen, self._tuning = _quads(known), _quads(seen), tuning
        self._faces = [tile.belief.best for tile in known], [tile.belief.best for tile in seen]
        found = [
            (i, j) for j, face in enumerate(self._faces[1]) for i, other in enumerate(self._faces[0]) if other == face
        ]
        self._at: NDArray[np.intp] = np.array(found, np.intp).reshape(-1, 2)
        self._side = float(np.median(short_sides(self._known))) if known else 1.0

    def guess(self) -> F64 | None:
        """(3, 3): the homography on which most corners of pairs agree, mirror images excluded."""
        known, seen = self._known[self._at[:, 0]], self._seen[self._at[:, 1]]
        if len(np.unique(self._at[:, 1])) < self._tuning.fewest:
            return None
        points = seen.reshape(-1, 2), known.reshape(-1, 2)
        found, _ = cv2.findHomography(*points, cv2.RANSAC, _NEAR * self._side, maxIters=4000, confidence=0.999)
        return None if found is None else np.asarray(found, np.float64)

    def again(self, before: ViewRegistration) -> ViewRegistration | None:
        """``before``, refitted where more tiles agree or they have moved slightly; None where too few agree."""
        agreed = self._agreeing(before.first_from_second)
        if len(agreed) < self._tuning.fewest_again or self._clashing(before.first_from_second):
            return None
        is_more = 4 * len(agreed) > len(before.fitted_px)
        off = self._off_px(agreed, before.first_from_second).max()
        if len(agreed) >= self._tuning.fewest and (is_more or off > self._tuning.settled * self._side):
            return self.refined(before.first_from_second)
        return replace(before, common=len(agreed))

    def refined(self, guess: F64) -> ViewRegistration | None:
        """``guess`` refitted to the corners of the agreeing tiles; None where too few agree."""
        found, agreed = guess, self._agreeing(guess)
        for _ in range(_ROUNDS):
            if len(agreed) < self._tuning.fewest:
                return None
            found = self._fitted(agreed, found)
            agreed = self._agreeing(found)
        if len(agreed) < self._tuning.fewest or self._clashing(found):
            return None
        off = float(np.sqrt(np.square(self._off_px(agreed, found)).mean()))
        noise = max(off, self._tuning.noise * self._side)
        return ViewRegistration(found, len(agreed), self._seen[agreed[:, 1]].reshape(-1, 2), noise)

    def _off_px(self, agreed: NDArray[np.intp], homography: F64) -> F64:
        """(n,): the largest corner distance of each pair."""
        there = transform_points(homography, self._seen[agreed[:, 1]])
        known = self._known[agreed[:, 0]]
        faces = (self._faces[0][i] for i in agreed[:, 0])
        return np.array([
            min(corners_apart(quad, other, way) for way in ways_of(face)) * short_sides(other)[0]
            for quad, other, face in zip(there, known, faces, strict=True)
        ])  # fmt: skip

    def _agreeing(self, guess: F64) -> NDArray[np.intp]:
        """The pairs (n, 2) of tiles that coincide, the nearest first, each tile at most once."""
        if not len(self._at):
            return self._at
        there = transform_points(guess, self._seen)
        apart = np.array([
            min(corners_apart(there[j], self._known[i], way) for way in ways_of(self._faces[0][i])) for i, j in self._at
        ])  # fmt: skip
        found: list[tuple[int, int]] = []
        for at in np.argsort(apart, kind="stable"):
            i, j = self._at[at].tolist()
            if apart[at] < _CORNER and all(i != one and j != other for one, other in found):
                found.append((i, j))
        return np.array(found, np.intp).reshape(-1, 2)

    def _fitted(self, agreed: NDArray[np.intp], guess: F64) -> F64:
        """The homography fitted to the corners of the agreeing pairs."""
        known, seen = self._known[agreed[:, 0]], self._seen[agreed[:, 1]]
        there = transform_points(guess, seen)
        for at, (i, _) in enumerate(agreed):
            way = min(ways_of(self._faces[0][i]), key=lambda roll: corners_apart(there[at], known[at], roll))
            seen[at] = np.roll(seen[at], way, axis=0)
        found, _ = cv2.findHomography(seen.reshape(-1, 2), known.reshape(-1, 2), 0)
        return guess if found is None else np.asarray(found, np.float64)

    def _clashing(self, homography: F64) -> bool:
        """Whether too many tiles coincide with a tile of another face."""
        there = transform_points(homography, self._seen)
        if not are_convex(there).all():
            return True
        apart = np.linalg.norm(centers(there)[:, None] - centers(self._known)[None], axis=2)
        nearest = apart.argmin(axis=1)
        on = apart.min(axis=1) < _NEAR * short_sides(self._known)[nearest]
        same = [self._faces[0][i] == face for i, face in zip(nearest, self._faces[1], strict=True)]
        return bool((on & ~np.array(same)).sum() > (1 - self._tuning.agreeing) * on.sum())


def _tells(tile: ReadTile) -> bool:
    return tile.belief.confidence >= _SURE and tile.belief.best not in _ANYHOW


def _quads(tiles: Sequence[ReadTile]) -> F64:
    return quads_of([tile.place.corners_px for tile in tiles])
