"""Pages hear of what can be told, and of pictures that are new to them."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from companion.live.status import CameraStatus
from companion.live.status_feed import StatusFeed
from vision.cameras import CameraHealth, CameraState
from vision.watching.frame_results import FrameState

OPENING = CameraStatus(health=CameraHealth(state=CameraState.OPENING, source="0"))


@pytest.fixture
def screen() -> StatusFeed:
    return StatusFeed(OPENING)


@pytest.mark.parametrize(
    ("moment", "is_told"),
    [
        pytest.param(OPENING, False, id="the same again"),
        pytest.param(replace(OPENING, health=replace(OPENING.health, quiet_s=7.0)), False, id="only later"),
        pytest.param(replace(OPENING, state=FrameState.HAND), True, id="a hand"),
    ],
)
def test_who_waits_hears_of_what_can_be_told(screen: StatusFeed, moment: CameraStatus, is_told: bool) -> None:
    version, _ = screen.now
    screen.put(moment)
    assert screen.now == (version + is_told, moment)
    assert screen.wait(version, timeout_s=0) == version + is_told


def test_a_picture_is_shown_once(screen: StatusFeed) -> None:
    first = screen.picture(0, timeout_s=0)
    assert first is None
    threading.Timer(0.05, screen.show, (b"a",), {"is_read": True}).start()
    shown = screen.picture(0, timeout_s=5)
    assert shown is not None
    assert (shown.jpeg, screen.read_picture) == (b"a", b"a")
    assert screen.picture(shown.number, timeout_s=0) is None
    screen.show(b"b", is_read=False)
    later = screen.picture(shown.number, timeout_s=0)
    assert later is not None
    assert (later.number, later.jpeg, screen.read_picture) == (shown.number + 1, b"b", b"a")


def test_another_camera_shows_nothing_of_the_last(screen: StatusFeed) -> None:
    screen.show(b"a", is_read=True)
    screen.clear_picture()
    assert (screen.picture(0, timeout_s=0), screen.read_picture) == (None, b"")


def test_a_program_begun_anew_counts_on(screen: StatusFeed) -> None:
    version, _ = screen.now
    assert StatusFeed(OPENING).now[0] >= version > 1_600_000_000_000
