"""An address that shows nothing is told to be silent in time, however slow the programs are that open it."""

from __future__ import annotations

import pytest

from companion.live.startup_wait import StartupWait
from vision.cameras import CameraHealth, CameraState, CameraTrouble, parse_source

SEEING = CameraHealth(state=CameraState.SEEING)
OPENING = CameraHealth(state=CameraState.OPENING)
EMPTY = CameraHealth(state=CameraState.LOST, trouble=CameraTrouble.UNOPENED, cause="address_empty")
ADDRESS = "http://192.168.0.20/video"
Events = tuple[tuple[float, CameraHealth | None], ...]

CASES: dict[str, tuple[str, Events, float, CameraState, CameraTrouble | None]] = {
    "just begun": (ADDRESS, (), 3.9, CameraState.OPENING, None),
    "its program says nothing": (ADDRESS, (), 4.1, CameraState.LOST, CameraTrouble.SILENT),
    "its program is still opening it": (ADDRESS, ((3.9, OPENING),), 4.1, CameraState.LOST, CameraTrouble.SILENT),
    "the reason comes sooner": (ADDRESS, ((2.0, EMPTY),), 4.1, CameraState.LOST, CameraTrouble.UNOPENED),
    "the reason comes later": (ADDRESS, ((5.0, EMPTY),), 5.1, CameraState.LOST, CameraTrouble.UNOPENED),
    "pictures come at last": (ADDRESS, ((6.0, SEEING),), 6.1, CameraState.SEEING, None),
    "opened anew after pictures": (ADDRESS, ((6.0, SEEING), (6.1, OPENING)), 9.9, CameraState.OPENING, None),
    "that takes too long as well": (
        ADDRESS, ((6.0, SEEING), (6.1, OPENING)), 10.1, CameraState.LOST, CameraTrouble.SILENT),
    "its program is begun anew": (ADDRESS, ((3.0, None),), 6.9, CameraState.OPENING, None),
    "begun anew in vain": (ADDRESS, ((3.0, None),), 7.1, CameraState.LOST, CameraTrouble.SILENT),
    "over RTSP": ("rtsp://192.168.0.20/live", (), 4.1, CameraState.LOST, CameraTrouble.SILENT),
    "encrypted": ("https://192.168.0.20/video", (), 4.1, CameraState.LOST, CameraTrouble.SILENT),
    "a webcam has its own time": ("0", (), 9.0, CameraState.OPENING, None),
    "a phone is waited for": ("phone", (), 9.0, CameraState.OPENING, None),
    "a recording is no camera": ("demo", (), 9.0, CameraState.OPENING, None),
}  # fmt: skip


@pytest.mark.parametrize(("source", "events", "at_s", "state", "trouble"), CASES.values(), ids=CASES)
def test_what_is_told(source: str, events: Events, at_s: float, state: CameraState, trouble: CameraTrouble | None):
    now_s = [0.0]
    wait = StartupWait(parse_source(source), lambda: now_s[0])
    for now_s[0], health in events:
        wait.health_after(health) if health else wait.begin()
    now_s[0] = at_s
    assert (wait.health.state, wait.health.trouble) == (state, trouble)
