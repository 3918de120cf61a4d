"""Match tiles between two moments: by place, and by face where a tile or the whole picture moved."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import JOKER
from vision.belief import BACK, SAME_TURNED, Belief
from vision.geometry import F32, F64, centers, distances, short_sides

Pairs = NDArray[np.intp]
"""(n, 2): an index of the tiles that were known, and one of the places that are seen."""
_REACH = 0.45
"""The largest distance between two places of a tile that did not move, in short sides."""
_STEADY = 0.03
"""The same for a picture that has not moved at all."""
_HALF = 0.5
_FEWEST_FACES = 4
_FACE_REACH = 0.5
_FEWEST_TURNED, _MOST = 6, 0.6
"""Tiles, and the part of them, that have to lie as a turned picture has them."""
_LEAST_FACE = 0.5
"""The confidence from which a face is used to find a moved tile."""
_SCALES = (0.6, 1.6)
"""The range of scale changes by a bump of the camera."""


def matched_by_place(known_px: F32, seen_px: F32, reach: float = _REACH) -> Pairs:
    """Match the places (n, 4, 2) and (m, 4, 2) greedily by distance, each at most once."""
    if not len(known_px) or not len(seen_px):
        return np.zeros((0, 2), np.intp)
    apart = distances(_centers(known_px), _centers(seen_px))
    apart = apart / np.minimum(short_sides(known_px)[:, None], short_sides(seen_px)[None])
    return _greedy(apart, reach)


def matched_by_face(
    before: Sequence[tuple[F32, Belief]], now: Sequence[tuple[F32, Belief]], most_px: float = np.inf
) -> Pairs:
    """Match moved tiles by face, the shortest distances first; a face-down one matches any."""
    apart = np.full((len(before), len(now)), np.inf)
    for i, (corners, belief) in enumerate(before):
        for j, (there, other) in enumerate(now):
            if _is_one_face(belief, other):
                apart[i, j] = float(np.linalg.norm(corners.mean(axis=0) - there.mean(axis=0)))
    return _greedy(apart, most_px)


def how_moved(known_px: F32, seen_px: F32) -> F64 | None:
    """The motion (3, 3) of the picture since the tiles lay at ``known_px``; None where their places do not determine
    it."""
    pairs = matched_by_place(known_px, seen_px)
    if len(pairs) < max(1.0, _HALF * len(known_px)):
        return None
    old, new = _centers(known_px[pairs[:, 0]]), _centers(seen_px[pairs[:, 1]])
    side = float(np.median(short_sides(known_px)))
    if float(np.linalg.norm(np.median(new - old, axis=0))) < _STEADY * side:
        return np.eye(3)
    return _fitted(old, new, 0.12 * side, max(2, len(pairs) // 2))


def how_moved_by_face(before: Sequence[tuple[F32, Belief]], now: Sequence[tuple[F32, Belief]]) -> F64 | None:
    """The same from the faces of tiles that now lie anywhere else; None where too few agree."""
    pairs = [
        (corners, there)
        for corners, belief in before
        for there, other in now
        if _is_one_face(belief, other) and belief.confidence > _LEAST_FACE
    ]
    if len(pairs) < _FEWEST_FACES:
        return None
    old, new = (_centers(np.stack(side)) for side in zip(*pairs, strict=True))
    side = float(np.median(short_sides(np.stack([corners for corners, _ in before]))))
    moved = _fitted(old, new, _FACE_REACH * side, max(_FEWEST_FACES, min(len(before), len(now)) // 2))
    return None if moved is None else _refined(moved, before, now)


def are_turned(moved: F64, before: Sequence[tuple[F32, Belief]], now: Sequence[tuple[F32, Belief]]) -> bool:
    """Whether most tiles lie corner on corner where ``moved`` (3, 3) puts them: the picture was rotated.

    Tiles that a player rearranged the other way round stay upright.
    """
    there = carried(moved, np.stack([corners for corners, _ in before]))
    agree = sum(
        any(
            _is_one_face(belief, other)
            and min(corners_apart(quad, corners, way) for way in ways_of(belief.best)) < _FACE_REACH
            for corners, other in now
        )
        for quad, (_, belief) in zip(there, before, strict=True)
    )
    return agree >= max(_FEWEST_TURNED, _MOST * len(before))


def ways_of(face: str) -> tuple[int, ...]:
    """The corner rotations under which a face looks the same: a rotated 6 is a 9."""
    return (0, 2) if face == str(JOKER) or int(face[:-1]) in SAME_TURNED - {6, 9} else (0,)


def corners_apart(quad: F64 | F32, other: F64 | F32, roll: int) -> float:
    """The largest corner distance of two quads (4, 2), in short sides of the second.

    The first is rotated by that many corners.
    """
    far = np.linalg.norm(np.roll(quad, roll, axis=0) - other, axis=1).max()
    return float(far / short_sides(other)[0])


def turn_deg(moved: F64) -> float:
    """The rotation of a motion (3, 3), in degrees clockwise."""
    return float(np.degrees(np.arctan2(moved[1, 0] - moved[0, 1], moved[0, 0] + moved[1, 1])))


def carried(now_from_then: F64, quads_px: F32) -> F32:
    """The quads (n, 4, 2) after camera motion."""
    if not len(quads_px):
        return quads_px
    return np.asarray(cv2.perspectiveTransform(quads_px.astype(np.float64), now_from_then), np.float32)


def _refined(moved: F64, before: Sequence[tuple[F32, Belief]], now: Sequence[tuple[F32, Belief]]) -> F64:
    """``moved`` refitted to the corners of all tiles near their predicted place, projectively where they are many.

    Tiles in one line, as on a rack, hardly determine a projection: one that puts a tile elsewhere than ``moved`` is
    none.
    """
    old, new = np.stack([corners for corners, _ in before]), np.stack([corners for corners, _ in now])
    there = carried(moved, old)
    pairs = matched_by_place(there, new)
    if len(pairs) < 8:
        return moved
    side = float(np.median(short_sides(new)))
    source, target = (quads[pairs[:, at]].reshape(-1, 2) for at, quads in enumerate((old, new)))
    found, _ = cv2.findHomography(source, target, cv2.RANSAC, 0.15 * side)
    projection = moved if found is None else np.asarray(found, np.float64)
    return moved if np.linalg.norm(carried(projection, old) - there, axis=2).max() > side else projection


def _fitted(old: F64, new: F64, reach_px: float, fewest: int) -> F64 | None:
    """The similarity transform from ``old`` to ``new`` (n, 2) on which at least ``fewest`` agree."""
    if len(old) == 1:
        shift = np.eye(3)
        shift[:2, 2] = (new - old)[0]
        return shift
    found, inliers = cv2.estimateAffinePartial2D(old, new, method=cv2.RANSAC, ransacReprojThreshold=reach_px)
    if found is None or int(inliers.sum()) < fewest:
        return None
    scale = float(np.sqrt(abs(np.linalg.det(found[:, :2]))))
    return np.vstack([found, [0, 0, 1]]) if _SCALES[0] < scale < _SCALES[1] else None


def _is_one_face(first: Belief, other: Belief) -> bool:
    sure = min(first.confidence, other.confidence) >= _LEAST_FACE
    return sure and first.best == other.best != BACK


def _greedy(apart: F64, reach: float) -> Pairs:
    """Greedy assignment of rows and columns by ascending distance, none beyond ``reach``."""
    found: list[tuple[int, int]] = []
    order = np.argsort(apart, axis=None, kind="stable")
    rows, columns = set[int](), set[int]()
    for row, column in zip(*np.unravel_index(order, apart.shape), strict=True):
        if not apart[row, column] < reach:
            break
        if row not in rows and column not in columns:
            rows.add(int(row))
            columns.add(int(column))
            found.append((int(row), int(column)))
    return np.array(found, np.intp).reshape(-1, 2)


def _centers(quads_px: F32) -> F64:
    return centers(quads_px.astype(np.float64))
