"""Measure a camera over a watched table from time to time, while no hand is over it, and judge it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.belief import BACK
from vision.change_detection.small_pictures import small_grey
from vision.geometry import F32
from vision.reading import DetectedTile, Frame
from vision.tracking.stabilisation import stabilised
from vision.tracking.tracked_table import TrackedTable, Visibility, places_of
from vision.watching.camera_fitness import Fitness, Verdict, judge_fitness
from vision.watching.camera_measurements import SMALL_PX, CameraMeasurements, measure_camera, swayed_px
from vision.watching.frame_results import FrameResult, FrameState
from vision.watching.upright_rotation import turn_wanted

U8 = NDArray[np.uint8]
SeemsMirrored = Callable[[U8, Sequence[DetectedTile]], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class GaugeTuning:
    """Parameters of when a camera is measured."""

    samples: int = 5
    spacing_s: float = 0.18
    """Seconds between two samples, of which so many make a measurement."""
    pause_s: float = 15.0
    """Seconds until the next one where all is well."""
    busy_pause_s: float = 3.0
    """The same where something is not: people are putting it right."""
    longest_gap_s: float = 2.5
    """Seconds without a picture after which what was sampled is of another moment."""


class FitGauge:
    """Follows one camera; most frames cost nothing, a measurement some 15 milliseconds and one reading of its tiles."""

    def __init__(self, seems_mirrored: SeemsMirrored = lambda *_: False, tuning: GaugeTuning | None = None) -> None:
        """``seems_mirrored``: whether the tiles at some places of a picture are seen as in a mirror."""
        self._seems_mirrored, self._tuning = seems_mirrored, tuning or GaugeTuning()
        self._small: list[F32] = []
        self._frames: list[U8] = []
        self._wanted_s, self._came_s = -np.inf, -np.inf
        self._began_s, self._arrived = 0.0, 0
        self._measures = CameraMeasurements()
        self.fitness: Fitness | None = None
        """What was found last; None before."""

    def __call__(self, watched: FrameResult, table: TrackedTable) -> Fitness | None:
        """The fitness measured with this frame of ``table``; None for nearly all of them."""
        frame, came_s = watched.frame, self._came_s
        if frame is None or frame.is_repeat or watched.state is FrameState.UNSEEN:
            return None
        self._came_s = frame.captured_at_s
        if frame.captured_at_s - came_s > self._tuning.longest_gap_s or watched.state is FrameState.HAND:
            self._forget(frame.captured_at_s)
        self._arrived += 1
        if watched.state is FrameState.HAND or frame.captured_at_s < self._wanted_s:
            return None
        self._samples(frame, watched)
        return self._find(frame, table) if len(self._small) >= self._tuning.samples else None

    def _forget(self, now_s: float) -> None:
        self._small, self._frames = [], []
        self._began_s, self._arrived = now_s, 0

    def _samples(self, frame: Frame, watched: FrameResult) -> None:
        """Keep a frame; of one with motion only what sway needs."""
        if not self._small:
            self._began_s, self._arrived = frame.captured_at_s, 0
        self._small.append(small_grey(frame.bgr, SMALL_PX).astype(np.float32))
        if watched.state is FrameState.STILL:
            self._frames = [*self._frames[-1:], stabilised(frame.bgr, watched.picture_from_table)]
        self._wanted_s = frame.captured_at_s + self._tuning.spacing_s

    def _find(self, frame: Frame, table: TrackedTable) -> Fitness:
        height, width = frame.bgr.shape[:2]
        spent_s = frame.captured_at_s - self._began_s
        if len({picture.shape for picture in self._frames}) == 1 and not table.is_lost:
            tracks = [track for track in table.tracks if track.standing is Visibility.SEEN]
            has_print = np.array([track.face != BACK for track in tracks], bool)
            self._measures = measure_camera(self._frames, places_of(tracks), has_print)
            printed = [track.place for track in tracks if track.face != BACK]
            self._measures = replace(
                self._measures,
                turn_deg=turn_wanted(tracks, (width, height)),
                is_mirrored=self._seems_mirrored(self._frames[-1], printed),
            )
        self._measures = replace(
            self._measures,
            size_px=(width, height),
            sway_px=swayed_px(self._small, SMALL_PX / max(width, height)),
            rate=self._arrived / spent_s if spent_s > 0 else None,
        )
        self.fitness = judge_fitness(self._measures)
        is_well = self.fitness.verdict is Verdict.GOOD
        self._forget(frame.captured_at_s)
        self._wanted_s += self._tuning.pause_s if is_well else self._tuning.busy_pause_s
        return self.fitness
