"""Captures as real programs: killed, hung, crashed, unplugged, frozen; a recording that ends and a folder that grows.

Nothing here measures time: a busy machine is waited for, and a camera that never comes back fails.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.vision.cameras.stand_ins import order_for
from tests.vision.cameras.test_recordings import write_picture, write_video
from tests.vision.cameras.test_streams import Answers, served
from vision.cameras import CameraState, CameraTrouble, open_camera, parse_source
from vision.cameras.camera_thresholds import CameraThresholds
from vision.cameras.live_camera import LiveCamera
from vision.cameras.pushed_pictures import PushCamera
from vision.cameras.sources import SourceKind
from vision.errors import BadSource

LIMIT_S = 60.0
BRISK = CameraThresholds(
    silent_s=1.0, frozen_s=0.5, patience_s=(1.5,), far_patience_s=(1.5,), thaw_s=(30.0,), start_s=60.0
)


def until(condition: Callable[[], bool]) -> None:
    """Waits for ``condition``; fails after a time that no machine needs."""
    end_s = monotonic() + LIMIT_S
    while not condition():
        assert monotonic() < end_s
        sleep(0.01)


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("acted") / "script"
    path.write_text("well")
    return path


@pytest.fixture(scope="module")
def camera(script: Path) -> Iterator[LiveCamera]:
    """One camera for all that can happen to it: each test leaves it well."""
    with LiveCamera(order_for(script), BRISK) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _well(request: pytest.FixtureRequest) -> Iterator[None]:
    """The acted camera is well again after the test, and stays so."""
    yield
    if "camera" in request.fixturenames:
        request.getfixturevalue("script").write_text("well")
        until(lambda: request.getfixturevalue("camera").health().state is CameraState.SEEING)


def fresh(camera: LiveCamera) -> int:
    """The index of a picture that was taken after now."""
    last = camera.newest()
    frame = camera.newest(last.index if last else 0, LIMIT_S)
    assert frame is not None
    return frame.index


def test_a_camera_shows_its_newest_picture(camera: LiveCamera) -> None:
    first = fresh(camera)
    sleep(0.2)
    frame = camera.newest(first)
    assert frame is not None
    assert frame.index > first
    assert frame.captured_at_s <= monotonic()
    assert frame.bgr.shape == (480, 640, 3)
    assert camera.health().size_px == (640, 480)


@pytest.mark.parametrize(
    ("word", "trouble", "state"),
    [
        ("black", CameraTrouble.BLACK, CameraState.IMPAIRED),
        ("blank", CameraTrouble.BLACK, CameraState.IMPAIRED),
        ("tiny", CameraTrouble.TINY, CameraState.IMPAIRED),
        ("freeze", CameraTrouble.FROZEN, CameraState.IMPAIRED),
        ("huge", CameraTrouble.HUGE, CameraState.IMPAIRED),
        ("garbage", CameraTrouble.GARBAGE, CameraState.LOST),
        ("absent", CameraTrouble.UNOPENED, CameraState.LOST),
        ("break", CameraTrouble.UNOPENED, CameraState.LOST),
        ("hang", CameraTrouble.SILENT, CameraState.LOST),
    ],
)
def test_each_trouble_is_told_apart_and_passes(
    camera: LiveCamera, script: Path, word: str, trouble: CameraTrouble, state: CameraState
) -> None:
    fresh(camera)
    if word == "absent":
        script.write_text("break")
        until(lambda: camera.health().trouble is CameraTrouble.UNOPENED)
    script.write_text(word)
    until(lambda: camera.health().trouble is trouble)
    assert camera.health().state is state
    script.write_text("well")
    fresh(camera)


@pytest.mark.skipif(os.name == "nt", reason="signals as other systems know them")
@pytest.mark.parametrize("how", ["kill", "stop", "crash"])
def test_a_capture_that_ends_or_stands_still_is_replaced_and_the_index_goes_on(
    camera: LiveCamera, script: Path, how: str
) -> None:
    before, pid, restarts = fresh(camera), camera.capture_pid, camera.health().restarts
    if how == "crash":
        script.write_text("crash")
        until(lambda: camera.capture_pid != pid)
        script.write_text("well")
    else:
        os.kill(pid, signal.SIGKILL if how == "kill" else signal.SIGSTOP)
    until(lambda: camera.capture_pid != pid)
    assert fresh(camera) > before
    assert camera.health().restarts > restarts


@pytest.mark.skipif(os.name == "nt", reason="signals as other systems know them")
def test_a_camera_whose_captures_crash_again_and_again_is_left_alone_and_says_so(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("crash")
    with LiveCamera(order_for(script), replace(BRISK, most_restarts=2)) as camera:
        until(lambda: camera.health().cause == "camera_resting")
        assert camera.health().restarts == 2
        assert "cinco veces en un minuto" in camera.health().sentence()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts open files as Linux lists them")
def test_a_closed_camera_leaves_nothing_behind(script: Path) -> None:
    before = set(os.listdir("/proc/self/fd"))
    with LiveCamera(order_for(script), BRISK) as camera:
        fresh(camera)
        pid = camera.capture_pid
    assert not Path(f"/proc/{pid}").exists()
    assert set(os.listdir("/proc/self/fd")) == before
    assert camera.newest() is None


def test_a_camera_that_is_not_there_opens_at_once_and_says_so(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("absent")
    with LiveCamera(order_for(script, SourceKind.ADDRESS), BRISK) as camera:
        assert camera.health().state is CameraState.OPENING
        until(lambda: camera.health().trouble is CameraTrouble.UNOPENED)
        assert camera.newest(wait_s=0.05) is None
        script.write_text("well")
        fresh(camera)


def test_a_video_plays_to_its_end_and_stays_there(tmp_path: Path) -> None:
    source = parse_source(str(write_video(tmp_path / "v.avi", 6, 10)))
    camera = open_camera(source)
    until(lambda: camera.health().state is CameraState.ENDED)
    sleep(0.3)
    assert camera.health().state is CameraState.ENDED
    assert camera.newest() is not None
    assert camera.health().restarts == 0
    camera.close()


def test_a_folder_that_grows_shows_what_arrives(tmp_path: Path) -> None:
    camera = open_camera(parse_source(str(tmp_path)))
    assert camera.newest(wait_s=0.05) is None
    write_picture(tmp_path / "1.png", 60)
    until(lambda: _mean(camera) == 60)
    write_picture(tmp_path / "2.png", 100)
    until(lambda: _mean(camera) == 100)
    camera.close()


def test_garbage_at_an_address_is_told_from_silence() -> None:
    with served(Answers) as place:
        camera = open_camera(parse_source(f"http://{place}/junk"))
        until(lambda: camera.health().trouble is CameraTrouble.GARBAGE)
        assert camera.newest() is None
        camera.close()


def test_a_phone_needs_no_capture_and_a_demo_its_film(tmp_path: Path) -> None:
    assert isinstance(open_camera(parse_source("phone")), PushCamera)
    for folder in (None, tmp_path):
        with pytest.raises(BadSource):
            open_camera(parse_source("demo"), folder)


def _mean(camera: object) -> int:
    frame = camera.newest()  # type: ignore[attr-defined]
    return -1 if frame is None else round(float(frame.bgr.mean()))
