"""Register photographs that share tiles: equal faces in equal arrangement give the homography between them.

Tiles lie flat, so that two pictures of them differ by one homography. It starts from two neighbours with the same faces
in both, and is extended to all that agree. Where tiles are sorted, two different rows look alike as well: then the
homography proves nothing, and people are asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.census.pictures import SeenPicture
from vision.geometry import F64, distances, transform_points

_NEAR, _NEIGHBOURS = 0.3, 4
"""The largest distance of a tile from its counterpart, in tile widths; the number of neighbours that start a map."""
_ROUNDS = 5
_PROVEN, _MANY, _HINT = 4, 8, 2
"""The fewest coinciding tiles that prove an exact overlap and a rough one, and from which an overlap is asked about."""
_EXACT, _ROUGH = 0.08, 0.25
"""The largest mean error in tile widths, for few and for many coinciding tiles."""
_AGREEING, _MANY_AGREEING = 0.7, 0.9
"""The share of the tiles that ought to be in both pictures that are found in both, of few and of many."""
_SORTED = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """The homography between the tiles of two pictures."""

    other_from_picture: F64
    """(3, 3) pixels to pixels."""
    pairs: NDArray[np.intp]
    """(n, 2) which tile of the one is which of the other."""
    off: float
    """Their mean distance, in tile widths."""
    agreeing: float
    """The share of those that ought to be in both that are."""
    is_sorted: bool

    @property
    def is_proven(self) -> bool:
        """Whether the pictures certainly overlap."""
        is_exact = len(self.pairs) >= _PROVEN and self.off <= _EXACT and self.agreeing >= _AGREEING
        are_many = len(self.pairs) >= _MANY and self.off <= _ROUGH and self.agreeing >= _MANY_AGREEING
        return (is_exact or are_many) and not self.is_sorted

    @property
    def is_possible(self) -> bool:
        """Whether they may overlap."""
        return len(self.pairs) >= _HINT and self.agreeing >= _AGREEING / 2


def overlap_of(picture: SeenPicture, other: SeenPicture) -> Overlap | None:
    """The homography that maps most tiles of ``picture`` onto equal ones in ``other``; None where there is none."""
    best: Overlap | None = None
    tried: set[tuple[int, int]] = set()
    for seed in _seeds(picture, other):
        if seed[0] in tried:
            continue
        found = _grown(picture, other, seed)
        if found and (best is None or len(found.pairs) > len(best.pairs)):
            best = found
            tried |= {(int(a), int(b)) for a, b in found.pairs}
    return best


def likes(picture: SeenPicture, other: SeenPicture, other_from_picture: F64) -> NDArray[np.intp]:
    """(n, 2): the pairs of tiles of ``picture`` and ``other`` that coincide and may be equal."""
    if not len(picture.quads) or not len(other.quads):
        return np.zeros((0, 2), np.intp)
    carried = transform_points(other_from_picture, picture.middles)
    apart = distances(carried, other.middles) / other.tile_px
    nearest, back = apart.argmin(axis=1), apart.argmin(axis=0)
    index = np.arange(len(carried))
    is_like = (picture.faces == other.faces[nearest]) | ~picture.is_sure | ~other.is_sure[nearest]
    is_whole = picture.is_whole & other.is_whole[nearest]
    kept = (apart[index, nearest] < _NEAR) & (back[nearest] == index) & is_like & is_whole
    return np.column_stack([index[kept], nearest[kept]])


def cut_off(picture: SeenPicture, other: SeenPicture, other_from_picture: F64) -> Iterator[tuple[int, int]]:
    """Each tile that the edge of ``picture`` cuts off, with the tile of ``other`` that covers its visible part."""
    for tile in np.flatnonzero(~picture.is_whole):
        spot = transform_points(other_from_picture, picture.middles[tile : tile + 1])[0]
        for at, quad in enumerate(other.quads):
            if cv2.pointPolygonTest(quad.astype(np.float32), (float(spot[0]), float(spot[1])), False) >= 0:
                yield int(tile), at
                break


def inverse(other_from_picture: F64) -> F64:
    """The inverse map."""
    return np.asarray(np.linalg.inv(other_from_picture), np.float64)


def _seeds(picture: SeenPicture, other: SeenPicture) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Pairs of neighbours in one picture, each with an equal tile of the other."""
    usable = [np.flatnonzero(each.is_sure & each.is_whole) for each in (picture, other)]
    apart = distances(picture.middles, picture.middles)
    for first in usable[0]:
        near = [int(at) for at in np.argsort(apart[first])[1 : _NEIGHBOURS + 1] if at in usable[0]]
        for like in usable[1][other.faces[usable[1]] == picture.faces[first]]:
            for second in near:
                for also in usable[1][other.faces[usable[1]] == picture.faces[second]]:
                    if also != like:
                        yield (int(first), int(like)), (second, int(also))


def _grown(picture: SeenPicture, other: SeenPicture, seed: tuple[tuple[int, int], ...]) -> Overlap | None:
    pairs = np.array(seed, np.intp)
    found: F64 | None = None
    for _ in range(_ROUNDS):
        found = _map(picture.quads[pairs[:, 0]], other.quads[pairs[:, 1]])
        if found is None or _off(picture, other, pairs, found) > _NEAR:
            return None
        grown = _same_faces(picture, other, likes(picture, other, found))
        if len(grown) < len(pairs):
            return None
        if len(grown) == len(pairs):
            break
        pairs = grown
    if found is None:
        return None
    expected = _expected(picture, other, found)
    sorted_share = (picture.is_orderly[pairs[:, 0]] & other.is_orderly[pairs[:, 1]]).mean()
    off = _off(picture, other, pairs, found)
    return Overlap(found, pairs, off, len(pairs) / max(expected, len(pairs)), bool(sorted_share >= _SORTED))


def _same_faces(picture: SeenPicture, other: SeenPicture, pairs: NDArray[np.intp]) -> NDArray[np.intp]:
    alike = picture.faces[pairs[:, 0]] == other.faces[pairs[:, 1]]
    return np.asarray(pairs[alike & picture.is_whole[pairs[:, 0]] & other.is_whole[pairs[:, 1]]], np.intp)


def _map(quads: F64, others: F64) -> F64 | None:
    found, _ = cv2.findHomography(quads.reshape(-1, 2), others.reshape(-1, 2), 0)
    if found is None or not np.isfinite(found).all() or abs(np.linalg.det(found[:2, :2])) < 1e-3:
        return None
    return np.asarray(found, np.float64)


def _off(picture: SeenPicture, other: SeenPicture, pairs: NDArray[np.intp], homography: F64) -> float:
    carried = transform_points(homography, picture.quads[pairs[:, 0]].reshape(-1, 2)).reshape(-1, 4, 2)
    return float(np.linalg.norm(carried - other.quads[pairs[:, 1]], axis=2).mean() / other.tile_px)


def _expected(picture: SeenPicture, other: SeenPicture, homography: F64) -> int:
    """The number of certain tiles of either picture well inside the other; the smaller of both."""
    counts = []
    for source, target, mapping in ((picture, other, homography), (other, picture, inverse(homography))):
        usable = source.is_sure & source.is_whole
        spots = transform_points(mapping, source.middles[usable])
        room = 0.8 * target.tile_px
        counts.append(int(((spots > room) & (spots < np.array(target.size_px) - room)).all(axis=1).sum()))
    return min(counts)
