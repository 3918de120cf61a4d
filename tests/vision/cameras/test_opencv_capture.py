"""What a webcam is asked for, played by one that gives what its maker lets it."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import cv2
import pytest

from vision.cameras import opencv_capture
from vision.cameras.capture_command import CaptureOptions
from vision.cameras.sources import parse_source
from vision.errors import CameraLost

ORDER = CaptureOptions(source=parse_source("0"))
FULL, COMMON, SMALL = (1920, 1080), (1280, 720), (640, 480)


class Webcam:
    """Stands in for OpenCV's capture: the size nearest to what is asked for, and the pictures a second of that size."""

    def __init__(self, fps_of: dict[tuple[int, int], float]) -> None:
        self.fps_of, self.asked = fps_of, list[int]()
        self.wanted = [640, 480]

    def isOpened(self) -> bool:  # noqa: N802
        """Whether it is there."""
        return True

    def set(self, what: int, value: float) -> bool:
        """Takes a wish."""
        self.asked.append(what)
        if what in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            self.wanted[what == cv2.CAP_PROP_FRAME_HEIGHT] = int(value)
        return True

    def get(self, what: int) -> float:
        """Pictures a second of the size it has."""
        assert what == cv2.CAP_PROP_FPS
        return self.fps_of[self.size]

    @property
    def size(self) -> tuple[int, int]:
        """The largest that is no larger than was asked for."""
        return max((size for size in self.fps_of if size <= tuple(self.wanted)), default=SMALL)


CASES: dict[str, tuple[dict[tuple[int, int], float], tuple[int, int]]] = {
    "full size": ({FULL: 30.0, COMMON: 30.0, SMALL: 30.0}, FULL),
    "as many as wanted": ({FULL: 10.0, COMMON: 30.0, SMALL: 30.0}, FULL),
    "full size only as a slide show": ({FULL: 5.0, COMMON: 10.0, SMALL: 30.0}, COMMON),
    "slow at any size": ({FULL: 5.0, COMMON: 5.0, SMALL: 30.0}, COMMON),
    "no larger one": ({COMMON: 30.0, SMALL: 30.0}, COMMON),
    "an old one": ({SMALL: 15.0}, SMALL),
    "does not say": ({FULL: 0.0, COMMON: 0.0, SMALL: 0.0}, FULL),
}


@pytest.mark.parametrize(("fps_of", "size"), CASES.values(), ids=CASES)
def test_a_webcam_is_asked_for_the_largest_picture_that_it_gives_often_enough(
    monkeypatch: pytest.MonkeyPatch, fps_of: dict[tuple[int, int], float], size: tuple[int, int]
) -> None:
    webcam = Webcam(fps_of)
    monkeypatch.setattr(opencv_capture.cv2, "VideoCapture", lambda *_: webcam)
    monkeypatch.setattr(opencv_capture, "webcam_number", lambda *_: 0)
    monkeypatch.setattr(opencv_capture.Path, "exists", lambda _: True)
    monkeypatch.setattr(opencv_capture.os, "access", lambda *_: True)
    opencv_capture.open_webcam(ORDER)
    assert webcam.size == size
    assert webcam.asked[0] == cv2.CAP_PROP_FOURCC


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a webcam is no file")
@pytest.mark.parametrize(
    ("is_there", "may_be_used", "code"),
    [(False, False, "camera_absent"), (True, False, "camera_forbidden"), (True, True, "camera_unopened")],
)
def test_a_webcam_that_cannot_be_opened_tells_why(
    monkeypatch: pytest.MonkeyPatch, is_there: bool, may_be_used: bool, code: str
) -> None:
    closed = SimpleNamespace(isOpened=lambda: False, release=lambda: None)
    monkeypatch.setattr(opencv_capture.cv2, "VideoCapture", lambda *_: closed)
    monkeypatch.setattr(opencv_capture.Path, "exists", lambda _: is_there)
    monkeypatch.setattr(opencv_capture.os, "access", lambda *_: may_be_used)
    with pytest.raises(CameraLost) as lost:
        opencv_capture.open_webcam(ORDER)
    assert lost.value.code == code
