"""What is wrong with a camera, told from the facts about its capture; when it is begun anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.cameras.camera_health import CameraHealth, CameraState, CameraTrouble
from vision.cameras.camera_thresholds import CameraThresholds
from vision.cameras.heartbeat import CaptureHeartbeat, Phase
from vision.cameras.restart_policy import is_good_run, must_restart, pause_s, rest_s
from vision.cameras.sources import Source, SourceKind
from vision.cameras.trouble_detection import failing, following, health_of, trouble_of

NOW = 1000.0
TUNING = CameraThresholds()
WEBCAM = Source(SourceKind.WEBCAM, "0")
ADDRESS = Source(SourceKind.ADDRESS, "http://host/video")
STREAM = Source(SourceKind.ADDRESS, "rtsp://host/video")
VIDEO = Source(SourceKind.VIDEO, "hand.mp4")
WELL = CaptureHeartbeat(
    phase=Phase.RUNNING, phase_s=NOW - 60, frames=600, shown_s=NOW - 0.1, interval_s=0.1, same_s=NOW - 0.1,
    brightness=120, spread=40, width=1280, height=720,
)  # fmt: skip
NEW = CaptureHeartbeat(phase=Phase.RUNNING, phase_s=NOW)


def opening(for_s: float, phase: Phase = Phase.OPENING) -> CaptureHeartbeat:
    return CaptureHeartbeat(phase=phase, phase_s=NOW - for_s)


TROUBLES = {
    "well": (WELL, None),
    "starting": (opening(2, Phase.STARTING), None),
    "opening": (opening(2), None),
    "opening for long": (opening(3), CameraTrouble.SILENT),
    "absent": (replace(WELL, phase=Phase.ABSENT), CameraTrouble.UNOPENED),
    "absent from the first": (opening(0, Phase.ABSENT), CameraTrouble.UNOPENED),
    "open without a picture yet": (replace(NEW, phase_s=NOW - 1.9), None),
    "open without a picture": (replace(NEW, phase_s=NOW - 2.1), CameraTrouble.SILENT),
    "quiet for a moment": (replace(WELL, shown_s=NOW - 1.9), None),
    "quiet": (replace(WELL, shown_s=NOW - 2.1), CameraTrouble.SILENT),
    "one picture so far": (replace(WELL, frames=1, interval_s=0, shown_s=NOW - 1), None),
    "a picture a minute": (replace(WELL, interval_s=60, shown_s=NOW - 59), CameraTrouble.SLOW),
    "a picture a minute, late": (replace(WELL, interval_s=60, shown_s=NOW - 119), CameraTrouble.SLOW),
    "a picture a minute, gone": (replace(WELL, interval_s=60, shown_s=NOW - 121), CameraTrouble.SILENT),
    "frozen": (replace(WELL, same=20, same_s=NOW - 2.1), CameraTrouble.FROZEN),
    "frozen for a moment": (replace(WELL, same=18, same_s=NOW - 1.9), None),
    "twice the same picture a minute": (replace(WELL, same=1, same_s=NOW - 60, interval_s=60), CameraTrouble.SLOW),
    "dark": (replace(WELL, brightness=3, spread=2), CameraTrouble.BLACK),
    "dark with a lamp in it": (replace(WELL, brightness=9, spread=30), None),
    "dim": (replace(WELL, brightness=25, spread=8), None),
    "all green": (replace(WELL, brightness=90, spread=0.2), CameraTrouble.BLACK),
    "dark and frozen": (replace(WELL, brightness=0, spread=0, same=99, same_s=NOW - 9), CameraTrouble.BLACK),
    "tiny": (replace(WELL, width=320, height=240), CameraTrouble.TINY),
    "on its side and large enough": (replace(WELL, width=480, height=640), None),
    "low and wide": (replace(WELL, width=1280, height=200), CameraTrouble.TINY),
    "huge": (replace(WELL, width=3840, height=2160), CameraTrouble.HUGE),
    "large": (replace(WELL, width=1920, height=1080), None),
    "one spoiled picture": (replace(WELL, spoiled=1, spoiled_s=NOW - 0.2), None),
    "spoiled pictures": (replace(WELL, spoiled=3, spoiled_s=NOW - 0.2), CameraTrouble.GARBAGE),
    "nothing but one spoiled picture": (replace(NEW, spoiled=1, spoiled_s=NOW - 1.1), CameraTrouble.GARBAGE),
    "garbage at the door": (replace(opening(0, Phase.ABSENT), spoiled=3, spoiled_s=NOW - 2), CameraTrouble.GARBAGE),
    "over": (replace(WELL, phase=Phase.ENDED, shown_s=NOW - 99), None),
}


@pytest.mark.parametrize(("heartbeat", "trouble"), TROUBLES.values(), ids=TROUBLES)
def test_a_webcams_trouble_is_told_from_its_heartbeat(
    heartbeat: CaptureHeartbeat, trouble: CameraTrouble | None
) -> None:
    assert trouble_of(heartbeat, WEBCAM, NOW, TUNING) is trouble


@pytest.mark.parametrize(
    ("source", "same_s", "is_frozen"),
    [(ADDRESS, 2.1, True), (STREAM, 2.1, False), (STREAM, 5.5, False), (STREAM, 6.1, True)],
)
def test_a_stream_repeats_a_table_at_rest_until_its_next_whole_picture(
    source: Source, same_s: float, is_frozen: bool
) -> None:
    found = trouble_of(replace(WELL, same=60, same_s=NOW - same_s), source, NOW, TUNING)
    assert found is (CameraTrouble.FROZEN if is_frozen else None)


@pytest.mark.parametrize("case", ["quiet", "frozen", "a picture a minute", "huge"])
def test_a_recording_may_rest_repeat_itself_and_be_large(case: str) -> None:
    assert trouble_of(TROUBLES[case][0], VIDEO, NOW, TUNING) is None


@pytest.mark.parametrize("case", ["absent", "open without a picture", "dark", "tiny", "spoiled pictures"])
def test_a_recording_may_not_lack_pictures(case: str) -> None:
    assert trouble_of(TROUBLES[case][0], VIDEO, NOW, TUNING) is TROUBLES[case][1]


@pytest.mark.parametrize(
    ("case", "state"),
    [
        ("starting", "opening"),
        ("opening", "opening"),
        ("well", "seeing"),
        ("huge", "impaired"),
        ("frozen", "impaired"),
        ("quiet", "lost"),
        ("absent", "lost"),
        ("spoiled pictures", "lost"),
        ("over", "ended"),
    ],
)
def test_the_state_follows_from_the_trouble(case: str, state: str) -> None:
    health = health_of(TROUBLES[case][0], WEBCAM, NOW, TUNING, 3)
    assert health.state == state
    assert health.restarts == 3


def test_health_tells_size_and_pace_once_they_are_known() -> None:
    health = health_of(WELL, ADDRESS, NOW, TUNING)
    assert (health.size_px, health.interval_s, health.source) == ((1280, 720), 0.1, "http://host/video")
    assert health.quiet_s == pytest.approx(0.1)
    new = health_of(NEW, ADDRESS, NOW, TUNING)
    assert (new.size_px, new.interval_s, new.quiet_s) == (None, None, None)


def test_a_lost_camera_stays_lost_while_it_is_opened_again() -> None:
    lost = CameraHealth(state=CameraState.LOST, trouble=CameraTrouble.SILENT)
    again, seeing = CameraHealth(state=CameraState.OPENING), CameraHealth(state=CameraState.SEEING)
    assert following(lost, again) == lost
    assert following(lost, seeing) is seeing
    assert following(seeing, again) is again


@pytest.mark.parametrize("trouble", CameraTrouble)
def test_what_shows_nothing_blinds(trouble: CameraTrouble) -> None:
    assert trouble.loses_pictures == (trouble in ("unopened", "silent", "garbage"))
    assert trouble.blinds == (trouble not in ("slow", "huge"))


ANEW = {
    "well": (WELL, WEBCAM, 0, False),
    "its program does not start": (opening(16, Phase.STARTING), WEBCAM, 0, True),
    "its program starts": (opening(14, Phase.STARTING), WEBCAM, 0, False),
    "opening hangs": (opening(6), WEBCAM, 0, True),
    "opening hangs again": (opening(6), WEBCAM, 1, False),
    "opening hangs again for longer": (opening(21), WEBCAM, 9, True),
    "a webcam hangs": (replace(WELL, shown_s=NOW - 3), WEBCAM, 0, True),
    "a webcam is quiet": (replace(WELL, shown_s=NOW - 2.5), WEBCAM, 0, False),
    "a webcam hangs again": (replace(WELL, shown_s=NOW - 3), WEBCAM, 9, True),
    "an address hangs": (replace(WELL, shown_s=NOW - 5), ADDRESS, 0, True),
    "an address that may be slow": (replace(NEW, phase_s=NOW - 60), ADDRESS, 4, False),
    "an address known to be slow": (replace(WELL, interval_s=60, shown_s=NOW - 90), ADDRESS, 4, False),
    "frozen": (replace(WELL, same=50, same_s=NOW - 5), WEBCAM, 0, True),
    "frozen for a moment": (replace(WELL, same=50, same_s=NOW - 3), WEBCAM, 0, False),
    "frozen again": (replace(WELL, same=50, same_s=NOW - 5), WEBCAM, 1, False),
    "a stream repeats itself": (replace(WELL, same=50, same_s=NOW - 5), STREAM, 0, False),
    "a stream is frozen": (replace(WELL, same=70, same_s=NOW - 7), STREAM, 0, True),
    "dark and still": (replace(WELL, brightness=0, spread=0, same=50, same_s=NOW - 99), WEBCAM, 0, False),
    "absent": (opening(99, Phase.ABSENT), WEBCAM, 0, False),
    "a recording that waits": (replace(WELL, shown_s=NOW - 99), VIDEO, 0, False),
    "over": (replace(WELL, phase=Phase.ENDED, phase_s=0), VIDEO, 0, False),
}


@pytest.mark.parametrize(("heartbeat", "source", "attempts", "expected"), ANEW.values(), ids=ANEW)
def test_a_capture_is_begun_anew_when_only_that_can_help(
    heartbeat: CaptureHeartbeat, source: Source, attempts: int, expected: bool
) -> None:
    assert must_restart(heartbeat, source, NOW, TUNING, attempts) is expected


def test_pauses_grow_and_stay_short_enough_to_be_back_in_five_seconds() -> None:
    pauses = [pause_s(attempts, TUNING) for attempts in range(20)]
    assert pauses == sorted(pauses)
    assert TUNING.patience_s[-1] + pauses[-1] < 4
    assert max(TUNING.silent_s, TUNING.opening_s, TUNING.frozen_s) < 3


@pytest.mark.parametrize(
    ("heartbeat", "good"),
    [
        (WELL, True),
        (replace(WELL, frames=9), False),
        (replace(WELL, same=1), False),
        (replace(WELL, spoiled=1), False),
        (replace(WELL, phase=Phase.ABSENT), False),
    ],
)
def test_a_good_run_makes_earlier_attempts_forgotten(heartbeat: CaptureHeartbeat, good: bool) -> None:
    assert is_good_run(heartbeat) is good


@pytest.mark.parametrize(
    ("ago_s", "rest"),
    [((), 0), ((9, 6, 3, 0), 0), ((12, 9, 6, 3, 0), 50), ((63, 9, 6, 3, 0), 0), ((99, 12, 9, 6, 3, 0), 50)],
)
def test_a_camera_is_left_alone_after_five_captures_in_a_minute(ago_s: tuple[float, ...], rest: float) -> None:
    assert rest_s([NOW - ago for ago in ago_s], NOW, TUNING) == rest


@pytest.mark.parametrize(("since_s", "state"), [(None, "opening"), (NOW - 2, "opening"), (NOW - 3, "lost")])
def test_captures_that_end_one_after_another_are_no_opening(since_s: float | None, state: str) -> None:
    assert failing(CameraHealth(state=CameraState.OPENING), since_s, NOW, TUNING).state == state
    assert failing(CameraHealth(state=CameraState.SEEING), since_s, NOW, TUNING).state == "seeing"
