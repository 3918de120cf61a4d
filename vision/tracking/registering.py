"""Where the picture of a second camera lies in that of a first one, told by the tiles that both read.

The tops of all tiles that lie flat are one plane, so that a homography leads from one picture to the other. Two copies
of a face make false pairs: RANSAC (Fischler and Bolles, 1981) finds what most pairs agree on, and each pair has to lie
the same way up, corner on corner, which no mirror image and no row shifted by a tile does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import JOKER
from vision.belief import BACK, SAME_TURNED
from vision.geometry import F64, are_convex, carry, centers, quads_of, short_sides
from vision.reading import ReadTile

_SURE = 0.9
_NEAR, _CORNER = 0.5, 0.45
"""How far apart the corners of one tile may be at first and at last, in its short sides."""
_ROUNDS = 3
_ANYHOW = frozenset((BACK, str(JOKER)))
"""What lies about too often, or shows too little, to tell a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterTuning:
    """Numbers that decide whether two pictures show one table."""

    fewest: int = 6
    """Tiles that have to agree, where nothing was known before."""
    fewest_again: int = 3
    """The same where the pictures fitted before."""
    widest_line: float = 1.0
    """Tiles that lie in a line no wider than so many of their short sides tell nothing of what lies beside it."""
    agreeing: float = 0.8
    """Of the places that both read surely, the part at which they read the same."""


@dataclass(frozen=True, slots=True, eq=False)
class ViewRegistration:
    """How one picture lies in another."""

    first_from_second: F64
    """(3, 3), in pixels of both."""
    common: int
    """How many tiles agree."""

    def carried(self, quads_px: F64) -> F64:
        """Quads (n, 4, 2) of the second picture as they lie in the first."""
        return carry(self.first_from_second, quads_px) if len(quads_px) else quads_px


def registered(
    first: Sequence[ReadTile],
    second: Sequence[ReadTile],
    before: F64 | None = None,
    tuning: RegisterTuning | None = None,
) -> ViewRegistration | None:
    """How the picture in which ``second`` were read lies in that of ``first``; None where too few tiles agree.

    ``before`` (3, 3) is how it lay until now, if that is known.
    """
    chosen = tuning or RegisterTuning()
    pairs = _Pairs(first, second)
    if before is not None and (found := pairs.refined(before, chosen, chosen.fewest_again)):
        return found
    guess = pairs.guess(chosen)
    return None if guess is None else pairs.refined(guess, chosen, chosen.fewest)


class _Pairs:
    """The pairs of tiles that may be one, for both show the same face."""

    def __init__(self, first: Sequence[ReadTile], second: Sequence[ReadTile]) -> None:
        known, seen = ([tile for tile in tiles if _tells(tile)] for tiles in (first, second))
        self._known, self._seen = _quads(known), _quads(seen)
        self._faces = [tile.belief.best for tile in known], [tile.belief.best for tile in seen]
        found = [(i, j) for j, face in enumerate(self._faces[1]) for i, one in enumerate(self._faces[0]) if one == face]
        self._at: NDArray[np.intp] = np.array(found, np.intp).reshape(-1, 2)

    def guess(self, tuning: RegisterTuning) -> F64 | None:
        """(3, 3): what most corners of pairs agree on, in which a mirror image has no say."""
        known, seen = self._known[self._at[:, 0]], self._seen[self._at[:, 1]]
        if len(np.unique(self._at[:, 1])) < tuning.fewest:
            return None
        side = float(np.median(short_sides(known)))
        found, _ = cv2.findHomography(
            seen.reshape(-1, 2), known.reshape(-1, 2), cv2.RANSAC, _NEAR * side, maxIters=4000, confidence=0.999
        )
        return None if found is None else np.asarray(found, np.float64)

    def refined(self, guess: F64, tuning: RegisterTuning, fewest: int) -> ViewRegistration | None:
        """``guess`` after the corners of the tiles that agree were fitted; None where too few do."""
        found, agreed = guess, self._agreeing(guess)
        for _ in range(_ROUNDS):
            if len(agreed) < fewest:
                return None
            if not self._is_wide(agreed, tuning):
                break
            found = self._fitted(agreed, found)
            agreed = self._agreeing(found)
        is_known = fewest < tuning.fewest or self._is_wide(agreed, tuning)
        if len(agreed) < fewest or not is_known or self._clashing(found, tuning):
            return None
        return ViewRegistration(found, len(agreed))

    def _agreeing(self, guess: F64) -> NDArray[np.intp]:
        """The pairs (n, 2) whose tiles lie on one another, the nearest first, each tile at most once."""
        if not len(self._at):
            return self._at
        there = carry(guess, self._seen)
        apart = np.array([
            min(_apart(there[j], self._known[i], way) for way in _ways(self._faces[0][i])) for i, j in self._at
        ])  # fmt: skip
        found: list[tuple[int, int]] = []
        for at in np.argsort(apart, kind="stable"):
            i, j = self._at[at].tolist()
            if apart[at] < _CORNER and all(i != one and j != other for one, other in found):
                found.append((i, j))
        return np.array(found, np.intp).reshape(-1, 2)

    def _fitted(self, agreed: NDArray[np.intp], guess: F64) -> F64:
        """The homography by the corners of the pairs that agree."""
        known, seen = self._known[agreed[:, 0]], self._seen[agreed[:, 1]]
        there = carry(guess, seen)
        for at, (i, _) in enumerate(agreed):
            way = min(_ways(self._faces[0][i]), key=lambda roll: _apart(there[at], known[at], roll))
            seen[at] = np.roll(seen[at], way, axis=0)
        found, _ = cv2.findHomography(seen.reshape(-1, 2), known.reshape(-1, 2), 0)
        return guess if found is None else np.asarray(found, np.float64)

    def _is_wide(self, agreed: NDArray[np.intp], tuning: RegisterTuning) -> bool:
        """Whether the tiles lie in more than one line."""
        if len(agreed) < tuning.fewest:
            return False
        middles = centers(self._known[agreed[:, 0]])
        spread = np.linalg.svd(middles - middles.mean(axis=0), compute_uv=False)[-1] / np.sqrt(len(middles))
        return bool(2 * spread > tuning.widest_line * np.median(short_sides(self._known)))

    def _clashing(self, found: F64, tuning: RegisterTuning) -> bool:
        """Whether too many tiles lie on another tile than they show."""
        there = carry(found, self._seen)
        if not are_convex(there).all():
            return True
        apart = np.linalg.norm(centers(there)[:, None] - centers(self._known)[None], axis=2)
        nearest = apart.argmin(axis=1)
        on = apart.min(axis=1) < _NEAR * short_sides(self._known)[nearest]
        same = [self._faces[0][i] == face for i, face in zip(nearest, self._faces[1], strict=True)]
        return bool((on & ~np.array(same)).sum() > (1 - tuning.agreeing) * on.sum())


def _tells(tile: ReadTile) -> bool:
    return tile.belief.confidence >= _SURE and tile.belief.best not in _ANYHOW


def _quads(tiles: Sequence[ReadTile]) -> F64:
    return quads_of([tile.place.corners_px for tile in tiles])


def _ways(face: str) -> tuple[int, ...]:
    """By how many corners a tile of a face may be turned and show the same: a 6 that is turned is a 9."""
    return (0, 2) if int(face[:-1]) in SAME_TURNED - {6, 9} else (0,)


def _apart(quad: F64, other: F64, roll: int) -> float:
    """How far the corners of two quads are apart at most, in short sides of the second, the first one being turned."""
    far = np.linalg.norm(np.roll(quad, roll, axis=0) - other, axis=1).max()
    return float(far / short_sides(other)[0])
