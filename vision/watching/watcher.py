"""The watcher: frames of a camera in, table states and settled readings out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from vision.belief import BACK
from vision.change_detection.lazy_frame import Detect, TileJudge
from vision.change_detection.signatures import U8
from vision.change_detection.small_pictures import ContrastTuning, contrast_of
from vision.geometry import F64
from vision.layout.overexposure import overexposed_areas
from vision.reading import DetectedTile, Frame
from vision.table_plan.plan_tracking import Planner, SeenPlan
from vision.table_plan.zones import TableZone, ZonedReading, Zones, most_common, zoned
from vision.tracking.occluded_tiles import CameraLook
from vision.tracking.quiet_parts import QuietParts, See
from vision.tracking.settled_report import SettledReading, Settler, settled_of
from vision.tracking.stabilisation import stabilised
from vision.tracking.table_at_rest import Stillness, StillnessGate
from vision.tracking.table_surface import SurfaceFix, followed_surface, rough_surface
from vision.tracking.tracked_table import TrackedTable, places_of
from vision.tracking.tracker import Tracker
from vision.watching.camera_rotation_tracking import TurnedPicture
from vision.watching.frame_results import FrameResult, FrameState, SeenTable
from vision.watching.reported_places import ReportedPlaces
from vision.watching.second_camera_interface import SecondCameraInterface
from vision.watching.stage_clock import StageClock

_IDENTITY = np.eye(3)
_NEAR = np.ones((3, 3), np.uint8)
_ALL_SEEN = np.zeros((1, 1), np.uint8)
_TAKEN = 0.2
"""The decrease of the filled area that counts as a muerto taken, which is news though every tile is unchanged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchTuning:
    """Parameters of when a table is read."""

    again_s: float = 4.0
    """Seconds after which a table at rest is read again without motion."""
    again_times: int = 3
    """The number of such readings before each pause doubles, up to ``rarest_s``."""
    rarest_s: float = 60.0
    same_px: int = 384
    """Long side of the reduced picture used to tell whether a hand left anything behind."""
    same_spots: int = 3
    """The number of changed reduced pixels that says so."""
    same_contrast: float = 0.09
    """The contrast difference of a changed pixel."""
    waits_s: float = 2.0
    """Seconds at rest to wait for a second camera that still sees motion."""


class TableWatcher:
    """Watches one table, frame by frame. An uneventful frame costs about a millisecond."""

    def __init__(self, detect: Detect, judge: TileJudge, zones: Zones | None = None, gate: StillnessGate | None = None):
        """``zones`` are drawn on the table; without them they are found, or the picture is divided."""
        self.tracker = Tracker(detect, judge)
        self.zones = zones
        self.fix: SurfaceFix | None = None
        self._gate, self._settler, self._tuning = gate or StillnessGate(), Settler(), WatchTuning()
        self._quiet = QuietParts(self._gate.changed)
        self._wants_look, self._looked_s = True, -np.inf
        self._looks_at_rest = 0
        """How often the table was looked at since something moved."""
        self._is_shifted, self._has_moved, self._moved_s = False, False, -np.inf
        self._known: F64 | None = None
        self._planner, self._turned, self._reported = Planner(), TurnedPicture(), ReportedPlaces()
        self.seems_mirrored: Callable[[U8, Sequence[DetectedTile]], bool] = lambda *_: False
        """Whether the tiles at some places of a picture are seen as in a mirror."""
        self._muertos: float | None = None
        """The part of their place that the muertos filled at the last look."""
        self._zone_of: dict[tuple[int, int], TableZone] = {}
        """By number of a tile, and how often it was moved."""
        self.beside: SecondCameraInterface | None = None
        """A second camera over the same table."""
        self._known_table = self.tracker.table
        """The table as it was told: with what a second camera adds."""
        self._now_from_origin: F64 = _IDENTITY
        self._size_px = (0, 0)

    @property
    def table(self) -> TrackedTable:
        """The tracked table at this moment."""
        return self.tracker.table

    @property
    def look(self) -> CameraLook:
        """The table as known to this camera alone."""
        return CameraLook(
            table=self.table,
            now_from_origin=self._now_from_origin,
            fix=self.fix,
            size_px=self._size_px,
            is_fresh=bool(np.isfinite(self._looked_s)),
        )

    def draw(self, zones: Zones | None) -> None:
        """Set drawn zones; None detects them again. The table is then reported again."""
        self.zones = zones
        self._planner.forget()
        self._zone_of = {}
        self._settler.forget()
        self._wants_look = True

    def __call__(self, frame: Frame) -> FrameResult:
        """Process a frame, which is later than every frame before."""
        clock = StageClock()
        if self.beside is not None:
            self.beside.catch_up(frame.captured_at_s)
            clock.lap("second")
        stillness = self._gate(frame)
        clock.lap("stillness")
        if stillness is not Stillness.STILL:
            self._looked_s, self._looks_at_rest = -np.inf, 0
            self._has_moved, self._moved_s = True, frame.captured_at_s
            return self._between_rests(frame, FrameState(stillness), clock)
        has_moved, self._has_moved, seen, is_burnt_out, unseen = self._has_moved, False, None, None, None
        self._quiet.rest(self._see(frame), self._gate.view, frame.captured_at_s)
        if self._is_due(frame, clock):
            steady = replace(frame, bgr=self._steady(frame))
            seen, unseen = self._look(steady), _ALL_SEEN
            is_burnt_out = bool(overexposed_areas(steady.bgr, places_of(self.table.tracks).astype(np.float64)))
            clock.lap("look")
        elif self.look.is_fresh and self.beside is not None and self.beside.has_news:
            seen = self._settle(replace(frame, bgr=self._steady(frame)))
            clock.lap("fuse")
        watched = self._watched(frame, FrameState.UNSEEN if self.table.is_lost else FrameState.STILL, clock)
        anew, again = (None, seen) if self._is_shifted else (seen, None)
        watched = replace(watched, seen=anew, shifted=again, is_burnt_out=is_burnt_out, unseen=unseen)
        return replace(self._with_hands(watched), changed=self._gate.changed_since) if has_moved else watched

    def _between_rests(self, frame: Frame, state: FrameState, clock: StageClock) -> FrameResult:
        """A frame in which something moves: what lies still elsewhere is looked at where it is new."""
        quiet = None
        if self.beside is None and not self.table.is_lost:
            quiet = self._quiet(self._see(frame), self._gate.view, frame.captured_at_s, in_doubt=self._wants_look)
        if quiet is None:
            return self._watched(frame, state, clock)
        seen = self._look(replace(frame, bgr=quiet))
        clock.lap("look")
        watched = replace(self._watched(frame, state, clock), unseen=self._quiet.unseen)
        if seen is None and not self._wants_look:
            self._gate.crossings.note_unchanged(self._quiet.unseen)
        if seen is None or self._is_shifted:
            return watched
        watched = replace(self._with_hands(watched), seen=seen)
        self._gate.crossings.forget_earlier(self._quiet.unseen)
        return watched

    def _with_hands(self, watched: FrameResult) -> FrameResult:
        """With the hands of the last motion."""
        crossings, turned = self._gate.crossings, self._turned
        return replace(
            watched,
            reached_from=turned.side(crossings.side),
            reached=crossings.box,
            hands=turned.hands(crossings.hands),
            unchanged_until=crossings.unchanged_until,
            settled_from=crossings.settled_from,
        )

    def _watched(self, frame: Frame, state: FrameState, clock: StageClock) -> FrameResult:
        return FrameResult(
            index=frame.index,
            at_s=frame.captured_at_s,
            state=state,
            frame=frame,
            picture_from_table=self._gate.picture_from_table,
            elapsed_ms=clock.elapsed_ms(),
        )

    def _steady(self, frame: Frame) -> U8:
        """A picture with its sway removed."""
        return self._see(frame)()

    def _see(self, frame: Frame) -> See:
        """The same, made when it is asked for, also after later frames."""
        return partial(stabilised, frame.bgr, self._gate.picture_from_table)

    def _is_due(self, frame: Frame, clock: StageClock) -> bool:
        """Whether ``frame`` has to be read."""
        is_early = frame.captured_at_s < self._moved_s + self._tuning.waits_s
        if is_early and self.beside is not None and self.beside.is_busy:
            return False
        if self._wants_look or frame.bgr.shape[:2] != self._size_px[::-1]:
            return True
        if np.isfinite(self._looked_s):
            return not frame.is_repeat and frame.captured_at_s >= self._looked_s + self._pause_s
        is_same = self._is_same(self._steady(frame))
        clock.lap("same")
        if is_same:
            self._looked_s = frame.captured_at_s
        return not is_same

    @property
    def _pause_s(self) -> float:
        """Seconds until a table at rest is read again."""
        doublings = max(0, self._looks_at_rest - self._tuning.again_times)
        return min(self._tuning.again_s * 2.0**doublings, self._tuning.rarest_s)

    def _is_same(self, bgr: U8) -> bool:
        """Whether a picture looks as it did at the last reading, despite motion since."""
        now = self._contrast(bgr)
        if self._known is None or self._known.shape != now.shape or not self.tracker.is_unchanged(bgr):
            return False
        known = self._known
        if self._gate.picture_from_table is not None:  # it was laid back, to a small pixel
            known = np.clip(now, cv2.erode(known, _NEAR), cv2.dilate(known, _NEAR))
        return int((np.abs(now - known) > self._tuning.same_contrast).sum()) < self._tuning.same_spots

    def _contrast(self, bgr: U8) -> F64:
        return np.asarray(contrast_of(bgr, ContrastTuning(width_px=self._tuning.same_px)), np.float64)

    def _look(self, frame: Frame) -> SeenTable | None:
        """Read the picture, and return the table where it differs from the last report."""
        table = self.tracker(frame)
        self._size_px = (frame.bgr.shape[1], frame.bgr.shape[0])
        is_moved = not np.isfinite(self._looked_s)
        self._looks_at_rest += 1
        self._looked_s, self._known = frame.captured_at_s, self._contrast(frame.bgr)
        self._turned.moved(table.now_from_then, is_bare=not table.tracks)
        self._planner.apply_motion(table.now_from_then)
        self._now_from_origin = table.now_from_then @ self._now_from_origin
        if not table.is_lost:
            self.fix = followed_surface(self.fix, table, self._size_px)
        return self._settle(frame, is_moved=is_moved)

    def _settle(self, frame: Frame, *, is_moved: bool = False) -> SeenTable | None:
        """The table after a reading, where it differs from the last report."""
        table, (width, height) = self.table, self._size_px
        if self.beside is not None:
            table = self.beside.fused(self.look, frame.bgr)
        self._known_table, self._wants_look = table, not self._settler.is_well_seen(table)
        settled = self._settler(table)
        is_elsewhere, has_muertos = self._reported.are_elsewhere(table), self._muertos is not None
        is_trusted = not self._wants_look and is_moved and has_muertos
        if settled is None and not is_elsewhere and not is_trusted:
            return None
        is_news, settled = settled is not None, settled or settled_of(table)
        fix = self.fix or rough_surface(places_of(table.tracks), (width / 2, height / 2))
        plan = self._planner(settled, fix, frame.bgr, self.zones)
        if is_news or is_trusted:
            before, self._muertos = self._muertos, plan.muertos
            is_news = is_news or abs((plan.muertos or 0.0) - (before or 0.0)) >= _TAKEN
        self._is_shifted = not is_news
        if not is_news and not is_elsewhere:
            return None
        self._reported.keep(table)
        zones = self._zoned(settled, fix, plan)
        return SeenTable(settled=settled, zones=zones, fix=fix, size_px=(width, height), plan=plan)

    def _zoned(self, settled: SettledReading, fix: SurfaceFix, plan: SeenPlan) -> ZonedReading:
        """Assign zones; an untouched tile keeps its zone, however well the surface is known.

        But for a single one that lies face up where the plan is new: it may be what showed where the pozo is.
        """
        found = zoned(settled.reading, fix, plan.zones)
        tracks = self._known_table.by_number
        keys = [(number, tracks[number].moves) for number in settled.numbers]
        tiles, in_rows = settled.reading.tiles, {at for row in settled.reading.rows for at in row.tiles}
        is_told = [plan.is_new and at not in in_rows and tile.belief.best != BACK for at, tile in enumerate(tiles)]
        kept = tuple(zone if is_now else self._zone_of.get(key, zone)
                     for key, zone, is_now in zip(keys, found.tiles, is_told, strict=True))  # fmt: skip
        self._zone_of = {key: zone for key, zone in zip(keys, kept, strict=True) if zone is not None}
        return ZonedReading(
            kept, tuple(most_common(tuple(kept[at] for at in row.tiles)) for row in settled.reading.rows)
        )
