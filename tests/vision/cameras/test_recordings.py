"""Recordings: every picture in its order and at its moment; in real time whatever is late is left out."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic, sleep, time

import cv2
import numpy as np
import pytest

from vision.cameras import open_camera, open_recording, parse_source
from vision.cameras.camera_health import CameraState, CameraTrouble
from vision.cameras.capture_command import CaptureOptions, parse_order
from vision.cameras.grabber import Pacer
from vision.cameras.open_grabber import open_grabber
from vision.cameras.recordings import PictureFolder, RealTime
from vision.cameras.sources import Source, SourceKind
from vision.cameras.timed_pictures import Shot
from vision.cameras.video_recording import VideoFile
from vision.errors import BadImage, BadSource, CameraLost


def write_video(path: Path, frames: int, fps: float) -> Path:
    """A video whose frame number n is grey 8n + 20."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (64, 48))
    assert writer.isOpened()
    for number in range(frames):
        writer.write(np.full((48, 64, 3), 8 * number + 20, np.uint8))
    writer.release()
    return path


def write_picture(path: Path, value: int) -> Path:
    cv2.imwrite(str(path), np.full((48, 64, 3), value, np.uint8))
    return path


def number_of(shot: Shot | None) -> int:
    assert shot is not None
    return round((int(shot.bgr[20, 20, 0]) - 20) / 8)


@pytest.mark.parametrize(
    ("fps", "frames", "dues"),
    [
        (100.0, [0, 1, 2, 3], [0, 0.05, 0.1, 0.15]),
        (20.0, [0, 1, 2, 3], [0, 0.05, 0.1, 0.15]),
        (10.0, [0, 2, 4, 6], [0, 0.1, 0.2, 0.3]),
        (7.0, [0, 3, 6, 9], [0, 0.15, 0.3, 0.45]),
    ],
)
def test_a_video_gives_its_frames_at_the_wanted_pace(
    tmp_path: Path, fps: float, frames: list[int], dues: list[float]
) -> None:
    video = VideoFile(write_video(tmp_path / "v.avi", 30, 20), fps)
    shots = [video.next() for _ in frames]
    assert [number_of(shot) for shot in shots] == frames
    assert [shot.due_s for shot in shots if shot] == pytest.approx(dues)


def test_a_video_ends_and_leaves_out_what_is_late(tmp_path: Path) -> None:
    video = VideoFile(write_video(tmp_path / "v.avi", 30, 20), 20)
    assert number_of(video.next(0.5)) == 10
    assert number_of(video.next(0.2)) == 11
    assert number_of(video.next(1.4)) == 28
    assert number_of(video.next()) == 29
    assert video.next() is None
    assert video.next() is None
    video.close()


def test_a_file_that_is_no_video_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "v.mp4").write_bytes(b"no video at all" * 100)
    with pytest.raises(CameraLost) as lost:
        VideoFile(tmp_path / "v.mp4", 10)
    assert "v.mp4" in str(lost.value)


def test_each_picture_of_a_folder_is_held_for_a_while(tmp_path: Path) -> None:
    for name, value in (("b.png", 28), ("a.jpg", 20), ("c.txt", 0), ("d.PNG", 36)):
        write_picture(tmp_path / name, value) if value else (tmp_path / name).write_text("")
    folder = PictureFolder(tmp_path, hold_s=0.3, fps=10)
    shots = []
    while shot := folder.next():
        shots.append(shot)
    assert [number_of(shot) for shot in shots] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert [shot.due_s for shot in shots] == pytest.approx([place / 10 for place in range(9)])


def test_a_folder_that_waits_shows_its_last_picture_until_another_arrives(tmp_path: Path) -> None:
    folder = PictureFolder(tmp_path, hold_s=0.2, fps=10, waits=True)
    assert folder.next() is None
    write_picture(tmp_path / "1.png", 20)
    assert [number_of(folder.next(moment)) for moment in (1.0, 1.1, 1.2, 9.0)] == [0, 0, 0, 0]
    write_picture(tmp_path / "0-late-but-new.png", 28)
    assert [number_of(folder.next(moment)) for moment in (9.3, 9.4)] == [1, 1]


def test_a_picture_that_is_still_being_written_is_awaited(tmp_path: Path) -> None:
    whole = write_picture(tmp_path / "whole.png", 20).read_bytes()
    (tmp_path / "whole.png").unlink()
    path = tmp_path / "1.png"
    path.write_bytes(whole[:40])
    folder = PictureFolder(tmp_path, hold_s=0.2, fps=10, waits=True)
    assert folder.next(1.0) is None
    path.write_bytes(whole)
    assert number_of(folder.next(2.0)) == 0
    spoiled = tmp_path / "2.png"
    spoiled.write_bytes(whole[:40])
    os.utime(spoiled, (time() - 60, time() - 60))
    with pytest.raises(BadImage):
        folder.next(3.0)
    assert number_of(folder.next(3.1)) == 0


def test_a_folder_that_goes_away_is_a_lost_camera(tmp_path: Path) -> None:
    with pytest.raises(CameraLost):
        PictureFolder(tmp_path / "gone", 1, 10).next()


def test_a_demo_takes_its_time_and_waits_for_who_is_slow(tmp_path: Path) -> None:
    camera = open_camera(parse_source("demo"), write_video(tmp_path / "v.avi", 4, 10))
    frames, moments = [camera.newest()], []
    sleep(0.5)
    asked_s = monotonic()
    while frame := camera.newest():
        frames.append(frame)
        moments.append(monotonic())
    assert [frame.index for frame in frames] == [1, 2, 3, 4]
    early = [number for number, moment in enumerate(moments) if moment - asked_s < 0.1 * number - 0.001]
    assert early == [], "the pictures that follow are due from when somebody asked again, a tenth of a second apart"
    assert (camera.health().state, camera.health().source) == (CameraState.ENDED, "demo")
    camera.close()


class Clock:
    """A clock that only moves when somebody reads it, by a tenth of a second."""

    def __init__(self) -> None:
        self.now_s = 50.0

    def __call__(self) -> float:
        self.now_s += 0.1
        return self.now_s


def test_in_real_time_a_slow_reader_misses_pictures(tmp_path: Path) -> None:
    grabber = RealTime(VideoFile(write_video(tmp_path / "v.avi", 30, 20), 20), Clock())
    seen = []
    while (bgr := grabber.read(None)) is not None:
        seen.append(number_of(Shot(bgr, 0)))
    assert seen == sorted(set(seen))
    assert 5 < len(seen) < 20
    grabber.close()


def test_a_recording_is_played_as_fast_as_it_is_asked(tmp_path: Path) -> None:
    source = parse_source(str(write_video(tmp_path / "v.avi", 12, 10)))
    camera = open_recording(source, fps=5)
    frames = []
    while frame := camera.newest(wait_s=9):
        frames.append(frame)
        assert camera.health().trouble is CameraTrouble.TINY
    assert [frame.index for frame in frames] == [1, 2, 3, 4, 5, 6]
    assert [frame.captured_at_s for frame in frames] == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert camera.health().state is CameraState.ENDED
    assert camera.newest() is None
    camera.close()


def test_what_is_no_picture_is_left_out_of_a_folder(tmp_path: Path) -> None:
    write_picture(tmp_path / "1.png", 20)
    (tmp_path / "2.png").write_bytes(b"nothing")
    write_picture(tmp_path / "3.png", 28)
    camera = open_recording(parse_source(str(tmp_path)), fps=1)
    seen = []
    while frame := camera.newest():
        seen.append(number_of(Shot(frame.bgr, 0)))
    assert seen == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (Source(SourceKind.WEBCAM, "0"), "source_live"),
        (Source(SourceKind.PHONE, "phone"), "source_live"),
        (Source(SourceKind.DEMO, "demo"), "no_demo"),
    ],
)
def test_what_is_no_recording_cannot_be_played(tmp_path: Path, source: Source, code: str) -> None:
    with pytest.raises(BadSource) as refused:
        open_recording(source, tmp_path)
    assert refused.value.code == code


def test_a_phone_cannot_be_opened_and_an_absent_webcam_is_lost() -> None:
    for source in (Source(SourceKind.PHONE, "phone"), Source(SourceKind.WEBCAM, "no such camera")):
        with pytest.raises(CameraLost):
            open_grabber(CaptureOptions(source=source))


def test_an_order_travels_as_one_line() -> None:
    order = CaptureOptions(source=Source(SourceKind.ADDRESS, "http://ñandú/x"), size_px=(640, 480), fps=5, demo="d")
    assert parse_order(order.as_line()) == order
    assert "\n" not in order.as_line()


@pytest.mark.parametrize(
    ("step_s", "wait_s", "expected"),
    [(1 / 30, 0.03, 10), (0.2, 0.19, 5), (0.001, 0.0009, 3)],
    ids=["thirty a second", "five a second", "all at once"],
)
def test_a_pacer_wants_so_many_pictures_a_second_and_none_that_had_piled_up(
    step_s: float, wait_s: float, expected: int
) -> None:
    pacer = Pacer(10)
    moments = np.arange(100, 101, step_s)
    wanted = [moment for moment in moments if pacer.should_decode(moment - wait_s, moment)]
    assert len(wanted) == pytest.approx(expected, abs=1)


def test_after_a_stall_the_pictures_that_had_piled_up_are_skipped() -> None:
    pacer = Pacer(10)
    assert pacer.should_decode(0.9, 1.0)
    piled_up = [11 + 0.001 * place for place in range(20)]
    assert not any(pacer.should_decode(moment - 0.001, moment) for moment in piled_up)
    assert pacer.should_decode(11.02, 11.06)


@pytest.mark.parametrize(("is_followed", "wanted"), [(True, [True, False, False, True]), (False, [True] * 4)])
def test_what_came_while_nobody_asked_is_skipped_where_the_pace_was_quick(
    is_followed: bool, wanted: list[bool]
) -> None:
    pacer = Pacer(10)
    assert pacer.should_decode(0.0, 0.1)
    moments = ((0.1, 0.2), (0.2, 10.2), (10.2, 10.2005 if is_followed else 10.3), (10.3, 10.4))
    told = [pacer.should_decode(asked_s, came_s, is_followed=is_followed)
            for asked_s, came_s in moments]  # fmt: skip
    assert told == wanted


def test_a_slow_camera_is_never_late() -> None:
    pacer = Pacer(10)
    assert all(pacer.should_decode(60.0 * number, 60.0 * number + 60) for number in range(4))
