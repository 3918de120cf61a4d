"""Rectify a picture taken from a chair to a view from straight above, with near and far tiles of one size.

The first detection gives the camera's pose; the table is rectified by it, tiles are detected again in the result, and
the pose is re-estimated from all of them until it converges. A view from nearly above is read as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import F32, F64, TILE_MM, axes, centers, distances, quads_of, short_sides, transform_points
from vision.reading import ReadTile
from vision.rectification.pose import FEWEST, CameraPose, find_pose, looks_oblique

U8 = NDArray[np.uint8]


_COVERED = 0.6
"""The centre distance, in shorter sides, below which a place found earlier counts as found again."""
_FLATTENED = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
_PLAINLY, _DOUBT = 0.5, 1.5
"""A tile seen less than half as high as it is wide is drawn out to be read: of the odds of what it shows so much is
believed, to that power. Of 387 seen a third as high 2 % were sure and wrong; of those seen plainly, 0.2 %."""


class DetectorResult(Protocol):
    """The interface of a detector's result: `vision.detection.detections.Detections`."""

    @property
    def quads(self) -> F32:
        """(n, 4, 2) in pixels, best first."""

    @property
    def scores(self) -> F32:
        """(n,)."""


class Detector(Protocol):
    """The interface of a detector: `vision.detection.detector.TileDetector`."""

    def found_at(self, bgr: U8, scale: float) -> DetectorResult:
        """Detect places in pixels of ``bgr`` at one scale."""

    def found_at_once(self, bgr: U8) -> DetectorResult:
        """The same at the best scale."""


@dataclass(frozen=True, slots=True)
class ObliqueTuning:
    """Parameters that decide which pictures are rectified, and how large."""

    perhaps_deg: float = 25.0
    """A view that surely is nearer to straight down is not asked about its pose."""
    least_deg: float = 36.0
    """The tilt from which a picture is rectified; first estimates are too small."""
    sure: float = 0.6
    """Score of the first look's places that tell the pose."""
    narrower: float = 0.6
    """The horizontal scale at which a picture with hardly any certain place is searched again."""
    likely: float = 0.5
    """The same of looks at the table laid flat."""
    fits: float = 0.3
    """Part of its size by which a tile may miss and still tell how far the tiles lie."""
    find_px: float = 24.0
    """The tile width at which the whole table is searched."""
    read_px: float = 54.0
    """The tile width at which tiles are read."""
    steady_deg: float = 3.0
    """A tilt that changes by less stays."""
    most_missed: float = 0.5
    """The error, in tile sizes, up to which a place is used to refine the pose; patterns of rugs have larger ones."""
    looks: int = 2
    """The maximum number of searches of the whole table."""
    farthest_mm: float = 300.0
    """The distance from known tiles within which others are searched."""
    narrowest_px: float = 9.0
    """The smallest tile width in the picture at which others are searched."""
    around_mm: float = 160.0
    """The margin of the table around the tiles that is read."""
    most_px: tuple[int, int] = (2200, 2800)
    """Longest sides of the pictures that are searched and read."""
    all_sure: float = 0.95
    """The share of certain places at the first look from which rectification is skipped."""
    surer: float = 1.1
    much_surer: float = 1.3
    hardly_less: float = 0.95
    """See `is_clearer`."""
    lost: float = 0.8
    """The share of the previous certainty below which the unrectified picture is read instead."""


@dataclass(frozen=True, slots=True, eq=False)
class FlatView:
    """A part of the table, rectified to a view from straight above."""

    bgr: U8
    image_from_view: F64
    """(3, 3): from its pixels to those of the picture."""
    is_the_picture: bool = False
    """Whether it is the unrectified picture."""
    searched: tuple[F32, F32] = (np.empty((0, 4, 2), np.float32), np.empty(0, np.float32))
    """Places (n, 4, 2) in its pixels and their scores (n,), of the smaller picture in which all of the table was
    searched: what is far is blurred where it is drawn large, and seen there."""

    @staticmethod
    def of(bgr: U8) -> FlatView:
        """The identity view, for a picture that needs no rectification."""
        return FlatView(bgr, np.eye(3), True)

    def in_picture(self, corners_px: F32) -> F32:
        """Map corners (..., 2) of this view to pixels of the picture."""
        return (
            corners_px
            if self.is_the_picture
            else np.asarray(transform_points(self.image_from_view, corners_px), np.float32)
        )

    def of_picture(self, corners_px: F64) -> F32:
        """Map corners (..., 2) of the picture to pixels of this view."""
        view_from_image = np.asarray(np.linalg.inv(self.image_from_view), np.float64)
        return np.asarray(transform_points(view_from_image, corners_px), np.float32)

    def joined(self, detections: DetectorResult) -> tuple[F32, F32]:
        """Places (n, 4, 2) and scores (n,): ``detections`` in the view, and earlier ones where nothing was found."""
        quads, scores = self.searched
        off = distances(quads.mean(axis=1), detections.quads.mean(axis=1))
        missed = (off > _COVERED * short_sides(detections.quads)).all(axis=1)
        return np.concatenate([detections.quads, quads[missed]]), np.concatenate([detections.scores, scores[missed]])

    def nearer(self, bgr: U8, times: int) -> FlatView:
        """The same view of the same picture with this many times the pixels per side."""
        if self.is_the_picture:
            return FlatView.of(bgr)
        image_from_view = np.diag([times, times, 1.0]) @ self.image_from_view
        size = (self.bgr.shape[1], self.bgr.shape[0])
        flat = cv2.warpPerspective(bgr, image_from_view, size, flags=_FLATTENED)
        return FlatView(np.asarray(flat, np.uint8), image_from_view)

    def tile_in_picture(self, tile: ReadTile) -> ReadTile:
        """A tile of this view in pixels of the picture, with less confidence the more oblique it is seen."""
        if self.is_the_picture:
            return tile
        corners = self.in_picture(tile.place.corners_px)
        power = (_flatness(corners) / _PLAINLY) ** _DOUBT
        return ReadTile(replace(tile.place, corners_px=corners), tile.belief.doubted(power))


def _flatness(corners_px: F32) -> float:
    """The foreshortening: the ratio of the shorter to the longer scale over all directions, 0 to 1."""
    across, down = (axis[0] for axis in axes(quads_of(corners_px)))
    lengths = np.linalg.svd(np.stack([across / TILE_MM[0], down / TILE_MM[1]]), compute_uv=False)
    return float(lengths[1] / max(lengths[0], 1e-9))


def flat_view(
    detector: Detector, bgr: U8, first: DetectorResult, tuning: ObliqueTuning | None = None
) -> FlatView | None:
    """Rectify the table where ``first``, the places of ``bgr``, show that it is seen obliquely; else None."""
    tuning = tuning or ObliqueTuning()
    size = (bgr.shape[1], bgr.shape[0])
    if len(first.scores) and float((first.scores >= tuning.sure).mean()) >= tuning.all_sure:
        return None
    quads = _telling(detector, bgr, first, tuning)
    if len(quads) < FEWEST or not looks_oblique(quads, tuning.perhaps_deg):
        return None
    pose = find_pose(quads, size)
    if pose is None or pose.tilt_deg < tuning.least_deg:
        return None
    for _ in range(tuning.looks):
        view = _searched(bgr, pose, quads, tuning)
        found = detector.found_at(view.bgr, 1.0)
        likely = found.scores >= tuning.likely
        again, scores = quads_of(view.in_picture(found.quads[likely])), found.scores[likely]
        is_like_a_tile = pose.misses(again) < tuning.most_missed
        again, scores = again[is_like_a_tile], scores[is_like_a_tile]
        seen = find_pose(again, size)
        if seen is None or scores.sum() < tuning.lost * certain_score(first, tuning):
            return None
        is_steady = abs(seen.tilt_deg - pose.tilt_deg) < tuning.steady_deg
        pose, quads = seen, again
        if is_steady:
            break
    view = _read(bgr, pose, quads, tuning)
    return replace(view, searched=(view.of_picture(quads), scores))


def is_clearer(detections: DetectorResult, first: DetectorResult, tuning: ObliqueTuning | None = None) -> bool:
    """Whether the rectified table shows more than the ``first`` detection in the picture.

    That is: more certain tiles and hardly fewer places, as where tiles stand on a rack before others; or so many more
    certain ones that the rest was a rug.
    """
    tuning = tuning or ObliqueTuning()
    surer = certain_score(detections, tuning) / max(certain_score(first, tuning), 1e-9)
    seen = float(detections.scores.sum()) / max(float(first.scores.sum()), 1e-9)
    return surer >= tuning.much_surer or (surer >= tuning.surer and seen >= tuning.hardly_less)


def certain_score(detections: DetectorResult, tuning: ObliqueTuning) -> float:
    """The sum of the scores that count as certain."""
    return float(detections.scores[detections.scores >= tuning.sure].sum())


def _telling(detector: Detector, bgr: U8, first: DetectorResult, tuning: ObliqueTuning) -> F64:
    """The places (n, 4, 2) used for the pose: the certain ones of the first detection.

    Where these are few among many, as where tiles seem a third of their height, those detected in a horizontally
    narrowed picture.
    """
    sure = quads_of(first.quads[first.scores >= tuning.sure])
    if len(sure) >= FEWEST or len(first.quads) < FEWEST:
        return sure
    narrower = cv2.resize(bgr, None, fx=tuning.narrower, fy=1, interpolation=cv2.INTER_AREA)
    again = detector.found_at_once(np.asarray(narrower, np.uint8))
    return quads_of(again.quads[again.scores >= tuning.sure] / np.array([tuning.narrower, 1.0], np.float32))


def _searched(bgr: U8, pose: CameraPose, quads: F64, tuning: ObliqueTuning) -> FlatView:
    """The part of the table where tiles may be seen."""
    height, width = bgr.shape[:2]
    grid = np.stack(np.meshgrid(np.linspace(0, width, 33), np.linspace(0, height, 33)), axis=-1).reshape(-1, 2)
    depth = np.column_stack([grid, np.ones(len(grid))]) @ pose.table_from_image[2]
    spots, beside = (
        transform_points(pose.table_from_image, grid),
        transform_points(pose.table_from_image, grid + np.array([1.0, 0.0])),
    )
    with np.errstate(divide="ignore"):
        tile_px = TILE_MM[0] / np.linalg.norm(beside - spots, axis=1)
    fitting = pose.misses(quads) < tuning.most_missed
    tiles = centers(transform_points(pose.table_from_image, quads[fitting] if fitting.any() else quads))
    low, high = tiles.min(axis=0) - tuning.farthest_mm, tiles.max(axis=0) + tuning.farthest_mm
    near = ((spots > low) & (spots < high)).all(axis=1)
    seen = np.clip(spots[(depth > 0) & (tile_px > tuning.narrowest_px) & near], low, high)
    return _laid_flat(bgr, pose, np.concatenate([seen, tiles]), (tuning.find_px, tuning.most_px[0]))


def _read(bgr: U8, pose: CameraPose, quads: F64, tuning: ObliqueTuning) -> FlatView:
    """The part of the table on which tiles were detected."""
    fitting = pose.misfits < tuning.fits
    tiles = centers(transform_points(pose.table_from_image, quads[fitting] if fitting.sum() >= FEWEST else quads))
    around = np.concatenate([tiles - tuning.around_mm, tiles + tuning.around_mm])
    return _laid_flat(bgr, pose, around, (tuning.read_px, tuning.most_px[1]))


def _laid_flat(bgr: U8, pose: CameraPose, spots_mm: F64, scale: tuple[float, int]) -> FlatView:
    """Rectify the area spanned by ``spots_mm`` (n, 2), with tiles up to ``scale[0]`` and a long side up to ``scale[1]``
    pixels."""
    low, high = spots_mm.min(axis=0), spots_mm.max(axis=0)
    px_per_mm = min(scale[0] / TILE_MM[0], scale[1] / float(max(high - low)))
    size = np.maximum(np.ceil((high - low) * px_per_mm), 32).astype(int)
    table_from_view = np.array([[1 / px_per_mm, 0, low[0]], [0, 1 / px_per_mm, low[1]], [0, 0, 1]])
    image_from_view = pose.image_from_table @ table_from_view
    flat = cv2.warpPerspective(bgr, image_from_view, tuple(size.tolist()), flags=_FLATTENED)
    return FlatView(np.asarray(flat, np.uint8), np.asarray(image_from_view))
