"""A second camera over a table that is watched: what it adds is told once, and without it nothing is worse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from tests.by_day import by_day
from tests.vision.scenes import U8, handed
from tests.vision.seats import SIZE, Seat, line
from tests.vision.watching.sittings import thing
from tests.vision.watching.test_watcher import tables
from tests.vision.watching.two_cameras import TABLE, turned
from vision.belief import Belief
from vision.cameras import CameraHealth, CameraState, CameraTrouble
from vision.change_detection.lazy_frame import Detect
from vision.reading import DetectedTile, Frame
from vision.watching.frame_results import FrameResult
from vision.watching.second_camera import SecondCamera, SecondState
from vision.watching.watcher import TableWatcher

Draws = Callable[[U8], U8]


def plain(bgr: U8) -> U8:
    return bgr


@dataclass
class SeatCamera:
    """A camera that shows what its seat sees, a picture at a time."""

    seat: Seat
    state: CameraState = CameraState.SEEING
    trouble: CameraTrouble | None = None
    shown: Frame | None = None
    closed: bool = False
    fails: bool = False
    sickly: bool = False

    def newest(self, after: int = 0, wait_s: float = 0.0) -> Frame | None:
        if self.fails:
            raise OSError("no picture")
        return self.shown if self.shown is not None and self.shown.index > after else None

    def health(self) -> CameraHealth:
        if self.sickly:
            raise OSError("no health")
        return CameraHealth(state=self.state, trouble=self.trouble, source="1", size_px=SIZE)

    def close(self) -> None:
        self.closed = True


@dataclass
class Evening:
    """Two cameras over one table, ten pictures a second of each. The first does not see what lies under its cup."""

    unseen: tuple[str, ...] = ("6r",)
    looks: list[str] = field(default_factory=list)
    breaks: set[str] = field(default_factory=set)
    """What fails: reading the ``second``, ``opening`` its watcher."""

    def __post_init__(self) -> None:
        self.first, self.other = Seat(dict(TABLE), unseen=self.unseen), Seat(dict(TABLE), camera=turned(180))
        self.cup: Draws = thing(*TABLE["6r"]) if self.unseen else plain  # type: ignore[assignment]
        self.camera = SeatCamera(self.other)
        self.watcher = TableWatcher(self._detects("first", self.first), self.first.judge)
        self.second = SecondCamera(self.camera, self._opens, rest_s=1.0)
        self.watcher.beside = self.second

    @property
    def state(self) -> SecondState:
        """How the second is doing."""
        return self.second.report.state

    def _opens(self) -> TableWatcher:
        if "opening" in self.breaks:
            raise RuntimeError("no networks")
        return TableWatcher(self._detects("second", self.other), self.other.judge)

    def _detects(self, name: str, seat: Seat) -> Detect:
        def detect(bgr: U8) -> Sequence[DetectedTile]:
            self.looks.append(name)
            if name in self.breaks:
                raise cv2.error("cannot be read")
            return seat.detect(bgr)

        return detect

    def sees(
        self, frames: int = 6, over: Draws = plain, over_second: Draws = plain, *, gives: bool = True
    ) -> list[FrameResult]:
        reported = []
        for _ in range(frames):
            self.first.over = lambda bgr: over(self.cup(bgr))
            self.other.over = over_second
            shown = self.other.frame()
            if gives:
                self.camera.shown = shown
            reported.append(self.watcher(self.first.frame()))
        return reported


def rows(seen: list[FrameResult]) -> list[set[str]]:
    return [set(reported.split(" | ")) for reported in tables(seen)]


WHOLE = {"4r 5r 6r 7r 8r", "9k 9b 9y", "1k 2k 3k 4k", "10b 11b 12b 13b"}
ALONE = WHOLE - {"4r 5r 6r 7r 8r"} | {"4r 5r", "7r 8r"}


def test_what_lies_under_a_cup_is_told_with_the_rest_and_nothing_more_after_that() -> None:
    evening = Evening()
    assert rows(evening.sees())[-1] == WHOLE
    assert rows(evening.sees(60)) == []
    assert evening.state is SecondState.FITS
    assert evening.second.report.filled == 1
    assert "16" not in evening.second.report.sentence("es")


def test_a_table_at_rest_costs_each_camera_a_look_once_in_a_while() -> None:
    evening = Evening()
    evening.sees(20)
    evening.looks.clear()
    evening.sees(100)
    assert 1 <= evening.looks.count("first") <= 3
    assert 1 <= evening.looks.count("second") <= 3


def test_a_tile_is_laid_where_only_the_second_sees_it() -> None:
    evening = Evening()
    evening.sees()
    evening.sees(3, lambda bgr: handed(bgr, 0.5), lambda bgr: handed(bgr, 0.5))
    for seat in (evening.first, evening.other):
        seat.spots.update(line("9r", x=210, y=90))
    evening.first.unseen = ("6r", "9r")
    assert rows(evening.sees(8))[-1] == WHOLE - {"4r 5r 6r 7r 8r"} | {"4r 5r 6r 7r 8r 9r"}


TROUBLES = (CameraTrouble.UNOPENED, CameraTrouble.BLACK, CameraTrouble.FROZEN)


@pytest.mark.parametrize("trouble", by_day(TROUBLES, CameraTrouble.BLACK))
def test_a_second_camera_that_dies_takes_nothing_along_and_says_so(trouble: CameraTrouble) -> None:
    evening = Evening()
    evening.sees()
    evening.camera.state, evening.camera.trouble = CameraState.LOST, trouble
    assert rows(evening.sees(30)) == []
    assert evening.state is SecondState.ABSENT
    assert "sigue la primera sola" in evening.second.report.sentence("es")
    evening.camera.state, evening.camera.trouble = CameraState.SEEING, None
    assert rows(evening.sees(30)) == []
    assert evening.second.report.filled == 1


def test_one_that_was_never_there_leaves_the_first_alone() -> None:
    evening = Evening()
    evening.camera.state = CameraState.LOST
    assert rows(evening.sees(gives=False)) == [ALONE]
    assert evening.state is SecondState.ABSENT


def test_pictures_that_are_old_are_not_believed() -> None:
    evening = Evening()
    evening.sees()
    evening.sees(30, gives=False)
    assert evening.state is SecondState.ABSENT


def test_a_hand_that_only_the_second_sees_is_waited_for_and_not_for_ever() -> None:
    evening = Evening()
    evening.sees()
    over: Draws = lambda bgr: handed(bgr, 0.5, 0.3)  # noqa: E731
    evening.sees(3, lambda bgr: handed(bgr, 0.5), over)
    for seat in (evening.first, evening.other):
        seat.spots.update(line("5b 6b 7b", x=60, y=400))
    waiting = evening.sees(10, over_second=over)
    assert rows(waiting) == []
    assert rows(evening.sees(20, over_second=over))[-1] == WHOLE | {"5b 6b 7b"}


def test_the_second_is_moved_in_the_middle_and_nothing_is_told_of_it() -> None:
    evening = Evening()
    evening.sees()
    evening.other.camera = turned(150)
    assert rows(evening.sees(40)) == []
    assert evening.second.report.common == len(TABLE) - 1


def test_the_second_looks_elsewhere() -> None:
    evening = Evening()
    evening.other.spots = line("1r 2r 3r 13k 12k 11k 10k 9r", y=200)
    assert rows(evening.sees(20))[-1] == ALONE
    assert evening.state is SecondState.APART
    assert "todavía no calza" in evening.second.report.sentence("es")


def test_where_both_are_sure_and_differ_the_tile_is_told_as_disputed() -> None:
    evening = Evening(unseen=())
    evening.other.misread = {"6r": Belief.peaked("6y")}
    assert [len(watched.seen.settled.disputed) for watched in evening.sees(12) if watched.seen] == [0]
    reported = [watched.seen for watched in evening.sees(60) if watched.seen]
    assert len(reported[-1].settled.disputed) == 1
    assert evening.second.report.disputed == 1
    assert np.isclose(max(tile.belief.of("6y") for tile in reported[-1].settled.reading.tiles), 0.495, atol=0.01)


@pytest.mark.parametrize("older", by_day(["first", "other"], "first"))
@pytest.mark.parametrize("change", ["laid", "taken", "swapped"])
def test_the_pictures_of_one_may_be_a_second_older_than_those_of_the_other(older: str, change: str) -> None:
    evening = Evening(unseen=())
    evening.sees()

    def changes(seat: Seat) -> None:
        place = seat.spots["13b"] if change == "laid" else seat.spots.pop("13b")
        if change != "taken":
            seat.spots["13r"] = (place[0] + 30 * (change == "laid"), place[1])

    newer = evening.other if older == "first" else evening.first
    changes(newer)
    seen = evening.sees(10)
    changes(getattr(evening, older))
    seen += evening.sees(20)
    assert not any(watched.seen.settled.disputed for watched in seen if watched.seen)
    row = {"laid": "10b 11b 12b 13b 13r", "taken": "10b 11b 12b", "swapped": "10b 11b 12b 13r"}[change]
    assert rows(seen) == [WHOLE - {"10b 11b 12b 13b"} | {row}]


def test_it_is_let_go() -> None:
    evening = Evening()
    evening.second.close()
    assert evening.camera.closed
