"""The buffer holds the newest picture and nothing else, whoever is killed at whatever moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from vision.cameras import latest_frame_buffer as boxes
from vision.cameras.heartbeat import CaptureHeartbeat, Phase, PictureSample, packed, unpacked
from vision.cameras.latest_frame_buffer import LARGEST_SIDE_PX, LatestFrameBuffer, fitted


@pytest.fixture
def buffer() -> Iterator[LatestFrameBuffer]:
    with LatestFrameBuffer() as box:
        yield box


def plain(value: int, height: int = 4, width: int = 6) -> np.ndarray:
    return np.full((height, width, 3), value, np.uint8)


def test_an_empty_buffer_gives_nothing(buffer: LatestFrameBuffer) -> None:
    assert buffer.newest() is None
    assert buffer.newest_index == 0
    assert buffer.heartbeat() == unpacked(bytes(len(packed(CaptureHeartbeat()))))


def test_only_the_newest_picture_is_given_and_only_once(buffer: LatestFrameBuffer) -> None:
    for value in range(1, 8):
        buffer.post(plain(value, 3 + value, 5), 100.0 + value)
    frame = buffer.newest()
    assert frame is not None
    assert (frame.index, frame.captured_at_s, frame.bgr.shape) == (7, 107.0, (10, 5, 3))
    assert (frame.bgr == 7).all()
    assert buffer.newest(after=7) is None
    assert buffer.newest(after=6) is not None


def test_a_picture_can_be_that_of_a_later_moment_too(buffer: LatestFrameBuffer) -> None:
    buffer.post(plain(1), 1.0)
    first = buffer.newest()
    buffer.repeat(2.0)
    again = buffer.newest(after=1)
    assert first is not None
    assert again is not None
    assert (first.index, first.is_repeat, again.index, again.captured_at_s, again.is_repeat) == (1, False, 2, 2.0, True)
    assert again.bgr is first.bgr
    buffer.post(plain(3), 3.0)
    buffer.repeat(4.0)
    missed = buffer.newest(after=2)
    assert missed is not None
    assert (missed.index, int(missed.bgr.max()), missed.is_repeat) == (4, 3, False)


def test_a_frame_does_not_change_when_more_pictures_come(buffer: LatestFrameBuffer) -> None:
    buffer.post(plain(1), 1.0)
    frame = buffer.newest()
    for value in range(2, 9):
        buffer.post(plain(value), float(value))
    assert frame is not None
    assert (frame.bgr == 1).all()


def test_another_program_opens_the_same_buffer(buffer: LatestFrameBuffer) -> None:
    other = LatestFrameBuffer(boxes.os.dup(buffer.handle))
    other.post(plain(5), 1.0)
    other.set_heartbeat(CaptureHeartbeat(phase=Phase.RUNNING, frames=3))
    other.close()
    frame, heartbeat = buffer.newest(), buffer.heartbeat()
    assert frame is not None
    assert (frame.bgr == 5).all()
    assert heartbeat == CaptureHeartbeat(phase=Phase.RUNNING, frames=3)


def test_a_writer_killed_in_the_middle_of_a_picture_leaves_the_one_before(buffer: LatestFrameBuffer) -> None:
    buffer.post(plain(1), 1.0)
    buffer.room((4, 6, 3))[:2] = 99
    frame = buffer.newest()
    assert frame is not None
    assert (frame.bgr == 1).all()
    buffer.post(plain(2), 2.0)
    frame = buffer.newest()
    assert frame is not None
    assert (frame.index, int(frame.bgr.max())) == (2, 2)


def test_a_picture_that_is_overwritten_while_it_is_copied_is_not_given(buffer: LatestFrameBuffer) -> None:
    buffer.post(plain(1), 1.0)
    for _ in range(3):
        buffer.room((4, 6, 3))
        boxes._NUMBER.pack_into(buffer._memory, 0, (buffer.newest_index + 1) * boxes._SLOTS)
    assert buffer.newest() is None


def test_a_writer_killed_while_it_tells_leaves_no_half_heartbeat(buffer: LatestFrameBuffer) -> None:
    buffer.set_heartbeat(CaptureHeartbeat(frames=1))
    boxes._NUMBER.pack_into(buffer._memory, 8, 7)
    assert buffer.heartbeat() is None
    buffer.set_heartbeat(CaptureHeartbeat(frames=2))
    assert buffer.heartbeat() == CaptureHeartbeat(frames=2)


def test_a_picture_written_into_its_room_is_posted_as_it_is(buffer: LatestFrameBuffer) -> None:
    room = buffer.room((4, 6, 3))
    room[:] = 7
    buffer.post(room, 1.0)
    frame = buffer.newest()
    assert frame is not None
    assert (frame.bgr == 7).all()


def test_the_largest_picture_fits(buffer: LatestFrameBuffer) -> None:
    buffer.post(plain(3, LARGEST_SIDE_PX, LARGEST_SIDE_PX), 1.0)
    frame = buffer.newest()
    assert frame is not None
    assert frame.bgr.shape == (LARGEST_SIDE_PX, LARGEST_SIDE_PX, 3)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((720, 1280, 3), (720, 1280, 3)),
        ((2160, 3840, 3), (1152, 2048, 3)),
        ((4000, 3000, 3), (2048, 1536, 3)),
        ((480, 640), (480, 640, 3)),
        ((480, 640, 1), (480, 640, 3)),
        ((480, 640, 4), (480, 640, 3)),
        ((1, 9000, 3), (1, 2048, 3)),
    ],
)
def test_a_picture_is_made_to_fit(shape: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert fitted(np.zeros(shape, np.uint8)).shape == expected


def test_a_heartbeat_survives_its_packing() -> None:
    heartbeat = CaptureHeartbeat(
        phase=Phase.ABSENT, phase_s=1.5, frames=2, shown_s=3.25, interval_s=0.1, same=4, same_s=5.5, brightness=6.5,
        spread=7.5, width=8, height=9, spoiled=10, spoiled_s=11.5,
    )  # fmt: skip
    assert unpacked(packed(heartbeat)) == heartbeat
    assert len(packed(heartbeat)) <= 512 - 16


def test_a_heartbeat_counts_pictures_that_repeat_themselves() -> None:
    sample = PictureSample(6, 4, 10.0, 2.0, 1)
    heartbeat = CaptureHeartbeat().entered(Phase.RUNNING, 1.0)
    heartbeat = heartbeat.saw(sample, False, 2.0).saw(sample, True, 3.0).saw(sample, True, 5.0)
    assert (heartbeat.frames, heartbeat.same, heartbeat.same_s, heartbeat.interval_s) == (3, 2, 3.0, 2.0)
    heartbeat = heartbeat.spoilt(6.0).spoilt(7.0)
    assert (heartbeat.spoiled, heartbeat.spoiled_s) == (2, 6.0)
    assert heartbeat.saw(sample, False, 8.0) == replace(
        heartbeat, frames=4, same=0, same_s=8.0, interval_s=3.0, shown_s=8.0, spoiled=0, spoiled_s=0.0
    )


def test_a_source_opened_anew_has_shown_nothing_but_its_garbage_is_remembered() -> None:
    sample = PictureSample(6, 4, 10.0, 2.0, 1)
    heartbeat = (
        CaptureHeartbeat().entered(Phase.RUNNING, 1.0).saw(sample, False, 2.0).spoilt(3.0).entered(Phase.ABSENT, 4.0)
    )
    assert (heartbeat.frames, heartbeat.phase_s) == (1, 4.0)
    assert heartbeat.entered(Phase.RUNNING, 5.0) == CaptureHeartbeat(
        phase=Phase.RUNNING, phase_s=5.0, spoiled=1, spoiled_s=3.0
    )


def test_a_glance_tells_pictures_apart() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (480, 640, 3), np.uint8)
    other = noise.copy()
    other[0, 5] ^= 1
    assert PictureSample.at(noise) == PictureSample.at(noise.copy())
    assert PictureSample.at(noise).digest != PictureSample.at(other).digest
    black = PictureSample.at(np.zeros((480, 640, 3), np.uint8))
    assert (black.width, black.height, black.brightness, black.spread) == (640, 480, 0.0, 0.0)
