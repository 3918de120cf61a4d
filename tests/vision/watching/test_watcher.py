"""A table is watched frame by frame: told when it settles, and looked at only when something may have changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.scenes import U8, handed, lit
from tests.vision.seats import SIZE, Seat, line
from vision.cameras import CameraHealth, CameraState, CameraTrouble, PictureRotation
from vision.reading import Frame
from vision.table_plan.plan_tracking import PlanOrigin, SeenPlan
from vision.table_plan.zones import TableZone, Zones, default_zones, parse_zones
from vision.tracking.hand_entry_side import PictureSide
from vision.tracking.settled_report import SettledReading
from vision.tracking.table_surface import SurfaceFix
from vision.watching.frame_results import FrameResult, FrameState
from vision.watching.frames import watch_frames
from vision.watching.watcher import TableWatcher

ROW = line("4r 5r 6r 7r 8r", y=380)
LOW = line("9k 9b 9y", x=300, y=80)


class Evening:
    """A watcher over a seat, ten frames a second."""

    def __init__(self, spots: Mapping[str, tuple[float, float]] | None = None, **parts: object) -> None:
        self.seat = Seat(dict(spots or {}))
        self.looks = 0
        self.watcher = TableWatcher(self._detect, self.seat.judge, **parts)  # type: ignore[arg-type]

    def _detect(self, bgr: U8) -> Sequence[object]:
        self.looks += 1
        return self.seat.detect(bgr)

    def sees(self, frames: int = 5, over: Callable[[U8], U8] = lambda bgr: bgr) -> list[FrameResult]:
        self.seat.over = over
        self.looks = 0
        return [self.watcher(self.seat.frame()) for _ in range(frames)]

    def hand(self, **spots: tuple[float, float]) -> list[FrameResult]:
        """A hand comes, lays what is given, and leaves."""
        came = [
            watched for reach in (0.2, 0.5) for watched in self.sees(1, lambda bgr, reach=reach: handed(bgr, reach))
        ]
        self.seat.spots.update(spots)
        return came + self.sees(1, lambda bgr: handed(bgr, 0.3))


def tables(seen: Sequence[FrameResult]) -> list[str]:
    """What was told, in notation."""
    readings = [watched.seen.settled.reading for watched in seen if watched.seen]
    return [" | ".join(" ".join(reading.tiles[at].belief.best for at in row.tiles) for row in reading.rows)
            for reading in readings]  # fmt: skip


def sights(seen: Sequence[FrameResult]) -> list[FrameState]:
    return [watched.state for watched in seen]


def test_where_a_hand_came_from_is_told_once_with_the_first_frame_at_rest() -> None:
    evening = Evening(ROW)
    evening.sees(4)
    seen = evening.hand() + evening.sees(5)
    assert [watched.reached_from for watched in seen if watched.state is FrameState.STILL] == [PictureSide.NEAR] + [
        None
    ] * 3
    hands = [[hand.side for hand in watched.hands] for watched in seen if watched.state is FrameState.STILL]
    assert hands == [[PictureSide.NEAR], [], [], []]


def test_a_table_is_told_when_it_settles_and_then_left_alone() -> None:
    evening = Evening(ROW)
    seen = evening.sees(8)
    assert sights(seen) == [FrameState.MOVING] + [FrameState.STILL] * 7
    assert tables(seen) == ["4r 5r 6r 7r 8r"]
    assert [bool(watched.seen) for watched in seen].index(True) == 1
    assert evening.looks <= 2
    assert tables(evening.sees(30)) == []
    assert evening.looks == 0


def test_what_a_hand_lays_is_told_once_it_has_left() -> None:
    evening = Evening(ROW)
    evening.sees()
    assert tables(evening.hand(**LOW)) == []
    seen = evening.sees(5)
    assert tables(seen) == ["9k 9b 9y | 4r 5r 6r 7r 8r"]
    assert [bool(watched.seen) for watched in seen].index(True) <= 2
    assert evening.looks <= 3


def test_a_hand_that_changes_nothing_costs_no_look() -> None:
    evening = Evening(ROW)
    evening.sees()
    assert FrameState.MOVING in sights(evening.hand())
    assert tables(evening.sees(5)) == []
    assert evening.looks == 0


def test_a_hand_that_rests_is_waited_for() -> None:
    evening = Evening(ROW)
    evening.sees()
    resting = evening.sees(20, lambda bgr: handed(bgr, 0.6, 0.3))
    assert sights(resting)[1:] == [FrameState.HAND] * 19
    assert evening.looks == 0
    assert tables(evening.sees(6)) == []


def test_a_table_at_rest_is_looked_at_once_in_a_while() -> None:
    evening = Evening(ROW)
    evening.sees()
    evening.sees(90)
    assert evening.looks == 2


def test_a_lamp_is_no_news() -> None:
    evening = Evening(ROW)
    evening.sees()
    assert tables(evening.sees(10, lambda bgr: lit(bgr, 0.7))) == []


def test_a_reflection_beside_the_tiles_is_told_with_each_look_until_it_is_gone() -> None:
    def mirrored(bgr: U8) -> U8:
        """A lamp that the table mirrors above the row."""
        return np.asarray(cv2.rectangle(bgr.copy(), (200, 290), (300, 345), (255, 255, 255), -1), np.uint8)

    evening = Evening(ROW)
    for over, is_burnt_out in ((np.copy, False), (mirrored, True), (np.copy, False)):
        assert {watched.is_burnt_out for watched in evening.sees(60, over)} == {None, is_burnt_out}


class SwayingEvening(Evening):
    """The camera swings by two pixels; the recognizer is shown pictures that were laid back."""

    def sees(self, frames: int = 5, over: Callable[[U8], U8] = lambda bgr: bgr) -> list[FrameResult]:
        seen = []
        for _ in range(frames):
            at_s = 0.1 * self.seat.frames
            self.seat.camera = np.eye(3)
            self.seat.camera[:2, 2] = 2 * np.sin(5 * at_s), 1.5 * np.sin(6.3 * at_s + 1)
            seen += super().sees(1, over)
        return seen

    def _detect(self, bgr: U8) -> Sequence[object]:
        self.seat.camera = np.eye(3)
        return super()._detect(bgr)


def test_a_table_whose_picture_sways_is_told_once_and_at_once() -> None:
    evening = SwayingEvening({**ROW, **line("1k 2k 3k 4k", y=200)})
    assert tables(evening.sees(30)) == ["1k 2k 3k 4k | 4r 5r 6r 7r 8r"]
    evening.hand(**LOW)
    seen = evening.sees(12)
    assert [bool(watched.seen) for watched in seen].index(True) <= 2
    assert tables(seen) == ["9k 9b 9y | 1k 2k 3k 4k | 4r 5r 6r 7r 8r"]
    assert sights(seen).count(FrameState.STILL) >= 10


def test_a_bumped_camera_keeps_table_and_zones() -> None:
    zones = parse_zones("ours -900,0 900,0 900,600 -900,600 | theirs -900,-600 900,-600 900,0 -900,0")
    evening = Evening({**ROW, **LOW}, zones=zones)
    (first,) = [watched.seen for watched in evening.sees() if watched.seen]
    assert set(first.zones.tiles) == {TableZone.OURS, TableZone.THEIRS}
    evening.seat.camera = np.array([[0.99, -0.1, 30.0], [0.1, 0.99, -25], [0, 0, 1]])
    assert tables(evening.sees()) == []
    evening.seat.spots.update({"9r": (390.0, 80.0)})
    (after,) = [watched.seen for watched in evening.sees(8) if watched.seen]
    assert (
        dict(zip(after.settled.numbers, after.zones.tiles, strict=True)).items()
        >= dict(zip(first.settled.numbers, first.zones.tiles, strict=True)).items()
    )
    middles = [
        seen.fix.on_table(seen.settled.reading.tiles[0].place.corners_px.mean(axis=0)) for seen in (first, after)
    ]
    assert np.linalg.norm(middles[0] - middles[1]) < 8


@pytest.mark.parametrize("spots", [{}, {"9k": (300.0, 60.0)}, {"9k": (300.0, 60.0), "1r": (200.0, 420.0)}])
def test_few_tiles_have_zones_too(spots: dict[str, tuple[float, float]]) -> None:
    (seen,) = [watched.seen for watched in Evening(spots).sees() if watched.seen]
    assert seen.zones.tiles == (TableZone.THEIRS, TableZone.OURS)[: len(spots)]
    assert seen.size_px == SIZE


def test_a_camera_that_looks_elsewhere_does_not_see_the_table() -> None:
    evening = Evening({**ROW, **LOW})
    evening.sees()
    evening.seat.spots = dict(line("1b 2b 3b 12k 13k", x=350, y=220))
    seen = evening.sees(5, lambda bgr: np.asarray(255 - bgr, np.uint8))
    assert FrameState.UNSEEN in sights(seen)
    assert tables(seen) == []


class Reel:
    """A camera that shows some frames, then is over."""

    def __init__(self, frames: Sequence[Frame | None], trouble: CameraTrouble | None = None) -> None:
        self._frames, self._trouble = list(frames), trouble

    def newest(self, after: int = 0, wait_s: float = 0.0) -> Frame | None:
        return self._frames.pop(0) if self._frames else None

    def health(self) -> CameraHealth:
        state = CameraState.SEEING if self._frames else CameraState.ENDED
        return CameraHealth(state=state, trouble=self._trouble)

    def close(self) -> None:
        pass


def test_a_camera_is_watched_until_it_is_over() -> None:
    evening = Evening(ROW)
    frames = [evening.seat.frame() for _ in range(4)]
    seen = list(watch_frames(Reel([*frames[:2], None, *frames[2:]]), evening.watcher))
    assert sights(seen) == [FrameState.MOVING, FrameState.STILL, FrameState.UNSEEN, FrameState.STILL, FrameState.STILL]
    assert [frame.index for frame in seen] == [1, 2, 2, 3, 4]


def test_what_is_watched_is_turned_first() -> None:
    evening = Evening(ROW)
    frame = evening.seat.frame()
    upside_down = replace(frame, bgr=frame.bgr[::-1, ::-1].copy())
    (one,) = watch_frames(Reel([upside_down]), evening.watcher, turn=PictureRotation(180))
    assert one.frame is not None
    assert np.array_equal(one.frame.bgr, frame.bgr)


def test_a_blind_camera_shows_no_table() -> None:
    evening = Evening(ROW)
    seen = list(watch_frames(Reel([evening.seat.frame(), evening.seat.frame()], CameraTrouble.BLACK), evening.watcher))
    assert set(sights(seen)) == {FrameState.UNSEEN}
    assert evening.looks == 0


def test_a_sight_is_told_in_both_languages() -> None:
    assert FrameState.HAND.sentence() == "Hay una mano sobre la mesa."
    assert FrameState.UNSEEN.sentence("en") == "The table is not in sight."


class Muertos:
    """A planner of a table on which the muertos fill so much of their place."""

    share = 1.0

    def __call__(self, settled: SettledReading, fix: SurfaceFix, bgr: U8, drawn: Zones | None) -> SeenPlan:
        """The usual zones."""
        zones = default_zones(fix, SIZE)
        return SeenPlan(zones=zones, origin=PlanOrigin.USUAL, muertos=self.share)

    def apply_motion(self, now_from_then: object) -> None:
        """Nothing moves."""


@pytest.mark.parametrize(("left", "is_told"), [(0.5, True), (0.9, False), (1.0, False)])
def test_a_muerto_that_is_gone_is_told_though_every_tile_lies_as_it_lay(
    monkeypatch: pytest.MonkeyPatch, left: float, is_told: bool
) -> None:
    muertos = Muertos()
    monkeypatch.setattr("vision.watching.watcher.Planner", lambda: muertos)
    evening = Evening(ROW)
    assert tables(evening.sees()) == ["4r 5r 6r 7r 8r"]
    muertos.share = left
    evening.hand()
    bare = lambda bgr: cv2.rectangle(bgr.copy(), (40, 40), (120, 120), (60, 60, 60), -1)  # noqa: E731
    plans = [watched.seen.plan for watched in evening.sees(5, bare) if watched.seen]
    assert [plan.muertos for plan in plans if plan] == ([left] if is_told else [])
    evening.hand()
    assert tables(evening.sees(5, bare)) == []


def test_tiles_that_somebody_sorts_the_other_way_round_move_no_camera() -> None:
    """All that was known lies on a rack: it is sorted anew, and a meld of other tiles is laid."""
    evening = Evening(line("1r 3k 6b 8k 10y 11k 12b 13r", y=380))
    evening.sees()
    spots = evening.seat.spots
    evening.hand(**dict(zip(spots, list(spots.values())[::-1], strict=True)), **LOW)
    seen = [watched.seen for watched in evening.sees(6) if watched.seen]
    assert np.array_equal(evening.watcher.table.now_from_then, np.eye(3))
    before = seen[-1].fix.on_table((0, 0))
    assert before[0] < 0
    assert before[1] < 0
