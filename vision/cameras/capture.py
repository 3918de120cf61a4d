"""The capture process: holds one camera open, so that a camera that hangs or crashes can be killed with it.

It is started by `vision.cameras.live_camera`, which writes a `CaptureOptions` to its standard input and keeps that
open: when it closes, the parent is gone, and the process ends.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import closing
from dataclasses import replace
from itertools import chain, repeat
from threading import Thread
from time import monotonic, sleep

from vision.cameras.capture_command import CaptureOptions, parse_order
from vision.cameras.grabber import Grabber
from vision.cameras.heartbeat import CaptureHeartbeat, Phase, PictureSample
from vision.cameras.idle_skipping import EncodedPicture, RestGauge
from vision.cameras.latest_frame_buffer import LARGEST_SIDE_PX, U8, LatestFrameBuffer, fitted
from vision.cameras.open_errors import cause_of
from vision.cameras.open_grabber import load_opener
from vision.cameras.recording_gaps import LACKS, Lack
from vision.errors import BadImage, CameraLost

_PAUSES_S = (0.3, 0.6, 1.0, 1.5)
_GOOD_RUN = 10
"""After this many pictures a run counts as good, and the pauses start from the shortest again."""
_MOST_SPOILED = 40
_SPOILED_PAUSE_S = 0.05


class Recorder:
    """Writes pictures into a buffer and updates its heartbeat."""

    def __init__(self, buffer: LatestFrameBuffer) -> None:
        self._buffer = buffer
        self._shape: tuple[int, ...] | None = None
        self._rest = RestGauge()
        self._sample: PictureSample | None = None
        self.heartbeat = CaptureHeartbeat()

    @property
    def room(self) -> U8 | None:
        """The buffer for the next picture, for zero-copy writing if it has the shape of the last."""
        return None if self._shape is None else self._buffer.room(self._shape)

    def enter(self, phase: Phase, cause: int = 0) -> None:
        """Report that the capture enters another phase, and why."""
        self._say(self.heartbeat.entered(phase, monotonic(), cause))

    def end(self, lack: Lack | None) -> None:
        """Report that the recording is over, and what it lacks."""
        code, one, other = lack or ("", 0.0, 0.0)
        over = self.heartbeat.entered(Phase.ENDED, monotonic())
        self._say(replace(over, lack=LACKS.index(code), lack_one=float(one), lack_other=float(other)))

    def take(self, picture: U8 | EncodedPicture) -> None:
        """Publish a picture or, while the table is at rest, only its newer time. Raises BadImage."""
        now_s = monotonic()
        if isinstance(picture, EncodedPicture):
            self._take_file(picture, now_s)
        else:
            self._take_pixels(picture, now_s)

    def _take_file(self, picture: EncodedPicture, now_s: float) -> None:
        if self._rest.is_at_rest and self._sample:
            skips = self._rest.skips(picture, now_s)
            if skips:
                self._buffer.repeat(now_s)
                self._say(self.heartbeat.saw(self._sample, False, now_s))
            if skips is not False:
                return
        self._take_pixels(picture.bgr(), now_s)
        if self._rest.is_at_rest:
            self._rest.rests_with(picture)

    def _take_pixels(self, bgr: U8, now_s: float) -> None:
        sample, handed = PictureSample.at(bgr), fitted(bgr)
        if self._rest.update(handed, now_s) and self._sample:
            self._buffer.repeat(now_s)
        else:
            self._buffer.post(handed, now_s)
        self._shape = handed.shape if max(bgr.shape[:2]) <= LARGEST_SIDE_PX else None
        is_same = self._sample is not None and sample.digest == self._sample.digest
        self._sample = sample
        self._say(self.heartbeat.saw(sample, is_same, now_s))

    def spoil(self) -> None:
        """Report undecodable content."""
        self._say(self.heartbeat.spoilt(monotonic()))

    def _say(self, heartbeat: CaptureHeartbeat) -> None:
        self.heartbeat = heartbeat
        self._buffer.set_heartbeat(heartbeat)


def capture(order: CaptureOptions, buffer: LatestFrameBuffer) -> None:
    """Capture pictures until a recording is over; a live camera is reopened after any failure."""
    opener = load_opener(order.grabber)
    recorder = Recorder(buffer)
    pauses = _pauses()
    while True:
        recorder.enter(Phase.OPENING)
        try:
            with closing(opener(order)) as grabber:
                recorder.enter(Phase.RUNNING)
                if _follow(grabber, recorder):
                    return recorder.end(_lack_of(grabber))
        except CameraLost as lost:
            if recorder.heartbeat.phase is Phase.RUNNING and recorder.heartbeat.frames >= _GOOD_RUN:
                pauses = _pauses()
            recorder.enter(Phase.ABSENT, cause_of(lost))
        except BadImage:
            recorder.spoil()
            recorder.enter(Phase.ABSENT)
        sleep(next(pauses))


def _follow(grabber: Grabber, recorder: Recorder) -> bool:
    """Publish pictures; True when the recording is over, False when only undecodable content comes."""
    spoiled = 0
    while spoiled < _MOST_SPOILED:
        try:
            picture = grabber.read(recorder.room)
            if picture is None:
                return True
            recorder.take(picture)
        except BadImage:
            spoiled += 1
            recorder.spoil()
            sleep(_SPOILED_PAUSE_S)
        else:
            spoiled = 0
    return False


def _lack_of(grabber: Grabber) -> Lack | None:
    """What a finished recording lacks."""
    from vision.cameras.recordings import RealTime  # where a recording was shown it is loaded

    return grabber.lack() if isinstance(grabber, RealTime) else None


def _pauses() -> chain[float]:
    return chain(_PAUSES_S, repeat(_PAUSES_S[-1]))


def _end_with_whoever_asked() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


def main() -> None:
    """Read the order from standard input and the buffer handle from the arguments, and capture."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    order = parse_order(sys.stdin.buffer.readline().decode())
    Thread(target=_end_with_whoever_asked, daemon=True).start()
    with LatestFrameBuffer(int(sys.argv[1])) as buffer:
        capture(order, buffer)


if __name__ == "__main__":
    main()
