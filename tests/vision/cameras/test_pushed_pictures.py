"""A phone's browser feeds a camera: what is no picture is refused like an upload, the newest wins."""

from __future__ import annotations

from threading import Thread
from time import sleep

import numpy as np
import pytest

from tests.vision.cameras.stand_ins import acted
from tests.vision.image_files import encoded, png_header
from vision.cameras import CameraState, CameraTrouble, PushCamera, pushed_pictures
from vision.cameras.camera_thresholds import CameraThresholds
from vision.errors import BadImage


def jpeg(number: int) -> bytes:
    return encoded(acted("well", number))


def test_the_newest_picture_wins_and_is_given_once() -> None:
    camera = PushCamera()
    assert camera.newest() is None
    for number in (1, 2, 3):
        camera.push(jpeg(number))
    frame = camera.newest()
    assert frame is not None
    assert (frame.index, frame.bgr.shape) == (3, (480, 640, 3))
    assert np.abs(frame.bgr.astype(int) - acted("well", 3)).mean() < 6
    assert camera.newest(after=3) is None


def test_a_waiting_reader_is_woken_by_a_picture() -> None:
    camera = PushCamera()
    seen = []
    reader = Thread(target=lambda: seen.append(camera.newest(wait_s=30)))
    reader.start()
    camera.push(jpeg(1))
    reader.join(30)
    assert seen[0].index == 1


def test_a_waiting_reader_is_woken_by_the_end() -> None:
    camera = PushCamera()
    seen = []
    reader = Thread(target=lambda: seen.append(camera.newest(wait_s=30)))
    reader.start()
    sleep(0.01)
    camera.close()
    reader.join(30)
    assert seen == [None]


@pytest.mark.parametrize(
    ("blob", "code"),
    [
        (b"", "empty"),
        (b"hello", "not_an_image"),
        (jpeg(1)[:2000], "truncated"),
        (png_header(32000, 32000), "too_many_pixels"),
        (png_header(4, 4), "too_small"),
    ],
)
def test_what_is_no_picture_is_refused_and_changes_nothing(blob: bytes, code: str) -> None:
    camera = PushCamera()
    camera.push(jpeg(1))
    with pytest.raises(BadImage) as refused:
        camera.push(blob)
    assert refused.value.code == code
    assert camera.newest(after=1) is None
    assert camera.newest() is not None


def test_a_phone_is_waited_for_and_then_watched() -> None:
    camera = PushCamera(CameraThresholds(silent_s=0.05, opening_s=0.01))
    sleep(0.02)
    assert (camera.health().state, camera.health().trouble) == (CameraState.OPENING, None)
    camera.push(jpeg(1))
    assert camera.health().state is CameraState.SEEING
    sleep(0.06)
    health = camera.health()
    assert (health.state, health.trouble) == (CameraState.LOST, CameraTrouble.SILENT)
    assert health.sentence("es").startswith("El celular")
    camera.push(jpeg(2))
    assert camera.health().state in (CameraState.SEEING, CameraState.IMPAIRED)


def test_a_phone_that_sends_garbage_or_one_picture_is_said_to() -> None:
    camera = PushCamera(CameraThresholds(frozen_s=0.0, silent_s=99))
    for _ in range(6):
        camera.push(jpeg(1))
    sleep(0.001)
    assert camera.health().trouble is CameraTrouble.FROZEN
    for _ in range(3):
        with pytest.raises(BadImage):
            camera.push(b"garbage")
    assert camera.health().trouble is CameraTrouble.GARBAGE


def test_a_large_picture_is_made_to_fit() -> None:
    camera = PushCamera()
    camera.push(encoded(np.zeros((2160, 3840, 3), np.uint8)))
    frame = camera.newest()
    assert frame is not None
    assert frame.bgr.shape == (1152, 2048, 3)
    assert camera.health().size_px == (3840, 2160)


def test_a_photograph_is_shown_for_a_while_and_then_waited_on() -> None:
    """Its watcher has to see a table at rest; afterwards nothing is wrong until the next photograph."""
    camera = PushCamera(CameraThresholds(silent_s=0.05, slow_s=0.01, frozen_s=0.0))
    first = camera.show(jpeg(1))
    again = camera.newest(after=first.index, wait_s=30)
    assert again is not None
    assert (again.index, again.captured_at_s > first.captured_at_s) == (2, True)
    assert np.array_equal(again.bgr, first.bgr)
    sleep(0.1)
    assert camera.health().state is CameraState.SEEING


def test_a_photograph_ends_being_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushed_pictures, "SHOWN_S", 0.0)
    camera = PushCamera()
    assert camera.show(jpeg(1)).index == 1
    assert camera.newest(after=1, wait_s=0.02) is None
    assert camera.push(jpeg(2)).index == 2
