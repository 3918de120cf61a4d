"""Match detected places to labelled tiles one to one, by descending overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.evaluation.labelled_pictures import TrueTile
from vision.geometry import polygon_iou

F32 = NDArray[np.float32]
SAME_PLACE = 0.5
"""The IoU from which two outlines match; for a hardly visible tile, the share of the detected place that lies on it."""


@dataclass(frozen=True, slots=True)
class Matching:
    """Matched and unmatched places, by index."""

    pairs: tuple[tuple[int, int], ...]
    """(labelled, detected), in the order of the labels."""
    missed: tuple[int, ...]
    """Labelled tiles that were not detected."""
    invented: tuple[int, ...]
    """Detected places where no tile is labelled."""
    partly_seen: tuple[int, ...] = ()
    """Detected places of tiles that are hardly seen."""


def match(
    labelled: Sequence[TrueTile], detected: Sequence[F32], size: tuple[int, int], partly_seen: Sequence[F32] = ()
) -> Matching:
    """Match labels with the corners (4, 2) of detected places in a picture of ``size`` (width, height).

    ``partly_seen`` (n, 2) are the outlines of hardly visible tiles. Labels end at the frame, so detected places are
    clipped to it; a label that is a box is compared with the bounding box of a place.
    """
    places = [cut_by_frame(corners, size) for corners in detected]
    overlaps = [
        (overlap(tile.outline, box_around(place) if tile.is_box else place), label, number)
        for label, tile in enumerate(labelled)
        for number, place in enumerate(places)
        if _near(tile.outline, place)
    ]
    pairs: dict[int, int] = {}
    for shared, label, number in sorted(overlaps, reverse=True):
        if shared >= SAME_PLACE and label not in pairs and number not in pairs.values():
            pairs[label] = number
    missed = tuple(label for label in range(len(labelled)) if label not in pairs)
    rest = [number for number in range(len(places)) if number not in pairs.values()]
    partly = tuple(number for number in rest if any(_lies_on(places[number], outline) for outline in partly_seen))
    invented = tuple(number for number in rest if number not in partly)
    return Matching(tuple(sorted(pairs.items())), missed, invented, partly)


def _lies_on(place: F32, outline: F32) -> bool:
    """Whether most of a place (n, 2) lies on an outline (n, 2); both are convex."""
    if len(place) < 3 or len(outline) < 3 or not _near(outline, place):
        return False
    shared, _ = cv2.intersectConvexConvex(place, outline)
    return bool(shared >= SAME_PLACE * cv2.contourArea(place))


def overlap(first: F32, second: F32) -> float:
    """Intersection over union of two convex outlines (n, 2); 0 where one of them has no area."""
    if len(first) < 3 or len(second) < 3:
        return 0.0
    return polygon_iou(first, second)


def cut_by_frame(corners: F32, size: tuple[int, int]) -> F32:
    """The part (n, 2) of a convex place inside the picture; possibly empty."""
    width, height = size
    hull = np.asarray(cv2.convexHull(corners.astype(np.float32)), np.float32)[:, 0]
    if (hull >= 0).all() and (hull <= (width, height)).all():
        return hull
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    area, inside = cv2.intersectConvexConvex(hull, frame)
    return np.asarray(inside, np.float32).reshape(-1, 2) if area > 0 else np.zeros((0, 2), np.float32)


def box_around(outline: F32) -> F32:
    """The bounding box (4, 2) of an outline, clockwise; empty for an empty one."""
    if not len(outline):
        return outline
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def _near(first: F32, second: F32) -> bool:
    """Whether the bounding boxes of two outlines touch."""
    if not len(second):
        return False
    return bool((first.min(axis=0) <= second.max(axis=0)).all() and (second.min(axis=0) <= first.max(axis=0)).all())
