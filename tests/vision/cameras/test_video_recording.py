"""Films: what each kind of file gives at which moment, and what is said of one that gives nothing, or not all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from tests.vision.cameras.film_files import made, needs_ffmpeg, turned, write_interlaced
from vision.cameras import open_recording, parse_source
from vision.cameras.camera_health import CameraHealth, CameraState
from vision.cameras.camera_thresholds import CameraThresholds
from vision.cameras.capture import Recorder
from vision.cameras.latest_frame_buffer import LatestFrameBuffer
from vision.cameras.recording_gaps import Shortfall
from vision.cameras.recordings import RealTime
from vision.cameras.sources import Source, SourceKind
from vision.cameras.timed_pictures import Shot
from vision.cameras.trouble_detection import health_of
from vision.cameras.video_decoding import Footage
from vision.cameras.video_recording import VideoFile, open_film
from vision.errors import CameraLost

H264 = ("-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "5")


class Moments:
    """Footage whose picture n, all of grey n, comes at the n-th of some moments."""

    def __init__(self, moments: Sequence[float], fps: float) -> None:
        self._shots = [Shot(np.full((2, 2, 3), place, np.uint8), at) for place, at in enumerate(moments)]
        self.fps, self.lasts_s = fps, 0.0

    def next(self) -> Shot | None:
        return self._shots.pop(0) if self._shots else None


PACED = {
    # the moments of a film, the rate that it tells, and what is handed on at ten a second: picture and moment
    "ten a second": ([0, 0.1, 0.2, 0.3], 10.0, [(0, 0), (1, 0.1), (2, 0.2), (3, 0.3)]),
    "29.97 a second": ([place * 1.001 / 30 for place in range(10)], 29.97, [(0, 0), (3, 0.1), (6, 0.2), (9, 0.3)]),
    "two a second": ([0, 0.5, 1.0], 2.0, [(0, 0), (1, 0.5), (2, 1.0)]),
    "one is missing": ([0, 0.1, 0.3], 10.0, [(0, 0), (1, 0.1), (1, 0.2), (2, 0.3)]),
    "nothing new was taken away": ([0, 0.1, 0.4], 5.0, [(0, 0), (1, 0.1), (1, 0.2), (1, 0.3), (2, 0.4)]),
    "a phone in poor light": ([0, 0.12, 0.19, 0.33], 9.1, [(0, 0), (1, 0.12), (2, 0.19), (3, 0.33)]),
    "the last before a gap stands": ([0, 0.033, 0.066, 0.3], 30.0, [(0, 0), (2, 0.1), (2, 0.2), (3, 0.3)]),
    "late in the dark": ([0, 0.1, 100.0], 10.0, None),
}  # fmt: skip


@pytest.mark.parametrize("name", PACED)
def test_a_picture_stands_until_the_next_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    moments, fps, wanted = PACED[name]
    monkeypatch.setattr("vision.cameras.video_recording.Footage", lambda _: Moments(moments, fps))
    film = VideoFile(Path("a film"), 10.0)
    shots = []
    while shot := film.next():
        shots.append((int(shot.bgr[0, 0, 0]), round(shot.due_s, 2)))
    if wanted is None:
        assert (len(shots), shots[-1]) == (302, (2, 100.0)), "half a minute, and then it is waited for"
    else:
        assert [shot[0] for shot in shots] == [shot[0] for shot in wanted]
        assert [shot[1] for shot in shots] == pytest.approx([shot[1] for shot in wanted], abs=0.01)


MOMENTS = {
    # what the file tells of its pictures, in milliseconds, and their seconds
    "from nought": ([0, 40, 80], [0, 0.04, 0.08]),
    "begins late": ([5000, 5040, 5080], [0, 0.04, 0.08]),
    "begins before its beginning": ([-40, 0, 40], [0, 0.04, 0.08]),
    "tells nothing": ([0, 0, 0], [0, 0.04, 0.08]),
    "begins again": ([0, 40, 0, 40], [0, 0.04, 0.08, 0.12]),
    "unevenly": ([0, 40, 2000], [0, 0.04, 2.0]),
}


@pytest.mark.parametrize("name", MOMENTS)
def test_the_moment_of_a_picture_is_what_its_file_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told, wanted = MOMENTS[name]
    left, facts = list(told), {cv2.CAP_PROP_FPS: 25.0, cv2.CAP_PROP_FRAME_COUNT: 9.0}

    def grab() -> bool:
        facts[cv2.CAP_PROP_POS_MSEC] = left.pop(0) if left else 0
        return len(told) > 0

    capture = SimpleNamespace(isOpened=lambda: True, grab=grab, get=lambda fact: facts.get(fact, 0.0),
                              retrieve=lambda: (True, np.zeros((2, 2, 3), np.uint8)))  # fmt: skip
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: capture)
    footage = Footage(Path("film"))
    assert [shot.due_s for _ in told if (shot := footage.next())] == pytest.approx(wanted)


def test_an_interlaced_film_is_refused_where_nothing_can_open_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.cameras.video_recording.which", lambda _: None)
    with pytest.raises(CameraLost) as lost:
        open_film(write_interlaced(tmp_path / "camcorder.m2v"), 10)
    assert lost.value.code == "film_unchanging"
    assert "«camcorder.m2v»" in str(lost.value)


def test_a_film_of_one_picture_is_refused_where_nothing_else_can_open_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.cameras.video_recording.which", lambda _: None)
    path = tmp_path / "black.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(90):
        writer.write(np.full((48, 64, 3), 0, np.uint8))
    writer.release()
    with pytest.raises(CameraLost, match="siempre la misma imagen"):
        open_film(path, 10)


GREYS = [round(40 + 8 * place) for place in range(20)]
KINDS = {
    # how a film of twenty greys is made, its name, and whether OpenCV alone can open it
    "progressive": (("-c:v", "libx264", "-pix_fmt", "yuv420p"), "a.mp4", True),
    "interlaced, H.264": (("-c:v", "libx264", "-flags", "+ilme+ildct", "-x264opts", "tff=1"), "a.mp4", False),
    "interlaced, MPEG-2": (("-c:v", "mpeg2video", "-flags", "+ilme+ildct", "-r", "25", "-q:v", "2"), "a.mpg", False),
    "interlaced, MPEG-4": (("-c:v", "mpeg4", "-flags", "+ilme+ildct", "-q:v", "2"), "a.avi", False),
    "wide pixels": (("-vf", "setsar=4/3", *H264), "a.mp4", True),
    "no moments": (("-c:v", "libx264", "-r", "25", "-pix_fmt", "yuv420p"), "a.h264", True),
    "motion JPEG": (("-c:v", "mjpeg", "-q:v", "2"), "a.avi", True),
}


@needs_ffmpeg
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_film_gives_its_pictures_at_their_moments(name: str, tmp_path: Path) -> None:
    options, file, is_plain = KINDS[name]
    film = open_film(made(tmp_path / file, *options), 10)
    shots = []
    while shot := film.next():
        shots.append(shot)
    film.close()
    assert isinstance(film, VideoFile) == is_plain
    assert [shot.due_s for shot in shots] == pytest.approx([place / 10 for place in range(20)], abs=0.045)
    greys = [float(shot.bgr.mean()) for shot in shots]
    assert np.diff(greys).min() > 4, "each lighter than the one before"
    assert shots[0].bgr.shape[:2] == ((48, 85) if name == "wide pixels" else (48, 64))


@needs_ffmpeg
@pytest.mark.parametrize(("degrees", "light", "shape"), [(180, (0, -1), (48, 64)), (90, (-1, 0), (64, 48))])
def test_a_film_is_turned_as_it_says(
    degrees: int, light: tuple[int, int], shape: tuple[int, int], tmp_path: Path
) -> None:
    """The left edge of the picture as it was filmed is light."""
    filmed = made(tmp_path / "a.mp4", *H264, source="color=gray:s=64x48:r=10:d=1,geq=lum='200-2*X+N':cb=128:cr=128")
    shot = open_film(turned(filmed, degrees), 10).next()
    assert shot is not None
    assert shot.bgr.shape[:2] == shape
    edges = {(0, -1): shot.bgr[:, -1], (0, 0): shot.bgr[:, 0], (-1, 0): shot.bgr[-1], (1, 1): shot.bgr[0]}
    assert max(edges, key=lambda edge: float(edges[edge].mean())) == light


@needs_ffmpeg
def test_a_film_without_pictures_that_show_nothing_new_keeps_its_moments(tmp_path: Path) -> None:
    uneven = made(tmp_path / "a.mp4", "-vf", "select='not(between(n,4,12))'", "-fps_mode", "vfr", *H264)
    camera = open_recording(parse_source(str(uneven)), fps=10)
    moments = []
    while frame := camera.newest():
        moments.append(frame.captured_at_s)
    assert moments == pytest.approx([place / 10 for place in range(20)], abs=0.01)
    assert camera.lacks() is None


@needs_ffmpeg
@pytest.mark.parametrize("file", ["a.mp3", "a.m4a"])
def test_sound_alone_is_no_film(tmp_path: Path, file: str) -> None:
    with pytest.raises(CameraLost) as lost:
        open_film(made(tmp_path / file, source="sine=d=1"), 10)
    assert lost.value.code == "film_unopened"


@needs_ffmpeg
@pytest.mark.parametrize(("file", "options"), [("a.mp4", ("-movflags", "+faststart")), ("a.mkv", ()), ("a.avi", ())])
def test_a_film_that_is_cut_off_says_so(tmp_path: Path, file: str, options: tuple[str, ...]) -> None:
    noise = "color=gray:s=160x120:r=10:d=8,noise=alls=60:allf=t"
    whole = made(tmp_path / file, *H264, *options, source=noise).read_bytes()
    (tmp_path / file).write_bytes(whole[: len(whole) // 2])
    camera = open_recording(parse_source(str(tmp_path / file)), fps=10)
    while camera.newest():
        pass
    lack = camera.lacks()
    assert lack is not None
    assert (lack.code, lack.parameters["told"]) in [("film_cut_short", told) for told in ("0:07", "0:08")]


FILM, FOLDER = Source(SourceKind.VIDEO, "a.mp4"), Source(SourceKind.FOLDER, "album")
LACKS = {
    # what is played, the seconds of its pictures, whether they change, how long it says it lasts, what is said of it
    "whole": (FILM, 20, True, 20.0, None),
    "a little short": (FILM, 19, True, 20.0, None),
    "does not say": (FILM, 10, True, 0.0, None),
    "cut off": (FILM, 10, True, 20.0, ("film_cut_short", {"source": "a.mp4", "told": "0:20", "shown": "0:09"})),
    "stands": (FILM, 90, False, 90.0, ("film_standing", {"source": "a.mp4", "since": "0:00", "until": "1:29"})),
    "rests": (FILM, 50, False, 50.0, None),
    "a folder stands": (FOLDER, 90, False, 0.0, None),
}


@pytest.mark.parametrize("name", LACKS)
def test_what_a_recording_lacks_is_told(name: str) -> None:
    source, seconds, changes, lasts_s, wanted = LACKS[name]
    shortfall = Shortfall(source)
    for second in range(seconds):
        shortfall.saw(np.full((4, 4, 3), second if changes else 7, np.uint8), float(second))
    found = shortfall.found(lasts_s)
    assert (found and (found.code, found.parameters)) == wanted


def test_pictures_that_were_left_out_are_counted(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.full((48, 64, 3), 90, np.uint8))
    (tmp_path / "2.png").write_bytes(b"nothing")
    camera = open_recording(parse_source(str(tmp_path)), fps=1)
    while camera.newest():
        pass
    lack = camera.lacks()
    assert lack is not None
    assert (lack.code, lack.parameters["count"]) == ("film_spoiled", 1)


def test_a_film_that_is_cut_off_says_so_where_it_plays_as_if_it_happened_now(tmp_path: Path) -> None:
    film = SimpleNamespace(waits=False, lasts_s=20.0, close=lambda: None)
    shots = [Shot(np.full((4, 4, 3), place, np.uint8), float(place)) for place in range(10)]
    film.next = lambda _: shots.pop(0) if shots else None
    played = RealTime(film, partial(next, count(1_000_000, 100)), FILM)
    while played.read(None) is not None:
        pass
    assert played.lack() == ("film_cut_short", 20.0, 9.0)
    with LatestFrameBuffer() as buffer:
        recorder = Recorder(buffer)
        recorder.end(played.lack())
        heartbeat = buffer.heartbeat()
        assert heartbeat is not None
        health = health_of(heartbeat, FILM, 0.0, CameraThresholds())
    assert health.state is CameraState.ENDED
    assert (
        health.lacks("en")
        == "“a.mp4” says that it lasts 0:20 and its pictures end at 0:09: what followed was not seen."
    )


@pytest.mark.parametrize("name", LACKS)
def test_what_a_recording_lacks_is_told_by_its_camera_too(name: str) -> None:
    source, seconds, changes, lasts_s, wanted = LACKS[name]
    shortfall = Shortfall(source)
    for second in range(seconds):
        shortfall.saw(np.full((4, 4, 3), second if changes else 7, np.uint8), float(second))
    health = CameraHealth(state=CameraState.ENDED, source=source.shown, lack=shortfall.lack(lasts_s))
    found = shortfall.found(lasts_s)
    assert health.lacks("es") == (found.sentence("es") if found else "")
    assert bool(health.lacks("es")) == (wanted is not None)
