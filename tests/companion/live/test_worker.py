"""What the program that reads a table reports: each frame, and of those that repeat the one before one in a while."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from companion.live import worker
from companion.live.worker import CameraWorker
from companion.live.worker_messages import FrameReport, PushPicture, ShowPictures
from vision.cameras import CameraHealth, CameraState, PushCamera
from vision.reading import Frame
from vision.tracking.tracked_table import TrackedTable
from vision.watching.frame_results import FrameResult, FrameState
from vision.watching.second_camera import SecondCamera

PIXELS = np.zeros((48, 64, 3), np.uint8)
STEP_S = 0.1


class OverError(Exception):
    """The camera is."""


@dataclass
class ShownCamera:
    """So many pictures, of which those from ``repeats_from`` on repeat the one before."""

    pictures: int
    repeats_from: int

    def newest(self, after: int = 0, wait_s: float = 0.0) -> Frame | None:
        if after >= self.pictures:
            return None
        return Frame(PIXELS, after + 1, (after + 1) * STEP_S, is_repeat=after >= self.repeats_from)

    def health(self) -> CameraHealth:
        return CameraHealth(state=CameraState.ENDED, source="shown")


@dataclass
class ToldWatcher:
    """Says of each frame what it is told to say."""

    hands: tuple[int, ...] = ()
    """The frames over which a hand lies."""
    table: TrackedTable = field(default_factory=TrackedTable)
    fix: None = None

    def seems_mirrored(self, *_: object) -> bool:
        """The picture is none of a mirror."""
        return False

    def __call__(self, frame: Frame) -> FrameResult:
        sight = FrameState.HAND if frame.index in self.hands else FrameState.STILL
        return FrameResult(index=frame.index, at_s=frame.captured_at_s, state=sight, frame=frame)


def test_the_pictures_of_a_phone_go_to_whichever_camera_is_one() -> None:
    jpeg = bytes(cv2.imencode(".jpg", cv2.resize(PIXELS, (640, 480)))[1])
    first, phone = ShownCamera(20, 20), PushCamera()
    sentry = CameraWorker(first, ToldWatcher(), lambda _: None)  # type: ignore[arg-type]
    sentry.obey(PushPicture(jpeg))
    sentry.add_second_camera(SecondCamera(phone, ToldWatcher))  # type: ignore[arg-type]
    sentry.obey(PushPicture(b"no picture"))
    assert phone.newest() is None
    sentry.obey(PushPicture(jpeg))
    assert phone.newest() is not None


@pytest.mark.parametrize(
    ("repeats_from", "hands", "is_looked_at", "reported"),
    [
        (21, (), False, 20),
        (10, (), False, 12),
        (10, (15,), False, 14),
        (10, (), True, 20),
    ],
    ids=["nothing repeats", "one in a while", "what changes at once", "all while somebody looks"],
)
def test_of_frames_that_repeat_one_in_a_while_is_reported(
    monkeypatch: pytest.MonkeyPatch, repeats_from: int, hands: tuple[int, ...], is_looked_at: bool, reported: int
) -> None:
    reports: list[FrameReport] = []
    attendant = CameraWorker(ShownCamera(20, repeats_from), ToldWatcher(hands), reports.append)  # type: ignore[arg-type]
    if is_looked_at:
        attendant.obey(ShowPictures(60.0))

    def over(_: float) -> None:
        raise OverError

    monkeypatch.setattr(worker, "sleep", over)
    with pytest.raises(OverError):
        attendant.run()
    assert len(reports) - 1 == reported


@pytest.mark.parametrize(
    ("every_s", "hands", "times"),
    [(0.0, (), 20), (0.0, tuple(range(1, 16)), 5), (60.0, (), 0)],
    ids=["at rest", "not under a hand", "not before a minute"],
)
def test_freed_memory_is_given_back_while_the_table_rests(
    monkeypatch: pytest.MonkeyPatch, every_s: float, hands: tuple[int, ...], times: int
) -> None:
    given: list[bool] = []
    monkeypatch.setattr(worker, "_GIVE_BACK_S", every_s)
    monkeypatch.setattr(worker, "give_back", lambda: given.append(True))

    def over(_: float) -> None:
        raise OverError

    monkeypatch.setattr(worker, "sleep", over)
    with pytest.raises(OverError):
        CameraWorker(ShownCamera(20, 20), ToldWatcher(hands), lambda _: None).run()  # type: ignore[arg-type]
    assert len(given) == times
