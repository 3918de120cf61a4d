"""Geometry of quadrilaterals in a picture: sizes, directions, overlaps and rectification.

A quad is an array (4, 2) of x, y in pixels, y growing downwards, corners clockwise from the tile's own top left; most
functions take any number of them at once, (n, 4, 2). Transforms are named ``target_from_source`` and are (3, 3).
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

F64 = NDArray[np.float64]
F32 = NDArray[np.float32]

TILE_MM = (26.0, 36.0)
"""Width and height of a tile in table coordinates."""
_NO_SIDE_PX = 1e-6
_NEXT_CORNER = [1, 2, 3, 0]
_NEXT = 1.3
"""In widths: the sideways distance of centres beyond which places do not overlap, even where one is framed too
narrowly."""


def quads_of(corners_px: ArrayLike) -> F64:
    """One or many quads as float64 of shape (n, 4, 2). An empty sequence gives (0, 4, 2)."""
    return np.asarray(corners_px, np.float64).reshape(-1, 4, 2)


def centers(quads: F64) -> F64:
    """(n, 2): the mean of each quad's corners."""
    return np.asarray(quads.sum(axis=1) / 4)


def signed_areas(quads: F64) -> F64:
    """(n,) in square pixels: positive where the corners run clockwise on the screen, else negative."""
    one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return cross(one, other) / 2


def areas(quads: F64) -> F64:
    """(n,) in square pixels, independent of the corner order."""
    return np.abs(signed_areas(quads))


def side_lengths(quads: F64) -> F64:
    """(n, 4) in pixels: the top, right, bottom and left side of each quad."""
    return lengths(quads[:, _NEXT_CORNER] - quads)


def lengths(vectors: NDArray[Any]) -> NDArray[Any]:
    """(...): the lengths of plane vectors (..., 2), by coordinates: several times as fast as a norm, and the same."""
    across, down = vectors[..., 0], vectors[..., 1]
    return np.asarray(np.sqrt(across * across + down * down))


def short_sides(corners_px: ArrayLike) -> F64:
    """(n,) in pixels: the shortest side of each quad."""
    return np.asarray(side_lengths(quads_of(corners_px)).min(axis=1))


def squareness(cosines: F64) -> F64:
    """How nearly directions with these ``cosines`` are parallel or perpendicular: from 1 down to sqrt(1/2) at 45°."""
    return np.asarray(np.maximum(cosines, np.sqrt(1 - np.minimum(cosines, 1) ** 2)))


def axes(quads: F64) -> tuple[F64, F64]:
    """The mean vectors (n, 2) of each quad from left to right, and from top to bottom."""
    across = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    down = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    return across, down


def headings_deg(quads: F64) -> F64:
    """(n,): the reading direction of each tile, in degrees clockwise from the picture's right, -180 to 180."""
    right, _ = axes(quads)
    return np.asarray(np.degrees(np.arctan2(right[:, 1], right[:, 0])))


def cross(first: F64, other: F64) -> F64:
    """(n,): the cross products of plane vectors (n, 2); positive where ``other`` lies clockwise of ``first``."""
    return np.asarray(first[..., 0] * other[..., 1] - first[..., 1] * other[..., 0])


def clockwise(points: ArrayLike) -> F32:
    """Order the four ``points`` (4, 2) as a quad: clockwise, from the one nearest to the picture's top left."""
    corners = np.asarray(points, np.float32).reshape(4, 2)
    away = corners - corners.mean(axis=0)
    around = corners[np.argsort(np.arctan2(away[:, 1], away[:, 0]), kind="stable")]
    return np.asarray(np.roll(around, -int(around.sum(axis=1).argmin()), axis=0))


def are_convex(quads: F64) -> NDArray[np.bool_]:
    """(n,) bool: whether each quad is convex, clockwise and of positive area."""
    sides = quads[:, _NEXT_CORNER] - quads
    turns = cross(sides, sides[:, _NEXT_CORNER])
    return np.asarray((turns > _NO_SIDE_PX).all(axis=1))


def expanded(quads: F64, factor: float) -> F64:
    """The quads scaled by ``factor`` about their centres."""
    middle = centers(quads)[:, None]
    return np.asarray(middle + (quads - middle) * factor)


def polygon_iou(polygon: ArrayLike, other: ArrayLike) -> float:
    """Intersection over union of two convex polygons (n, 2) and (m, 2), in any orientation."""
    first, second = (np.asarray(points, np.float32).reshape(-1, 2) for points in (polygon, other))
    shared = float(cv2.intersectConvexConvex(first, second)[0])
    union = cv2.contourArea(first) + cv2.contourArea(second) - shared
    return shared / union if union > 0 else 0.0


def overlaps(quads: F64, others: F64) -> F64:
    """(n, m): intersection over union of each of ``quads`` with each of ``others``, all convex."""
    ious = np.zeros((len(quads), len(others)))
    low, high, other_low, other_high = quads.min(axis=1), quads.max(axis=1), others.min(axis=1), others.max(axis=1)
    meet = (low[:, None] < other_high[None]) & (other_low[None] < high[:, None])
    for i, j in np.argwhere(meet.all(axis=2)):
        ious[i, j] = polygon_iou(quads[i], others[j])
    return ious


def parts_under_neighbours(quads: F64, ranks: F64) -> F64:
    """(n,): the largest part of each of ``quads`` (n, 4, 2), all convex, in one beside it of higher ``ranks`` (n,).

    Beside is what is farther to the left or right, in its widths, than up or down, in its heights.
    """
    middles, (across, along), parts = centers(quads), axes(quads), [0.0] * len(quads)
    size, outlines = np.maximum(areas(quads), 1e-6).tolist(), [*quads.astype(np.float32)]
    right, down = (middles[:, axis] - middles[:, None, axis] for axis in range(2))
    aside, ahead = (
        np.abs(right * axis[:, :1] + down * axis[:, 1:]) / np.maximum((axis * axis).sum(axis=1), 1e-6)[:, None]
        for axis in (across, along)
    )
    for under, over in np.argwhere((ranks[None] > ranks[:, None]) & (aside > ahead) & (aside < _NEXT)).tolist():
        shared, _ = cv2.intersectConvexConvex(outlines[under], outlines[over])
        parts[under] = max(parts[under], shared / size[under])
    return np.array(parts)


def have_room(quads: F32, ranks: F64, lying: F32, most: float) -> NDArray[np.bool_]:
    """(n,) bool: greedy non-overlap selection of ``quads`` (n, 4, 2) among those already ``lying`` (m, 4, 2).

    In descending order of ``ranks`` (n,), a quad is kept if no other covers more than ``most`` of its area. All are
    convex.
    """
    each, both = quads.astype(np.float64), np.concatenate([quads, lying]).astype(np.float64)
    shared = overlaps(each, both)
    order, position = np.argsort(-ranks, kind="stable"), np.full(len(both), -1)
    position[order] = np.arange(len(quads))
    covers = shared / (1 + shared) * (1 + areas(both) / np.maximum(areas(each), 1e-6)[:, None]) >= most
    covers = np.asarray(covers & (position < position[: len(quads), None]))  # only what is there before it counts
    taken, is_covered = np.ones(len(both), np.bool_), np.asarray(covers.any(axis=1))
    for at in order[is_covered[order]]:
        taken[at] = not (covers[at] & taken).any()
    return taken[: len(quads)]


def patch_from_image(quad: ArrayLike, width_px: float, height_px: float) -> F64:
    """The transform (3, 3) from ``quad`` (4, 2) to an upright rectangle with its top left at the origin."""
    target = np.array([[0, 0], [width_px, 0], [width_px, height_px], [0, height_px]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(np.asarray(quad, np.float32), target), np.float64)


def components(vectors: F64, along: F64, down: F64) -> tuple[F64, F64]:
    """The components of vectors (n, 2) along two directions (n, 2): two arrays (n,)."""
    span = cross(along, down)
    return cross(vectors, down) / span, cross(along, vectors) / span


def transform_points(target_from_source: F64, points: ArrayLike) -> F64:
    """Apply a transform (3, 3) to ``points`` (..., 2)."""
    source = np.asarray(points, np.float64)
    lifted = np.concatenate([source, np.ones((*source.shape[:-1], 1))], axis=-1) @ target_from_source.T
    return np.asarray(lifted[..., :2] / lifted[..., 2:])


def distances(points: NDArray[Any], others: NDArray[Any]) -> NDArray[Any]:
    """(n, m): distances between ``points`` (n, 2) and ``others`` (m, 2).

    Computed by coordinates, several times as fast as a norm along an axis of two.
    """
    across, down = (points[:, None, axis] - others[None, :, axis] for axis in range(2))
    return np.asarray(np.sqrt(across * across + down * down))


def distinct_points(center: NDArray[Any], reach: NDArray[Any]) -> NDArray[np.intp]:
    """Indices, in the given order, of points (n, 2) that are not within ``reach`` of a kept one before them.

    Of the two reaches (n,) the larger counts.
    """
    covers = distances(center, center) < np.maximum(reach[:, None], reach[None])
    np.fill_diagonal(covers, False)
    covered = np.zeros(len(center), np.bool_)
    for i in np.flatnonzero(covers.any(axis=1)):
        if not covered[i]:
            covered[i + 1 :] |= covers[i, i + 1 :]
    return np.flatnonzero(~covered)
