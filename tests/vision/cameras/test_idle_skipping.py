"""While a table is at rest its pictures are neither opened whole nor handed on; what happens is seen at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from zlib import crc32

import cv2
import numpy as np
import pytest

from tests.by_day import by_day
from vision.cameras import capture
from vision.cameras.capture import Recorder
from vision.cameras.idle_skipping import EncodedPicture, RestTuning
from vision.cameras.latest_frame_buffer import LatestFrameBuffer
from vision.errors import BadImage

SIZES = ((1280, 720), (1920, 1080), (640, 480))
STEP_S = 0.1
NOISES = 8
"""Each picture has another noise than those before it, and the ninth that of the first."""
REST_S, LONGEST_S = RestTuning().after_s, RestTuning().longest_s
Change = Callable[[np.ndarray], np.ndarray]


def table(size: tuple[int, int]) -> np.ndarray:
    """Some tiles on a cloth."""
    width, height = size
    bgr = np.full((height, width, 3), (60, 110, 40), np.uint8)
    for place in range(20):
        x, y = 40 + place % 10 * width // 11, height // 4 + place // 10 * height // 3
        cv2.rectangle(bgr, (x, y), (x + width // 32, y + width // 22), (225, 235, 240), -1)
        cv2.putText(bgr, str(place % 13), (x + 4, y + 30), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (20, 20, 200), 2)
    return bgr


def with_a_tile(bgr: np.ndarray) -> np.ndarray:
    height, width = bgr.shape[:2]
    corner = (width // 2, height // 2 + height // 12)
    return cv2.rectangle(bgr.copy(), corner, (corner[0] + width // 32, corner[1] + width // 22), (225, 235, 240), -1)


def with_a_hand(bgr: np.ndarray) -> np.ndarray:
    height, width = bgr.shape[:2]
    return cv2.rectangle(bgr.copy(), (width // 3, height - height // 8), (width // 2, height), (110, 140, 190), -1)


def brighter(bgr: np.ndarray) -> np.ndarray:
    return cv2.convertScaleAbs(bgr, alpha=1.04)


def same(bgr: np.ndarray) -> np.ndarray:
    return bgr


@cache
def noise(number: int, height: int, width: int) -> np.ndarray:
    drawn = np.random.default_rng(number).standard_normal((height, width, 3), np.float32)
    return (2 * drawn).round().astype(np.int8)


def noisy(bgr: np.ndarray, number: int) -> np.ndarray:
    """A picture as a camera takes it for the ``number``-th time."""
    return cv2.add(bgr, noise(number % NOISES, *bgr.shape[:2]), dtype=cv2.CV_8U)


class Files:
    """The files of noisy pictures, each made once."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, int], EncodedPicture] = {}

    def of(self, bgr: np.ndarray, number: int) -> EncodedPicture:
        """What a camera sends of a picture for the ``number``-th time."""
        key = crc32(bgr), number % NOISES
        if key not in self._made:
            self._made[key] = encoded(noisy(bgr, number))
        return self._made[key]


@pytest.fixture(scope="module")
def files() -> Iterator[Files]:
    yield Files()
    noise.cache_clear()


@dataclass
class Scene:
    """A capture that is shown one picture after another, ten a second."""

    recorder: Recorder
    buffer: LatestFrameBuffer
    files: Files
    now_s: float = 100.0
    number: int = 0
    is_encoded: bool = True

    def shows(self, bgr: np.ndarray, seconds: float = STEP_S) -> list[bool]:
        """For each picture that was handed on, whether it was told to be the one before."""
        repeats = []
        for _ in range(round(seconds / STEP_S)):
            before = self.buffer.newest_index
            self.now_s, self.number = self.now_s + STEP_S, self.number + 1
            taken = self.files.of if self.is_encoded else noisy
            self.recorder.take(taken(bgr, self.number))
            frame = self.buffer.newest(before)
            repeats += [frame.is_repeat] if frame else []
        return repeats


def encoded(bgr: np.ndarray) -> EncodedPicture:
    return EncodedPicture(bytes(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]))


@pytest.fixture
def scene(files: Files, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    with LatestFrameBuffer() as buffer:
        showing = Scene(Recorder(buffer), buffer, files)
        monkeypatch.setattr(capture, "monotonic", lambda: showing.now_s)
        yield showing


@pytest.mark.parametrize("is_encoded", [True, False])
def test_a_table_at_rest_is_told_to_be_so_and_not_handed_on(scene: Scene, is_encoded: bool) -> None:
    scene.is_encoded = is_encoded
    assert not any(scene.shows(table(SIZES[0]), REST_S))
    scene.shows(table(SIZES[0]), 0.5)
    repeats = scene.shows(table(SIZES[0]), 3.0)
    assert all(repeats)
    assert 10 <= len(repeats) <= 30


@pytest.mark.parametrize(
    ("change", "is_seen"), [(with_a_tile, True), (with_a_hand, True), (brighter, False), (same, False)]
)
@pytest.mark.parametrize("size", by_day(SIZES, SIZES[0]))
def test_whatever_happens_on_it_is_handed_on_at_once(
    scene: Scene, size: tuple[int, int], change: Change, is_seen: bool
) -> None:
    scene.shows(table(size), REST_S + 1)
    repeats = scene.shows(change(table(size)), 0.3)
    assert (False in repeats) == is_seen
    if is_seen:
        assert scene.shows(change(table(size)), 1.0) == [False] * 10


@pytest.mark.parametrize("is_encoded", [True, False])
def test_the_same_table_in_fewer_pixels_ends_the_rest(scene: Scene, is_encoded: bool) -> None:
    scene.is_encoded = is_encoded
    shown = cv2.GaussianBlur(table(SIZES[0]), (0, 0), 3)
    scene.shows(shown, REST_S + 1)
    assert False in scene.shows(cv2.resize(shown, (960, 540), interpolation=cv2.INTER_AREA), 0.3)


def test_a_picture_of_another_size_ends_the_rest(scene: Scene) -> None:
    scene.shows(table(SIZES[2]), REST_S + 1)
    assert False in scene.shows(table(SIZES[0]), 0.3)


def test_a_file_that_comes_twice_ends_the_rest_so_that_a_camera_that_stopped_is_noticed(scene: Scene) -> None:
    scene.shows(table(SIZES[2]), REST_S + 1)
    frozen = encoded(table(SIZES[2]))
    for _ in range(60):
        scene.now_s += STEP_S
        scene.recorder.take(frozen)
    assert scene.recorder.heartbeat.same >= 10
    assert scene.now_s - scene.recorder.heartbeat.same_s > 5.0


def test_now_and_then_pictures_are_handed_on_all_the_same(scene: Scene) -> None:
    scene.shows(table(SIZES[2]), REST_S + 1)
    repeats = scene.shows(table(SIZES[2]), LONGEST_S + 3)
    assert 10 <= repeats.count(False) <= 20


def test_what_is_no_picture_is_said_to_be_none_also_at_rest(scene: Scene) -> None:
    scene.shows(table(SIZES[2]), REST_S + 1)
    scene.now_s += 1.0
    with pytest.raises(BadImage):
        scene.recorder.take(EncodedPicture(b"\xff\xd8\xff\xe0" + bytes(60)))
    assert scene.shows(table(SIZES[2]), 0.5)
