"""Track tiles between pictures of the table at rest: matched by place and by face, read again only where they changed.

A tile whose place is seen bare twice is gone. An occluded one, under a hand, an object, another tile or the rest of its
pile, is remembered as hidden and keeps its face. After camera motion all places are moved along.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.change_detection.bare_table import BareTable
from vision.change_detection.lazy_frame import Detect, LazyFrame, TileJudge
from vision.change_detection.signatures import U8, distances, signatures
from vision.geometry import F32, F64
from vision.reading import DetectedTile, Frame
from vision.tracking.tile_matching import are_turned, carried, how_moved, how_moved_by_face, turn_deg
from vision.tracking.tracked_table import Track, TrackedTable, TrackTuning, Visibility, places_of, rows_of
from vision.tracking.tracking_step import TrackingStep

FEWEST_TO_LOSE = 5
"""Tiles in view without which a table cannot be told from another one."""
LOST_LOOKS = 15
"""The number of looks without a known tile after which all tiles are new."""
_MOST_TURNED_DEG = 60.0
"""The largest rotation by a bump, except a half turn; larger ones mean that a rack was sorted."""


class Tracker:
    """Tracks the tiles of one table over pictures of it at rest."""

    def __init__(self, detect: Detect, judge: TileJudge, tuning: TrackTuning | None = None) -> None:
        self._detect, self._judge, self._tuning = detect, judge, tuning or TrackTuning()
        self.table = TrackedTable()
        self.places_read = 0
        """How many places were read at the last look."""
        self._bare: BareTable | None = None
        self._bare_from_now: F64 = np.eye(3)
        self._lost = 0

    def __call__(self, frame: Frame) -> TrackedTable:
        """Update the table with a picture of it at rest."""
        lazy_frame = LazyFrame(frame.bgr, self._detect(frame.bgr), self._judge)
        now_from_then = self._how_moved(lazy_frame)
        if now_from_then is None:
            self._lost += 1
            if self._lost < LOST_LOOKS:
                self.table = replace(self.table, is_lost=True, now_from_then=np.eye(3))
                return self.table
            self._forget()
            now_from_then = np.eye(3)
        self._lost = 0
        self.table = self._followed(lazy_frame, now_from_then)
        self.places_read = lazy_frame.tiles_read
        return self.table

    def is_unchanged(self, bgr: U8) -> bool:
        """Whether every visible tile looks the same in the same place; new tiles are not searched for."""
        seen = [track for track in self.table.tracks if track.standing is Visibility.SEEN]
        if any(_is_under_object(track) or track.standing is Visibility.MISSING for track in self.table.tracks):
            return False
        if not seen:
            return True
        apart = distances(signatures(bgr, places_of(seen)), np.stack([track.signature for track in seen]))
        return bool((apart < self._tuning.unchanged).all())

    def _forget(self) -> None:
        self.table = TrackedTable(next_number=self.table.next_number)
        self._bare = None

    def _followed(self, lazy_frame: LazyFrame, now_from_then: F64) -> TrackedTable:
        self._bare_from_now = self._bare_from_now @ np.linalg.inv(now_from_then)
        tracks = _carried(self.table.tracks, now_from_then)
        known = replace(self.table, tracks=tracks, now_from_then=now_from_then)
        changes = self._changes(lazy_frame, now_from_then)
        table = TrackingStep(known, lazy_frame, self._tuning, changes).step(
            lambda quads: self._are_bare(lazy_frame, quads)
        )
        if self._bare is None or not any(_is_under_object(track) for track in table.tracks):
            places = places_of(table.tracks)
            self._bare = BareTable.of(lazy_frame.small, places, self._bare, self._bare_from_now)
            self._bare_from_now = np.eye(3)
        return replace(table, rows=rows_of(table))

    def _changes(self, lazy_frame: LazyFrame, now_from_then: F64) -> F64:
        """The colour distance of every detected place from the bare table; infinite where a tile lay; NaN where
        unknown."""
        if self._bare is None or not np.array_equal(now_from_then, np.eye(3)):
            return np.full(len(lazy_frame), np.nan)
        return self._bare.changes(lazy_frame.small, lazy_frame.quads, self._bare_from_now)

    def _are_bare(self, lazy_frame: LazyFrame, quads: F32) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        if self._bare is None:
            return np.zeros(len(quads), np.bool_)
        return self._bare.are_bare(lazy_frame.small, quads, self._bare_from_now)

    def _how_moved(self, lazy_frame: LazyFrame) -> F64 | None:
        """The motion of the picture since the last one; None where it shows something else."""
        known = [track for track in self.table.tracks if track.standing is Visibility.SEEN]
        moved = how_moved(places_of(known), lazy_frame.quads) if known else np.eye(3)
        if moved is not None and self._look_alike(lazy_frame, known, moved):
            return moved
        by_face = self._how_moved_by_face(lazy_frame, known)
        if by_face is not None or moved is not None or len(known) < FEWEST_TO_LOSE:
            return next((transform for transform in (by_face, moved) if transform is not None), np.eye(3))
        bare = self._are_bare(lazy_frame, places_of(known))
        return np.eye(3) if 2 * int(bare.sum()) >= len(known) else None

    def _look_alike(self, lazy_frame: LazyFrame, tracks: list[Track], moved: F64) -> bool:
        """Whether most tiles look the same under this motion; a row may have moved by exactly one tile."""
        if not tracks:
            return True
        now = signatures(lazy_frame.bgr, carried(moved, places_of(tracks)))
        apart = distances(now, np.stack([track.signature for track in tracks]))
        return 2 * int((apart < self._tuning.unchanged).sum()) >= len(tracks)

    def _how_moved_by_face(self, lazy_frame: LazyFrame, tracks: list[Track]) -> F64 | None:
        lazy_frame.read(range(len(lazy_frame)))
        seen = [
            (tile.place.corners_px, tile.belief) for place in range(len(lazy_frame)) if (tile := lazy_frame.tile(place))
        ]
        lay = [(track.place.corners_px, track.opinion.belief) for track in tracks]
        moved = how_moved_by_face(lay, seen)
        if moved is None or abs(turn_deg(moved)) < _MOST_TURNED_DEG or are_turned(moved, lay, seen):
            return moved
        return np.eye(3)


def _carried(tracks: tuple[Track, ...], now_from_then: F64) -> tuple[Track, ...]:
    """The tiles after camera motion."""
    if np.array_equal(now_from_then, np.eye(3)):
        return tracks
    quads = carried(now_from_then, places_of(tracks))
    return tuple(
        replace(track, place=DetectedTile(quad, track.place.score)) for track, quad in zip(tracks, quads, strict=True)
    )


def _is_under_object(track: Track) -> bool:
    return track.standing is Visibility.HIDDEN and track.under is None
