"""Detect where tiles lie: picture in, places out. Their faces are read by `vision.recognition.reader`.

The network outputs, at a quarter of its input size, for each cell the score of a tile centre and the tile's two axes;
see `models/tile_detector/network.py` for the channels.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.detections import Detections
from vision.detection.resize import shrunk
from vision.detection.rotations import as_it_is, in_four_turns
from vision.detection.split_doubles import halved
from vision.detection.undersized import enlarged
from vision.geometry import distinct_points, short_sides
from vision.networks.sessions import Session
from vision.order_statistics import median
from vision.reading import DetectedTile

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]
_MOST_SLANT = np.radians(20)
"""The largest slant of a tile's sides that is predicted; larger ones are too uncertain."""
_IN_LINE, _OVER = 0.5, 1.4
"""In half axes: the largest offset of a row's next tile from the row's line, and the smallest along it; nearer tiles
overlap."""
_ALIASES = 0.6
"""Below this scale every pixel has to be asked, which takes five times as long as asking four."""
STRIDE = 4
"""Pixels of the network's picture to a cell of its answer."""


@dataclass(frozen=True, slots=True)
class DetectTuning:
    """Thresholds of the detector."""

    long_side_px: int = 640
    """Long side of the first picture given to the network."""
    least_score: float = 0.3
    """Lowest score of a place that is kept for reading, where the reader has the other half of the say."""
    sure_score: float = 0.6
    """Lowest score of a place that has a say in whether the picture is seen again at another scale. Where hardly one
    has it, as with small tiles of the table's own colour, all have."""
    overlap: float = 0.35
    """Two places are one when their centres are nearer than this part of the shorter side of the larger."""
    comfortable_px: tuple[float, float] = (25.0, 60.0)
    """Short sides, at the network's scale, that are read well; outside, the picture is seen again at another scale."""
    wanted_px: float = 54.0
    """Short side that the second look aims at."""
    few: int = 16
    """With fewer sure places than this the picture is seen from afar as well: tiles that fill it are few."""
    afar: float = 0.6
    """The scale of the view from afar, as a part of the first's."""
    near: float = 1.5
    """The same of the view from nearer, where neither of those shows tiles that are sure and large enough."""
    whole: float = 0.5
    """The scale from which on the first view shows all that is large enough to be read: below it, what is merely
    clearer from nearer is believed too."""
    nearly: float = 0.85
    """The view from afar is trusted when it is nearly as sure: it does not take a part of a tile for the whole."""
    most_places: int = 220
    """Most places that are kept; twice a set of 106 tiles."""
    few_sure: int = 4
    """The number of certain places from which the size of the tiles counts as known."""
    odd_size: float = 2.2
    """The size ratio to those tiles beyond which detections of a second look are dropped, such as a printed grid."""
    enlarged: tuple[float, float] = (1.25, 1.5)
    """Largest scale of a second look where the first was sure of tiles, and where it hardly was."""
    most_px: int = 2048
    """Long side of the largest picture of a second look."""


class TileDetector:
    """Detects every visible tile once, best first; an empty tuple for an empty table."""

    def __init__(self, session: Session, tuning: DetectTuning | None = None) -> None:
        self._session = session
        self._tuning = tuning or DetectTuning()

    def __call__(self, bgr: U8) -> tuple[DetectedTile, ...]:
        """Detect places in pixels of ``bgr``, uint8 of shape (height, width, 3)."""
        return self.found(bgr).places

    def found(self, bgr: U8) -> Detections:
        """The same with the best scale; a picture with uncertain places is detected in four rotations."""
        return self.settled(bgr, None)

    def settled(self, bgr: U8, first: Detections | None) -> Detections:
        """The same, given the result ``first`` of `found_at_once`, if it was computed already."""
        found = first or self.found_at_once(bgr)
        if self._sure(found).all():
            return found
        return self.found_at(bgr, found.scale, found.side_px, found)

    def found_at_once(self, bgr: U8) -> Detections:
        """The same without the four rotations, in a quarter of the time."""
        longest = max(bgr.shape[:2])
        first = self._surer(bgr, self._tuning.long_side_px / longest)
        again = self._second_scale(first, longest)
        if again is None:
            return first
        second = self.found_at(bgr, again, self._known_side(first))
        return self._over(second, first) if self._is_sure(first) or self._is_surer(second, first) else first

    def found_like(self, bgr: U8, last: Detections) -> Detections | None:
        """Detect at the scale of ``last``, a similar picture; None where another scale may be better."""
        found = self.found_at(bgr, last.scale, last.side_px)
        serves = self._is_sure(found) and self._second_scale(found, max(bgr.shape[:2])) is None
        return found if serves else None

    def whole(self, detections: Detections) -> F32:
        """(n, 4, 2): the places, those that show only the middle of a tile enlarged."""
        return enlarged(detections.quads, detections.scores, self._tuning.sure_score)

    def _surer(self, bgr: U8, scale: float) -> Detections:
        """The better of the results at ``scale`` and at neighbouring scales.

        The smaller scale wins with nearly as many certain tiles or a clearer best one; the larger one where the others
        show no certain and large enough tiles and it shows more.
        """
        found = self.found_at(bgr, scale)
        if np.count_nonzero(self._sure(found)) < self._tuning.few:
            far = self.found_at(bgr, scale * self._tuning.afar)
            is_as_sure = self._sum_of_sure(far) > self._tuning.nearly * self._sum_of_sure(found)
            found = far if is_as_sure or self._is_clearer(far, found) else found
        again = self._second_scale(found, max(bgr.shape[:2]))
        if self._is_sure(found) and (again is None or again < found.scale):
            return found
        near = self.found_at(bgr, scale * self._tuning.near)
        is_clearer = scale < self._tuning.whole and self._is_clearer(near, found)
        return self._over(near, found) if is_clearer or self._is_surer(near, found) else found

    def found_at(
        self, bgr: U8, scale: float, side_px: float | None = None, doubted: Detections | None = None
    ) -> Detections:
        """Detect at ``scale``, for tiles with a short side of about ``side_px``, where known.

        In four rotations, if what was ``doubted`` there is given.
        """
        if doubted:
            picture, answer = doubted.picture, in_four_turns(self._session, doubted.picture, doubted.answer)
        else:
            picture, *_ = fitted(bgr, scale)
            answer = as_it_is(self._session, picture)
        seen, scores = decode(answer, self._tuning)
        scales = picture.shape[1] / bgr.shape[1], picture.shape[0] / bgr.shape[0]
        quads = np.asarray(seen / np.array(scales), np.float32)
        if side_px is not None:
            times = short_sides(quads) / side_px
            alike = (times < self._tuning.odd_size) & (times > 1 / self._tuning.odd_size)
            quads, scores = quads[alike], scores[alike]
        return Detections(quads, scores, scale, side_px, picture, answer)

    def _over(self, detections: Detections, coarser: Detections) -> Detections:
        """``detections``, with the certain places of the ``coarser`` look that are far larger than its own."""
        sides = short_sides(detections.quads[self._sure(detections)])
        if detections.scale <= coarser.scale or not len(sides):
            return detections
        large = self._sure(coarser) & (short_sides(coarser.quads) > self._tuning.odd_size * median(sides))
        quads, scores = coarser.passed_over
        return replace(
            detections,
            passed_over=(
                np.concatenate([quads, coarser.quads[large]]),
                np.concatenate([scores, coarser.scores[large]]),
            ),
        )

    def _known_side(self, detections: Detections) -> float | None:
        """The short side of the certain tiles, in pixels of the picture; None where they are few."""
        sure = detections.quads[self._sure(detections)]
        return median(short_sides(sure)) if len(sure) >= self._tuning.few_sure else None

    def _second_scale(self, detections: Detections, longest: int) -> float | None:
        """The scale for a second pass, or None when the first found certain tiles of a good size, or nothing."""
        if not len(detections.quads):
            return None
        is_sure = self._is_sure(detections)
        voting = detections.quads[self._sure(detections)] if is_sure else detections.quads
        side = detections.scale * median(short_sides(voting))
        low, high = self._tuning.comfortable_px
        if is_sure and low <= side <= high:
            return None
        largest = self._tuning.enlarged[not is_sure]
        wanted = min(detections.scale * self._tuning.wanted_px / side, largest, self._tuning.most_px / longest)
        return wanted if abs(np.log(wanted / detections.scale)) > 0.2 else None

    def _sure(self, detections: Detections) -> NDArray[np.bool_]:
        """(n,) bool: which places are certain tiles."""
        return np.asarray(detections.scores >= self._tuning.sure_score)

    def _is_sure(self, detections: Detections) -> bool:
        """Whether at least a quarter of the places are certain."""
        return bool(4 * self._sure(detections).sum() >= max(len(detections.scores), 1))

    def _sum_of_sure(self, detections: Detections) -> float:
        return float(detections.scores[self._sure(detections)].sum())

    def _is_surer(self, detections: Detections, other: Detections) -> bool:
        """Whether more places are certain, by more than one: a single one may be a knot in the wood."""
        more = self._sum_of_sure(detections) > self._sum_of_sure(other)
        return more and int(self._sure(detections).sum()) > 1

    def _is_clearer(self, detections: Detections, other: Detections) -> bool:
        """Whether the best score exceeds all of another, uncertain result, such as a hundred places of a weave."""
        return not self._is_sure(other) and bool(detections.scores.max(initial=0) > other.scores.max(initial=0))


class SteadyDetector:
    """A detector for one camera: tries the scale of the last picture first."""

    def __init__(self, detector: TileDetector) -> None:
        self._detector = detector
        self._last: Detections | None = None

    def __call__(self, bgr: U8) -> tuple[DetectedTile, ...]:
        """Detect places in pixels of ``bgr``, uint8 of shape (height, width, 3)."""
        found = self._detector.found_like(bgr, self._last) if self._last else None
        self._last = found or self._detector.found_at_once(bgr)
        return replace(self._last, quads=self._detector.whole(self._last)).places


def fitted(bgr: U8, scale: float) -> tuple[U8, float, float]:
    """The picture resized to about ``scale`` with sides multiples of 32, and the exact scales in x and y."""
    height, width = bgr.shape[:2]
    new_w, new_h = (max(32, round(side * scale / 32) * 32) for side in (width, height))
    if (new_w, new_h) == (width, height):
        picture = bgr
    elif scale < _ALIASES:
        picture = shrunk(bgr, new_w, new_h)
    else:
        picture = np.asarray(cv2.resize(bgr, (new_w, new_h), interpolation=cv2.INTER_LINEAR), np.uint8)
    return picture, new_w / width, new_h / height


def decode(output: F32, tuning: DetectTuning) -> tuple[F32, F32]:
    """Quads (n, 4, 2) in pixels of the network's input and scores (n,), best first, from its output (h, w, 11)."""
    logits = np.ascontiguousarray(output[..., 0])
    least = float(np.log(tuning.least_score / (1 - tuning.least_score)))
    is_peak = (logits >= cv2.dilate(logits, np.ones((3, 3), np.uint8))) & (logits > least)
    # By one index, which takes a seventh of the time of finding two.
    rows, columns = np.unravel_index(np.flatnonzero(is_peak), is_peak.shape)
    cells = output[rows, columns]
    order = np.argsort(-cells[:, 0])[: 4 * tuning.most_places]
    cells, rows, columns = cells[order], rows[order], columns[order]
    center = np.stack([columns + 0.5 + cells[:, 1], rows + 0.5 + cells[:, 2]], axis=1)
    up, right = _axes(cells)
    shorter = 2 * np.exp(cells[:, 3:5].min(axis=1))
    kept = distinct_points(center, np.asarray(shorter * tuning.overlap, np.float32))[: tuning.most_places]
    center, up = center[kept], up[kept]
    right = _side_by_side(center, up, right[kept])
    quads = np.stack([center - right + up, center + right + up, center + right - up, center - right - up], axis=1)
    scores = (1 / (1 + np.exp(-cells[kept, 0]))).astype(np.float32)
    return halved((quads * STRIDE).astype(np.float32), scores, tuning.sure_score)


def _side_by_side(center: F32, up: F32, right: F32) -> F32:
    """Half axes (n, 2) towards the right, shortened where the next tile of a row begins: tiles do not overlap."""
    if not len(center):
        return right
    (right_x, right_y), (up_x, up_y) = right.T[..., None], up.T[..., None]
    x, y = (coordinate - coordinate[:, None] for coordinate in center.T)
    area = right_x * up_y - right_y * up_x
    along, across = np.abs((x * up_y - y * up_x) / area), np.abs((y * right_x - x * right_y) / area)
    steps = np.where((across < _IN_LINE) & (along > _OVER), along, 2).min(axis=1)
    return np.asarray(right * (np.minimum(steps, 2) / 2)[:, None], np.float32)


def _axes(cells: F32) -> tuple[F32, F32]:
    """Half axes (n, 2) towards the tile's top and right, in cells; the up direction determines their signs."""
    angle_up = np.arctan2(cells[:, 6], cells[:, 5]) / 2
    angle_right = np.arctan2(cells[:, 8], cells[:, 7]) / 2
    up = np.stack([np.cos(angle_up), np.sin(angle_up)], axis=1)
    up *= np.where((up * cells[:, 9:11]).sum(axis=1) < 0, -1, 1)[:, None]
    right = np.stack([np.cos(angle_right), np.sin(angle_right)], axis=1)
    mirrored = right[:, 0] * up[:, 1] - right[:, 1] * up[:, 0] > 0
    right *= np.where(mirrored, -1, 1)[:, None]
    upright = np.stack([right[:, 1], -right[:, 0]], axis=1)
    slant = np.arctan2((up * right).sum(axis=1), (up * upright).sum(axis=1))
    slant = np.clip(slant, -_MOST_SLANT, _MOST_SLANT)[:, None]
    up = np.cos(slant) * upright + np.sin(slant) * right
    return up * np.exp(cells[:, 3:4]), right * np.exp(cells[:, 4:5])
