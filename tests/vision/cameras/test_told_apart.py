"""How soon a webcam's troubles are told apart and pass, measured with the times that cameras are watched by."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest

from tests.torture.figures import Record, figure
from tests.vision.cameras.stand_ins import order_for
from vision.cameras import CameraState, CameraTrouble
from vision.cameras.live_camera import LiveCamera

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(os.name == "nt", reason="signals as other systems know them"),
]
TOLD_S, SHOWN_S, BACK_S = 5.0, 3.0, 5.0
TROUBLES = {
    "hang": (CameraTrouble.SILENT, True),
    "crash": (CameraTrouble.SILENT, True),
    "freeze": (CameraTrouble.FROZEN, False),
    "black": (CameraTrouble.BLACK, False),
}
"""What each is told as, and whether only another capture helps."""
TIMES, WARM = 100, 5
MINUTE_S, MOST_ANEW = 60.0, 5
MORE_MEMORY = 0.05


def until(holds: Callable[[], bool], patience_s: float = 60.0) -> float:
    """Waits until something holds; how long that took, in seconds."""
    began_s = monotonic()
    while not holds():
        assert monotonic() - began_s < patience_s
        sleep(0.01)
    return monotonic() - began_s


def seen_well(camera: LiveCamera) -> bool:
    return camera.health().state is CameraState.SEEING


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script"
    path.write_text("well")
    return path


@pytest.mark.parametrize("word", TROUBLES)
def test_each_trouble_is_told_within_five_seconds(script: Path, word: str, record_property: Record) -> None:
    trouble, is_replaced = TROUBLES[word]
    with LiveCamera(order_for(script)) as camera:
        until(lambda: seen_well(camera))
        sleep(1.0)
        pid = camera.capture_pid
        script.write_text(word)
        told_s = until(lambda: camera.health().trouble is trouble)
        if is_replaced:
            until(lambda: camera.capture_pid != pid)
        script.write_text("well")
        back_s = until(lambda: seen_well(camera))
    assert told_s <= TOLD_S
    assert back_s <= BACK_S
    figure(record_property, "C2", f"a webcam that does {word} told in {told_s:.1f} s, seen again {back_s:.1f} s after")


def test_a_camera_whose_captures_crash_is_left_alone_after_five(script: Path, record_property: Record) -> None:
    with LiveCamera(order_for(script)) as camera:
        until(lambda: seen_well(camera))
        script.write_text("crash")
        began_s, moments = monotonic(), []
        while monotonic() < began_s + 2 * MINUTE_S:
            before = camera.health().restarts
            sleep(0.02)
            moments += [monotonic()] * (camera.health().restarts - before)
        words = camera.health().sentence("en")
        script.write_text("well")
        back_s = until(lambda: seen_well(camera), MINUTE_S + 10)
    most = max(sum(first <= moment < first + MINUTE_S for moment in moments) for first in moments)
    assert most <= MOST_ANEW
    assert "five times in a minute" in words
    said = f"{len(moments)} captures that crash at once begun in two minutes, {most} in any one, and told in words"
    figure(record_property, "C2", f"{said}, seen again {back_s:.0f} s after")


def test_a_webcam_that_is_unplugged_a_hundred_times_comes_back(script: Path, record_property: Record) -> None:
    shown_s, back_s = [], []
    with LiveCamera(order_for(script)) as camera:
        until(lambda: seen_well(camera))
        for number in range(TIMES):
            if number == WARM:
                first = taken(camera)
            script.write_text("break")
            shown_s.append(until(lambda: camera.health().trouble is CameraTrouble.UNOPENED))
            script.write_text("absent")
            sleep(0.5)
            script.write_text("well")
            back_s.append(until(lambda: seen_well(camera)))
        last = taken(camera)
    assert max(shown_s) <= SHOWN_S
    assert max(back_s) <= BACK_S
    assert last[:2] == first[:2]
    assert last[2] <= (1 + MORE_MEMORY) * first[2]
    times = (
        f"a webcam unplugged {TIMES} times told after {max(shown_s):.1f} s and back after {max(back_s):.1f} s at most"
    )
    figure(record_property, "C1", f"{times}, no process or file more, memory {last[2] / first[2] - 1:+.1%}")


def taken(camera: LiveCamera) -> tuple[int, int, int]:
    """Processes, open files and bytes of memory of a camera's capture and of this process."""
    ours = psutil.Process()
    both = [ours, psutil.Process(camera.capture_pid)]
    children = len(ours.children(recursive=True))
    files = sum(process.num_fds() for process in both)
    return children, files, sum(process.memory_info().rss for process in both)
